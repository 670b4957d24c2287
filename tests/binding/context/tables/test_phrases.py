"""What columns are called, where their own names say only a part of it."""

from __future__ import annotations

from typing import Any

import pytest

SITES = ["site", "jan_mar", "apr_jun", "jul_sep", "oct_dec", "guards"]
VISITS = [
    ["Harbour Museum", 412, 530, 688, 377, 14],
    ["Glass House", 95, 240, 310, 120, 6],
    ["Old Mill", 51, 66, 83, 40, 3],
]
TITLE = "Visits per site 2024 (thousand)"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("From October to December 2024 the Glass House had 120,000 visits.", "210,000"),
        ("In the second quarter of 2024 the Old Mill counted 66,000 visits.", "83,000"),
        ("Jul-Sep visits to the Harbour Museum: 688,000.", "530,000"),
        ("All sites together had 1.08 million visits from July to September.", "1.28 million"),
        ("The Glass House had 335,000 visits up to June.", "435,000"),
    ],
)
def test_quarters_in_names_are_periods_of_what_the_title_tells(
    flagged: Any, text: str, wrong: str
) -> None:
    # Trap: "jan_mar" is neither January nor March, and "visits" stands in no column's name.
    assert flagged(text, (SITES, VISITS, TITLE)) == []
    right = next(
        n for n in ("120,000", "66,000", "688,000", "1.08 million", "335,000") if n in text
    )
    assert flagged(text.replace(right, wrong), (SITES, VISITS, TITLE)) == [wrong]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("In 2023 farms took ⟨268.1 million cubic metres⟩ of water.", "286.1 million m³"),
        ("Farms used ⟨274.8⟩ million m³ in 2022.", "57.7"),
        ("Industry took ⟨57.7 million m³⟩ in 2023.", "57.7 thousand m³"),
    ],
)
@pytest.mark.parametrize(
    ("title", "unit"), [("Water use (million cubic metres)", ""), ("Water use", "Mm3")]
)
def test_millions_of_cubic_metres_are_a_unit(
    flagged: Any, text: str, wrong: str, title: str, unit: str
) -> None:
    table = (
        ["year", "farms", "industry"],
        [[2021, 277.0, 50.4], [2022, 274.8, 54.3], [2023, 268.1, 57.7]],
        title,
        {"farms": unit, "industry": unit},
    )
    before, right, after = text.replace("⟩", "⟨").split("⟨")
    assert flagged(before + right + after, table) == []
    assert flagged(before + wrong + after, table) != []


def test_litres_per_day_stand_in_a_name_as_mld(flagged: Any) -> None:
    rows = [["Cape", 286, 241.5], ["Bay", 273, 252.8], ["Delta", 455, 398.2]]
    table = (["plant", "capacity_mld", "output_mld"], rows)
    text = "Delta has a capacity of {} million litres per day."
    assert flagged(text.format(455), table) == []
    assert flagged(text.format(545), table) == ["545 million litres per day"]


def test_a_fall_in_percent_names_no_rate(flagged: Any) -> None:
    # Trap: the only column of percentages is that of a number in percent, but of no step.
    table = (
        ["year", "orders", "late_pct"],
        [[2022, 3905.2, 2.1], [2023, 3688.4, 6.9], [2024, 3456.6, 2.2]],
    )
    assert flagged("Orders fell 6.3% in 2024.", table) == []
    assert flagged("Orders fell 3.6% in 2024.", table) == ["3.6%"]
