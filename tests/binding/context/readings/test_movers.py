"""Counts of the rows that went up or down, and of those past a bound that names no column."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.model.report import Verdict

SITES = (
    ["site", "calls_2023", "calls_2024", "wait_min"],
    [
        ["Alder", 410, 455, 7.5], ["Birch", 388, 371, 4.1], ["Cedar", 520, 548, 9.6],
        ["Damson", 295, 301, 3.2], ["Elm", 610, 580, 5.9],
    ],
)  # fmt: skip
YEARS = (
    ["farm", "year", "milk_kl"],
    [
        ["Ash", 2023, 61.4], ["Brae", 2023, 40.2], ["Croft", 2023, 55.0],
        ["Ash", 2024, 60.2], ["Brae", 2024, 43.7], ["Croft", 2024, 51.8],
    ],
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("Three sites recorded an increase, the rest fell.", SITES),
        ("Calls fell at two sites.", SITES),
        ("Of the sites, three report a rise and two a decline.", SITES),
        ("Two farms delivered less than a year before.", YEARS),
        ("Only one farm grew.", YEARS),
    ],
)
def test_rows_that_went_up_or_down_are_counted(flagged: Any, text: str, table: Any) -> None:
    assert flagged(text, table) == []


def test_a_count_of_rows_that_moved_is_held_against_the_data(flagged: Any) -> None:
    assert flagged("Calls fell at four sites.", SITES) == ["four"]


@pytest.mark.parametrize(("number", "wrong"), [("three", []), ("four", ["four"])])
def test_a_bound_is_told_of_a_column_in_whose_range_it_lies(
    flagged: Any, number: str, wrong: list[str]
) -> None:
    # No site has 5.5 calls: nothing but the wait can be meant.
    assert flagged(f"At {number} sites it was over 5.5.", SITES) == wrong


ROADS = (
    ["region", "deaths_2022", "deaths_2023"],
    [["Ash", 22, 19], ["Elm", 31, 27], ["Fir", 12, 14], ["Oak", 40, 36], ["Yew", 9, 11]],
)


@pytest.mark.parametrize(
    "text",
    ["Deaths: {} out of five regions got safer.", "On deaths, {} regions became safer in 2023.",
     "Deaths improved in {} of the five regions."],
)  # fmt: skip
def test_what_became_so_is_counted(flagged: Any, text: str) -> None:
    assert flagged(text.format("three"), ROADS) == []
    assert flagged(text.format("four"), ROADS) == ["four"]


def test_so_many_out_of_all_rows_is_no_percentage(read: Any) -> None:
    found = read("Deaths: three out of five regions got safer.", *ROADS)
    assert all(c.show().value != 60 for one in found for c in one.readings)
    assert any(c.agrees and c.show().formula == "distinct(region)" for c in found[1].readings)


TOWNS = (
    ["town", "members", "guests", "sales"],
    [["Ash", 30, 11, 7], ["Elm", 10, 18, 8], ["Fir", 13, 12, 9], ["Oak", 3, 15, 4],
     ["Yew", 9, 2, 6]],
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("Members outnumber guests in {} towns.", "three", "two"),
        ("In {} towns there were fewer members than guests.", "two", "three"),
        ("In {} of the five towns there were more guests than members.", "two", "three"),
    ],
)
def test_rows_with_more_of_one_than_of_another_are_counted(
    flagged: Any, text: str, right: str, wrong: str
) -> None:
    assert flagged(text.format(right), TOWNS) == []
    assert flagged(text.format(wrong), TOWNS) == [wrong]


def test_an_empty_cell_does_not_move_the_cells_below_it_to_other_rows(flagged: Any) -> None:
    # Trap: both columns have four numbers, and one by one the first are more in three.
    columns = ["site", "starters", "leavers"]
    rows = [
        ["Alder", None, 40], ["Birch", 30, 35], ["Cedar", 50, 45], ["Damson", 70, 60],
        ["Elm", 90, None],
    ]  # fmt: skip
    assert flagged("Starters outnumber leavers at three sites.", (columns, rows)) == ["three"]


POSTS = (
    ["post", "cases_2023", "cases_2024"],
    [["Ash", 184, 213], ["Elm", 98, 91], ["Fir", 321, 402], ["Oak", 126, 119], ["Yew", 16, 29]],
)
STOCKS = (
    ["depot", "pallets_start", "pallets_end"],
    [["Ash", 312, 331], ["Elm", 228, 229], ["Fir", 441, 462], ["Oak", 287, 281], ["Yew", 18, 17]],
)
STAFF = (
    ["lab", "year", "staff"],
    [["Ton", 2023, 61], ["Tor", 2023, 27], ["Tul", 2023, 34],
     ["Ton", 2024, 60], ["Tor", 2024, 26], ["Tul", 2024, 32]],
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "tables"),
    [
        ("Only {} posts shrank.", [POSTS]),  # three grew, so that three of them moved
        ("The number of posts whose intake shrank is {}.", [POSTS]),
        ("Over the quarter {} depots lost stock.", [STOCKS]),
        ("Only {} of our posts shrank.", [POSTS, STAFF]),  # three labs of another table did
    ],
)
def test_a_count_of_what_moved_is_told_of_one_way_and_of_one_table(
    flagged: Any, text: str, tables: Any
) -> None:
    assert flagged(text.format("two"), *tables) == []
    assert flagged(text.format("three"), *tables) == ["three"]


def test_which_way_rows_went_is_told_in_the_clause_of_their_count(flagged: Any) -> None:
    told = "From 2023 to 2024 cases went down at {} posts and up at three."
    assert flagged(told.format("two"), POSTS) == []
    assert flagged(told.format("four"), POSTS) == ["four"]


SHOPS = (
    ["shop", "jan", "feb"],
    [["Kew", 410, 388], ["Lee", 520, 497], ["Ore", 300, 281], ["Rye", 610, 655], ["Wem", 220, 240]],
)


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("{} of the five shops made more than the month before.", "Two", "Three"),
        ("{} of the five shops made less in February than in January.", "Three", "Two"),
        ("{} of the five shops made more in January than in February.", "Three", "Two"),
        ("{} of the five shops grew on the month before.", "Two", "Three"),
        ("{} shops were higher than the month before.", "Two", "Three"),
    ],
)
def test_a_count_of_what_is_more_than_before_is_not_one_of_what_is_less(
    bind: Any, text: str, right: str, wrong: str
) -> None:
    for told, is_right in ((right, True), (wrong, False)):
        bound, _ = bind(text.format(told), *SHOPS)
        assert (bound[0].binding.verdict is Verdict.SUPPORTED) is is_right
