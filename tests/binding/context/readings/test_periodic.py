"""Means of what all rows of a period come to, where a table has several for each."""

from __future__ import annotations

from typing import Any

import pytest

TABLE = (
    ["year", "port", "ships", "tonnage_kt"],
    [
        [2022, "Arl", 410, 3120], [2022, "Bex", 265, 1480], [2022, "Cor", 118, 960],
        [2023, "Arl", 432, 3345], [2023, "Bex", 241, 1395], [2023, "Cor", 131, 1010],
        [2024, "Arl", 455, 3610], [2024, "Bex", 252, 1440], [2024, "Cor", 149, 1105],
    ],
)  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "Average annual calls over the three years were {} ships.",
        "On average, {} ships called each year.",
        "Between 2022 and 2024 an average of {} ships a year called.",
        "In the average year {} ships called.",
        "The average of the three years was {} ships.",
    ],
)
@pytest.mark.parametrize(("said", "wrong"), [("818", False), ("951", True)])
def test_a_mean_by_year_is_of_what_all_ports_had(
    flagged: Any, text: str, said: str, wrong: bool
) -> None:
    assert flagged(text.format(said), TABLE) == [said] * wrong


def test_the_mean_of_the_rows_is_none_of_the_years(flagged: Any) -> None:
    assert flagged("Annual ships averaged 273.", TABLE) == ["273"]


@pytest.mark.parametrize(("said", "wrong"), [("133", []), ("149", ["149"])])
def test_a_list_tells_all_its_numbers_by_its_first_one(
    flagged: Any, said: str, wrong: list[str]
) -> None:
    text = f"Arl averaged 432 ships a year, Bex had 253 and Cor {said}."
    assert flagged(text, TABLE) == wrong


_WIDE = "Ships by port: \n\n| Port | 2022 | 2023 | 2024 | Total |\n|---|---|---|---|---|\n"


@pytest.mark.parametrize(("said", "wrong"), [("398", []), ("418", ["418"])])
def test_a_column_of_totals_is_of_no_single_period(
    flagged: Any, said: str, wrong: list[str]
) -> None:
    text = f"{_WIDE}| Arl | 410 | 432 | 455 | 1,297 |\n| Cor | 118 | 131 | 149 | {said} |\n"
    assert flagged(text, TABLE) == wrong


_OPEX = (
    ["department", "Q1 24", "Q2 24", "Q3 24", "Q4 24", "headcount"],
    [
        ["Forge", 412.5, 430.1, 455.0, 470.2, 38], ["Paint", 188.0, 205.4, 231.7, 250.9, 14],
        ["Press", 276.3, 281.9, 290.6, 312.8, 22], ["Stores", 98.4, 101.2, 99.7, 104.5, 19],
        ["Yard", 64.0, 66.3, 65.1, 70.7, 6],
    ],
    "Operating expenses (£k)",
)  # fmt: skip


@pytest.mark.parametrize(
    ("said", "right", "wrong"),
    [
        ("The Stores cost {} a quarter on average.", "£101.0k", "£107.0k"),
        ("|  | H1 | H2 |\n|---|---|---|\n| Press | 558.2 | {} |", "603.4", "633.4"),
        ("|  | Full year |\n|---|---|\n| Press | {} |", "1,161.6", "1,261.6"),
        ("In Q4 {} the Forge cost £470.2k.", "24", "21"),
        ("Cost of the Forge: Q1 412.5, Q2 {}.", "430.1", "24"),
    ],
)
def test_of_one_thing_by_quarter_the_quarters_are_taken_together(
    flagged: Any, said: str, right: str, wrong: str
) -> None:
    assert flagged(said.format(right), _OPEX) == []
    assert wrong in flagged(said.format(wrong), _OPEX)  # and what is told of no quarter there is
