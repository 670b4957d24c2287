"""Numbers that tell of a stretch of time or a streak."""

from __future__ import annotations

from typing import Any

import pytest

COLUMNS = ["club", "wins", "losses"]
ROWS = [["Falcons", 12, 3], ["Herons", 9, 6]]


@pytest.mark.parametrize(
    "text",
    [
        "The Falcons have won 4 straight.",
        "The Falcons won their last 5 games.",
        "The Falcons have won 4 of their last six.",
        "The Falcons took the lead with 3 minutes left.",
        "The Falcons have won 4 in a row.",
        "The Falcons have 12 wins so far (that is 7 months).",
    ],
)
def test_a_streak_is_no_season(read: Any, text: str) -> None:
    assert "spell" in read(text, COLUMNS, ROWS)[-1].signs


def test_a_plain_count_is_no_streak(read: Any) -> None:
    assert read("The Falcons have 12 wins.", COLUMNS, ROWS)[0].signs == []


def test_a_noun_that_no_measure_is_called_is_foreign(read: Any) -> None:
    # "game" stands in the name of a column of dates, which counts none.
    columns = ["date of the game", *COLUMNS]
    rows = [["2026-03-01", *row] for row in ROWS]
    assert "foreign_noun" in read("The Falcons played 15 games.", columns, rows)[0].signs


@pytest.mark.parametrize("text", ["It was over after 90 minutes.", "It fell 12 mm over six hours."])
def test_how_long_something_lasted_is_no_value_of_the_table(read: Any, text: str) -> None:
    assert "spell" in read(text, ["player", "minute"], [["Ana", 12], ["Eva", 46]])[-1].signs


def test_a_number_within_a_label_is_a_part_of_its_name(read: Any) -> None:
    found = read("The League 2 final had 46 goals.", ["league", "goals"], [["League 2", 46]])
    assert [("in_name" in each.signs) for each in found] == [True, False]


def test_thousands_in_the_first_months_are_no_streak(read: Any) -> None:
    # Trap: "five of the last seven games" has the same form.
    text = "Some 4,120 orders were placed in the first nine months of the year."
    assert "spell" not in read(text, ["site", "orders"], [["A", 4120]])[0].signs


@pytest.mark.parametrize(
    "text",
    [
        "The waits of Premium lasted {} minutes.",
        "Premium waits {} minutes before it is served.",
        "Premium is served after {} minutes.",
        "Within {} minutes Premium is served.",
    ],
)
def test_a_time_that_a_table_has_is_a_figure(flagged: Any, text: str) -> None:
    table = (["plan", "wait_min", "users"], [["Premium", 9, 1875], ["Basic", 18, 5230]])
    assert flagged(text.format(14), table) == ["14 minutes"]
    assert flagged(text.format(9), table) == []


@pytest.mark.parametrize(
    "text",
    [
        "Two things: Harbour sold over {} bikes and is near.",
        "For three reasons Harbour sold over {} bikes.",
        "The only problem is Harbour with more than {} bikes.",
    ],
)
def test_a_bound_that_is_told_of_a_name_limits_nothing(flagged: Any, text: str, shops: Any) -> None:
    # Trap: "two shops sold over 900" has a count and a bound as well.
    assert "2,200" in flagged(text.format("2,200"), shops)
    assert "1,830" not in flagged(text.format("1,830"), shops)


def test_when_somebody_will_write_is_no_figure(flagged: Any) -> None:
    weeks = (["week", "tickets"], [[f"W{n}", 2400 + n] for n in range(10, 20)])
    assert flagged("I'll send an update in three weeks.", weeks) == []
    assert flagged("I'll be brief. Tickets rose in three weeks.", weeks) == ["three weeks"]
