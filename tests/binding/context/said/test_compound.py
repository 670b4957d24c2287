"""Growth for each of several periods, which is not the growth in all."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.model.report import Verdict

COUNTS = (
    ["district", "homes_2011", "homes_2021"],
    [["Aller", 8_140, 9_263], ["Brede", 5_020, 5_118]],
)
TAKINGS = (
    ["kiosk", "q1", "q2", "q3", "q4"],
    [["Ferry", 49.8, 57.1, 62.4, 67.9], ["Tower", 33.0, 35.2, 30.9, 34.1]],
)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("As an annual rate, homes in Aller grew by 1.3% from 2011 to 2021.", []),
        ("As an annual rate, homes in Aller grew by 2.2% from 2011 to 2021.", ["2.2%"]),
        ("In annual terms, homes in Aller grew by 1.3% from 2011 to 2021.", []),
        ("In annual terms, homes in Aller grew by 13.8% from 2011 to 2021.", ["13.8%"]),
        # Trap: 2011 and 2021 are neighbours in the table, but ten years apart.
        ("Homes in Aller grew by 13.8% a year from 2011 to 2021.", ["13.8%"]),
        ("At Ferry takings rose by 10.9% from one quarter to the next on average.", []),
        ("At Ferry takings rose by 36.3% from one quarter to the next on average.", ["36.3%"]),
        # Trap: the text ends where the span of time would follow.
        ("At Ferry takings rose by 36.3% from one", []),
    ],
)
def test_a_rate_for_each_period_is_compounded(flagged: Any, text: str, wrong: list[str]) -> None:
    assert flagged(text, COUNTS if "homes" in text.lower() else TAKINGS) == wrong


def test_a_rate_a_month_of_a_column_of_rates_is_its_value(bind: Any) -> None:
    # Trap: the churn of two years grew by some percentage a month as well.
    columns = ["operator", "year", "churn %"]
    rows = [["Telva", 2022, 1.42], ["Telva", 2023, 1.51], ["Telva", 2024, 1.63]]
    bound, _ = bind("At Telva churn is 1.63% a month in 2024.", columns, rows)
    assert bound[0].binding.verdict is Verdict.SUPPORTED


@pytest.mark.parametrize("told", ["more than a year earlier", "higher than a year ago"])
def test_a_year_that_is_stepped_back_is_no_rate_for_each(flagged: Any, told: str) -> None:
    table = (
        ["brand", "2024 Q1", "2024 Q2", "2024 Q3", "2024 Q4", "2025 Q1", "2025 Q2"],
        [
            ["Alba", 334.1, 341.9, 356.2, 371.5, 390.8, 409.4],
            ["Boro", 205, 204, 206, 203, 202, 201],
        ],
    )
    text = f"Alba had 409.4 customers in Q2 2025, {{}} {told}."
    assert flagged(text.format("19.7%"), table) == []
    assert flagged(text.format("27.2%"), table) == ["27.2%"]
