"""A column of units says what the only measure of a table is in, row by row."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.model.report import Verdict

COLUMNS = ["country", "indicator", "value", "unit"]
ROWS = [
    ["Norland", "exports", 211.58, "EUR m"], ["Norland", "tonnage", 96278, "t"],
    ["Norland", "tariff", 4.5, "%"], ["Sudland", "exports", 173.9, "EUR m"],
    ["Sudland", "tonnage", 61004, "t"], ["Sudland", "tariff", 2.25, "%"],
]  # fmt: skip


@pytest.mark.parametrize(("text", "right"), [
    ("The exports of Norland were €211.58 million.", True),
    ("The exports of Norland were 211,580,000 EUR.", True),
    ("The exports of Norland were €211.58 billion.", False),  # the scale is that of the row
    ("The tonnage of Sudland was 61,004 t.", True),
    ("The tonnage of Sudland was 61,004 EUR.", False),
    ("The tariff of Sudland was 2.25%.", True),
    ("Norland and Sudland had exports of €385.48 million in total.", True),
])  # fmt: skip
def test_each_row_has_its_own_unit(bind: Any, text: str, right: bool) -> None:
    bound, _ = bind(text, COLUMNS, ROWS)
    assert (bound[0].binding.verdict is Verdict.SUPPORTED) is right


def test_a_currency_beside_several_measures_is_not_the_unit_of_all(bind: Any) -> None:
    columns, rows = ["site", "units sold", "amount", "currency"], [["A", 40, 900, "USD"]]
    bound, _ = bind("Site A had 40 units sold.", columns, rows)
    assert bound[0].binding.verdict is Verdict.SUPPORTED


def test_a_row_in_another_unit_supports_nothing_by_being_one_of_several(bind: Any) -> None:
    # Trap: the tonnage is one of the cells of Norland, among which are all units.
    bound, _ = bind("The tonnage of Norland was 96,278 lb.", COLUMNS, ROWS)
    assert bound[0].binding.verdict is not Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("The wages of Norland rose by 3.1%.", True),
        ("The wages of Sudland fell by 1.2%.", True),
    ],
)
def test_a_verb_carries_the_sign_of_what_the_row_calls_a_change(
    bind: Any, text: str, right: bool
) -> None:
    columns = ["country", "indicator", "value"]
    rows = [
        ["Norland", "wage change", 3.1], ["Norland", "salary", 4100],
        ["Sudland", "wage change", -1.2], ["Sudland", "salary", 3900],
    ]  # fmt: skip
    bound, _ = bind(text, columns, rows)
    assert (bound[0].binding.verdict is Verdict.SUPPORTED) is right


def test_a_rate_beside_rows_of_counts_is_not_that_of_another_row(bind: Any) -> None:
    columns = ["school", "season", "indicator", "value"]
    kinds = ("pupils", "absence rate", "class size", "graduation rate")
    values = {
        ("Ash", "2022-23"): (412, 5.1, 23.0, 91.2), ("Ash", "2023-24"): (455, 4.6, 24.0, 89.8),
        ("Elm", "2022-23"): (718, 6.3, 26.0, 84.7), ("Elm", "2023-24"): (690, 7.2, 27.0, 80.1),
    }  # fmt: skip
    rows = [
        [*key, kind, value]
        for key, each in values.items()
        for kind, value in zip(kinds, each, strict=True)
    ]
    verdicts = [
        bind(f"In the 2023-24 season, Ash's absence rate came to {said}%.", columns, rows)[0][0]
        for said in (4.6, 89.8)
    ]
    right, other = (each.binding.verdict for each in verdicts)
    assert right is Verdict.SUPPORTED
    assert other is not Verdict.SUPPORTED


def test_the_name_of_an_indicator_is_no_word_of_a_change(bind: Any) -> None:
    columns = ["district", "season", "indicator", "value"]
    values = {
        ("North", "2018-19"): (1520, 4.1), ("North", "2019-20"): (1622, 6.0),
        ("South", "2018-19"): (910, -2.2), ("South", "2019-20"): (874, 3.5),
    }  # fmt: skip
    rows = [
        [*key, kind, value]
        for key, each in values.items()
        for kind, value in zip(("area", "yield change"), each, strict=True)
    ]
    for said, right in (("6.0", True), ("3.5", False)):
        bound, _ = bind(f"North's yield change was {said}% in the 2019-20 season.", columns, rows)
        assert (bound[0].binding.verdict is Verdict.SUPPORTED) is right


_KPIS = [
    ["Revenue (EUR m)", 44.8, 47.9], ["Gross margin (%)", 39.1, 40.6],
    ["Response time (h)", 4.8, 4.1], ["Active users (k)", 554, 587],
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Revenue reached EUR 47.9 million in Q3.", True),
        ("Revenue reached EUR 47.9 billion in Q3.", False),
        ("The gross margin rose to 40.6% in Q3.", True),
        ("The gross margin rose to EUR 40.6 million in Q3.", False),
        ("The response time fell to 4.1 hours in Q3.", True),
        ("There were 587,000 active users in Q3.", True),
    ],
)
def test_the_label_of_a_row_tells_its_unit(bind: Any, text: str, right: bool) -> None:
    bound, _ = bind(text, ["KPI", "Q2", "Q3"], _KPIS)
    assert (bound[0].binding.verdict is Verdict.SUPPORTED) is right


@pytest.mark.parametrize("label", ["Online (UK)", "Men (M)", "Team (B)", "Net sales (restated)"])
def test_what_stands_in_the_brackets_of_a_label_need_be_no_unit(bind: Any, label: str) -> None:
    rows = [[label, 412, 455], ["Others (DE)", 390, 371]]
    bound, _ = bind(f"{label} came to 455 in Q3.", ["group", "Q2", "Q3"], rows)
    assert bound[0].binding.verdict is Verdict.SUPPORTED
