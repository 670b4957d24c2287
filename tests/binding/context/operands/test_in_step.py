"""Numbers of one name are told in the order of those of the name before."""

from __future__ import annotations

from typing import Any

import pytest

CREWS = (
    ["station", "calls", "hours", "boats"],
    [["Ayr", 529, 461, 12], ["Bute", 497, 449, 31], ["Coll", 388, 402, 17]],
)
MONTHS = (
    ["quay", "apr", "may", "jun"],
    [["Leith", 133.4, 138.9, 146.1], ["Troon", 214.5, 236.8, 251.3]],
)
LONG = (
    ["quay", "month", "tonnes"],
    [
        ["Leith", "2024-04", 1334], ["Leith", "2024-05", 1389],
        ["Troon", "2024-04", 2145], ["Troon", "2024-05", 2368],
    ],
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "table", "right", "wrong"),
    [
        ("Ayr took 529 calls in 461 hours, Bute 497 in {}.", CREWS, "449", "402"),
        ("Ayr took 529 calls and has 12 boats; Bute 497 and {}.", CREWS, "31", "449"),
        (
            "Leith: 133.4 in April, 138.9 in May and 146.1 in June; Troon: 214.5, {} and 251.3.",
            MONTHS, "236.8", "251.3",
        ),
        (
            "Leith moved 1,334 tonnes in April and 1,389 in May, Troon 2,145 and {}.",
            LONG, "2,368", "1,389",
        ),
    ],
)  # fmt: skip
def test_a_number_is_told_like_the_one_at_its_place(
    flagged: Any, text: str, table: Any, right: str, wrong: str
) -> None:
    assert flagged(text.format(right), table) == []
    assert flagged(text.format(wrong), table) == [wrong]


def test_lists_of_other_lengths_are_not_told_in_step(flagged: Any) -> None:
    text = "Ayr took 529 calls in 461 hours with 12 boats, Bute 497 with 31 boats."
    assert flagged(text, CREWS) == []


def test_a_name_behind_a_comma_is_that_of_the_next_number(flagged: Any) -> None:
    text = "Leith had 146.1 in June, up from 138.9, Troon 251.3, up from 236.8."
    assert flagged(text, MONTHS) == []
