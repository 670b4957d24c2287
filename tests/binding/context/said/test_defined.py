"""Bounds of definitions, beside bounds of the data."""

from __future__ import annotations

from typing import Any

import pytest

SHOPS = (
    ["shop", "bikes_sold", "staff", "rent_keur", "returns_pct"],
    [
        ["Harbour", 1840, 12, 96.5, 3.1],
        ["Station", 2415, 17, 148.0, 4.4],
        ["Old Mill", 960, 7, 41.2, 2.2],
        ["Parkside", 1325, 9, 63.8, 5.6],
        ["Ring Road", 3070, 21, 120.4, 6.3],
    ],
)


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
def test_a_definition_tells_nothing_of_the_data(flagged: Any, text: str) -> None:
    assert flagged(text, SHOPS) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Harbour is considered busy and sold over 2,900 bikes.", ["2,900"]),
        ("Returns at Harbour were above 4.8%.", ["4.8%"]),
    ],
)
def test_a_bound_of_a_row_is_judged(flagged: Any, text: str, wrong: list[str]) -> None:
    assert flagged(text, SHOPS) == wrong
