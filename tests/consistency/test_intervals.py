"""Intervals hold every result that the values behind the text could have."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.consistency.sums import ValueInterval, may_state, point_interval, written_interval
from sidecar.model.number import Number
from sidecar.model.text import Text
from sidecar.text.numbers import scan_numbers
from sidecar.text.options import ExtractOptions

VALUES = st.decimals(-1000, 1000, places=2)


def number(text: str) -> Number:
    [found], _ = scan_numbers(Text(text), ExtractOptions())
    return found


@st.composite
def inside(draw: st.DrawFn) -> tuple[ValueInterval, Decimal]:
    low, value, high = sorted(draw(st.tuples(VALUES, VALUES, VALUES)))
    return ValueInterval(low, high), value


@given(inside(), inside())
def test_results_lie_inside(
    left: tuple[ValueInterval, Decimal], right: tuple[ValueInterval, Decimal]
) -> None:
    (x, a), (y, b) = left, right
    for around, exact in ((x + y, a + b), (x - y, a - b), (x * y, a * b)):
        assert around.low <= exact <= around.high
    if y.low > 0 or y.high < 0:
        quotient = x / y
        assert quotient.low * b <= a <= quotient.high * b or b < 0
        assert quotient.high * b <= a <= quotient.low * b or b > 0
    else:
        with pytest.raises(ZeroDivisionError):
            _ = x / y


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("3.4 million", "3350000", "3450000"),
        ("250 km", "249.5", "250.5"),
        ("about 250 km", "245", "255"),
        ("about 300 km", "250", "350"),
        ("about 3.4 km", "3.35", "3.45"),
    ],
)
def test_what_a_number_stands_for(text: str, low: str, high: str) -> None:
    assert written_interval(number(text)) == ValueInterval(Decimal(low), Decimal(high))


@pytest.mark.parametrize(
    ("text", "value", "right"),
    [
        ("66 %", "66.66", True),  # cut off
        ("67 %", "66.66", True),  # rounded
        ("68 %", "66.66", False),
        ("65 %", "66.66", False),
        ("66 %", "67", False),  # 67 itself is neither rounded nor cut off to 66
        ("-66 %", "-66.66", True),
        ("-66 %", "-65.4", False),
        ("over 60 %", "66.66", True),
        ("over 70 %", "66.66", False),
        ("nearly 70 %", "66.66", True),
        ("nearly 70 %", "12", False),
        ("nearly 70 %", "72", False),
        ("at most 60 %", "66.66", False),
    ],
)
def test_what_a_number_may_state(text: str, value: str, right: bool) -> None:
    assert may_state(number(text), point_interval(Decimal(value))) is right
