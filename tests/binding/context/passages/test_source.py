"""How near names are to a number: those told of another number are far."""

from __future__ import annotations

from typing import Any

import pytest

COLUMNS = ["item", "2023", "2024"]
ROWS = [["Fees", 300, 345], ["Rent", 120, 150]]


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("In 2024 fees were 345 million (2023: 300 million).", True),
        ("In 2024 fees were 345 million after 300 million in 2023.", True),
        ("Fees were 300 million (in 2023).", False),  # the brackets tell of the number itself
    ],
)
def test_a_period_of_what_a_number_is_compared_with_is_not_its_own(
    read: Any, text: str, own: bool
) -> None:
    found = read(text, COLUMNS, ROWS)[0]
    told = {c.columns[0]: c.period for c in found.readings if c.columns and 0 in c.rows}
    assert (told[2] > told[1]) is own


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("All amounts were 495 in 2024, of which the north 345.", True),
        ("All amounts were 495 in 2024, for the north 345.", False),
    ],
)
def test_what_a_part_of_a_number_is_told_of_is_not_its_own(
    read: Any, text: str, whole: bool
) -> None:
    columns = ["item", "area", "2024"]
    found = read(text, columns, [["Admission", "north", 345], ["Rent", "south", 150]])[0]
    assert (found.link(0) < 0.4) is whole


CENSUS = (
    ["town", "people_2011", "people_2021"],
    [
        ["Ash", 96775, 107000],
        ["Elm", 252100, 268320],
        ["Fir", 91200, 101400],
        ["Oak", 47400, 38900],
    ],
)


def test_a_period_with_a_colon_behind_the_number_is_that_of_the_next_one(flagged: Any) -> None:
    assert flagged("Towns above 100,000 people: three, in 2011: one.", CENSUS) == []
    assert "four" in flagged("Towns above 100,000 people: four, in 2011: one.", CENSUS)


PARTIES = (
    ["party", "seats", "candidates", "women"],
    [["Conservatives", 20, 58, 17], ["Liberals", 16, 60, 22], ["Greens", 13, 61, 29]],
)


def test_the_head_of_a_list_is_told_of_all_of_it(flagged: Any) -> None:
    text = "Seats: Conservatives 20 (of the 49), Liberals 16 (of the 49), Greens {} (of the 49)."
    assert flagged(text.format(13), PARTIES) == []
    assert flagged(text.format(61), PARTIES) == ["61"]


@pytest.mark.parametrize("joint", [", but", " – but", ", whereas", "; though"])
def test_a_name_in_a_clause_that_goes_against_it_is_not_a_numbers_own(
    read: Any, joint: str
) -> None:
    said = f"The fires came to 4,970{joint} Alder had 1,530."
    every, alder = read(said, ["ward", "fires"], [["Alder", 1530], ["Birch", 3440]])
    assert every.link(0) < 0.3 < alder.link(0)


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("In 2024 fees were 345, up from {}.", "300", "280"),
        ("Fees reached 345 in 2024, up from {}.", "300", "280"),
        ("Fees fell from {} to 300 in 2023.", "312", "345"),
    ],
)
def test_what_a_value_moved_from_is_of_the_period_before(
    flagged: Any, text: str, right: str, wrong: str
) -> None:
    table = ["item", "2022", "2023", "2024"], [["Fees", 312, 300, 345], ["Rent", 280, 120, 150]]
    assert flagged(text.format(right), table) == []
    assert flagged(text.format(wrong), table) == [wrong]


def test_what_two_values_moved_from_is_of_the_period_told_of_the_first(flagged: Any) -> None:
    rows = [
        ["Ops", "2024-Q1", 970, 79.3],
        ["Ops", "2024-Q2", 880, 81.5],
        ["Ops", "2024-Q3", 810, 82.9],
    ]
    table = ["desk", "quarter", "calls", "csat"], rows
    text = "Ops took 810 calls in Q3, down from {} in Q1, and csat climbed from {} to 82.9."
    assert flagged(text.format(970, 79.3), table) == []
    assert "85.2" in flagged(text.format(970, 85.2), table)


_SHIFTS = (
    ["plant", "shift", "month", "units"],
    [
        ["Graz", "Day", "2025-06", 5200], ["Graz", "Day", "2025-07", 5410],
        ["Graz", "Night", "2025-06", 4100], ["Graz", "Night", "2025-07", 3990],
        ["Brno", "Day", "2025-06", 6100], ["Brno", "Day", "2025-07", 6350],
        ["Brno", "Night", "2025-06", 5800], ["Brno", "Night", "2025-07", 5900],
    ],
)  # fmt: skip


@pytest.mark.parametrize(
    "said",
    [
        "Graz made 9,400 units in July, of which 3,990 at night.",
        "Graz made 9,400 units in July, 3,990 of them at night.",
        "In July Graz made 9,400 units: 5,410 by day and 3,990 by night.",
    ],
)
def test_a_name_that_a_part_is_told_of_is_not_that_of_the_whole(flagged: Any, said: str) -> None:
    assert flagged(said, _SHIFTS) == []
    assert flagged(said.replace("9,400", "9,900"), _SHIFTS) == ["9,900"]
    assert flagged(said.replace("3,990", "4,100"), _SHIFTS) == ["4,100"]
