"""Arithmetic on what written numbers can mean, so that rounding explains all that it can.

A number stands for every value that would be written like it: "3.4 million" for 3.35 to 3.45
million. Sums, products and quotients of such intervals hold every result that the values behind the
text could have; division, alone inexact, is rounded outwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal

from sidecar.model.evidence import EXACT
from sidecar.model.number import (
    TIGHT,
    Direction,
    Form,
    Number,
    Qualifier,
    Unit,
    counts_twice,
    near,
    rounding_step,
)

_DOWN = Context(prec=60, rounding=ROUND_FLOOR)
_UP = Context(prec=60, rounding=ROUND_CEILING)
_FLOORS = (Qualifier.OVER, Qualifier.AT_LEAST)
_CEILINGS = (Qualifier.UNDER, Qualifier.AT_MOST)
_HALF = Decimal("0.5")
_ONE_SIDED = (*_FLOORS, *_CEILINGS, Qualifier.NEARLY, Qualifier.JUST_OVER)


@dataclass(frozen=True, slots=True)
class Interval:
    """Every value from ``low`` to ``high``, both included."""

    low: Decimal
    high: Decimal

    def __add__(self, other: Interval) -> Interval:
        return Interval(EXACT.add(self.low, other.low), EXACT.add(self.high, other.high))

    def __neg__(self) -> Interval:
        return Interval(EXACT.minus(self.high), EXACT.minus(self.low))

    def __sub__(self, other: Interval) -> Interval:
        return self + -other

    def __mul__(self, other: Interval) -> Interval:
        ends = [EXACT.multiply(a, b) for a in (self.low, self.high) for b in other.ends]
        return Interval(min(ends), max(ends))

    def __truediv__(self, other: Interval) -> Interval:
        """The quotients.

        Raises:
            ZeroDivisionError: If the divisor can be zero.
        """
        if other.low <= 0 <= other.high:
            raise ZeroDivisionError
        pairs = [(a, b) for a in self.ends for b in other.ends]
        return Interval(
            min(_DOWN.divide(a, b) for a, b in pairs), max(_UP.divide(a, b) for a, b in pairs)
        )

    @property
    def ends(self) -> tuple[Decimal, Decimal]:
        """Both ends."""
        return self.low, self.high

    @property
    def middle(self) -> Decimal:
        """The value halfway."""
        return EXACT.multiply(EXACT.add(self.low, self.high), Decimal("0.5"))

    def meets(self, other: Interval) -> bool:
        """Whether the two share a value."""
        return self.low <= other.high and other.low <= self.high


def point(value: Decimal) -> Interval:
    """One value alone."""
    return Interval(value, value)


def is_bounded(number: Number) -> bool:
    """Whether the text gives the number on one side alone: "over 40", "at most 3", "nearly 5"."""
    return number.qualifier in _ONE_SIDED


def is_term(number: Number) -> bool:
    """Whether it is a quantity that can be added: no change, no bound, no multiple."""
    moved = number.direction in (Direction.UP_BY, Direction.DOWN_BY)
    return number.form in (Form.DIGITS, Form.WORDS) and not is_bounded(number) and not moved


def is_whole(number: Number) -> bool:
    """Whether it is a bare count, written in full: 1,204 and not 1.2 thousand or 5 km."""
    return (
        number.unit is Unit.COUNT
        and not number.symbol
        and not number.scale
        and number.qualifier in (Qualifier.NONE, Qualifier.EXACTLY)
        and number.value == number.value.to_integral_value()
        and number.high - number.low == 1
    )


def written(number: Number) -> Interval:
    """What would be written like a number; "about 250" stands for 245 to 255."""
    close = near(number)
    if close is not None:
        return Interval(*close)
    if number.qualifier is not Qualifier.ABOUT:
        return Interval(number.low, number.high)
    half = EXACT.multiply(rounding_step(number), _HALF) if number.value else Decimal(0)
    around = point(number.value) + Interval(-half, half)
    return Interval(min(around.low, number.low), max(around.high, number.high))


def counted(number: Number) -> Interval:
    """The same where things are counted: a bare count is exact."""
    return point(number.value) if is_whole(number) else written(number)


def states(number: Number, value: Interval) -> bool:
    """Whether a number may state a value: rounded, cut off (66 for 66.7), or bounding it."""
    around = written(number)
    if number.qualifier in _FLOORS:
        return value.high >= around.low
    if number.qualifier in _CEILINGS:
        return value.low <= around.high
    if value.meets(around):
        return True
    if number.qualifier in TIGHT or not counts_twice(number):
        return False
    unit = EXACT.subtract(number.high, number.low)
    if number.value < 0:
        return EXACT.subtract(number.value, unit) < value.high and value.low <= number.value
    return value.low < EXACT.add(number.value, unit) and number.value <= value.high
