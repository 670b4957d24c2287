"""Means and shares of rows that are plainly linked, in columns that hardly a word names."""

from __future__ import annotations

from typing import Any

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


def test_values_between_nothing_and_one_are_percentages_whatever_they_are_called(bind: Any) -> None:
    assert verdicts(bind, "At Birchford 12.7% of the appointments were a no-show.") == [True]
    assert verdicts(bind, "At Birchford 21.7% of the appointments were a no-show.") == [False]


def test_prices_below_one_are_no_percentages(bind: Any) -> None:
    fares = ["zone", "usd_per_km"], [["A", 0.41], ["B", 0.36], ["C", 0.29]]
    assert verdicts(bind, "In zone A a kilometre costs $0.41.", fares) == [True]
