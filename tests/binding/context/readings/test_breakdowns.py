"""Sums of the columns of a row, where a table holds the parts and never their total."""

from __future__ import annotations

from typing import Any

import pytest

_TICKETS = (
    ["month", "adults", "children", "seniors"],
    [["Jan", 612, 241, 190], ["Feb", 702, 388, 164], ["Mar", 655, 290, 233]],
    "Tickets by kind and month",
)
_STOPS = (
    ["stop", "docks", "riders", "wait"],
    [["Lido", 22, 241, 4.5], ["Quay", 31, 388, 2.5], ["Mole", 12, 290, 3.0]],
    "Bicycle stops",
)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("In February we sold 1,254 tickets.", []),
        ("In February we sold 1,524 tickets.", ["1,524"]),
        ("In February 702 adults came, 388 children and 164 seniors, 1,254 all told.", []),
        ("| Month | Tickets | Share |\n| --- | --- | --- |\n| Jan | 1,043 | 30.0% |", []),
        ("| Month | Tickets | Share |\n| --- | --- | --- |\n| Jan | 1,034 | 30.0% |", ["1,034"]),
    ],
)
def test_parts_make_the_total_of_a_row(flagged: Any, said: str, wrong: list[str]) -> None:
    assert flagged(said, _TICKETS) == wrong


def test_what_is_unlike_makes_no_total(flagged: Any) -> None:
    # Trap: docks, riders and minutes are amounts as well, but no parts of one thing.
    assert flagged("The stop at Quay has 419 bicycles in all.", _STOPS) == ["419"]
