"""Changes of shares in points, over tables that hold amounts only."""

from __future__ import annotations

from typing import Any

import pytest

WIDE = (
    ["source", "2022", "2023", "2024"],
    [["Rail", 210.0, 232.0, 251.0], ["Road", 640.0, 610.0, 575.0], ["Sea", 95.0, 118.0, 134.0]],
    "Freight by mode (million tonnes)",
)
LONG = (
    ["year", "mode", "freight_mt"],
    [
        [2023, "Rail", 232.0], [2023, "Road", 610.0], [2023, "Sea", 118.0],
        [2024, "Rail", 251.0], [2024, "Road", 575.0], [2024, "Sea", 134.0],
    ],
)  # fmt: skip


@pytest.mark.parametrize("table", [WIDE, LONG])
@pytest.mark.parametrize(
    "text",
    [
        "The share of road receded by ⟨3.6⟩ percentage points in 2024.",
        "Rail gained ⟨2.0⟩ points of share between 2023 and 2024.",
        "Between 2023 and 2024 sea's proportion of all freight rose ⟨1.7⟩ pp.",
    ],
)
def test_a_share_changes_by_points_of_its_whole(flagged: Any, table: Any, text: str) -> None:
    # Trap: the tonnes of road fell by 5.7%, which are no points.
    before, right, after = text.replace("⟩", "⟨").split("⟨")
    assert flagged(before + right + after, table) == []
    assert len(flagged(before + "5.7" + after, table)) == 1


def test_bare_points_are_those_of_percentages(flagged: Any) -> None:
    table = (["fund", "yield_pct", "assets_usd_m"], [["Alpha", 4.78, 310], ["Beta", 4.52, 275]])
    assert flagged("Alpha yields 4.78%, 0.26 points more than Beta.", table) == []
    assert flagged("Alpha yields 4.78%, 1.26 points more than Beta.", table) == ["1.26"]


def test_points_are_no_growth(flagged: Any) -> None:
    # Trap: from 4.0% to 5.0% is one point, or 25 percent, but not 25 points.
    table = (["year", "vacancy_pct"], [[2023, 4.0], [2024, 5.0]])
    assert flagged("Vacancy rose by 1.0 points in 2024.", table) == []
    assert flagged("Vacancy rose by 25 percentage points in 2024.", table) != []


def test_points_that_data_count_are_counted(flagged: Any) -> None:
    table = (["team", "points", "win_pct"], [["Reds", 71, 61.0], ["Blues", 64, 55.0]])
    assert flagged("The Reds have 71 points.", table) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("The gap between the best and the worst fund is 0.26 points.", "1.26"),
        ("The largest fund exceeds the smallest by $35 million.", "$53 million"),
        ("$35 million lie between the largest and the smallest fund.", "$53 million"),
    ],
)
def test_the_largest_less_the_smallest_is_a_range(flagged: Any, text: str, wrong: str) -> None:
    table = (["fund", "yield_pct", "assets_usd_m"], [["Alpha", 4.78, 310], ["Beta", 4.52, 275]])
    right = "0.26" if "0.26" in text else "$35 million"
    assert flagged(text, table) == []
    assert flagged(text.replace(right, wrong), table) == [wrong]


def test_the_row_of_the_question_is_compared_with_another(flagged: Any) -> None:
    # Trap: what is told after "than Beta" is of Beta.
    table = (["fund", "yield_pct", "assets_usd_m"], [["Alpha", 4.78, 310], ["Beta", 4.52, 275]])
    text = "What does Alpha yield? 4.78%, 0.26 points more than Beta, on assets of ${} million."
    assert flagged(text.format(310), table) == []
