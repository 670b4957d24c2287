"""Equations that are judged, and those that look like one."""

from __future__ import annotations

import pytest
from consistency.texts import verdicts


@pytest.mark.parametrize(
    "text",
    ["12 + 30 = 42", "50 − 8 = 42", "50 - 8 + 1 = 43", "6 × 7 = 42", "6 * 7 = 42", "84 ÷ 2 = 42",
     "12 / 30 = 40 %", "20 % × 1,000 = 200", "7 / 3 = 2.33", "-5 + 3 = -2", "$5 × 20 = $100"],
)  # fmt: skip
def test_right_ones_hold(text: str) -> None:
    assert verdicts(text) == [("equation", True)]


@pytest.mark.parametrize(
    "text", ["12 + 30 = 43", "50 − 8 = 43", "6 × 7 = 44", "20 % × 1,000 = 220", "$5 × 20 = $120"]
)
def test_wrong_ones_do_not(text: str) -> None:
    assert verdicts(text) == [("equation", False)]


@pytest.mark.parametrize(
    "text",
    [
        "50 - (8 + 2) = 40",  # brackets
        "(12 + 30) × 2 = 84",
        "2 + 3 × 4 = 14",  # precedence
        "60 min × 24 = 1 day",  # units
        "100 km / 2 h = 50 km/h",
        "100 - 20 % = 80",
        "f(x) = 3x + 2",  # nothing is computed
        "x = 5",
        "2 + 2 = 4 = 3 + 1",  # goes on
    ],
)
def test_what_is_left_alone(text: str) -> None:
    assert verdicts(text) == []
