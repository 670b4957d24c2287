"""Units of what no table holds, and those that one may hold under another name."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize(
    "text",
    [
        "A flat of 60 to 80 square metres is above the shop at Old Mill.",
        "Give me 5 minutes and I can chart it.",
        "An e-bike weighs 24 kg, and Harbour sold 1,840 bikes.",
        "Harbour, 40 km from the border, has 12 staff.",
    ],
)
def test_what_no_table_measures_is_not_held_against_it(flagged: Any, text: str, shops: Any) -> None:
    assert flagged(text, shops) == []


@pytest.mark.parametrize(
    ("columns", "text", "wrong"),
    [
        (["shop", "wait"], "The wait at Harbour was 40 minutes.", ["40 minutes"]),
        (["shop", "tonnage"], "Harbour shipped 40 t.", ["40 t"]),
        (["shop", "floor_space"], "Harbour has 40 m².", ["40 m²"]),
    ],
)
def test_a_column_may_hold_it_by_its_name(
    flagged: Any, columns: list[str], text: str, wrong: list[str]
) -> None:
    rows = [["Harbour", 12.5], ["Station", 17.0], ["Old Mill", 7.5]]
    assert flagged(text, (columns, rows)) == wrong
