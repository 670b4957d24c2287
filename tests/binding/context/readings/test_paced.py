"""Amounts of a day or month of a longer period, and the lengths that a text reckons with."""

from __future__ import annotations

from typing import Any

import pytest

SHOPS = (
    ["shop", "sales_eur_k", "visitors", "open_hours"],
    [["Quay", 919.8, 65700, 3504], ["Mill", 540.0, 43800, 2920], ["Dock", 1440.0, 91250, 4380]],
)
MONTHS = (
    ["month", "visits", "sales_eur"],
    [["2024-04", 471000, 1173750], ["2024-05", 497550, 1404300], ["2024-06", 520500, 1235700]],
)

QUARTERS = (
    ["shop", "quarter", "bikes"],
    [
        [shop, f"2024 Q{number}", bikes]
        for shop, sold in (("Hill", (96, 150, 183, 111)), ("Vale", (210, 170, 190, 155)))
        for number, bikes in enumerate(sold, 1)
    ],
)


@pytest.mark.parametrize(
    ("text", "table", "right", "wrong"),
    [
        ("The Quay had {} visitors a day.", SHOPS, "180", "120"),
        ("Sales of the Mill came to EUR {} a month.", SHOPS, "45,000", "76,650"),
        ("Sales per working day (300 days a year): EUR {} at the Mill.", SHOPS, "1,800", "1,480"),
        ("The Dock had sales of EUR {} per trading day.", SHOPS, "3,945", "4,945"),
        ("In April 2024 there were {} visits a day.", MONTHS, "15,700", "16,050"),
        ("The Hill sold {} bikes a month in 2024.", QUARTERS, "45", "61"),
        ("Over the year, the Hill averaged {} bikes a week.", QUARTERS, "10.4", "13.1"),
        ("The Dock was open for {} of the 8,760 hours of a year.", SHOPS, "50%", "60%"),
    ],
)
def test_an_amount_of_a_longer_period_is_told_for_a_shorter_one(
    flagged: Any, text: str, table: Any, right: str, wrong: str
) -> None:
    assert flagged(text.format(right), table) == []
    assert len(flagged(text.format(wrong), table)) == 1


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("With 8,784 hours in a leap year, the Quay was open 3,504 hours.", "8,784"),
        ("Each shop is open 360 days a year; the Mill had 43,800 visitors.", "360"),
        ("In April 2024 (30 days) there were 471,000 visits.", "30"),
        ("With 1.609 km to the mile, the Quay had 65,700 visitors.", "1.609"),
    ],
)
def test_how_long_a_period_is_no_data_tell(flagged: Any, text: str, given: str) -> None:
    assert flagged(text, SHOPS, MONTHS) == []
    assert given in text


def test_hours_of_the_data_are_no_length_of_a_year(flagged: Any) -> None:
    assert flagged("The Quay was open 3,704 hours in the year.", SHOPS) == ["3,704 hours"]


@pytest.mark.parametrize("name", ["CAGR", "CQGR"])
def test_compound_rates_have_names_for_shorter_periods_too(flagged: Any, name: str) -> None:
    text = f"From Q1 2024 to Q4 2024 the bikes of the Hill had a {name} of {{}}."
    assert flagged(text.format("5.0%"), QUARTERS) == []
    assert flagged(text.format("8.1%"), QUARTERS) == ["8.1%"]


RENTS = (
    ["town", "rent_eur_month", "flats"],
    [["Alder", 1930, 210], ["Birch", 2640, 155], ["Cedar", 1475, 340]],
)


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("The rent in Alder is €1,930 a month, or {} a year.", "€23,160", "€31,680"),
        ("Rent in Birch: €2,640 per month ({} annually).", "€31,680", "€33,180"),
        ("The annual rent in Cedar works out at {}.", "€17,700", "€23,160"),
        ("| Town | Annual rent |\n|---|---|\n| Cedar | {} |", "€17,700", "€17,100"),
    ],
)
def test_an_amount_of_a_month_is_told_for_a_year(
    flagged: Any, text: str, right: str, wrong: str
) -> None:
    assert flagged(text.format(right), RENTS) == []
    assert flagged(text.format(wrong), RENTS) == [wrong]
