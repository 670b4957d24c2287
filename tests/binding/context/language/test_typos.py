"""What a slip of the pen may make of a number."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sidecar.binding.language.typos import too_far


@pytest.mark.parametrize(
    ("said", "value", "counted", "far"),
    [
        (500.0, 600.0, False, False),
        (500.0, 2999.0, False, False),
        (500.0, 3100.0, False, True),
        (500.0, 84.0, False, False),
        (500.0, 82.0, False, True),
        (3_020_000.0, 301_931.0, False, False),  # the point is moved
        (3_020_000.0, 165_110.0, False, True),
        (-500.0, 600.0, False, False),  # a sign is a slip of its own
        (7.0, 400.0, True, False),  # a count of a few may be wrong by any factor
        (7.0, 400.0, False, True),
        (0.0, 400.0, False, False),
        (500.0, 0.0, False, True),
        (1e30, 5e-324, False, True),  # whose quotient is nothing
    ],
)
def test_a_slip_leaves_a_number_near_or_its_digits(
    said: float, value: float, counted: bool, far: bool
) -> None:
    assert too_far(said, value, counted=counted) is far


def test_a_value_of_another_column_is_no_slip_of_the_pen(flagged: Callable[..., list[str]]) -> None:
    # What is plainly named counts in full, however far it is from what was written instead.
    columns = ["date", "refund_volume", "sales_revenue"]
    rows = [["2018-10-18", 3538.98, 245702.0], ["2018-10-24", 3345.7, 285941.0]]
    text = "The refund volume on 24 October 2018 was 285,941."
    assert flagged(text, (columns, rows)) == ["285,941"]
