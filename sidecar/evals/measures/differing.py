"""How far measures differ between two runs over the same questions, and whether by chance.

All measures of a comparison share the units that questions are drawn with, and the draws: those are
most of the work, and a question that is drawn is drawn with all that it tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sidecar.evals.measures.columns import Column, Columns
from sidecar.evals.measures.definitions import MEASURES, Kind, Measure, Unit, measure_of
from sidecar.evals.measures.resampling import (
    Floats,
    bca,
    generator,
    ratio,
    resampled,
    units,
    wilson,
)
from sidecar.evals.measures.testing import mcnemar, swapped_together


class Difference(NamedTuple):
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

    measure: Measure
    name: str
    before: Column
    after: Column
    questions: int

    def sums(self, unit: npt.NDArray[np.int64]) -> tuple[Floats, Floats]:
        """What each unit adds above and below the line in the first run, and in the second."""
        first, second = self.before.sums(unit), self.after.sums(unit)
        return np.stack(first, axis=1), np.stack(second, axis=1)


def differences(before: Columns, after: Columns, count: int, seed: bytes) -> list[Difference]:
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
    random = generator(seed, "comparison")
    unit = units(count, random)
    sums = [pair.sums(unit) for pair in pairs]
    ends = _intervals(pairs, sums, random)
    chances = _chances(pairs, sums, random)
    return [
        Difference(
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
        elif measure.kind is Kind.POOLED:
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
        if pair.measure.kind is Kind.QUESTIONS:
            apart = pair.after.above - pair.before.above
            found[pair.name] = mcnemar(int((apart > 0).sum()), int((apart < 0).sum()))
        else:
            swaps[pair.name] = both
    return found | dict(zip(swaps, swapped_together(list(swaps.values()), random), strict=True))


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
            is_share = pair.measure.unit is Unit.SHARE
            most = wilson(0.0, pair.questions)[1] if is_share else 0.0
            found[pair.name] = -most, most
        else:
            drawn[pair.name] = np.concatenate([first, second], axis=1)
    if drawn:
        samples = resampled(np.concatenate(list(drawn.values()), axis=1), random)
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
