"""Bounds that say which rows are meant, and claim nothing of them."""

from __future__ import annotations

from typing import Any

import pytest

SHOPS = (
    ["shop", "bikes_sold", "staff", "returns_pct"],
    [
        ["Harbour", 1840, 12, 3.1],
        ["Station", 2415, 17, 4.4],
        ["Parkside", 1325, 9, 5.6],
        ["Ring Road", 3070, 21, 6.3],
    ],
)


@pytest.mark.parametrize(
    "text",
    [
        "I would flag any shop above 8% returns.",
        "Shops with over 10% returns are looked into.",
        "I excluded shops with fewer than 10 staff.",
        "Shops above 15 staff: Station and Ring Road.",
        "Shops with a staff of over 15: Station and Ring Road.",
        "The shops with returns above 7% are looked into.",
    ],
)
def test_a_bound_that_says_which_rows_are_meant_is_no_figure(flagged: Any, text: str) -> None:
    assert flagged(text, SHOPS) == []


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("Ring Road is a shop with over {} bikes sold.", "3,000", "3,900"),
        ("Harbour, a shop we like, sold over {} bikes.", "1,800", "1,900"),
        ("All shops sold more than {} bikes.", "1,300", "1,700"),
        ("Each shop has at least {} staff.", "9", "13"),
    ],
)
def test_a_bound_of_what_is_named_is_judged(
    flagged: Any, text: str, right: str, wrong: str
) -> None:
    assert flagged(text.format(wrong), SHOPS) == [wrong]
    assert flagged(text.format(right), SHOPS) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Alto has a weight of over 150 g.", "150 g"),
        ("Bento had a weight of at least 150 g.", "150 g"),
        ("Every model has a weight of over 150 g.", "150 g"),
        ("Half of the models had a weight of at most 223.0 g, the median.", "223.0 g"),
    ],
)
def test_a_bound_of_what_something_has_is_told_of_it(flagged: Any, text: str, wrong: str) -> None:
    """Trap: "a weight of over 150 g" is of the one that has it, and no sort of models."""
    rows = [["Alto", 121.5], ["Bento", 138.0], ["Cello", 181.0], ["Dolce", 204.5], ["Echo", 262.0]]
    assert flagged(text, (["model", "weight_g"], rows))[-1:] == [wrong]
