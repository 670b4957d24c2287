"""Numbers that tell how sure a finding is."""

from __future__ import annotations

from typing import Any

import pytest

SHOPS = (
    ["shop", "bikes_sold", "staff", "rent_keur", "returns_pct"],
    [
        ["Harbour", 1840, 12, 96.5, 3.1],
        ["Station", 2415, 17, 148.0, 4.4],
        ["Old Mill", 960, 7, 41.2, 2.2],
        ["Parkside", 1325, 9, 63.8, 5.6],
        ["Ring Road", 3070, 21, 120.4, 6.3],
    ],
)


@pytest.mark.parametrize(
    "text",
    [
        "With p < 0.05 the difference is significant.",
        "R² = 0.31, so staff explain little.",
        "At 95% confidence Ring Road is ahead with 3,070.",
        "The margin of error is 3 points.",
        "The survey (n = 250) was done in May.",
        "A p-value of 0.03 speaks for it.",
    ],
)
def test_how_sure_something_is_is_no_figure(flagged: Any, text: str) -> None:
    assert flagged(text, SHOPS) == []


def test_a_percentage_of_a_row_is_a_figure(flagged: Any) -> None:
    assert flagged("Ring Road had 9.5% returns, and our confidence is high.", SHOPS) == ["9.5%"]
