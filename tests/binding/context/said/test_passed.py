"""Numbers that something goes past bound it, and are no values."""

from __future__ import annotations

from typing import Any

import pytest

MONTHS = (
    ["month", "tickets", "staff"],
    [
        ["May", 6480, 12],
        ["Jun", 7350, 14],
        ["Jul", 9120, 15],
        ["Aug", 11485, 15],
        ["Sep", 6020, 11],
    ],
)


@pytest.mark.parametrize(
    "text",
    ["Tickets beat 7,000 in {} months.", "In {} months tickets exceeded the figure of 7,000.",
     "Tickets topped 7,000 in {} months. average staff was 13.4"],
)  # fmt: skip
def test_rows_past_it_are_counted(flagged: Any, text: str) -> None:
    assert flagged(text.format("three"), MONTHS) == []
    assert flagged(text.format("four"), MONTHS) == ["four months"]


@pytest.mark.parametrize(
    "text",
    ["In {} months 14 staff or better were on.", "Staff of 14 or better were on in {} months."],
)
def test_what_is_as_good_or_better_is_counted(flagged: Any, text: str) -> None:
    assert flagged(text.format("three"), MONTHS) == []
    assert flagged(text.format("two"), MONTHS) != []


def test_what_went_past_a_mark_may_be_well_above_it(flagged: Any) -> None:
    assert flagged("In August tickets went through 11,000.", MONTHS) == []
    assert flagged("In August tickets went through 12,000.", MONTHS) == ["12,000"]


@pytest.mark.parametrize("text", ["In May 12 of the staff passed 6,480 tickets."])
def test_what_is_handed_on_is_no_bound(read: Any, text: str) -> None:
    assert "bound" not in read(text, *MONTHS)[-1].signs


SITES = (
    ["site", "month", "wait_min", "calls"],
    [
        [site, f"2024-0{number}", wait, calls]
        for site, each in (("Pier", (8.4, 7.6, 9.1, 8.8)), ("Quay", (6.2, 8.3, 7.9, 7.1)))
        for number, (wait, calls) in enumerate(zip(each, (410, 520, 380, 640), strict=True), 1)
    ],
)


def test_what_was_breached_is_a_bound_of_what_is_counted(flagged: Any) -> None:
    text = "The 8-minute limit was breached in {} months at the Pier."
    assert flagged(text.format("three"), SITES) == []
    assert flagged(text.format("two"), SITES) == ["two months"]
