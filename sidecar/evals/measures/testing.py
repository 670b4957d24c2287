"""Whether two runs over the same questions differ by more than chance.

- Of shares of questions: McNemar's test, exact. Only the questions on which the runs disagree
  count, and each is a coin under the null hypothesis.
- Of means and pooled shares: a permutation test that swaps the two runs, question by question. It
  tests the very difference that is shown, and assumes nothing of how values are distributed;
  Wilcoxon's test would speak of ranks, and most differences between two runs are ties.
- Holm's correction for many tests: the chance of even one false alarm among them stays below 5 %.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, lgamma, log

import numpy as np
import numpy.typing as npt

from sidecar.evals.measures.resampling import Floats

SWAPS = 9_999
_EXACT = 13
"""Units up to which all ways to swap are tried: 8,192 of them."""
_CELLS = 1_000_000


def mcnemar(gained: int, lost: int) -> float:
    """The two-sided exact p-value of discordant pairs.

    Args:
        gained: Questions of which something is true of the second run alone.
        lost: Questions of which it is true of the first alone.
    """
    total = gained + lost
    if not total:
        return 1.0
    terms = (
        exp(lgamma(total + 1) - lgamma(k + 1) - lgamma(total - k + 1) - total * log(2))
        for k in range(min(gained, lost) + 1)
    )
    return min(1.0, 2 * sum(terms))


def swapped(before: Floats, after: Floats, random: np.random.Generator) -> float:
    """The p-value of a difference of ratios of sums, by swapping the runs.

    Args:
        before: Two columns, what each unit adds above and below the line in the first run.
        after: The same of the second run.
        random: Draws, where there are too many ways to swap.
    """
    apart, first, second = after - before, before.sum(axis=0), after.sum(axis=0)
    found = abs(second[0] / second[1] - first[0] / first[1])
    # Equal differences must count as equal, whatever order their sums were made in.
    least = found - 1e-9 * max(1.0, found)
    moving = apart[(apart != 0).any(axis=1)]
    if len(moving) <= _EXACT:
        ways = np.arange(2 ** len(moving))[:, None] >> np.arange(len(moving)) & 1
        return float((_differences(ways, moving, first, second) >= least).mean())
    rows, reached, left = max(1, _CELLS // len(moving)), 0, SWAPS
    while left:
        ways = random.integers(0, 2, (min(rows, left), len(moving)))
        reached += int((_differences(ways, moving, first, second) >= least).sum())
        left -= len(ways)
    return (1 + reached) / (1 + SWAPS)


def _differences(
    ways: npt.NDArray[np.int64], moving: Floats, first: Floats, second: Floats
) -> Floats:
    """The difference for each way to swap; none where all that is counted lies in one run."""
    moved = ways @ moving
    one, other = first + moved, second - moved
    with np.errstate(invalid="ignore", divide="ignore"):
        found = np.abs(other[:, 0] / other[:, 1] - one[:, 0] / one[:, 1])
    return np.asarray(np.nan_to_num(found, nan=np.inf, posinf=np.inf), dtype=np.float64)


def holm(values: Sequence[float]) -> list[float]:
    """P-values corrected for how many they are, in their order.

    Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian
    Journal of Statistics 6 (1979).
    """
    corrected, highest = [0.0] * len(values), 0.0
    for rank, at in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        highest = max(highest, min(1.0, (len(values) - rank) * values[at]))
        corrected[at] = highest
    return corrected
