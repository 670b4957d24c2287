"""What every rule of this package yields: one sum that the text states, and whether it holds."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_HALF_EVEN, Decimal
from typing import NamedTuple

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
        operands: The numbers that it is computed from, where one states the result.
    """

    kind: str
    span: Span
    passed: bool
    total: Decimal
    expected: Decimal
    parts: str
    result: Number | None = None
    operands: Sequence[Number] = ()


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
    return Sum(kind, span, passed, shown(value, result), result.value, parts, result, operands)
