"""Arithmetic on what written numbers can mean, and the sums that the rules here yield.

A number stands for every value that would be written like it: "3.4 million" for 3.35 to 3.45
million. Sums, products and quotients of such intervals hold every result that the values behind the
text could have; division, alone inexact, is rounded outwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal
from typing import NamedTuple

from sidecar.model.evidence import EXACT
from sidecar.model.number import (
    TIGHT,
    Direction,
    Number,
    NumberForm,
    Qualifier,
    Unit,
    has_two_digits,
    hedged_bounds,
    rounding_step,
)
from sidecar.model.text import Span

_DOWN = Context(prec=60, rounding=ROUND_FLOOR)
_UP = Context(prec=60, rounding=ROUND_CEILING)
_FLOORS = (Qualifier.OVER, Qualifier.AT_LEAST)
_CEILINGS = (Qualifier.UNDER, Qualifier.AT_MOST)
_HALF = Decimal("0.5")
_ONE_SIDED = (*_FLOORS, *_CEILINGS, Qualifier.NEARLY, Qualifier.JUST_OVER)


@dataclass(frozen=True, slots=True)
class ValueInterval:
    """Every value from ``low`` to ``high``, both included."""

    low: Decimal
    high: Decimal

    def __add__(self, other: ValueInterval) -> ValueInterval:
        return ValueInterval(EXACT.add(self.low, other.low), EXACT.add(self.high, other.high))

    def __neg__(self) -> ValueInterval:
        return ValueInterval(EXACT.minus(self.high), EXACT.minus(self.low))

    def __sub__(self, other: ValueInterval) -> ValueInterval:
        return self + -other

    def __mul__(self, other: ValueInterval) -> ValueInterval:
        ends = [EXACT.multiply(a, b) for a in (self.low, self.high) for b in other.ends]
        return ValueInterval(min(ends), max(ends))

    def __truediv__(self, other: ValueInterval) -> ValueInterval:
        """The quotients.

        Raises:
            ZeroDivisionError: If the divisor can be zero.
        """
        if other.low <= 0 <= other.high:
            raise ZeroDivisionError
        pairs = [(a, b) for a in self.ends for b in other.ends]
        return ValueInterval(
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

    def meets(self, other: ValueInterval) -> bool:
        """Whether the two share a value."""
        return self.low <= other.high and other.low <= self.high


def point_interval(value: Decimal) -> ValueInterval:
    """One value alone."""
    return ValueInterval(value, value)


def is_bounded(number: Number) -> bool:
    """Whether the text gives the number on one side alone: "over 40", "at most 3", "nearly 5"."""
    return number.qualifier in _ONE_SIDED


def is_term(number: Number) -> bool:
    """Whether it is a quantity that can be added: no change, no bound, no multiple."""
    moved = number.direction in (Direction.UP_BY, Direction.DOWN_BY)
    return (
        number.form in (NumberForm.DIGITS, NumberForm.WORDS)
        and not is_bounded(number)
        and not moved
    )


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


def written_interval(number: Number) -> ValueInterval:
    """What would be written like a number; "about 250" stands for 245 to 255."""
    close = hedged_bounds(number)
    if close is not None:
        return ValueInterval(*close)
    if number.qualifier is not Qualifier.ABOUT:
        return ValueInterval(number.low, number.high)
    half = EXACT.multiply(rounding_step(number), _HALF) if number.value else Decimal(0)
    around = point_interval(number.value) + ValueInterval(-half, half)
    return ValueInterval(min(around.low, number.low), max(around.high, number.high))


def counted_interval(number: Number) -> ValueInterval:
    """The same where things are counted: a bare count is exact."""
    return point_interval(number.value) if is_whole(number) else written_interval(number)


def may_state(number: Number, value: ValueInterval) -> bool:
    """Whether a number may state a value: rounded, cut off (66 for 66.7), or bounding it."""
    around = written_interval(number)
    if number.qualifier in _FLOORS:
        return value.high >= around.low
    if number.qualifier in _CEILINGS:
        return value.low <= around.high
    if value.meets(around):
        return True
    if number.qualifier in TIGHT or not has_two_digits(number):
        return False
    unit = EXACT.subtract(number.high, number.low)
    if number.value < 0:
        return EXACT.subtract(number.value, unit) < value.high and value.low <= number.value
    return value.low < EXACT.add(number.value, unit) and number.value <= value.high


# What every rule of this package yields: one sum that the text states, and whether it holds.

_EXTRA_PLACES = 2
_MOST_PLACES = 12


class Sum(NamedTuple):
    """One sum.

    Attributes:
        kind: What was checked: ``percent_sum``, ``table_total``.
        span: The words or lines it covers.
        passed: Whether it holds within what rounding can hide.
        total: What the stated parts come to.
        expected: What the text says that they come to.
        parts: The sum in words, for people: "20 % of 1,000".
        result: The number that states the result, where one does.
        operands: The numbers that it is computed from, where one states the result; shares.
        slack: What rounding could hide, generously: a unit of the last digit of every number.
    """

    kind: str
    span: Span
    passed: bool
    total: Decimal
    expected: Decimal
    parts: str
    result: Number | None = None
    operands: Sequence[Number] = ()
    slack: Decimal = Decimal(0)


def rounding_slack(numbers: Iterable[Number]) -> Decimal:
    """A unit of the last digit of each number, or what a hedge makes of it."""
    ends = (written_interval(number) for number in numbers)
    return sum((EXACT.subtract(one.high, one.low) for one in ends), Decimal(0))


def round_like(value: Decimal, number: Number) -> Decimal:
    """A computed value with two decimals more than the number that states it."""
    step = EXACT.subtract(number.high, number.low).normalize(EXACT).adjusted()
    places = min(max(0, -step) + _EXTRA_PLACES, _MOST_PLACES)
    return value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_EVEN, EXACT).normalize(EXACT)


def make_sum(
    kind: str,
    span: Span,
    value: Decimal,
    parts: str,
    result: Number,
    *,
    operands: Sequence[Number],
    passed: bool,
) -> Sum:
    """The sum of a value that is computed from some numbers, and the number that states it."""
    total, room = round_like(value, result), rounding_slack([*operands, result])
    return Sum(kind, span, passed, total, result.value, parts, result, operands, room)
