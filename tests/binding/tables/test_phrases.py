"""What columns are called, where their own names say only a part of it."""

from __future__ import annotations

from typing import Any

import pytest


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
