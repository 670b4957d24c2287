"""Whether a value agrees with a number, in which scale, and with which sign.

Floats decide where they can; near a border the exact decimals do.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.context.weighing.agreed import DISAGREES, FAR, Agreement
from sidecar.binding.language.typos import too_far
from sidecar.binding.one_sided import one_sided
from sidecar.binding.rough import ROUGH, leeway
from sidecar.binding.settings import NumericSettings
from sidecar.binding.sizes import step
from sidecar.binding.tables.columns import ColumnFacts
from sidecar.binding.tables.ways import MONEY_SCALES, Scaling, Way, alike, exchanged, ways
from sidecar.binding.tolerance import Interval, tolerated
from sidecar.model.number import Direction, Form, Number, Qualifier, Unit
from sidecar.model.report import Grade
from sidecar.text.numerals import EXACT
from sidecar.text.units import CODES

_LIFTED = 1.6  # times the largest cell that a wrong amount hardly is
_SLACK = 1e-12
_RESOLVED = 1e-14  # of a derived value: finer than this, floats say nothing


class Target:
    """A number, ready to be compared with many values.

    Attributes:
        number: The number.
        way: Which way it goes, or differs: 1, -1, or 0 where nothing tells it.
        interval: What is tolerated.
        rates: The rates of exchange that the text states.

    Args:
        number: The number.
        settings: Tolerances.
        falls: Whether words near it tell of a fall, or of less than nothing.
        way: Which way words say that it differs: 1 for more, -1 for less, 0 where none does.
    """

    def __init__(
        self, number: Number, settings: NumericSettings, *, falls: bool = False, way: int = 0
    ) -> None:
        self.number = number
        self.rates: Sequence[Decimal] = ()
        self.falls = falls
        moves = {Direction.UP_BY: 1, Direction.DOWN_BY: -1}
        self.way = 1 if number.sign else moves.get(number.direction, way)
        self.interval: Interval = one_sided(number, tolerated(number, settings))
        self._low, self._high = float(self.interval.low), float(self.interval.high)
        self._least, self._most = float(number.low), float(number.high)
        below, above = leeway(number)
        if below or above:
            value = float(number.value)
            self._low = self._least = min(self._low, value - below)
            self._high = self._most = max(self._high, value + above)
        self._alike = alike(number)
        self._known: dict[Scaling, tuple[Way, ...]] = {}
        self._fits: dict[Scaling, bool | None] = {}
        self._naturals: dict[Scaling, Decimal] = {}
        self._linear: dict[Scaling, list[tuple[float, bool]]] = {}
        self.hedged = number.qualifier is not Qualifier.NONE
        self._size = float(number.value)

    @property
    def points(self) -> bool:
        """Whether it tells how far two percentages are apart."""
        return self.number.symbol in ("pp", "bps")

    @property
    def steps(self) -> bool:
        """Whether it tells by how much something moved: "fell 6.3%"."""
        return self.number.direction in (Direction.UP_BY, Direction.DOWN_BY)

    @property
    def width(self) -> float:
        """How wide the values are that are equal to it as written."""
        return self._most - self._least

    def grade(self, value: float, exact: Decimal | None = None) -> Grade:
        """How closely a value in the unit of the number agrees with it."""
        slack = _SLACK * abs(value)
        if not self._low - slack <= value <= self._high + slack:
            return Grade.NONE
        if exact is None:
            inside = self._least - slack <= value <= self._most + slack
            return Grade.EXACT if inside else Grade.TOLERATED
        if self.number.form not in ROUGH and not self.interval.low <= exact <= self.interval.high:
            return Grade.NONE
        inside = self._least - slack <= value <= self._most + slack
        return (
            Grade.EXACT
            if self.number.low <= exact <= self.number.high
            or (inside and self.number.form in ROUGH)
            else Grade.TOLERATED
        )

    def cell(self, value: float, exact: Callable[[], Decimal], known: ColumnFacts) -> Agreement:
        """Compare with a cell of a column, in every scale that the column allows."""
        best, wrong = DISAGREES, DISAGREES
        for way in self._ways(known):
            scaled = value * way.factor
            slack = _SLACK * abs(scaled)
            if not self._low - slack <= scaled <= self._high + slack:
                continue
            if way.at_most is not None and abs(value) > way.at_most:
                continue
            true = exact() * way.scale.factor
            grade = self.grade(scaled, true)
            if grade is Grade.NONE or self._is_other(scaled, true, grade):
                continue
            if way.scale.code:
                wrong = Agreement(Grade.NONE, true, way.scale.code) if not wrong.code else wrong
            elif grade > best.grade:
                best = Agreement(
                    grade,
                    true,
                    "",
                    way.guessed,
                    self.hedged,
                    amiss=self.is_amiss(scaled, grade),
                )
        return best if best.grade is not Grade.NONE else wrong

    def inside(self, values: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Which of some derived values agree."""
        slack = _SLACK * np.abs(values)
        low, high = (self._low, self._high) if self.hedged else (self._least, self._most)
        slack[self.width < _RESOLVED * np.abs(values)] = -np.inf
        inside: NDArray[np.bool_] = (values >= low - slack) & (values <= high + slack)
        return inside

    def may_be_among(self, values: NDArray[np.float64]) -> bool:
        """Whether any of some derived values may agree; most operations come to none that does."""
        low, high = (self._low, self._high) if self.hedged else (self._least, self._most)
        slack = 2 * _SLACK * max(abs(low), abs(high))
        close = (values >= low - slack) & (values <= high + slack)
        return bool(np.count_nonzero(close))

    def spans(self, known: ColumnFacts) -> Iterator[tuple[float, float]]:
        """Between which values cells of a column may agree, or would in another unit or sign."""
        for way in self._ways(known):
            low, high = sorted((self._low / way.factor, self._high / way.factor))
            slack = _SLACK * max(abs(low), abs(high))
            yield low - slack, high + slack

    def near(self, values: NDArray[np.float64], known: ColumnFacts) -> NDArray[np.int64]:
        """Which of some cells may agree, or would in another unit or with another sign."""
        close = np.zeros(values.shape, np.bool_)
        for low, high in self.spans(known):
            close |= (values >= low) & (values <= high)
        return np.flatnonzero(close)

    def bounds(self, known: ColumnFacts) -> Iterator[tuple[Decimal, Decimal, Decimal, Decimal]]:
        """Factor, borders and value of what would agree in a column, for lookups."""
        for way in self._ways(known):
            factor = way.scale.factor
            if not way.scale.code and not way.guessed:
                low, high = sorted((self.interval.low / factor, self.interval.high / factor))
                if way.scale.at_most is not None:
                    low, high = max(low, -way.scale.at_most), min(high, way.scale.at_most)
                if low <= high:
                    yield factor, low, high, self.number.value / factor

    def linear(self, value: float, known: ColumnFacts, *, change: bool = False) -> Agreement:
        """Compare with what was derived from cells of one column, and stands in their unit."""
        best = DISAGREES
        for factor, guessed in self._factors(known):
            found = self.change(value * factor) if change else self.plain(value * factor)
            if found.grade > best.grade or (found.code and not best.code):
                best = found._replace(guessed=True) if guessed else found
        return best

    def exactly(self, value: Decimal, known: ColumnFacts) -> Agreement:
        """The same of what was derived exactly, of numbers that floats do not hold."""
        scaled = EXACT.multiply(value, self._natural(known))
        grade = Grade.NONE
        if self.number.low <= scaled <= self.number.high:
            grade = Grade.EXACT
        elif self.interval.low <= scaled <= self.interval.high:
            grade = Grade.TOLERATED
        if grade is Grade.TOLERATED and not (self.hedged or self._is_cut(scaled)):
            grade = Grade.NONE
        return Agreement(grade, scaled, hedged=self.hedged, far=self._is_far(float(scaled)))

    def _is_other(self, value: float, exact: Decimal, grade: Grade) -> bool:
        """Whether a number that is written to more digits than floats hold differs from a value."""
        long = self.width < _RESOLVED * abs(value)
        return long and grade is Grade.TOLERATED and not (self.hedged or self._is_cut(exact))

    def _is_cut(self, value: Decimal) -> bool:
        """Whether the digits of a value begin with those of the number."""
        lost = EXACT.subtract(value.copy_abs(), self.number.value.copy_abs())
        return 0 <= lost < EXACT.subtract(self.number.high, self.number.low)

    def _factors(self, known: ColumnFacts) -> list[tuple[float, bool]]:
        found = self._linear.get(known.scaling)
        if found is None:
            found = self._linear[known.scaling] = self._find_factors(known)
        return found

    def _find_factors(self, known: ColumnFacts) -> list[tuple[float, bool]]:
        unit = known.scaling.unit
        natural = float(unit.factor)
        if self.is_barred(known):
            return []
        if self.number.unit is Unit.PERCENT and unit.kind not in (None, Unit.PERCENT):
            return []
        if self.is_convertible(known):
            return [(way.factor, False) for way in exchanged(unit.factor, self.rates)]
        if self.number.unit is Unit.CURRENCY and self.fits(known) is False:
            return []
        if self.number.unit is Unit.MEASURE and unit.kind is Unit.MEASURE:
            natural *= float(step(unit.symbol, self.number.symbol) or 1)
        found = [(natural, False)]
        bare = self.number.unit not in (Unit.CURRENCY, Unit.PERCENT) and not self.number.scale
        if natural != 1 and bare:
            found.append((1.0, False))
        if unit.kind is None and self.number.scale:
            found += [(float(factor), True) for factor in MONEY_SCALES]
        return found

    def ratio(self, value: float) -> Agreement:
        """Compare with a quotient: as a percentage, a fraction, or a multiple."""
        return self.plain(value * 100 if self.number.unit is Unit.PERCENT else value)

    def growth(self, value: float) -> Agreement:
        """Compare with a relative change: as a percentage, a fraction, or a multiple."""
        if self.number.unit is Unit.PERCENT:
            return self.change(value * 100)
        if self.number.form is Form.MULTIPLE:
            return self.plain(1 + value)
        return self.change(value)

    def change(self, value: float) -> Agreement:
        """Compare with a change: the verb, or else the sign, says which way it went."""
        return self._signed(self.way * value) if self.way else self.plain(abs(value))

    def _signed(self, value: float) -> Agreement:
        found = self.plain(value)
        if found.grade is Grade.NONE and self.grade(-value) is not Grade.NONE:
            return found._replace(code="WRONG_SIGN")
        return found

    def plain(self, value: float) -> Agreement:
        """Compare with a derived value as it is, unless floats cannot tell it from others."""
        if not math.isfinite(value):
            return DISAGREES
        coarse = self.width < _RESOLVED * abs(value)
        grade = Grade.NONE if coarse else self.grade(value)
        far, amiss = self._is_far(value), self.is_amiss(value, grade)
        return Agreement(grade, value, hedged=self.hedged, far=far, amiss=amiss)

    def is_amiss(self, value: float, grade: Grade) -> bool:
        """Whether a value is only tolerated: neither hedged nor cut off, as 25.98 is told as 25."""
        if grade is not Grade.TOLERATED or self.hedged:
            return False
        return not 0 <= abs(value) - abs(self._size) <= float(self.number.high - self.number.low)

    def no_cell(self, value: float, known: ColumnFacts) -> Agreement:
        """That a cell does not agree, and whether it is anywhere near."""
        return FAR if self._is_far(value * float(self._natural(known))) else DISAGREES

    def lifted(self, known: ColumnFacts) -> float:
        """The size of a column's largest cell from which on it may be a wrong one told of it.

        An amount that is much larger than all cells is told of none; 0 for what is no amount.
        """
        adds = self.number.unit in (Unit.COUNT, Unit.CURRENCY)
        scale = float(self._natural(known)) if adds else 0.0
        return abs(self._size) / (_LIFTED * scale) if scale else 0.0

    def _is_far(self, value: float) -> bool:
        return too_far(self._size, value, counted=self.number.unit is Unit.COUNT)

    def _natural(self, known: ColumnFacts) -> Decimal:
        found = self._naturals.get(known.scaling)
        if found is None:
            found = self._naturals[known.scaling] = self._find_natural(known)
        return found

    def _find_natural(self, known: ColumnFacts) -> Decimal:
        told = (way.scale for way in self._ways(known) if not (way.scale.code or way.guessed))
        return next((abs(scale.factor) for scale in told), Decimal(1))

    def truth(self, exact: Decimal, known: ColumnFacts) -> Decimal:
        """What a cell comes to in the unit of the number."""
        return exact * self._natural(known)

    def is_convertible(self, known: ColumnFacts) -> bool:
        """Whether a column is in another currency, and the text states a rate of exchange."""
        number, unit = self.number, known.scaling.unit
        both = bool(self.rates) and number.unit is unit.kind is Unit.CURRENCY
        return both and number.symbol in CODES and number.symbol != unit.symbol

    def fits(self, known: ColumnFacts) -> bool | None:
        """Whether the number's unit is the column's; None where one of them does not tell."""
        if known.scaling not in self._fits:
            self._fits[known.scaling] = self._find_fit(known)
        return self._fits[known.scaling]

    def _find_fit(self, known: ColumnFacts) -> bool | None:
        number, unit = self.number, known.scaling.unit
        if unit.kind is None:
            return None
        if number.unit is Unit.COUNT and number.form is not Form.FRACTION:
            return None
        if self.is_convertible(known):
            return False
        if any(not way.scale.code for way in self._ways(known) if not way.guessed):
            money = number.unit is Unit.CURRENCY and unit.kind is Unit.COUNT  # "opex (million)"
            return None if money else unit.kind is number.unit
        return False

    def is_barred(self, known: ColumnFacts) -> bool:
        """Whether no cell of a column is told so: money of what is counted."""
        return self.number.unit in known.scaling.never

    def _ways(self, known: ColumnFacts) -> tuple[Way, ...]:
        found = self._known.get(known.scaling)
        if found is None:
            found = ways(self._alike, known.scaling, falls=self.falls)
            if self.is_convertible(known):
                found = (*exchanged(known.scaling.unit.factor, self.rates), *found)
            self._known[known.scaling] = found
        return found
