"""A row held against what all rows come to: the mean, the median, the best, the next one."""

from __future__ import annotations

from typing import Any

import pytest

STORES = ["store", "net_sales_k", "margin_pct", "staff"]
ROWS = [
    ["Alder", 4120, 31.2, 52],
    ["Birch", 3875, 28.4, 47],
    ["Cedar", 2990, 35.1, 40],
    ["Dogwood", 2410, 22.7, 29],
    ["Elm", 1985, 30.3, 25],
]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Alder sold ⟨245⟩ more than the next best store.", "417"),
        ("Cedar's margin is ⟨3.9⟩ points better than anyone else's.", "5.2"),
        ("Dogwood has ⟨1,710⟩ less in sales than the leader.", "1,530"),
        ("Alder has ⟨13.4⟩ more staff than the average store.", "17.1"),
        ("Elm's staff is ⟨15⟩ below the median.", "19"),
        ("Net sales at Alder are ⟨34%⟩ above the mean.", "41%"),
        ("Alder sold ⟨46.3%⟩ more than the average of the other four stores.", "33.9%"),
        ("Net sales at Elm are ⟨40.7%⟩ below the average of the others.", "35.5%"),
        ("The distance between first and second in net sales is ⟨245k⟩.", "319k"),
    ],
)
def test_what_is_held_against_is_no_row_that_a_text_names(
    flagged: Any, text: str, wrong: str
) -> None:
    # Trap: only one row is named, and its own cell stands nearest.
    before, right, after = text.replace("⟩", "⟨").split("⟨")
    assert flagged(before + right + after, (STORES, ROWS)) == []
    assert flagged(before + wrong + after, (STORES, ROWS)) == [wrong]


def test_the_next_of_something_else_is_no_next_row(flagged: Any) -> None:
    # Trap: "the next street" tells where Birch is; it is Birch that Alder is held against.
    text = "Alder earns 8.1 points more than Dogwood in the next street."
    assert flagged(text.replace("8.1", "8.5"), (STORES, ROWS)) == []
    assert flagged(text, (STORES, ROWS)) == ["8.1"]


def test_a_row_is_so_many_times_the_average(flagged: Any) -> None:
    table = (
        ["shop", "sales_eur_k", "visitors"],
        [["Quay", 919.8, 65700], ["Mill", 540.0, 43800], ["Dock", 1440.0, 91250]],
    )
    text = "The Dock has {} times the sales of the average shop."
    assert flagged(text.format("1.5"), table) == []
    assert flagged(text.format("2.1"), table) == ["2.1 times"]
