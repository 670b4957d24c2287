"""How near names are to a number: those told of another number are far."""

from __future__ import annotations

from typing import Any

import pytest

COLUMNS = ["item", "2023", "2024"]
ROWS = [["Fees", 300, 345], ["Rent", 120, 150]]


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("In 2024 fees were 345 million (2023: 300 million).", True),
        ("In 2024 fees were 345 million after 300 million in 2023.", True),
        ("Fees were 300 million (in 2023).", False),  # the brackets tell of the number itself
    ],
)
def test_a_period_of_what_a_number_is_compared_with_is_not_its_own(
    read: Any, text: str, own: bool
) -> None:
    found = read(text, COLUMNS, ROWS)[0]
    told = {c.columns[0]: c.period for c in found.readings if c.columns and 0 in c.rows}
    assert (told[2] > told[1]) is own
