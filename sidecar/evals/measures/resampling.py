"""The bootstrap over questions: intervals of means, of ratios of sums, and of quantiles.

Whole questions are drawn, with replacement, so that numbers of one answer stay together. Means and
ratios get bias-corrected and accelerated intervals (BCa): costs, durations and shares near 1 are
skewed, and the plain percentile interval is then off to one side. Source: B. Efron, "Better
bootstrap confidence intervals", Journal of the American Statistical Association 82 (1987).

Many questions are drawn in groups that chance made: group sums vary as questions do, the variance
that they show is unbiased, and 2,000 of them tell it within 4 %; so the cost has a bound.

Draws are seeded by the ids of the questions: one data set gives the same draws, on every run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil, fsum
from statistics import NormalDist, mean

import numpy as np
import numpy.typing as npt

# A figure with its 95 % confidence interval.

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A figure over a sample of questions.

    Attributes:
        value: None where no question tells anything about it.
        low: Lower end of the 95 % confidence interval; None where it cannot be known.
        high: Upper end; None where it cannot be known.
        questions: How many questions it rests on.
    """

    value: float | None = None
    low: float | None = None
    high: float | None = None
    questions: int = 0


Floats = npt.NDArray[np.float64]

RESAMPLES = 4000
UNITS = 2000
"""Groups of questions that are drawn, where there are more than twice as many questions."""
_CELLS = 1_000_000
"""Drawn counts that are held at a time: 8 MB, and as much again to count them."""
_NORMAL = NormalDist()
_TAIL = (1 - CONFIDENCE) / 2
_QUANTILE_DRAWS = 20_000


def make_seed(ids: Iterable[str]) -> bytes:
    """A seed that depends on the ids of the questions alone."""
    digest = hashlib.sha256()
    for one in ids:
        digest.update(one.encode("utf-8", "surrogatepass") + b"\0")
    return digest.digest()


def make_generator(seed: bytes, purpose: str) -> np.random.Generator:
    """Random draws of a seed, apart for each purpose."""
    digest = hashlib.sha256(seed + purpose.encode()).digest()
    return np.random.Generator(np.random.PCG64(int.from_bytes(digest, "big")))


def draw_units(count: int, random: np.random.Generator) -> npt.NDArray[np.int64]:
    """The unit that each question is drawn with: its own, or a random group of equal size."""
    if count <= 2 * UNITS:
        return np.arange(count)
    return np.asarray(random.permutation(count) % UNITS, dtype=np.int64)


def resample(columns: Floats, random: np.random.Generator, times: int = RESAMPLES) -> Floats:
    """Sums of columns over drawn units.

    Args:
        columns: One row for each unit that is drawn.
        random: Draws.
        times: How many samples are drawn.

    Returns:
        One row for each sample, one sum for each column.
    """
    count = len(columns)
    rows = max(1, _CELLS // max(1, count))
    parts = []
    for start in range(0, times, rows):
        part = min(rows, times - start)
        drawn = random.integers(0, count, (part, count)) + np.arange(part)[:, None] * count
        counts = np.bincount(drawn.ravel(), minlength=part * count).reshape(part, count)
        parts.append(counts @ columns)
    return np.concatenate(parts)


def estimate_bca_intervals(
    above: Floats, below: Floats, random: np.random.Generator
) -> Iterator[tuple[float, float]]:
    """BCa intervals of ratios of sums, which means are as well.

    Args:
        above: What each unit adds to the numerators: a row for each, a column for each ratio.
        below: What each adds to the denominators; 0 where a unit is no part of a ratio.
        random: Draws.
    """
    width = above.shape[1]
    sums = resample(np.concatenate([above, below], axis=1), random)
    with np.errstate(invalid="ignore", divide="ignore"):
        drawn = sums[:, :width] / sums[:, width:]
    for at in range(width):
        values = drawn[:, at]
        yield bca(
            values[np.isfinite(values)],
            ratio(above[:, at], below[:, at]),
            leave_one_out(above[:, at], below[:, at]),
        )


def ratio(above: Floats, below: Floats) -> float:
    """The sum of the one over the sum of the other, the same in whatever order they stand.

    A mean is rounded once, so that a gate at 0.3 is not missed by a mean of ten times 0.3.
    """
    if (below == 1).all():
        return float(mean(above.tolist()))
    return fsum(above.tolist()) / fsum(below.tolist())


def leave_one_out(above: Floats, below: Floats) -> Floats:
    """The ratio of sums with each unit left out in turn; those that change nothing are not."""
    counts = (above != 0) | (below != 0)
    rest = below.sum() - below[counts]
    possible = rest > 0
    return np.asarray((above.sum() - above[counts])[possible] / rest[possible], dtype=np.float64)


def bca(drawn: Floats, value: float, left_out: Floats) -> tuple[float, float]:
    """The bias-corrected and accelerated interval.

    Args:
        drawn: The figure in each sample.
        value: The figure itself.
        left_out: The figure with each unit left out in turn: how skewed it is.
    """
    beneath = ((drawn < value).mean() + (drawn <= value).mean()) / 2
    bias = _NORMAL.inv_cdf(min(max(float(beneath), 1 / len(drawn)), 1 - 1 / len(drawn)))
    apart = left_out.mean() - left_out
    spread = float((apart**2).sum())
    skew = float((apart**3).sum()) / (6 * spread**1.5) if spread > 0 else 0.0
    ends = []
    for tail in (_TAIL, 1 - _TAIL):
        shifted = bias + _NORMAL.inv_cdf(tail)
        moved = bias + shifted / max(1 - skew * shifted, 0.1)
        ends.append(float(np.quantile(drawn, _NORMAL.cdf(moved))))
    return ends[0], ends[1]


def quantile(values: Floats, share: float) -> float:
    """The smallest value that at least a share of all values do not exceed (nearest rank)."""
    return float(np.sort(values)[_rank(len(values), share) - 1])


def quantile_interval(
    values: Floats, share: float, random: np.random.Generator
) -> tuple[float | None, float | None]:
    """The bootstrap's percentile interval of a quantile.

    The value of a given rank in a drawn sample is one of the values, and its place is distributed
    as a beta variate (of the same rank among uniform numbers): so places are drawn, not samples.

    Returns:
        Both ends. An end is None where the sample is too small to know it: where a sample of this
        size lies wholly on one side of the quantile more often than the interval may miss it.
    """
    count, rank = len(values), _rank(len(values), share)
    places = np.ceil(random.beta(rank, count - rank + 1, _QUANTILE_DRAWS) * count)
    low, high = np.quantile(places, (_TAIL, 1 - _TAIL), method="inverted_cdf").astype(int)
    ordered = np.sort(values)
    return (
        None if (1 - share) ** count > _TAIL else float(ordered[max(low, 1) - 1]),
        None if share**count > _TAIL else float(ordered[high - 1]),
    )


def _rank(count: int, share: float) -> int:
    return min(count, max(1, ceil(share * count - 1e-9)))  # 0.07 * 100 is 7.000000000000001
