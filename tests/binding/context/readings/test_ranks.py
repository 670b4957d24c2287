"""Ranks in words: which place a row has in a column, from above or from below."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sidecar.binding.context.weighing.candidate import Kind

COLUMNS = ["site", "visitors", "revenue"]
ROWS = [["Jura", 120, 9], ["Arran", 150, 8], ["Islay", 80, 5], ["Mull", 90, 3], ["Skye", 200, 11]]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Jura ranked {} by visitors.", {"third": False, "2nd": True, "fourth": True}),
        ("Arran had the {}-highest number of visitors.", {"second": False, "third": True}),
        ("Islay had the {}-lowest revenue.", {"second": False, "4th": True}),
        ("Mull came {} of the five sites by visitors.", {"fourth": False, "second": True}),
    ],
)
def test_a_rank_is_held_against_the_column_that_is_named(
    flagged: Callable[..., list[str]], text: str, wrong: dict[str, bool]
) -> None:
    found = {said: flagged(text.format(said), (COLUMNS, ROWS)) for said in wrong}
    assert found == {said: [said] if bad else [] for said, bad in wrong.items()}


def test_a_rank_of_what_no_row_is_named_for_is_not_flagged(flagged: Callable[..., Any]) -> None:
    assert not flagged("The third-largest economy of the region is another.", (COLUMNS, ROWS))


def test_a_rank_is_no_value_that_other_numbers_speak_of(read: Callable[..., Any]) -> None:
    # "second" beside 90 would else make a difference, or a share, of two stated numbers.
    rank, value = read("The second-smallest site, Mull, had 90 visitors.", COLUMNS, ROWS)
    assert {c.kind for c in rank.readings} <= {Kind.RANK}
    alone = read("Mull had 90 visitors.", COLUMNS, ROWS)[0]
    assert max(c.row for c in value.readings if c.agrees) == max(
        c.row for c in alone.readings if c.agrees
    )


def test_half_of_what_a_median_splits_is_not_judged(flagged: Callable[..., list[str]]) -> None:
    assert not flagged("Half of the sites had revenue of at most 8, the median.", (COLUMNS, ROWS))


CLUBS = (
    ["club", "turnover", "points"],
    [["Ashby", 202, 58], ["Elmore", 389, 71], ["Firth", 176, 44], ["Oakham", 158, 47]],
)


def test_the_number_of_all_that_are_ranked_is_no_rank(flagged: Any) -> None:
    assert flagged("By turnover Ashby is rank 2 of 4.", CLUBS) == []
    assert flagged("By turnover Ashby is rank 3 of 4.", CLUBS) == ["3"]


@pytest.mark.parametrize(
    "text",
    [
        "The {}-largest site is Arran with 150 visitors.",
        "In {} place is Arran with 150 visitors.",
    ],
)
def test_a_rank_that_a_row_has_in_no_column_is_wrong(flagged: Any, text: str) -> None:
    assert not flagged(text.format("second"), (COLUMNS, ROWS))
    assert flagged(text.format("fourth"), (COLUMNS, ROWS)) == ["fourth"]


def test_a_rank_by_what_two_columns_come_to_is_not_judged(flagged: Any) -> None:
    assert not flagged("Arran ranks fourth for revenue per visitor.", (COLUMNS, ROWS))
