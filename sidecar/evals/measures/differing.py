"""How far measures differ between two runs over the same questions, and whether by chance.

- Of shares of questions: McNemar's test, exact. Only the questions on which the runs disagree
  count, and each is a coin under the null hypothesis.
- Of means and pooled shares: a permutation test that swaps the two runs, question by question. It
  tests the very difference that is shown, and assumes nothing of how values are distributed;
  Wilcoxon's test would speak of ranks, and most differences between two runs are ties.
- Holm's correction for many tests: the chance of even one false alarm among them stays below 5 %.

All measures of a comparison share the units that questions are drawn with, and the draws: those
are most of the work, and a question that is drawn is drawn with all that it tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp, lgamma, log
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sidecar.evals.measures.definitions import (
    MEASURES,
    EvalMeasure,
    MeasureKind,
    MeasureUnit,
    measure_of,
)
from sidecar.evals.measures.measured import Columns, ObservationColumn
from sidecar.evals.measures.resampling import (
    Floats,
    bca,
    draw_units,
    make_generator,
    ratio,
    resample,
)
from sidecar.model.intervals import wilson

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


def swap_test(before: Floats, after: Floats, random: np.random.Generator) -> float:
    """The p-value of a difference of ratios of sums, by swapping the runs.

    Args:
        before: Two columns, what each unit adds above and below the line in the first run.
        after: The same of the second run.
        random: Draws, where there are too many ways to swap.
    """
    return swap_tests([(before, after)], random)[0]


def swap_tests(pairs: Sequence[tuple[Floats, Floats]], random: np.random.Generator) -> list[float]:
    """As ``swap_test``, of several measures over the same units, which share the draws.

    Args:
        pairs: Of each measure, its two columns in the first run and in the second.
        random: Draws.
    """
    tests = [_Swap(before, after) for before, after in pairs]
    drawn = [test for test in tests if test.p is None]
    if drawn:
        moving = np.unique(np.concatenate([test.moving for test in drawn]))
        apart = np.concatenate([test.apart[moving] for test in drawn], axis=1)
        rows, left = max(1, _CELLS // len(moving)), SWAPS
        while left:
            ways = _coins(min(rows, left), len(moving), random)
            moved = ways @ apart
            for at, test in enumerate(drawn):
                test.count(moved[:, 2 * at : 2 * at + 2])
            left -= len(ways)
    return [(1 + test.reached) / (1 + SWAPS) if test.p is None else test.p for test in tests]


def _coins(rows: int, columns: int, random: np.random.Generator) -> Floats:
    """Heads and tails, 1 and 0."""
    drawn = random.integers(0, 256, (rows, -(-columns // 8)), dtype=np.uint8)
    return np.unpackbits(drawn, axis=1, count=columns).astype(np.float64)


class _Swap:
    """The test of one measure.

    Attributes:
        apart: What each unit moves from one run to the other when it is swapped.
        moving: The units that move anything.
        p: The p-value, where all ways to swap could be tried.
        reached: How many of the drawn ways show a difference as large as the one that was found.
    """

    def __init__(self, before: Floats, after: Floats) -> None:
        self.apart = after - before
        self._first, self._second = before.sum(axis=0), after.sum(axis=0)
        found = abs(self._second[0] / self._second[1] - self._first[0] / self._first[1])
        # Equal differences must count as equal, whatever order their sums were made in.
        self._least = found - 1e-9 * max(1.0, found)
        self.moving = np.flatnonzero((self.apart != 0).any(axis=1))
        self.p: float | None = None
        self.reached = 0
        count = len(self.moving)
        if count <= _EXACT:
            ways = np.arange(2**count)[:, None] >> np.arange(count) & 1
            self.count(ways @ self.apart[self.moving])
            self.p = self.reached / len(ways)

    def count(self, moved: Floats) -> None:
        """Count the ways to swap whose difference is as large, by the sums that they move."""
        differences = _differences(moved, self._first, self._second)
        self.reached += int((differences >= self._least).sum())


def _differences(moved: Floats, first: Floats, second: Floats) -> Floats:
    """The difference for each way to swap; none where all that is counted lies in one run."""
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


class MeasureDifference(NamedTuple):
    """A measure in two runs, as ``Change`` in ``sidecar.evals.comparing`` has it."""

    name: str
    before: float
    after: float
    low: float | None
    high: float | None
    questions: int
    p: float


class _Pair(NamedTuple):
    """A measure of which both runs tell something.

    Attributes:
        measure: It.
        name: In these columns.
        before: In the first run, of the questions that are compared.
        after: In the second.
        questions: How many are compared.
    """

    measure: EvalMeasure
    name: str
    before: ObservationColumn
    after: ObservationColumn
    questions: int

    def sums(self, unit: npt.NDArray[np.int64]) -> tuple[Floats, Floats]:
        """What each unit adds above and below the line in the first run, and in the second."""
        first, second = self.before.sums(unit), self.after.sums(unit)
        return np.stack(first, axis=1), np.stack(second, axis=1)


def compare_measures(
    before: Columns, after: Columns, count: int, seed: bytes
) -> list[MeasureDifference]:
    """The difference of each measure, in the order of reports.

    Args:
        before: What each question tells in the first run, by its place.
        after: The same in the second.
        count: How many questions there are.
        seed: Of the draws.
    """
    pairs = list(_pairs(before, after))
    if not pairs:
        return []
    random = make_generator(seed, "comparison")
    unit = draw_units(count, random)
    sums = [pair.sums(unit) for pair in pairs]
    ends = _intervals(pairs, sums, random)
    chances = _chances(pairs, sums, random)
    return [
        MeasureDifference(
            pair.name,
            ratio(pair.before.above, pair.before.below),
            ratio(pair.after.above, pair.after.below),
            *ends[pair.name],
            pair.questions,
            chances[pair.name],
        )
        for pair in pairs
    ]


def _pairs(before: Columns, after: Columns) -> Iterator[_Pair]:
    order = {name: at for at, name in enumerate(MEASURES)}
    both = before.keys() & after.keys()
    for name in sorted(both, key=lambda name: (order.get(name, len(order)), name)):
        measure = measure_of(name)
        if measure is None:
            continue
        one, other = before[name], after[name]
        if np.array_equal(one.rows, other.rows):
            questions = len(one.rows)
        elif measure.kind is MeasureKind.POOLED:
            questions = len(np.union1d(one.rows, other.rows))
        else:  # each question with itself
            _, here, there = np.intersect1d(
                one.rows, other.rows, assume_unique=True, return_indices=True
            )
            one, other, questions = one.at(here), other.at(there), len(here)
        if questions:
            yield _Pair(measure, name, one, other, questions)


def _chances(
    pairs: Sequence[_Pair], sums: Sequence[tuple[Floats, Floats]], random: np.random.Generator
) -> dict[str, float]:
    """How probable a difference as large is by chance."""
    found, swaps = {}, {}
    for pair, both in zip(pairs, sums, strict=True):
        if pair.measure.kind is MeasureKind.QUESTIONS:
            apart = pair.after.above - pair.before.above
            found[pair.name] = mcnemar(int((apart > 0).sum()), int((apart < 0).sum()))
        else:
            swaps[pair.name] = both
    return found | dict(zip(swaps, swap_tests(list(swaps.values()), random), strict=True))


def _intervals(
    pairs: Sequence[_Pair], sums: Sequence[tuple[Floats, Floats]], random: np.random.Generator
) -> dict[str, tuple[float | None, float | None]]:
    """Of each difference, both runs drawn together."""
    found: dict[str, tuple[float | None, float | None]] = {}
    drawn: dict[str, Floats] = {}
    for pair, (first, second) in zip(pairs, sums, strict=True):
        if pair.questions < 2:
            found[pair.name] = None, None
        elif np.array_equal(first, second):
            # Resampling cannot see what it has not seen: as many changes as none of so many leave
            # open.
            is_share = pair.measure.unit is MeasureUnit.SHARE
            most = wilson(0.0, pair.questions)[1] if is_share else 0.0
            found[pair.name] = -most, most
        else:
            drawn[pair.name] = np.concatenate([first, second], axis=1)
    if drawn:
        samples = resample(np.concatenate(list(drawn.values()), axis=1), random)
        for at, (name, own) in enumerate(drawn.items()):
            found[name] = _interval(own, samples[:, 4 * at : 4 * at + 4])
    return found


def _interval(own: Floats, samples: Floats) -> tuple[float | None, float | None]:
    telling = own[(own != 0).any(axis=1)]
    total = own.sum(axis=0)
    drawn, left_out = _apart(samples), _apart(total - telling)
    drawn, left_out = drawn[np.isfinite(drawn)], left_out[np.isfinite(left_out)]
    if not len(drawn) or not len(left_out):
        return None, None
    return bca(drawn, float(_apart(total[None, :])[0]), left_out)


def _apart(sums: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(sums[:, 2] / sums[:, 3] - sums[:, 0] / sums[:, 1], dtype=np.float64)
