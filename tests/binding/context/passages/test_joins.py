"""What one table says of the rows of another: both have the same labels."""

from __future__ import annotations

from typing import Any

import pytest

_PLACES = (
    ["clinic", "county", "beds"],
    [["Ash", "North", 40], ["Elm", "North", 25], ["Fir", "South", 61], ["Oak", "South", 33]],
)
_STAFF = (["clinic", "nurses"], [["Ash", 112], ["Elm", 87], ["Fir", 164], ["Oak", 95]])
_SHOPS = (["shop", "tills"], [["Rye", 112], ["Hay", 87], ["Dew", 164], ["Moss", 95]])


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("The North has 199 nurses.", []),
        ("The South has 199 nurses.", ["199"]),
        ("Nurses in the North: 199.", []),
    ],
)
def test_rows_are_told_by_another_table_that_has_them(
    flagged: Any, said: str, wrong: list[str]
) -> None:
    assert flagged(said, _PLACES, _STAFF) == wrong


def test_tables_with_other_rows_are_not_joined(flagged: Any) -> None:
    assert flagged("The North has 199 tills.", _PLACES, _SHOPS) == ["199"]
