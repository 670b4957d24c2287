"""Whether a number is a value that was rounded further than it is written."""

from __future__ import annotations

from decimal import Decimal

from sidecar.model.number import Form, Number, Qualifier, Unit

_LEAST_DIGITS = 2
_WRITTEN_OUT = frozenset({Form.DIGITS, Form.WORDS})
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
