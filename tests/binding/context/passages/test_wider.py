"""Years whose parts are named, the years before them, and stretches that are all of the data."""

from __future__ import annotations

from typing import Any

import pytest

_ROOMS = (
    ["year", "quarter", "house", "nights_sold"],
    [
        [year, f"Q{quarter}", house, 1000 * at + 130 * quarter + 90 * (year - 2023) * quarter]
        for year in (2023, 2024)
        for quarter in (1, 2, 3, 4)
        for at, house in enumerate(("Harbour Inn", "Mill Lodge", "Old Post"), 1)
    ],
)
_HALVES = (
    ["cause", "fy23_h2", "fy24_h1", "fy24_h2"],
    [["Rain", 212, 188, 240], ["Frost", 145, 171, 96], ["Wind", 98, 134, 151]],
    "Hours lost by cause",
)
_MONTHS = (["month", "tickets"], [[f"2024-{at:02}", 300 + 17 * at * at] for at in range(1, 10)])


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("The final quarter of 2024 brought 8,640 nights sold, or 28% of the year.", []),
        ("The final quarter of 2024 brought 8,640 nights sold, or 37% of the year.", ["37%"]),
        ("2024 was a good year. The Mill Lodge went up from 9,300 to 10,200 nights sold.", []),
        ("2024 was a good year. The Mill Lodge went up from 9,600 to 10,200 nights sold.",
         ["9,600"]),
    ],
)  # fmt: skip
def test_a_quarter_is_a_part_of_its_year_and_a_year_follows_a_year(
    flagged: Any, said: str, wrong: list[str]
) -> None:
    # Traps: the share in both years together, and the fourth quarter before 2024 for its year.
    assert flagged(said, _ROOMS) == wrong


def test_halves_of_fiscal_years_are_told_apart(flagged: Any) -> None:
    said = "For FY24 as a whole we lost 980 hours: {} in H1 and 487 in H2."
    assert flagged(said.format(493), _HALVES) == []
    assert flagged(said.format(455), _HALVES) == ["455"]


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("In March it was 453. 7,545 tickets in nine months, then.", []),
        ("In March it was 453. Over the nine months 7,545 tickets were sold.", []),
        ("In March it was 453. Over the nine months 7,454 tickets were sold.", ["7,454"]),
    ],
)
def test_as_many_months_as_the_data_have_are_all_of_them(
    flagged: Any, said: str, wrong: list[str]
) -> None:
    # Trap: the month that the sentence before named.
    assert flagged(said, _MONTHS) == wrong
