"""What every rule of this package yields: one sum that the text states, and whether it holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_EVEN, Decimal
from typing import NamedTuple

from sidecar.consistency.intervals import written
from sidecar.model.evidence import EXACT
from sidecar.model.number import Number
from sidecar.model.text import Span

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


def slack(numbers: Iterable[Number]) -> Decimal:
    """A unit of the last digit of each number, or what a hedge makes of it."""
    ends = (written(number) for number in numbers)
    return sum((EXACT.subtract(one.high, one.low) for one in ends), Decimal(0))


def shown(value: Decimal, number: Number) -> Decimal:
    """A computed value with two decimals more than the number that states it."""
    step = EXACT.subtract(number.high, number.low).normalize(EXACT).adjusted()
    places = min(max(0, -step) + _EXTRA_PLACES, _MOST_PLACES)
    return value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_EVEN, EXACT).normalize(EXACT)


def computed(
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
    total, room = shown(value, result), slack([*operands, result])
    return Sum(kind, span, passed, total, result.value, parts, result, operands, room)
