"""Shares: of small coins, of groups that are named together, of columns that no word names."""

from __future__ import annotations

from typing import Any

from sidecar.model.report import Verdict

BAKERIES = (
    ["bakery", "district", "sales_eur", "flour_eur", "wages_eur", "loaves"],
    [
        ["Old Mill", "North", 412_000, 96_410, 151_900, 133_700],
        ["Corner Oven", "North", 268_500, 61_220, 104_300, 90_150],
        ["Harbour Bakery", "South", 355_300, 88_940, 118_600, 121_900],
        ["Station Bread", "South", 190_800, 40_610, 83_250, 64_480],
        ["Hill Crust", "East", 143_700, 37_830, 52_700, 51_260],
    ],
)


def verdicts(bind: Any, text: str, table: Any = BAKERIES) -> list[bool]:
    bound, _ = bind(text, *table)
    return [each.binding.verdict is Verdict.SUPPORTED for each in bound]


def test_coins_that_are_told_of_no_unit_of_money_stay_an_amount(bind: Any) -> None:
    fares = ["line", "fare (cents)"], [["Red", 180], ["Blue", 240]]
    assert verdicts(bind, "A ride on the Red line costs 180 cents.", fares) == [True]


def test_rows_that_are_named_together_are_a_part_of_all(bind: Any) -> None:
    text = "Old Mill and Hill Crust together account for {} of the loaves."
    assert verdicts(bind, text.format("40.1%")) == [True]  # 184,960 of 461,490
    assert verdicts(bind, text.format("47.1%")) == [False]


def test_a_percentage_of_something_is_a_part_though_no_word_asks_for_a_share(bind: Any) -> None:
    text = "The South baked {} of all loaves."
    assert verdicts(bind, text.format("40.4%")) == [True]
    assert verdicts(bind, text.format("55.4%")) == [False]


def test_a_part_in_words_is_no_count_of_what_it_is_a_part_of(bind: Any) -> None:
    assert verdicts(bind, "The North baked almost half of the loaves.") == [True]  # 48.5%
