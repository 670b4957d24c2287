"""Bounds of definitions, beside bounds of the data."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize(
    "text",
    [
        "Parkside 5.6% (green = 4% and below, red = above 6%).",
        "A shop counts as large from 15 staff.",
        "Shops are regarded as small under 8 staff.",
        "Anything above 5% is looked into: Parkside has 5.6%.",
        "Everyone with at least 2,000 bikes gets a bonus.",
    ],
)
def test_a_definition_tells_nothing_of_the_data(flagged: Any, text: str, shops: Any) -> None:
    assert flagged(text, shops) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Harbour is considered busy and sold over 2,900 bikes.", ["2,900"]),
        ("Returns at Harbour were above 4.8%.", ["4.8%"]),
    ],
)
def test_a_bound_of_a_row_is_judged(flagged: Any, text: str, wrong: list[str], shops: Any) -> None:
    assert flagged(text, shops) == wrong


@pytest.mark.parametrize(
    "text",
    [
        "The largest shop, as it is called, sold more than {} bikes.",
        "The best rated shop sold over {} bikes.",
        "Nothing compares to the best shop with over {} bikes sold.",
        "Everybody was pleased: the best shop sold over {} bikes.",
    ],
)
def test_a_bound_that_was_reached_defines_nothing(flagged: Any, text: str, shops: Any) -> None:
    assert flagged(text.format("3,900"), shops) == ["3,900"]
    assert flagged(text.format("3,050"), shops) == []


def test_a_bound_is_no_quotient_that_nobody_asked_for(flagged: Any, shops: Any) -> None:
    # Trap: 96.5 * 2415 / ... comes close to any bound, and "over" takes what is close.
    assert flagged("Harbour sold over 2,200 bikes.", shops) == ["2,200"]
    assert flagged("Harbour sold over 1,800 bikes.", shops) == []
