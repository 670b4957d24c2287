"""Which candidates agree with a number, to the last digit and in its sign, and how closely."""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.context.weighing.bounding import HOLDS
from sidecar.binding.engine.candidates import Candidates, agreement
from sidecar.binding.engine.evidence import Evidence
from sidecar.binding.engine.formulas import FORMULAS, PLACE, Quantity
from sidecar.binding.engine.places import Places
from sidecar.binding.engine.quantities import Fit, Target
from sidecar.binding.engine.ranking import Ranked
from sidecar.binding.settings import NumericSettings
from sidecar.binding.tolerance import Interval, tolerated
from sidecar.model.number import Direction, Number
from sidecar.model.report import Grade

Mask = NDArray[np.bool_]

_SLACK = 1e-9  # of a value: so near to a border decimals decide
_LEAST = 1e-6  # candidates less probable than it are left to floats
_SENTENCE = 2  # see links.STRENGTHS
_NAMED = 0.3  # of a measure's name
_OF_VALUES = np.array([f.quantity is Quantity.VALUE and not f.is_change for f in FORMULAS])
_UNIT_FITS = (Fit.SAME, Fit.NEITHER)


class Stated(NamedTuple):
    """A number as it is compared.

    Attributes:
        number: The number.
        target: The same as floats.
        falls: Whether words near it tell of a fall, or of less than nothing.
        interval: What is tolerated.
    """

    number: Number
    target: Target
    falls: bool
    interval: Interval

    @classmethod
    def of(
        cls, number: Number, target: Target, settings: NumericSettings, *, falls: bool
    ) -> Stated:
        """A number ready to be compared."""
        return cls(number, target, falls, tolerated(number, settings))

    def grade(self, value: Decimal | None) -> Grade:
        """How closely a value agrees, whatever its sign is; a fraction is one of a percentage."""
        if value is None:
            return Grade.NONE
        size, number = abs(value), self.number
        for grade, low, high in (
            (Grade.EXACT, number.low, number.high),
            (Grade.TOLERATED, self.interval.low, self.interval.high),
        ):
            least, most = (low, high) if number.value >= 0 else (-high, -low)
            if least <= size <= most:
                return grade
        return Grade.NONE

    def holds(self, value: Decimal) -> bool:
        """Whether a value lies where the number, a bound, says."""
        holds = HOLDS.get(self.number.qualifier)
        return holds is not None and holds(value, self.number.value)


class Comparison:
    """Compares the candidates of numbers.

    Args:
        evidence: The query results.
        places: What candidates come to.
    """

    def __init__(self, evidence: Evidence, places: Places) -> None:
        self._places = places
        self._changes = np.array([m.is_change for m in evidence.measures] + [False])
        below = [bool((m.values < 0).any()) for m in evidence.measures]
        self._signed = np.array([*below, False])

    def agreeing(self, ranked: Ranked, one: Stated) -> Mask:
        """Which candidates agree with a number. Shape (candidates,)."""
        found = ranked.found
        wider = (one.target.high - one.target.low) / 2 + _SLACK * abs(one.target.value)
        value = (one.target.low + one.target.high) / 2
        agrees = agreement(found, one.target._replace(low=value - wider, high=value + wider))
        agrees &= ~self.missigned(found, one)
        for at in np.flatnonzero(agrees & _doubtful(ranked, one.target)).tolist():
            agrees[at] = one.grade(self._places.exact(ranked, at, one.target)) is not Grade.NONE
        if one.number.qualifier in HOLDS:
            self._bound(agrees, ranked, one)
        return agrees

    def grade(self, ranked: Ranked, at: int, one: Stated) -> Grade:
        """How closely a candidate agrees that does."""
        exact = self._places.exact(ranked, at, one.target)
        if exact is not None and one.number.qualifier in HOLDS and one.holds(exact):
            return Grade.EXACT
        return one.grade(exact)

    def missigned(self, found: Candidates, one: Stated) -> Mask:
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
            may_be_less = drops | (told & (change | self._signed[found.column]))
            amiss = negative & ~may_be_less
            if drops:
                amiss |= ~negative & change
        wrong: Mask = amiss & _OF_VALUES[found.formula] & (found.value != 0)
        return wrong

    @staticmethod
    def _bound(agrees: Mask, ranked: Ranked, one: Stated) -> None:
        """A bound is true or false of a cell that is plainly named, however far it is."""
        found, links, value = ranked.found, ranked.links, float(one.number.value)
        named = np.array([0 < s.entity <= _SENTENCE or s.period == 1 for s in links.sets])
        measured = {c.measure for each in links.columns.values() for c in each if c.named >= _NAMED}
        plain = (found.formula == PLACE["cell"]) & np.isin(found.fit, _UNIT_FITS)
        plain &= named[found.rows] & np.isin(found.column, list(measured))
        for at in np.flatnonzero(plain).tolist():
            holds = HOLDS[one.number.qualifier]
            agrees[at] = holds(Decimal(repr(float(found.value[at]))), Decimal(repr(value)))


def _doubtful(ranked: Ranked, target: Target) -> Mask:
    """The candidates that floats may not tell from a number."""
    size = np.abs(ranked.found.value)
    low, high = sorted((abs(target.low), abs(target.high)))
    near = np.minimum(np.abs(size - low), np.abs(size - high)) <= _SLACK * size
    near |= np.isnan(size)
    doubtful: Mask = near & (ranked.probabilities > _LEAST)
    return doubtful
