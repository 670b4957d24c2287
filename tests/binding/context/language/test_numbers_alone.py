"""Labels of which a list says only the numbers."""

from __future__ import annotations

from typing import Any

import pytest

LINES = (
    ["line", "riders", "complaints", "cost_k"],
    [
        ["Line 3", 61400, 17, 142.5],
        ["Line 7", 48900, 24, 128.0],
        ["Line 12", 57250, 61, 171.3],
        ["Line 18", 20100, 5, 69.8],
        ["Line 40", 34500, 22, 188.2],
    ],
)


@pytest.mark.parametrize(
    "text",
    [
        "Lines 12 and 18 together carried 77,350 riders.",
        "Lines 3, 7 and 40 had 63 complaints between them.",
        "Lines 12 and 40 had 61 and 22 complaints.",
    ],
)
def test_each_number_of_a_list_names_a_row(flagged: Any, text: str) -> None:
    assert flagged(text, LINES) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Lines 12 and 18 together carried 87,350 riders.", ["87,350"]),
        ("Line 12 and 18 others had 61 complaints.", ["18"]),
        ("Lines 12 and 19 together carried 77,350 riders.", ["77,350"]),
    ],
)
def test_no_other_number_does(flagged: Any, text: str, wrong: list[str]) -> None:
    assert flagged(text, LINES) == wrong
