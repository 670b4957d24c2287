"""Which candidates agree with a number, to the last digit and in its sign, and how closely."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.candidates import Candidates, agreement
from sidecar.binding.engine.decision import DecidedNumber
from sidecar.binding.engine.evidence import EngineEvidence
from sidecar.binding.engine.formulas import FORMULAS, PLACE, Quantity
from sidecar.binding.engine.places import CandidatePlaces
from sidecar.binding.engine.ranking import RankedCandidates
from sidecar.binding.engine.stated import StatedNumber
from sidecar.model.number import Direction, NumericClaim
from sidecar.model.report import Grade

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

_SLACK = 1e-9  # of a value: so near to a border decimals decide
_LIKELY = 1e-4  # cells less probable than it are left to floats
_INTENDED = 0.5  # of the probability of all candidates, from which on a bound is one of it
_LIKELY_BOUND = 0.3  # the same, from which on one supports it by being near
_IN_UNITS = np.array([f.quantity is Quantity.VALUE for f in FORMULAS])
_OF_VALUES = np.array([f.quantity is Quantity.VALUE and not f.is_change for f in FORMULAS])


def in_units(formula: NDArray[np.int64]) -> Mask:
    """Which candidates are values in the units of their columns: no shares, ratios or counts."""
    found: Mask = _IN_UNITS[formula]
    return found


class WeighedNumber(NamedTuple):
    """A number with all that is known of it.

    Attributes:
        claim: The number.
        one: The same as it is compared.
        ranked: What it may be.
        agrees: Which candidates agree.
        decided: How probably it is wrong.
        counts: Whether it counts all of a query result.
    """

    claim: NumericClaim
    one: StatedNumber
    ranked: RankedCandidates
    agrees: Mask
    decided: DecidedNumber
    counts: bool = False

    @property
    def chance(self) -> float:
        """How likely a random number would agree with some candidate as well."""
        return self.one.chance(self.ranked.found.value.size)


class CandidateComparison:
    """Compares the candidates of numbers.

    Args:
        evidence: The query results.
        places: What candidates come to.
    """

    def __init__(self, evidence: EngineEvidence, places: CandidatePlaces) -> None:
        self._evidence, self._places = evidence, places
        self._changes = np.array([m.is_change for m in evidence.measures] + [False])
        below = [bool((m.values < 0).any()) for m in evidence.measures]
        self._signed = np.array([*below, False])

    def agreeing(self, ranked: RankedCandidates, one: StatedNumber) -> Mask:
        """Which candidates agree with a number. Shape (candidates,)."""
        found, target = ranked.found, one.target
        middle, half = (target.low + target.high) / 2, (target.high - target.low) / 2
        half += _SLACK * abs(target.value)
        agrees = agreement(found, target._replace(low=middle - half, high=middle + half))
        agrees &= ~self._missigned(found, one)
        for measure in np.unique(found.column[agrees & _IN_UNITS[found.formula]]).tolist():
            if all(way.scale.code for way in one.ways(self._places.scaling(measure))):
                agrees &= ~((found.column == measure) & _IN_UNITS[found.formula])
        for at in np.flatnonzero(agrees & _is_near_border(found.value, one)).tolist():
            agrees[at] = self.grade(ranked, at, one) is not Grade.NONE
        self._find_cells(agrees, ranked, one)
        if one.is_bound and ranked.probabilities.size:
            self._find_bounded(agrees, ranked, one)
        return agrees

    def is_scale_guessed(self, ranked: RankedCandidates, at: int, one: StatedNumber) -> bool:
        """Whether what is derived agrees only in a scale that its column does not tell."""
        found = ranked.found
        if found.formula[at] == PLACE["cell"] or not _IN_UNITS[found.formula[at]]:
            return False
        ways = one.ways(self._places.scaling(int(found.column[at])))
        told = found._replace(alternative=found.value)
        return any(way.guessed for way in ways) and not agreement(told, one.target)[at]

    def grade(self, ranked: RankedCandidates, at: int, one: StatedNumber) -> Grade:
        """How closely a candidate agrees."""
        if one.is_bound:
            exact = self._places.exact(ranked, at, one)
            if exact is not None and one.holds(exact):
                return Grade.EXACT
        if ranked.found.formula[at] == PLACE["cell"]:
            return self._places.in_unit(ranked, at, one).grade
        return one.grade(self._places.exact(ranked, at, one))

    def _missigned(self, found: Candidates, one: StatedNumber) -> Mask:
        """Which candidates have a sign that the text denies."""
        number = one.number
        negative = np.where(np.isnan(found.value), found.alternative, found.value) < 0
        if number.value < 0 or number.sign < 0:
            amiss = ~negative
        else:
            change, unsigned = self._changes[found.column], not number.sign
            drops = number.direction is Direction.DOWN_BY and unsigned
            moves = drops or (number.direction is Direction.UP_BY and unsigned)
            told = one.falls and unsigned and not moves
            amiss = negative & ~(drops | (told & (change | self._signed[found.column])))
            if drops:
                amiss |= ~negative & change
        wrong: Mask = amiss & _OF_VALUES[found.formula] & (found.value != 0)
        return wrong

    def _find_cells(self, agrees: Mask, ranked: RankedCandidates, one: StatedNumber) -> None:
        """Compare cells in all scales that their columns allow."""
        found = ranked.found
        cells = np.flatnonzero(found.formula == PLACE["cell"])
        cells = cells[ranked.probabilities[cells] >= _LIKELY]
        agrees[cells] = [
            self._places.in_unit(ranked, at, one).grade is not Grade.NONE if near else False
            for at, near in zip(cells.tolist(), self._may_agree(ranked, cells, one), strict=True)
        ]

    def _may_agree(
        self, ranked: RankedCandidates, cells: NDArray[np.int64], one: StatedNumber
    ) -> list[bool]:
        """Which cells are near a number in some scale."""
        low, high = float(one.interval.low), float(one.interval.high)
        low, high = low - _SLACK * abs(low), high + _SLACK * abs(high)
        columns = ranked.found.column[cells]
        raw = self._places.raw(ranked, cells)
        near = np.zeros(cells.size, np.bool_)
        for measure in np.unique(columns).tolist():
            here = columns == measure
            for way in one.ways(self._places.scaling(measure)):
                if not (way.scale.code or way.guessed):
                    scaled = raw[here] * way.factor
                    near[here] |= (scaled >= low) & (scaled <= high)
        told: list[bool] = near.tolist()
        return told

    def _find_bounded(self, agrees: Mask, ranked: RankedCandidates, one: StatedNumber) -> None:
        """A bound is true or false of what it most probably bounds, however far that is.

        What no words name it holds of nearby alone.
        """
        p, at = ranked.probabilities, ranked.best
        exact = self._places.exact(ranked, at, one) if p[at] >= _INTENDED * p.sum() else None
        if exact is not None and not np.isnan(ranked.found.value[at]):
            agrees[:] = False
            agrees[at] = one.holds(exact)
        else:
            agrees &= p >= _LIKELY_BOUND * p.sum()


def _is_near_border(values: Floats, one: StatedNumber) -> Mask:
    """Whether floats may not tell if values agree."""
    size, border = np.abs(values), [abs(one.target.low), abs(one.target.high)]
    border += [abs(float(one.interval.low)), abs(float(one.interval.high))]
    near: Mask = (np.abs(size[:, None] - np.array(border)) <= _SLACK * size[:, None]).any(1)
    return near | np.isnan(size)
