"""Numbers that bound a value: "fewer than 1,500", "at least 90 %".

A bound is true or false of a value, however far it is from it. What does not hold is no rounding,
and what fixes it is the nearest number, as round as it, that holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from operator import ge, gt, le, lt
from typing import TypeAlias

from sidecar.binding.rough import ROUGH
from sidecar.binding.tolerance import Interval
from sidecar.model.number import Form, Number, Qualifier
from sidecar.text.numerals import EXACT

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


def one_sided(number: Number, interval: Interval) -> Interval:
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
        if number.form is Form.WORDS and exponent < last:
            return None
        if steps:
            return steps * step
    return None
