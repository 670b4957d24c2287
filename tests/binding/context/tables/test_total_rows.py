"""Rows that sum up the others are not part of a sum, a mean, a count or a ranking."""

from __future__ import annotations

from typing import Any

import pytest

_HALLS = ["hall", "2023", "2024"]
_ROWS = [["Quay", 310, 420], ["Mint", 205, 190], ["Loft", 95, 130], ["Barn", 60, 85]]


@pytest.mark.parametrize("label", ["Total", "TOTAL", "Grand total", "All halls", "Overall"])
@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("Quay took 50.9% of visitors in 2024.", "40.9%"),
        ("On average a hall had 206 visitors in 2024.", "330"),
        ("Without Quay the halls had 405 visitors in 2024.", "455"),
        ("The top two halls drew 610 visitors in 2024.", "730"),
        ("The four halls together drew 825 visitors in 2024.", "925"),
    ],
)
def test_a_total_row_is_no_part_of_what_it_sums_up(
    flagged: Any, label: str, said: str, wrong: str
) -> None:
    table = _HALLS, [*_ROWS, [label, 670, 825]]
    right = next(w for w in said.rstrip(".").split() if w[0].isdigit())
    assert flagged(said, table) == []
    assert flagged(said.replace(right, wrong, 1), table) == [wrong]


def test_a_name_that_begins_as_a_total_does_is_a_row_as_others(flagged: Any) -> None:
    table = _HALLS, [*_ROWS, ["Total Arts", 30, 25]]
    assert flagged("On average a hall had 170 visitors in 2024.", table) == []
    assert flagged("On average a hall had 206 visitors in 2024.", table) == ["206"]


@pytest.mark.parametrize(("said", "wrong"), [("23.0%", []), ("27.0%", ["27.0%"])])
def test_a_total_that_something_is_a_part_of_is_not_what_is_told_of(
    flagged: Any, said: str, wrong: list[str]
) -> None:
    table = _HALLS, [*_ROWS, ["Total", 670, 825]]
    text = f"Mint had 190 visitors in 2024. Its share of the total was {said}, after 30.6% in 2023."
    assert flagged(text, table) == wrong
