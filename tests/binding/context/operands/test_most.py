"""Rows that a superlative picks, with a count beside it or without one."""

from __future__ import annotations

from typing import Any

import pytest

_CLUBS = (
    ["club", "members_paid", "coaches", "late_pct"],
    [["Elm", 840, 12, 3.1], ["Ash", 415, 17, 4.4], ["Yew", 260, 7, 2.2], ["Fir", 1070, 9, 5.6]],
)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("The largest club alone accounts for 41.4% of members paid.", "43.7%"),
        ("The smallest club makes up 10.1% of members.", "13.4%"),
        ("The two smallest clubs contribute only 26.1% of members.", "29.7%"),
        ("The top club paid for 41.4% of all members.", "36.3%"),
    ],
)
def test_the_part_of_the_row_that_is_the_largest(flagged: Any, said: str, wrong: str) -> None:
    right = next(word for word in said.split() if "%" in word)
    assert flagged(said, _CLUBS) == []
    assert flagged(said.replace(right, wrong), _CLUBS) == [wrong]


def test_a_row_that_is_named_is_no_other_that_is_the_largest(flagged: Any) -> None:
    said = "Yew, the smallest club, has the best figures: late fees are 2.2%, members 260."
    assert flagged(said, _CLUBS) == []
    assert flagged("Elm, the smallest club, has 260 members.", _CLUBS) == ["260"]


def test_the_smaller_ones_are_those_that_are_the_smallest(flagged: Any) -> None:
    assert flagged("The two smaller clubs have 675 members in total.", _CLUBS) == []
    assert flagged("The two smaller clubs have 765 members in total.", _CLUBS) == ["765"]
