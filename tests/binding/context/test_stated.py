"""Numbers that the text brings itself."""

from __future__ import annotations

from typing import Any

import pytest

COLUMNS = ["clerk", "sales"]
ROWS = [["Amina Haddad", 12], ["Bruno Keller", 9]]


@pytest.mark.parametrize(
    ("text", "planned"),
    [
        ("Amina Haddad missed her goal of 15 sales.", True),
        ("Amina Haddad missed her target, 15 sales.", True),
        ("Amina Haddad scored 2 goals and made 12 sales.", False),
    ],
)
def test_goals_that_are_scored_are_no_plans(text: str, planned: bool, read: Any) -> None:
    assert ("planned" in read(text, COLUMNS, ROWS)[-1].signs) is planned


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("Fruit: USD 100; in riyals (at 3.64) QAR 364.", True),
        ("Fruit: USD 100; in riyals (weight 3.64) QAR 364.", False),
        ("Fruit was sold at 3.64.", False),  # a price
    ],
)
def test_a_number_in_brackets_after_at_is_a_rate(text: str, rate: bool, read: Any) -> None:
    found = read(text, ["good", "usd"], [["Fruit", 100], ["Nuts", 70]])
    told = next(each for each in found if each.said == "3.64")
    assert ("stated_rate" in told.signs) is rate
