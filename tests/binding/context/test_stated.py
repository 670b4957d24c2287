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
