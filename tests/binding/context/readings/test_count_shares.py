"""Parts of all rows, told by a label, a condition or a move."""

from __future__ import annotations

from typing import Any

import pytest

_SHOPS = (
    ["shop", "region", "sales", "staff", "franchised"],
    [
        ["Kiel", "North", 118, 14, "no"], ["Ulm", "South", 231, 22, "yes"],
        ["Hof", "South", 87, 9, "no"], ["Worms", "West", 154, 17, "yes"],
        ["Jena", "East", 99, 11, "no"], ["Bonn", "West", 140, 15, "yes"],
        ["Gera", "East", 101, 12, "no"], ["Aalen", "South", 148, 16, "no"],
    ],
    "",
    {"sales": "EUR thousand"},
)  # fmt: skip
_YEARS = (
    ["site", "staff_2023", "staff_2024"],
    [["Alm", 31, 33], ["Bux", 40, 38], ["Celle", 22, 25], ["Dill", 19, 24]],
)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("Half of the shops have fewer than 15 staff.", []),
        ("More than half of our shops sell over €110 k.", []),
        ("75% of the shops sell over €100 k.", []),
        ("85% of the shops sell over €100 k.", ["85%"]),
        ("Three-eighths of the shops are franchised.", []),
        ("60% of shops are franchised.", ["60%"]),
        ("38% of the shops lie in the South.", []),
        ("Half of the shops are in the South.", ["Half"]),
        ("The South makes 43% of the shops' sales.", []),
    ],
)
def test_a_part_of_the_rows(flagged: Any, said: str, wrong: list[str]) -> None:
    # Trap: three of eight shops make 43% of the sales.
    assert flagged(said, _SHOPS) == wrong


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("75% of the sites grew in 2024.", []),
        ("50% of the sites grew in 2024.", ["50%"]),
    ],
)
def test_a_part_of_the_rows_that_moved(flagged: Any, said: str, wrong: list[str]) -> None:
    assert flagged(said, _YEARS) == wrong


def test_a_part_of_the_periods(flagged: Any) -> None:
    months = [[f"2024-{month:02}", n] for month, n in enumerate((812, 774, 851, 903), 1)]
    desk = ["month", "closed"], months
    assert flagged("In 50% of the months more than 830 were closed.", desk) == []
    assert flagged("In 25% of the months more than 830 were closed.", desk) == ["25%"]


_STOPS = (
    ["stop_id", "severity", "line", "opened", "downtime_min"],
    [
        ["S-11", "P1", "Press", "2024-01-14", 145], ["S-12", "P3", "Lathe", "2024-01-29", 35],
        ["S-13", "P2", "Press", "2024-02-11", 80], ["S-14", "P2", "Oven", "2024-03-02", 62],
        ["S-15", "P1", "Oven", "2024-03-19", 190], ["S-16", "P3", "Lathe", "2024-04-07", 20],
        ["S-17", "P2", "Lathe", "2024-05-22", 75], ["S-18", "P1", "Press", "2024-06-15", 98],
    ],
)  # fmt: skip


@pytest.mark.parametrize(
    "said",
    [
        "{} of the stops were P1.",
        "The Oven had two stops (25%), the Press three stops ({}).",
        "Of the eight stops, three ({}) were P1.",
        "Three of the eight stops ({}) hit the Press.",
        "| Severity | Stops | Share |\n|---|---|---|\n| P1 | 3 | {} |\n| P3 | 2 | 25.0% |",
    ],
)
def test_a_part_of_rows_that_are_called_by_their_identifier(flagged: Any, said: str) -> None:
    assert flagged(said.format("37.5%"), _STOPS) == []
    assert flagged(said.format("41.5%"), _STOPS) == ["41.5%"]


def test_what_lasts_some_minutes_adds_up(flagged: Any) -> None:
    said = "The Press was down for {} minutes, 45.8% of all downtime. P1 stops took {} on average."
    assert flagged(said.format(323, "144 minutes"), _STOPS) == []
    assert flagged(said.format(363, "159 minutes"), _STOPS) == ["363 minutes", "159 minutes"]
