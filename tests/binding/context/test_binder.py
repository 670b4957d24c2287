"""Many numbers cost no more than so many single ones, and large ones are read as well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


def test_bounds_far_away_in_an_endless_sentence_count_nothing(read: Callable[..., Any]) -> None:
    """Each bound once counted the rows past all others: 200 of them made 40,000 readings."""
    rows = [[f"Sector {place}", 100 * place] for place in range(12)]
    few, many = (
        read("more than 1, " * count + "sectors", ["sector", "revenue"], rows) for count in (20, 80)
    )
    assert len(many) > 3 * len(few) > 0
    most = max(len(found.readings) for found in few)
    assert max(len(found.readings) for found in many) <= most


@pytest.mark.parametrize(
    "text",
    [
        "Alder has 1000000000000000000000000000000 staff.",  # trap: ``%`` keeps 28 digits
        "3 sites have fewer than 1e30 staff.",
        "One in 1e30 staff left.",
    ],
)
def test_no_number_is_too_large_to_be_read(flagged: Any, text: str) -> None:
    assert isinstance(flagged(text, (["site", "staff"], [["Alder", 12], ["Birch", 9]])), list)


def test_cells_too_large_to_be_added_up_are_not(flagged: Any) -> None:
    table = ["site", "rate_pct", "cost"], [["Alder", 1e308, 1e308], ["Birch", 1.5e308, -1e308]]
    assert flagged("In all the rate is 12% and costs range over 7.", table) == ["12%", "7"]


def test_numbers_outside_of_any_sentence_have_no_list_with_those_inside(flagged: Any) -> None:
    table = ["region", "rate"], [["Capital", 12], ["West", 9]]
    text = (
        "The rate worsened by 0.\n- 0.\n-  |The typical 9 points,  9 points, to 8 and . 12 3%,"
        " while % the capital saw an improvement of 0.4 points."
    )
    assert flagged(text, table)[-2:] == ["3%", "0.4"]


@pytest.mark.parametrize(("text", "expected"), [("192.", ["192"]), (" 12. ", [])])
def test_a_text_without_any_sentence_is_judged(
    flagged: Any, text: str, expected: list[str]
) -> None:
    """A number and a full stop are the marker of an empty item."""
    assert flagged(text, (["region", "rate"], [["Capital", 12], ["West", 9]])) == expected


def test_a_name_that_is_two_groups_of_rows_is_passed_over(flagged: Any) -> None:
    columns = ["Language pair", "Quarter", "Invoiced (CHF k)"]
    rows = [
        ["German-English", "Q1", 231.2],
        ["German-English", "Q2", 252.6],
        ["French-English", "Q1", 146.5],
        ["French-English", "Q2", 158.0],
    ]
    text = "Leave out German (-English.CHF {} million."
    assert flagged(text.format("0.3"), (columns, rows)) == []
    assert flagged(text.format("0.7"), (columns, rows)) == ["0.7 million"]


@pytest.mark.parametrize("unit", ["hours", "h"])
def test_a_raised_digit_is_no_number_of_what_is_divided_by(flagged: Any, unit: str) -> None:
    table = ["shop", "hours"], [["Ring Road", 3070], ["Old Mill", 960]]
    assert flagged(f"Ring Road was open 3,070 hours, 12% in ² ² {unit}.", table) == ["12%"]
