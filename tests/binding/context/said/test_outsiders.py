"""Numbers of others than those whom the data are about."""

from __future__ import annotations

from typing import Any

import pytest

COLUMNS = ["shop", "bikes_sold", "staff", "returns_pct"]
ROWS = [
    ["Harbour", 1840, 12, 3.1],
    ["Station", 2415, 17, 4.4],
    ["Old Mill", 960, 7, 2.2],
    ["Parkside", 1325, 9, 5.6],
    ["Ring Road", 3070, 21, 6.3],
]


@pytest.mark.parametrize(
    "text",
    [
        "The industry returns 7.5% of all bikes, the association says; Harbour only 3.1%.",
        "According to the ministry 480,000 bikes were sold last year.",
        "Nationally, a shop employs 14 people; ours at Station employs 17.",
        "Our competitor sold 5,200 bikes.",
        "A helmet costs 49 euros and lasts 8 years.",
        "Inflation stood at 2.2%.",
        "The premium of 300 euros per bike is not in the data.",
        "Across Europe 11% of bikes come back.",
    ],
)
def test_figures_of_others_are_not_held_against_the_data(flagged: Any, text: str) -> None:
    assert flagged(text, (COLUMNS, ROWS)) == []


def test_a_table_of_the_others_is_asked(flagged: Any) -> None:
    """A table of ministries speaks of what the ministry says."""
    rows = [["ministry", 4.4], ["council", 3.1], ["court", 2.2]]
    text = "The ministry had a sick rate of 7.5%."
    assert flagged(text, (["body", "sick_rate_pct"], rows)) == ["7.5%"]


def test_a_row_that_is_named_is_no_other(flagged: Any) -> None:
    text = "Nationally known Harbour returned 7.5% of its bikes."
    assert flagged(text, (COLUMNS, ROWS)) == ["7.5%"]


def test_any_such_thing_that_a_table_has_is_asked_for(flagged: Any) -> None:
    rows = [["helmet", 49.0], ["lock", 32.5], ["pump", 18.9]]
    assert flagged("A lock costs 39.5 euros.", (["item", "cost_eur"], rows)) == ["39.5 euros"]
