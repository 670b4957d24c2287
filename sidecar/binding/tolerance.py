"""How far a value may be from a number that it supports (seed 000, read strictly).

Two intervals in the unit of the number: what rounds to it as written, and what the settings
tolerate beside that. Percentages have a tolerance in points, whole counts an absolute one, amounts
one that never exceeds half of the step that they are rounded to ("QAR 12,300" is rounded to 100,
"QAR 5" is not rounded); the relative tolerance holds for all. People also truncate: 25.98 is
written as 25.
"""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from sidecar.binding.settings import NumericSettings
from sidecar.model.number import Form, Number, Unit

_HALF = Decimal("0.5")
_BELOW_ONE = Decimal("0.999999")  # a value truncates to 25 up to, not including, 26


class Interval(NamedTuple):
    """What agrees with a number.

    Attributes:
        low: Least value that is tolerated.
        high: Greatest value that is tolerated.
        width: Half the tolerance that the settings give, never under the written precision.
    """

    low: Decimal
    high: Decimal
    width: Decimal


def tolerated(number: Number, settings: NumericSettings) -> Interval:
    """The values that support a number, those equal at its written precision among them."""
    value, low, high = number.value, number.low, number.high
    allowed = max(_allowed(number, settings), abs(value) * settings.rounding.rel_epsilon)
    low, high = min(low, value - allowed), max(high, value + allowed)
    width = (high - low) / 2
    if number.form is Form.DIGITS:
        cut = (number.high - number.low) * _BELOW_ONE
        low, high = (low, max(high, value + cut)) if value >= 0 else (min(low, value - cut), high)
    return Interval(low, high, width)


def _allowed(number: Number, settings: NumericSettings) -> Decimal:
    """The absolute tolerance of a number's kind."""
    if number.unit is Unit.PERCENT:
        return settings.percent.epsilon_pct if number.symbol != "bps" else Decimal(0)
    if number.unit is Unit.CURRENCY:
        return min(settings.currency.epsilon_amount, _rounding_step(number) / 2)
    if number.form in (Form.DIGITS, Form.WORDS) and number.high - number.value >= _HALF:
        return settings.rounding.abs_epsilon
    return Decimal(0)


def _rounding_step(number: Number) -> Decimal:
    """The step that an amount seems rounded to: its last digit that is not a trailing zero."""
    step = number.high - number.low
    if not number.value:
        return step
    exponent = number.value.normalize().as_tuple().exponent
    return max(step, Decimal(1).scaleb(int(exponent)))
