"""How closely an exact value agrees with a number."""

from __future__ import annotations

from decimal import Decimal

from sidecar.binding.one_sided import one_sided
from sidecar.binding.rough import leeway
from sidecar.binding.settings import NumericSettings
from sidecar.binding.tolerance import Interval, tolerated
from sidecar.model.number import Number
from sidecar.model.report import Grade


def agreeing(number: Number, settings: NumericSettings) -> Interval:
    """The values that agree with a number, its bounds and rough words as they are read."""
    interval = one_sided(number, tolerated(number, settings))
    low, high = _roughly(number)
    return interval._replace(low=min(interval.low, low), high=max(interval.high, high))


def grade(value: Decimal, number: Number, interval: Interval) -> Grade:
    """How closely a value agrees with a number, of which an interval is tolerated."""
    low, high = _roughly(number)
    if min(low, number.low) <= value <= max(high, number.high):
        return Grade.EXACT
    return Grade.TOLERATED if interval.low <= value <= interval.high else Grade.NONE


def _roughly(number: Number) -> tuple[Decimal, Decimal]:
    """What "a third" and "doubled" stand for."""
    below, above = (Decimal(repr(each)) for each in leeway(number))
    return number.value - below, number.value + above
