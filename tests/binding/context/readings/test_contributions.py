"""Shares of a change: what part of the increase a row brought."""

from __future__ import annotations

from typing import Any

import pytest

SITES = ["site", "visitors_2022", "visitors_2023", "visitors_2024"]
ROWS = [
    ["Castle", 41210, 38420, 44975],
    ["Abbey", 28340, 29115, 32860],
    ["Mill", 9875, 10640, 12310],
    ["Gardens", 53480, 55905, 61330],
]
MONTHS = ["month", "site", "visitors"]
LONG = [
    [month, site, visitors]
    for month, each in (("2024-05", (4120, 2830, 990)), ("2024-06", (5340, 3015, 1265)))
    for site, visitors in zip(("Castle", "Abbey", "Mill"), each, strict=True)
]


@pytest.mark.parametrize(
    ("text", "table", "wrong"),
    [
        ("The Castle accounted for ⟨38%⟩ of the increase in visitors.", (SITES, ROWS), "47%"),
        ("Of the extra visitors in 2024 the Abbey brought ⟨22%⟩.", (SITES, ROWS), "29%"),
        ("⟨73%⟩ of June's rise in visitors came from the Castle.", (MONTHS, LONG), "61%"),
    ],
)
def test_a_part_of_a_change_is_no_part_of_the_whole(
    flagged: Any, text: str, table: Any, wrong: str
) -> None:
    # Trap: the Castle has 30% of the visitors, and 17% more than before.
    before, right, after = text.replace("⟩", "⟨").split("⟨")
    assert flagged(before + right + after, table) == []
    assert flagged(before + wrong + after, table) == [wrong]


def test_quarters_of_improvement_are_no_part_of_it(flagged: Any) -> None:
    # Trap: three quarters are no fraction, so that 94.4% is not a share of a change.
    table = (
        ["depot", "parcels_q3", "parcels_q4", "otd_q1", "otd_q2", "otd_q3", "otd_q4", "vans"],
        [
            ["Leeds", 49900, 67400, 94.1, 95.0, 93.2, 88.7, 62],
            ["Derby", 35100, 42850, 96.3, 96.8, 97.1, 94.4, 38],
            ["Hull", 23450, 30200, 91.5, 90.2, 92.8, 86.9, 31],
            ["York", 18200, 25900, 97.4, 97.9, 96.6, 95.2, 22],
        ],
    )
    text = "Derby's on-time rate slipped to {} in Q4 after three quarters of steady improvement."
    assert "94.4%" not in flagged(text.format("94.4%"), table)
    assert "88.4%" in flagged(text.format("88.4%"), table)


def test_a_share_that_fell_is_no_part_of_a_fall(flagged: Any) -> None:
    # Trap: what "of sales fell" tells of is the share, and costs have 60% of the growth of sales.
    table = (["item", "2023", "2024"], [["Sales", 480, 540], ["Cost of sales", 300, 324]])
    text = "Cost of sales as a share of sales fell to 60% in 2024."
    assert flagged(text, table) == []
    assert flagged(text.replace("60%", "40%"), table) == ["40%"]  # of the growth
