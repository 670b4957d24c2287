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
- "nearly", "just over" and "close to" by what ``model.number`` says, and by nothing else.

"Exactly" tolerates nothing. Tolerances that the settings set apply to all other numbers, written
in full or not:

- percentages by points, whole counts and measures by an absolute tolerance;
- amounts by one that never exceeds half of the step that they are rounded to: "QAR 12,300" is
  rounded to 100, "QAR 5" is not rounded;
- everything by the relative tolerance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from operator import ge, gt, le, lt
from typing import NamedTuple, TypeAlias

from sidecar.binding.settings import NumericSettings
from sidecar.model.number import (
    TIGHT,
    Number,
    NumberForm,
    Qualifier,
    Quantity,
    Unit,
    has_two_digits,
    hedged_bounds,
    rounding_step,
    zeros_step,
)
from sidecar.model.report import Grade
from sidecar.text.numerals import EXACT
from sidecar.work import check_abandoned

# How far off numbers may be that are written as fractions and multiples: "a third", "doubled".

ROUGH = frozenset({NumberForm.FRACTION, NumberForm.MULTIPLE})
_ABOUT, _BEYOND = 0.04, 0.25  # of a rough number


def leeway(number: Number) -> tuple[float, float]:
    """How much less, and how much more, a rough number may stand for: more if it is hedged."""
    if number.form not in ROUGH or number.qualifier in TIGHT | {Qualifier.EXACTLY}:
        return 0.0, 0.0  # what is tight says by itself how far it reaches
    qualifier, size = number.qualifier, abs(float(number.value))
    below, above = _ABOUT, _ABOUT
    if qualifier in (Qualifier.OVER, Qualifier.AT_LEAST):
        below, above = 0.0, _BEYOND
    elif qualifier in (Qualifier.UNDER, Qualifier.AT_MOST):
        below, above = _BEYOND, 0.0
    elif qualifier is Qualifier.ABOUT:
        below = above = 2 * _ABOUT
    return below * size, above * size


# Whether a number is a value that was rounded further than it is written.

_LEAST_DIGITS = 2
_WRITTEN_OUT = frozenset({NumberForm.DIGITS, NumberForm.WORDS})
_UNHEDGED = frozenset({Qualifier.NONE, Qualifier.EXACTLY})


def is_rounded_further(number: Number, value: Decimal) -> bool:
    """Whether a number is a value rounded, or cut, at the place of its last digit that counts.

    "$1,300,000" is 1,284,551 rounded to two digits. With a single digit left anything within half
    of it would do, so two must count; what counts things is equal or not, unless it is hedged.

    Args:
        number: As written; its value is in the unit that ``value`` is in.
        value: What the data have.
    """
    if number.form not in _WRITTEN_OUT or number.qualifier is Qualifier.EXACTLY:
        return False
    if number.unit is Unit.COUNT and number.qualifier in _UNHEDGED:
        return False
    counting = number.value.normalize().as_tuple()
    if len(counting.digits) < _LEAST_DIGITS:
        return False
    step = Decimal(1).scaleb(int(counting.exponent))
    lost = abs(value) - abs(number.value)
    same_sign = (value < 0) == (number.value < 0)
    return same_sign and -step / 2 <= lost < step


# Numbers that bound a value: "fewer than 1,500", "at least 90 %".

Holds: TypeAlias = Callable[[Decimal, Decimal], bool]
HOLDS: Mapping[Qualifier, Holds] = {
    Qualifier.OVER: gt,
    Qualifier.AT_LEAST: ge,
    Qualifier.UNDER: lt,
    Qualifier.AT_MOST: le,
}
"""Whether a value, the first, lies past a number, by what is said before the number."""

_FLOORS = frozenset({Qualifier.OVER, Qualifier.AT_LEAST})
_SLIP = Decimal("0.001")  # of a rough number: "a third" is in cells as 33.3 %
_FINEST = 6  # places of a bound that is made up


def one_sided(number: Number, interval: AgreementInterval) -> AgreementInterval:
    """What is tolerated: on the other side of what a number bounds, only what rounds to it.

    "Up to 26" may be cut off as any number is: it tells a highest value, of 26.7.
    """
    if number.value <= 0 or number.qualifier not in HOLDS:
        return interval
    low, high = number.low, number.high
    if number.form in ROUGH:  # nothing rounds to "a third", but cells have few places
        slip = EXACT.multiply(number.value, _SLIP)
        low, high = EXACT.subtract(number.value, slip), EXACT.add(number.value, slip)
    if number.qualifier in _FLOORS:
        return interval._replace(low=max(interval.low, low))
    if number.qualifier is Qualifier.UNDER:
        return interval._replace(high=min(interval.high, high))
    return interval


def corrected(number: Number, value: Decimal) -> Decimal | None:
    """The nearest number, as round as one that does not bound a value, that does.

    Args:
        number: It, such as "fewer than 1,200".
        value: The value, such as 1,234: fewer than 1,300 it is.
    """
    holds, floor = HOLDS[number.qualifier], number.qualifier in _FLOORS
    if holds(value, number.value):
        return None  # it is denied that it does
    last = int(number.value.normalize(EXACT).as_tuple().exponent) if number.value else 0
    for exponent in range(last, min(last, 0) - _FINEST, -1):
        step = Decimal(1).scaleb(exponent)
        steps = (value / step).to_integral_value(ROUND_FLOOR if floor else ROUND_CEILING)
        if not holds(value, steps * step):
            steps += -1 if floor else 1
        if number.form is NumberForm.WORDS and exponent < last:
            return None
        if steps:
            return steps * step
    return None


# How closely an exact value agrees with a number.


def agreeing(number: Number, settings: NumericSettings) -> AgreementInterval:
    """The values that agree with a number, its bounds and rough words as they are read."""
    interval = one_sided(number, tolerated(number, settings))
    low, high = _roughly(number)
    return interval._replace(low=min(interval.low, low), high=max(interval.high, high))


def grade(value: Decimal, number: Number, interval: AgreementInterval) -> Grade:
    """How closely a value agrees with a number, of which an interval is tolerated."""
    low, high = _roughly(number)
    if min(low, number.low) <= value <= max(high, number.high):
        return Grade.EXACT
    return Grade.TOLERATED if interval.low <= value <= interval.high else Grade.NONE


def _roughly(number: Number) -> tuple[Decimal, Decimal]:
    """What "a third" and "doubled" stand for."""
    check_abandoned()
    below, above = (Decimal(repr(each)) for each in leeway(number))
    return number.value - below, number.value + above


ROUNDED = Decimal("0.01")
"""Of a number: as far as a value may be at most that its zeros, or its word, are a rounding of."""

_HALF = Decimal("0.5")
_BELOW_ONE = Decimal("0.999999")  # a value truncates to 25 up to, not including, 26

_OF_POINTS = {"bps": Decimal(0), "‰": Decimal("0.1")}
"""Of the tolerance in points, what is left for finer units."""

_AWAY_FROM_ZERO = frozenset({Qualifier.OVER, Qualifier.AT_LEAST, Qualifier.ABOUT})
_TOWARDS_ZERO = frozenset({Qualifier.UNDER, Qualifier.AT_MOST, Qualifier.ABOUT})
_ONE_SIDED = 2  # times what a hedge reaches on both sides it reaches on the only one


class AgreementInterval(NamedTuple):
    """What agrees with a number.

    Attributes:
        low: Least value that is tolerated.
        high: Greatest value that is tolerated.
    """

    low: Decimal
    high: Decimal


def tolerated(number: Number, settings: NumericSettings) -> AgreementInterval:
    """The values that support a number, those equal at its written precision among them."""
    half = number.high - number.value
    if number.qualifier is Qualifier.EXACTLY:
        return AgreementInterval(number.low, number.high)
    size, step = abs(number.value), number.high - number.low
    allowed = max(_allowed(number, settings), size * settings.rounding.rel_epsilon, half)
    close = hedged_bounds(number, settings.rounding.hedge_epsilon * _ONE_SIDED)
    if close is not None:
        return AgreementInterval(*close)
    inner = outer = max(allowed, min(_rounded(number), size * ROUNDED))  # towards zero, and away
    if number.form is NumberForm.DIGITS and has_two_digits(number):
        outer = max(outer, step * _BELOW_ONE)
    if number.qualifier is not Qualifier.NONE:
        hedge = max(step * _BELOW_ONE, rounding_step(number) / 2, size * ROUNDED)
        hedge = min(hedge, size * settings.rounding.hedge_epsilon)
        if number.qualifier in _AWAY_FROM_ZERO:
            outer = max(outer, hedge)
        if number.qualifier in _TOWARDS_ZERO:
            inner = max(inner, hedge)
    low, high = (inner, outer) if number.value >= 0 else (outer, inner)
    return AgreementInterval(number.value - low, number.value + high)


def _rounded(number: Number) -> Decimal:
    """How far a value may be that was rounded to a number, by the zeros or the word it is."""
    if number.form in (NumberForm.FRACTION, NumberForm.MULTIPLE):
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
    if number.form in (NumberForm.DIGITS, NumberForm.WORDS) and number.high - number.value >= _HALF:
        return settings.rounding.abs_epsilon
    return Decimal(0)
