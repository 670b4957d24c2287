"""How far a value may be from a number that it supports.

What rounds to a number as written is equal to it. A number that is written out in full ("2,065")
has nothing beside that. What is written with fewer places than the value was rounded or cut, and
what is hedged says that it is no more than near; these tolerate, in the unit of the number:

- truncation, where two digits count: 25.98 is written as 25, but 2,990,000 not as "2 million";
- rounding at a place of zeros, where two digits count before them: 48,117 is written as 48,000, by
  never more than ``ROUNDED`` of it;
- what "a third" and "doubled" stand for, by the same share;
- bounds and "about", on the side that they name, by half of the step that the number is rounded to,
  and never by more than ``hedge_epsilon`` of it: "over 1,600" may be 1,634, "over 100" 104;
- "nearly", "just over" and "close to" by what ``closeness`` says, and by nothing else.

"Exactly" tolerates nothing. Tolerances that the settings set apply to all other numbers, written
in full or not:

- percentages by points, whole counts and measures by an absolute tolerance;
- amounts by one that never exceeds half of the step that they are rounded to: "QAR 12,300" is
  rounded to 100, "QAR 5" is not rounded;
- everything by the relative tolerance.
"""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from sidecar.binding.settings import NumericSettings
from sidecar.model.closeness import counts_twice, near, rounding_step, zeros_step
from sidecar.model.number import Form, Number, Qualifier, Quantity, Unit

ROUNDED = Decimal("0.01")
"""Of a number: as far as a value may be at most that its zeros, or its word, are a rounding of."""

_HALF = Decimal("0.5")
_BELOW_ONE = Decimal("0.999999")  # a value truncates to 25 up to, not including, 26

_OF_POINTS = {"bps": Decimal(0), "‰": Decimal("0.1")}
"""Of the tolerance in points, what is left for finer units."""

_AWAY_FROM_ZERO = frozenset({Qualifier.OVER, Qualifier.AT_LEAST, Qualifier.ABOUT})
_TOWARDS_ZERO = frozenset({Qualifier.UNDER, Qualifier.AT_MOST, Qualifier.ABOUT})
_ONE_SIDED = 2  # times what a hedge reaches on both sides it reaches on the only one


class Interval(NamedTuple):
    """What agrees with a number.

    Attributes:
        low: Least value that is tolerated.
        high: Greatest value that is tolerated.
    """

    low: Decimal
    high: Decimal


def tolerated(number: Number, settings: NumericSettings) -> Interval:
    """The values that support a number, those equal at its written precision among them."""
    half = number.high - number.value
    if number.qualifier is Qualifier.EXACTLY:
        return Interval(number.low, number.high)
    size, step = abs(number.value), number.high - number.low
    allowed = max(_allowed(number, settings), size * settings.rounding.rel_epsilon, half)
    close = near(number, settings.rounding.hedge_epsilon * _ONE_SIDED)
    if close is not None:
        return Interval(*close)
    inner = outer = max(allowed, min(_rounded(number), size * ROUNDED))  # towards zero, and away
    if number.form is Form.DIGITS and counts_twice(number):
        outer = max(outer, step * _BELOW_ONE)
    if number.qualifier is not Qualifier.NONE:
        hedge = max(step * _BELOW_ONE, rounding_step(number) / 2, size * ROUNDED)
        hedge = min(hedge, size * settings.rounding.hedge_epsilon)
        if number.qualifier in _AWAY_FROM_ZERO:
            outer = max(outer, hedge)
        if number.qualifier in _TOWARDS_ZERO:
            inner = max(inner, hedge)
    low, high = (inner, outer) if number.value >= 0 else (outer, inner)
    return Interval(number.value - low, number.value + high)


def _rounded(number: Number) -> Decimal:
    """How far a value may be that was rounded to a number, by the zeros or the word it is."""
    if number.form in (Form.FRACTION, Form.MULTIPLE):
        return abs(number.value)
    return zeros_step(number) / 2 if number.qualifier is Qualifier.NONE else Decimal(0)


def reach(number: Quantity, settings: NumericSettings) -> tuple[float, float]:
    """What numbers of one kind tolerate at most beside their written precision.

    Args:
        number: One of them.
        settings: The tolerances.

    Returns:
        In their unit, and as a share of their value.
    """
    allowed = {
        Unit.PERCENT: settings.percent.epsilon_pct,
        Unit.CURRENCY: settings.currency.epsilon_amount,
    }.get(number.unit, settings.rounding.abs_epsilon)
    hedged = settings.rounding.hedge_epsilon * _ONE_SIDED
    share = max(settings.rounding.rel_epsilon, hedged, ROUNDED)
    return float(allowed), float(share)


def _allowed(number: Number, settings: NumericSettings) -> Decimal:
    """The absolute tolerance of a number's kind."""
    if number.unit is Unit.PERCENT:
        return settings.percent.epsilon_pct * _OF_POINTS.get(number.symbol, 1)
    if number.unit is Unit.CURRENCY:
        return min(settings.currency.epsilon_amount, rounding_step(number) / 2)
    if number.form in (Form.DIGITS, Form.WORDS) and number.high - number.value >= _HALF:
        return settings.rounding.abs_epsilon
    return Decimal(0)
