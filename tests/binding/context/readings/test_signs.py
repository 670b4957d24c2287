"""What tells that a number is about something that is in no query result."""

from __future__ import annotations

from typing import Any

import pytest

COLUMNS = ["partner", "bought"]
ROWS = [["Alder", 300], ["Birch", 120], ["Cedar", 90]]


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        ("Which did well? Two: Alder and Birch.", True),
        ("Which did well? Two: Alder, Birch and Cedar.", False),  # three are listed
        ("Which did well? Two of Alder and Birch.", False),
    ],
)
def test_a_count_of_names_that_follow_is_told_by_the_text_itself(
    read: Any, text: str, listed: bool
) -> None:
    assert ("listed" in read(text, COLUMNS, ROWS)[0].signs) is listed
