"""Index numbers: multiples of the value of the period that is put at a hundred."""

from __future__ import annotations

from typing import Any

import pytest

MILLS = (
    ["mill", "flour_2021", "flour_2022", "flour_2023"],
    [["Aske", 412, 431, 475], ["Bure", 188, 176, 169]],
)
FARES = (
    ["month", "passengers (thousand)", "average fare (EUR)"],
    [["2024-01", 81.2, 2.4], ["2024-02", 84.9, 2.4], ["2024-03", 97.5, 2.6]],
)


@pytest.mark.parametrize(
    ("text", "right", "wrong", "table"),
    [
        ("With 2021 set to 100, flour stood at {} in Aske in 2023.", "115.3", "110.2", MILLS),
        ("Taking 2021 as 100, Bure is now down to {}.", "89.9", "96.0", MILLS),
        ("Indexed to 2021 (= 100), flour reached {} in Aske in 2023.", "115.3", "110.2", MILLS),
        ("Flour milled at Aske (2022 = 100): {}", "110.2", "115.3", MILLS),
        ("Aske is at {} in 2023 if you set its 2021 output to 100.", "115.3", "110.2", MILLS),
        ("If January is put at 100, passengers reached {} in March.", "120.1", "114.8", FARES),
    ],
)
def test_an_index_number_is_held_to_its_base_and_period(
    flagged: Any, text: str, right: str, wrong: str, table: Any
) -> None:
    assert flagged(text.format(right), table) == []
    assert flagged(text.format(wrong), table) == [wrong]


def test_the_header_of_a_column_may_put_a_period_at_a_hundred(flagged: Any) -> None:
    text = "| Mill | Index Q4 (Q1 = 100) |\n|---|---|\n| Aske | {} |\n| Bure | {} |"
    quarters = ["mill", "q1", "q2", "q4"], [["Aske", 412, 431, 475], ["Bure", 188, 176, 169]]
    assert flagged(text.format("115.3", "89.9"), quarters) == []
    assert flagged(text.format("115.3", "93.6"), quarters) == ["93.6"]


def test_an_index_of_a_named_row_is_of_no_other_table(flagged: Any) -> None:
    text = "With January = 100, Aske stood at {} in March."
    stocks = ["mill", "jan", "mar"], [["Aske", 400, 452], ["Bure", 190, 171]]
    assert flagged(text.format("113"), stocks, FARES) == []
    assert flagged(text.format("120.1"), stocks, FARES) == ["120.1"]


def test_a_hundred_that_no_period_is_put_at_is_a_number_as_any(flagged: Any) -> None:
    assert flagged("In 2021 the mill at Aske made 100 tonnes of flour.", MILLS) == ["100 tonnes"]
