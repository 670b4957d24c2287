"""Rows that a text describes by what is in their cells."""

from __future__ import annotations

from typing import Any

import pytest

_COLUMNS = ["clinic", "town", "opened", "nurses", "visits_k", "wait_days"]
_ROWS = [
    ["Rowan House", "Pell", 1998, 14, 21.4, 9],
    ["The Maltings", "Ashby", 2011, 9, 15.2, 6],
    ["Elm Court", "Pell", 2019, 22, 33.9, 15],
    ["St Clare", "Dorn", 2005, 6, 7.7, 3],
]


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("The clinic with 14 nurses saw 21,400 visits, the one with 6 only 7,700.", []),
        ("The clinic with 14 nurses saw 15,200 visits, the one with 6 only 7,700.", ["15,200"]),
        ("The clinic that opened in 2019 has 22 nurses and the 2005 one 6.", []),
        ("The clinic that opened in 2019 has 22 nurses and the 2005 one 9.", ["9"]),
        ("Pell's 1998 house has a wait of 9 days.", []),
        ("Pell's 1998 house has a wait of 15 days.", ["15 days"]),
        # a year that no row is described by tells when, not which
        ("In 2019 Rowan House had 14 nurses.", []),
    ],
)
def test_a_row_is_described_by_a_cell(flagged: Any, said: str, wrong: list[str]) -> None:
    assert flagged(said, (_COLUMNS, _ROWS)) == wrong
