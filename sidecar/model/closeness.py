"""What a hedge that names a side, or a near place, leaves of the values around a number.

"Nearly 20" is at or a little below 20, "just over 20" at or a little above it, and "close to 20"
either. How little is one formula for every check: half of the step of the last digit that counts
(5 of "1,230", 0.05 of "3.4"), and never more than a tenth of the number, so that "nearly 2 million"
is not 1.5 million and "nearly thirty times" is not 17.9 times. Where that digit is a five, numbers
go in steps of five as well, and "just over 65" is up to 67.5, by at most a twentieth. A fraction in
words has no such digit: a tenth it is.
"""

from __future__ import annotations

from decimal import Decimal

from sidecar.model.evidence import EXACT
from sidecar.model.number import Form, Number, Qualifier

SHARE = Decimal("0.1")
"""Of a number: as far as a hedge reaches at most."""

_HALF = Decimal("0.5")
_FIVE = 5
_EQUAL = Decimal("0.001")
"""Of a number: what rounding may hide on its other side, "just over 66.67" of two thirds."""

_BELOW = frozenset({Qualifier.NEARLY, Qualifier.CLOSE_TO})
_ABOVE = frozenset({Qualifier.JUST_OVER, Qualifier.CLOSE_TO})
TIGHT = _BELOW | _ABOVE
"""The hedges that name values near a number, on one side of it or on both."""


def rounding_step(number: Number) -> Decimal:
    """The step that a number seems rounded to: of its last digit that is not a trailing zero."""
    step = EXACT.subtract(number.high, number.low)
    if not number.value:
        return step
    exponent = number.value.normalize(EXACT).as_tuple().exponent
    return max(step, Decimal(1).scaleb(int(exponent), EXACT))


def zeros_step(number: Number) -> Decimal:
    """The step of the zeros that a number ends with, as far as two digits stand before it.

    "48,000" seems rounded to thousands, "2,000" to hundreds, and "10" or "1.50" to nothing but what
    is written, which is the step then.
    """
    step = EXACT.subtract(number.high, number.low)
    if not number.value or step < Decimal(1).scaleb(number.power, EXACT):
        return step
    counting = Decimal(1).scaleb(number.value.adjusted() - 1, EXACT)
    return max(step, min(rounding_step(number), counting))


def near(number: Number, share: Decimal = SHARE) -> tuple[Decimal, Decimal] | None:
    """The least and the greatest value that a tight hedge allows; None without such a hedge.

    Args:
        number: The number. "Nearly -20" is nearer to zero, as "nearly 20" is.
        share: The most of the number that may lie between it and a value.
    """
    if number.qualifier not in TIGHT:
        return None
    width = EXACT.multiply(abs(number.value), share)
    if number.form is not Form.FRACTION:
        width = _in_steps(number, width)
    equal = min(
        EXACT.multiply(abs(number.value), _EQUAL), EXACT.subtract(number.high, number.value)
    )
    inner = width if number.qualifier in _BELOW else equal
    outer = width if number.qualifier in _ABOVE else equal
    low, high = (inner, outer) if number.value >= 0 else (outer, inner)
    return EXACT.subtract(number.value, low), EXACT.add(number.value, high)


def _in_steps(number: Number, most: Decimal) -> Decimal:
    """Half of the step that a number is rounded to, up to the most."""
    half = EXACT.multiply(rounding_step(number), _HALF)
    digits = number.value.normalize(EXACT).as_tuple().digits
    fives = EXACT.multiply(half, Decimal(_FIVE)) if digits[-1] == _FIVE else half
    return max(min(half, most), min(fives, EXACT.multiply(most, _HALF)))


def counts_twice(number: Number) -> bool:
    """Whether two digits at least count at the precision that a number is written with.

    Only such a number may be a value that is cut off: 25 may be 25.98, but "2 million" is not
    2,990,000, nor "1 %" 1.99 %.
    """
    step = EXACT.subtract(number.high, number.low)
    return abs(number.value) >= EXACT.multiply(step, Decimal(10))
