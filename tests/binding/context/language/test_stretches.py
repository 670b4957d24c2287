"""Stretches of time that end with the data, or with a period that is named."""

from __future__ import annotations

from typing import Any

import pytest

_MONTHS = "January February March April May June July August September October November December"
_SOLD = (412, 388, 467, 501, 533, 590, 612, 604, 548, 519, 655, 790)
_YEAR = (["month", "sold"], [[m[:3], n] for m, n in zip(_MONTHS.split(), _SOLD, strict=True)])
_QUARTERS = (["qtr", "sold"], [["Q1", 1267], ["Q2", 1624], ["Q3", 1764], ["Q4", 1964]])
_APRIL = [*range(3, 12), *range(3)]
_FISCAL = (
    ["mth", "faults"],
    [[_MONTHS.split()[at][:3], _SOLD[at]] for at in _APRIL],
    "Faults by month, FY24 (April to March)",
)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("Of what was sold the last quarter brought 1,964.", []),
        ("Of what was sold the last quarter brought 1,764.", ["1,764"]),
        ("The last three months brought 1,964 sold copies.", []),
        ("In June we sold 590. Year to date it is 2,891 sold.", []),
        ("In June we sold 590. Year to date it is 3,503 sold.", ["3,503"]),
        ("The running total of copies sold passed 2,891 by midyear.", []),
        ("The tally of copies sold was 4,655 by the end of September.", []),
        ("By the end of June 2,891 copies had been sold.", []),
        ("By the end of June 2,198 copies had been sold.", ["2,198"]),
    ],
)
def test_months_are_added_up_until_the_end_that_is_told(
    flagged: Any, said: str, wrong: list[str]
) -> None:
    assert flagged(said, _YEAR) == wrong


@pytest.mark.parametrize("table", [_YEAR, _QUARTERS])
def test_a_range_of_months_is_a_quarter_of_a_table_of_quarters(flagged: Any, table: Any) -> None:
    # Trap: both ends of the range lie in one row, which then was no range at all.
    assert flagged("Between April and June we sold 1,624.", table) == []
    assert flagged("Between April and June we sold 1,764.", table) == ["1,764"]


def test_a_number_right_after_a_month_is_no_year_of_two_digits(flagged: Any) -> None:
    table = (["qtr", "fires"], [["Q1", 79], ["Q2", 64]])
    assert flagged("Between January and March 79 fires were put out.", table) == []
    assert flagged("Between January and March 64 fires were put out.", table) == ["64"]


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("The first half had 3,388 faults.", []),
        ("The first half had 2,891 faults.", ["2,891"]),  # by the calendar
        ("The running total of faults got to 1,624 by the end of June.", []),
        ("Q1 had 1,624 faults, and the first quarter of the calendar 1,267.", ["1,267"]),
        ("June had 590 faults.", []),
    ],
)
def test_a_year_from_april_has_its_first_half_in_summer(
    flagged: Any, said: str, wrong: list[str]
) -> None:
    assert flagged(said, _FISCAL) == wrong


@pytest.mark.parametrize(
    ("told", "wrong"), [("sold for the year", []), ("sold", ["6,619"]), ("sold in the year", [])]
)
def test_the_year_is_more_than_the_month_of_the_sentence_before(
    flagged: Any, told: str, wrong: list[str]
) -> None:
    assert flagged(f"In May 533 were sold. The number {told} had reached 6,619.", _YEAR) == wrong


@pytest.mark.parametrize("table", [_YEAR, _QUARTERS])
@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("The first two quarters brought 2,891 sold copies.", "3,588"),
        ("In the first three quarters 4,655 copies were sold.", "4,535"),
        ("After three quarters 4,655 copies had been sold.", "4,535"),
    ],
)
def test_the_first_periods_begin_with_the_data(
    flagged: Any, table: Any, said: str, wrong: str
) -> None:
    right = next(word for word in said.split() if "," in word)
    assert flagged(said, table) == []
    assert flagged(said.replace(right, wrong), table) == [wrong]


@pytest.mark.parametrize("header", ["Cumulative", "Running total", "YTD sold"])
def test_below_a_header_of_what_runs_up_each_period_is_an_end(flagged: Any, header: str) -> None:
    text = f"| Quarter | Sold | {header} |\n|---|---|---|\n| Q1 | 1,267 | 1,267 |\n"
    text += "| Q2 | 1,624 | {} |\n| Q3 | 1,764 | 4,655 |\n"
    assert flagged(text.format("2,891"), _QUARTERS) == []
    assert flagged(text.format("2,981"), _QUARTERS) == ["2,981"]


def test_what_is_listed_as_running_up_is_added_up(flagged: Any) -> None:
    said = "Cumulative copies sold: Q1 1,267, Q2 2,891, Q3 {}, Q4 6,619."
    assert flagged(said.format("4,655"), _QUARTERS) == []
    assert flagged(said.format("4,755"), _QUARTERS) == ["4,755"]
