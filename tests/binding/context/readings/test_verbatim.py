"""Specification sheets: numbers that text cells hold with their units, as words, or as lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

COLUMNS = ["part", "what", "value"]
ROWS = [
    ["Body", "Size", "104 x 46 x 15 mm (4.09 x 1.81 x 0.59 in)"],
    ["Body", "Mass", "139 g (4.90 oz)"],
    ["Body", "Colours", "Dark Silver, Onyx Black"],
    ["Camera", "Video", "4K@30fps, 1080p@30/60fps"],
    ["Power", "Capacity", "3000 mAh"],
]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("The body feels light at about {}.", {"139 grams": False, "193 grams": True}),
        ("Its body measures 104 x {} by 15 mm.", {"46 mm": False, "64 mm": True}),
        ("Its body comes in {} colours.", {"two": False, "four": True}),
        ("The camera records video in {}.", {"4K": False, "8K": True}),
    ],
)
def test_a_sheet_tells_by_unit_by_word_and_by_list(
    flagged: Callable[..., list[str]], text: str, wrong: dict[str, bool]
) -> None:
    found = {said: bool(flagged(text.format(said), (COLUMNS, ROWS))) for said in wrong}
    assert found == wrong


def test_a_list_of_colours_counts_no_lenses(read: Callable[..., Any]) -> None:
    # Trap: the row of the colours is named, and its cell lists two things.
    for noun, counted in (("lenses", False), ("colours", True)):
        (number,) = read(f"All colours of the body have two {noun}.", COLUMNS, ROWS)
        listed = [c for c in number.readings if c.show().formula.startswith("items(")]
        assert bool(listed) is counted


def test_a_number_within_a_longer_one_is_not_in_the_cell(flagged: Callable[..., list[str]]) -> None:
    assert flagged("The body has a mass of 39 grams.", (COLUMNS, ROWS)) == ["39 grams"]
