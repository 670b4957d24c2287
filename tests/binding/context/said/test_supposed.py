"""Numbers that are only supposed, beside those that are told."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize(
    "text",
    [
        "If we hired 4 more mechanics, Station could sell 2,900 bikes; it sold 2,415.",
        "Assuming 5% growth, Harbour would reach 1,932 bikes next year.",
        "Were the rent to double, Old Mill would have to sell 1,900 bikes to break even.",
        "Should returns climb to 8%, the insurer will step in.",
        "Suppose Parkside kept its 9 staff and sold 1,500 bikes.",
        "For example, a shop with 10 staff and 1,000 bikes sells 100 a head.",
        "Raise prices by 5% and hire 2 people at Harbour.",
        "You should keep returns below 3%.",
        "With 2 more mechanics, Parkside could open on Sundays.",
        "Closing Old Mill would save €55k a year.",
    ],
)
def test_a_condition_and_what_would_follow_are_no_figures(
    flagged: Any, text: str, shops: Any
) -> None:
    assert flagged(text, shops) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Even if it rains, Ring Road sold 3,999 bikes.", ["3,999"]),
        ("If all went well, Station could sell 2,900 bikes; it sold 2,215.", ["2,215"]),
        ("Ring Road sold 3,999 bikes, which would please anyone.", ["3,999"]),
        ("If you look closely you can see that Ring Road sold 3,999 bikes.", ["3,999"]),
        ("You should know that Ring Road sold 3,999 bikes.", ["3,999"]),
    ],
)
def test_what_is_told_beside_it_is_judged(
    flagged: Any, text: str, wrong: list[str], shops: Any
) -> None:
    assert flagged(text, shops) == wrong
