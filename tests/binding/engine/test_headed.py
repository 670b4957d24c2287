"""Numbers of tables and lists of a text, in the scale that stands above them."""

from __future__ import annotations

import pytest
from bound_numbers import bound, table
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sidecar.model.report import Verdict

VALUES = st.lists(st.integers(11, 999), min_size=4, max_size=4, unique=True)
SCALES = st.sampled_from([("USD m", 6), ("thousands", 3), ("USD bn", 9), ("$m", 6)])
HEADS = (
    "Sales, in {}:\n\n- North: {}\n- South: {}",
    "| | Sales ({}) |\n|-|-|\n| North | {} |\n| South | {} |",
)


@pytest.mark.parametrize("form", HEADS)
@settings(max_examples=20)
@given(VALUES, SCALES)
@example([11, 26, 598, 40], ("USD m", 6))  # 4.1 % of all, cut off, is "4.0"
@example([11, 12, 13, 30], ("USD m", 6))  # three rows, which "3.0" counts as little
def test_a_number_is_in_the_scale_above_it(
    form: str, values: list[int], scale: tuple[str, int]
) -> None:
    name, power = scale
    rows = [
        {"region": region, "sales_usd": value * 10**power // 10}
        for region, value in zip(("North", "South", "East"), values, strict=False)
    ]
    right = bound(form.format(name, values[0] / 10, values[1] / 10), table(rows))
    assert [one.binding.verdict for one in right] == [Verdict.SUPPORTED] * 2
    _, wrong = bound(form.format(name, values[0] / 10, values[3] / 10), table(rows))
    assert wrong.binding.verdict is not Verdict.SUPPORTED


def test_prose_that_says_a_scale_scales_nothing() -> None:
    known = table([{"region": "North", "sales_usd": 4_100_000}])
    (one,) = bound("Sales are in USD m. In the North sales were 4,100,000.", known)
    assert one.binding.matched
