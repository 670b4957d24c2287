"""Ranges and lists of periods, and the rows that they mean."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.language.periods import Period, complete, find
from sidecar.binding.language.ranges import between

_SOLD = (412, 388, 467, 501, 533, 590, 612, 604, 548, 519, 655, 790)
_YEAR = (["month", "sold"], [[f"2024-{at:02}", n] for at, n in enumerate(_SOLD, 1)])
_LONG = (
    ["quarter", "site", "births"],
    [
        [f"{year}Q{quarter}", site, 100 * at + 7 * quarter + year % 100]
        for at, site in enumerate(("Coast", "Hills", "Plain"), 1)
        for year in (2023, 2024)
        for quarter in (1, 2, 3)
    ],
)


@pytest.mark.parametrize(
    ("said", "months"),
    [
        ("jan to mar", [1, 3]),
        ("in apr/may", [4, 5]),
        ("jun jul aug together", [6, 7, 8]),
        ("june may fall", [6]),  # a verb
        ("to march on", []),
    ],
)
def test_a_month_beside_another_is_no_other_word(said: str, months: list[int]) -> None:
    assert [period.month for _, _, period in find(said)] == months


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("jun jul aug together 1,806 sold vs 1,267 in jan to mar, 43% up", []),
        ("jun jul aug together 1,202 sold vs 1,267 in jan to mar", ["1,202"]),
        ("jun jul aug together 1,806 sold vs 1,767 in jan to mar", ["1,767"]),
        ("jun jul aug together 1,806 sold vs 1,267 in jan to mar, 33% up", ["33%"]),
        ("We sold 6,619 in all, avg 552 a month.", []),
        ("We sold 6,619 in all, avg 525 a month.", ["525"]),
    ],
)
def test_months_that_are_told_together_are_added_up(
    flagged: Any, said: str, wrong: list[str]
) -> None:
    assert flagged(said, _YEAR) == wrong


def test_months_of_no_year_are_those_of_the_newest(flagged: Any) -> None:
    # Trap: from the first April of the data to the last June of them.
    assert flagged("Between April and June 714 births were told.", _LONG) == []
    assert flagged("Between April and June 741 births were told.", _LONG) == ["741"]


@pytest.mark.parametrize(
    ("first", "last", "wanted"),
    [
        (7, 6, [7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 5, 6]),
        (11, 2, [11, 12, 1, 2]),
        (4, 6, [4, 5, 6]),
    ],
)
def test_a_range_may_cross_the_year(first: int, last: int, wanted: list[int]) -> None:
    order = [complete(2023 + at // 12, at % 12 + 1, None) for at in range(30)]  # to June 2025
    found = between(order, complete(None, first, None), complete(None, last, None))
    assert [period.month for period in found] == wanted
    assert found[-1].year == 2025


def test_a_range_that_begins_after_it_ends_is_none() -> None:
    assert not between([Period(2023), Period(2024)], Period(2024), Period(2023))
