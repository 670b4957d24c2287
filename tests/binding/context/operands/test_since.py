"""Columns that hold the same for the period before: ``prior_outturn``, ``points_last_season``."""

from __future__ import annotations

from typing import Any

import pytest

SERVICES = ["service", "outturn_k", "prior_outturn_k", "budget_k"]
ROWS = [
    ["Parks", 7190, 6780, 7015],
    ["Libraries", 4615, 4905, 4720],
    ["Highways", 17615, 18220, 18940],
]
CLUBS = ["club", "points", "wins", "points_last_season"]
TABLE = [["Ravens", 62, 19, 55], ["Kestrels", 48, 14, 52], ["Rovers", 32, 8, 28]]


@pytest.mark.parametrize(
    ("text", "table", "wrong"),
    [
        ("Parks cost ⟨6.0%⟩ more than a year earlier.", (SERVICES, ROWS), "7.4%"),
        ("Libraries spent ⟨290 thousand⟩ less than last year.", (SERVICES, ROWS), "347 thousand"),
        ("The Ravens are ⟨7⟩ points better off than last season.", (CLUBS, TABLE), "5"),
    ],
)
def test_a_change_since_the_period_before(flagged: Any, text: str, table: Any, wrong: str) -> None:
    # Trap: no column has a period in its name, so nothing tells which one came first.
    before, right, after = text.replace("⟩", "⟨").split("⟨")
    assert flagged(before + right + after, table) == []
    assert flagged(before + wrong + after, table) == [wrong]


LONG = [
    [site, quarter, users]
    for site, each in (
        ("North", (8120, 8350, 8510)), ("South", (6400, 6330, 6550)), ("East", (2980, 3220, 3170))
    )
    for quarter, users in zip(("2024Q1", "2024Q2", "2024Q3"), each, strict=True)
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("In the North users were up ⟨160⟩ on Q2.", "230"),
        ("Compared with the first quarter the South is up ⟨150⟩ users.", "220"),
        ("The North is ⟨1,960⟩ users ahead of the South.", "2,310"),
    ],
)
def test_what_no_period_is_told_of_is_of_the_newest(flagged: Any, text: str, wrong: str) -> None:
    # Trap: the only period that is named is what the newest is compared with, or none is.
    before, right, after = text.replace("⟩", "⟨").split("⟨")
    table = ["region", "quarter", "users"], LONG
    assert flagged(before + right + after, table) == []
    assert flagged(before + wrong + after, table) == [wrong]
