"""Means and shares of rows that are plainly linked, in columns that hardly a word names."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.model.report import Verdict

CLINICS = (
    ["clinic", "beds", "los_days", "noshow", "seniors_pct"],
    [
        ["Aldgrove", 118, 4.73, 0.081, 22.4],
        ["Birchford", 64, 6.18, 0.127, 31.9],
        ["Carrow", 203, 3.91, 0.064, 18.7],
        ["Denholm", 87, 5.46, 0.103, 27.3],
    ],
)


def verdicts(bind: Any, text: str, table: Any = CLINICS) -> list[bool]:
    bound, _ = bind(text, *table)
    return [each.binding.verdict is Verdict.SUPPORTED for each in bound]


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("Across the clinics patients stay {} days on average.", "5.07", "5.61"),
        ("The median of the clinics, in days, is {}.", "5.095", "5.375"),
        ("Weighted by beds, patients stay {} days.", "4.71", "4.17"),
        ("In the region as a whole {} of the patients are seniors.", "23.0%", "25.1%"),
    ],
)
def test_means_need_no_column_that_is_named(bind: Any, text: str, right: str, wrong: str) -> None:
    assert verdicts(bind, text.format(right)) == [True]
    assert verdicts(bind, text.format(wrong)) == [False]


def test_values_between_nothing_and_one_are_percentages_whatever_they_are_called(bind: Any) -> None:
    assert verdicts(bind, "At Birchford 12.7% of the appointments were a no-show.") == [True]
    assert verdicts(bind, "At Birchford 21.7% of the appointments were a no-show.") == [False]


def test_prices_below_one_are_no_percentages(bind: Any) -> None:
    fares = ["zone", "usd_per_km"], [["A", 0.41], ["B", 0.36], ["C", 0.29]]
    assert verdicts(bind, "In zone A a kilometre costs $0.41.", fares) == [True]


def test_percentages_add_up_only_where_they_are_parts_of_one_whole(bind: Any) -> None:
    rates = ["shop", "returned_pct"], [["Kiel", 4.1], ["Bonn", 3.2], ["Ulm", 6.8]]
    assert verdicts(bind, "In total 14.1% of the goods were returned.", rates) == [False]
    parts = ["fuel", "pct"], [["Gas", 41.3], ["Wind", 33.4], ["Coal", 25.3]]
    assert verdicts(bind, "Gas and wind together make 74.7%.", parts) == [True]


HOTELS = (
    ["hotel", "country", "rooms"],
    [["Harbour House One", "Portugal", 214], ["Harbour House Two", "Portugal", 138],
     ["Dunes", "Portugal", 302], ["Lake Rooms", "Italy", 74], ["Cove", "Italy", 420]],
)  # fmt: skip


def test_counted_nouns_and_words_of_columns_name_no_rows(flagged: Any) -> None:
    text = "In Portugal we have 654 rooms in three houses, in Italy {} rooms."
    assert flagged(text.format(494), HOTELS) == []
