"""What is left of one amount after another, where a word asks for it and none names the two."""

from __future__ import annotations

from typing import Any

import pytest

LIBRARY = (
    ["branch", "shelves", "books_lent", "books_returned", "dues_eur", "paid_eur"],
    [
        ["Harbour", 61, 18_240, 17_655, 9_310.0, 8_120.0],
        ["Castle", 44, 12_905, 13_480, 6_450.0, 6_015.0],
        ["Meadow", 38, 9_770, 9_240, 4_120.0, 3_055.0],
    ],
)
TILL = (
    ["entry", "flow", "amount_eur"],
    [
        ["Tickets", "in", 48_300],
        ["Grant", "in", 21_750],
        ["Wages", "out", 39_900],
        ["Rent", "out", 17_420],
    ],
)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Harbour leaks 585 books a year.", []),
        ("Harbour leaks 685 books a year.", ["685"]),
        ("Harbour and Meadow: the pair of them leak 1,115 books a year.", []),
        ("At Meadow the shortfall is €1,065.", []),  # of money, not of books
        ("At Meadow the shortfall is €530.", ["€530"]),
        ("Harbour: 18,240 out, 17,655 back, net +585.", []),
        ("Castle: 12,905 out, 13,480 back, net +575.", ["+575"]),  # more came back
        ("The net is EUR 12,730.", []),
        ("The net is EUR 13,230.", ["EUR 13,230"]),
    ],
)
def test_what_is_left_is_the_difference_of_what_is_measured_alike(
    flagged: Any, text: str, wrong: list[str]
) -> None:
    assert flagged(text, TILL if "EUR" in text else LIBRARY) == wrong


def test_amounts_that_are_all_net_leave_nothing(flagged: Any) -> None:
    # Trap: "net" of a table of net sales asks for no difference.
    table = (["shop", "north_k", "south_k"], [["Pier", 310, 200], ["Mill", 150, 95]], "Net sales")
    assert flagged("Pier had net sales of 110 thousand.", table) == ["110 thousand"]


@pytest.mark.parametrize(("said", "wrong"), [("92", []), ("131", ["131"])])
def test_a_margin_lies_between_the_first_and_the_second(
    flagged: Any, said: str, wrong: list[str]
) -> None:
    # Trap: 131 decided another poll.
    polls = (
        ["hall", "votes_oak", "votes_elm", "votes_ash"],
        [["Quayside", 1_204, 899, 1_112], ["Priory", 640, 771, 418]],
    )
    assert flagged(f"A margin of {said} votes decided the poll at Quayside.", polls) == wrong


SERVICES = (
    ["service", "orig_budget_k", "rev_budget_k", "outturn_k", "prior_outturn_k"],
    [["Highways", 18940, 18720, 17395, 18220], ["Housing", 9860, 11420, 13085, 9240]],
)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Highways closed the year £1,325k in hand.", "£1,580k"),
        ("Housing ended the year £1,665k in the red.", "£1,905k"),
    ],
)
def test_what_is_left_is_left_of_a_plan(flagged: Any, text: str, wrong: str) -> None:
    # Trap: two budgets have names that differ in a word, but neither is spent.
    right = next(word for word in text.split() if word[0] == "£")
    assert flagged(text, SERVICES) == []
    assert flagged(text.replace(right, wrong), SERVICES) == [wrong]


WARDS = (
    ["ward", "capacity_beds", "used_beds", "admissions", "nurses"],
    [["Larch", 420, 379, 2_816, 97], ["Rowan", 360, 251, 2_183, 112], ["Hazel", 275, 262, 904, 41]],
)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Hazel is nearly full and has only 13 free beds left.", []),
        ("Hazel is nearly full and has only 41 free beds left.", ["41"]),
        ("Larch still has 41 vacant beds.", []),
        ("Larch still has 109 vacant beds.", ["109"]),
        ("Rowan has 109 spare beds.", []),
        ("Rowan has 13 spare beds.", ["13"]),
        ("Across all wards 163 beds are still free.", []),
        ("Across all wards 122 beds are still free.", ["122"]),
        ("- Larch: 41 beds left", []),
        ("Larch has only 13 of its beds left.", ["13"]),
    ],
)
def test_what_is_free_is_what_was_not_taken_of_the_room(
    flagged: Any, text: str, wrong: list[str]
) -> None:
    assert flagged(text, WARDS) == wrong


@pytest.mark.parametrize(("said", "wrong"), [("262", []), ("251", ["251"])])
def test_what_someone_left_is_told_by_the_verb(flagged: Any, said: str, wrong: list[str]) -> None:
    # Trap: nothing is left of a room here.
    assert flagged(f"In Hazel the night staff left {said} beds used.", WARDS) == wrong
