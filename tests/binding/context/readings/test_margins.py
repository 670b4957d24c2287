"""Margins: what is left of the proceeds, which no word names."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.context.weighing.candidate import Kind

YEARS = ["item", "2023", "2024"]
LINES = [["Net sales", 200, 250], ["Cost of sales", 150, 180], ["Operating result", 20, 40]]


def margin(read: Any, text: str, columns: Any, rows: Any, kind: Kind = Kind.SHARE) -> bool:
    (found,) = read(text, columns, rows)
    return any(c.agrees and c.cue for c in found.readings if c.kind is kind)


@pytest.mark.parametrize(("said", "right"), [("16%", True), ("22%", False)])
def test_a_margin_is_of_sales_and_not_of_their_cost(read: Any, said: str, right: bool) -> None:
    text = f"The margin of the operating result was {said} in 2024."
    assert margin(read, text, YEARS, LINES) is right


@pytest.mark.parametrize(("said", "right"), [("up 6 pp", True), ("up 5 pp", False)])
def test_a_margin_changes_from_period_to_period(read: Any, said: str, right: bool) -> None:
    text = f"The margin of the operating result was {said} in 2024."
    assert margin(read, text, YEARS, LINES, Kind.CHANGE) is right


def test_proceeds_may_be_a_column_of_the_same_row(read: Any) -> None:
    columns = ["shop", "revenue", "profit"]
    rows = [["Alder", 200, 30], ["Birch", 100, 10]]
    assert margin(read, "The profit margin of Alder was 15%.", columns, rows)
    assert not margin(read, "The profit margin of Birch was 15%.", columns, rows)


def test_without_the_word_there_is_no_margin(read: Any) -> None:
    (found,) = read("The operating result was 16% in 2024.", YEARS, LINES)
    assert not any(c.agrees for c in found.readings if c.kind is Kind.SHARE)


def test_what_is_earned_is_left_unsaid(flagged: Any) -> None:
    # Trap: neither revenue nor result is named, and nothing moved by 1.1 points but their quotient.
    columns = ["division", "rev_2023", "rev_2024", "op_result_2023", "op_result_2024"]
    rows = [["Pumps", 182.4, 195.1, 21.3, 24.9], ["Valves", 96.7, 88.2, 4.1, -2.6]]
    text = "The margin of Pumps rose 1.1 points to 12.8%."
    assert flagged(text, (columns, rows)) == []
    assert flagged(text.replace("1.1", "2.4"), (columns, rows)) == ["2.4"]


BALANCE = (
    ["item", "2023", "2024"],
    [
        ["Net profit", 33, 48],
        ["Total assets", 800, 1000],
        ["Equity", 300, 400],
        ["Loans", 450, 520],
    ],
)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("The equity ratio was 40.0% in 2024.", []),
        ("The equity ratio was 37.5% in 2024.", ["37.5%"]),  # that was 2023
        ("The equity ratio rose from 37.5% to 40.0%.", []),
        ("The equity ratio rose to 37.5%.", ["37.5%"]),
        ("Return on equity came to 12.0% in 2024.", []),
        ("Return on equity came to 4.8% in 2024.", ["4.8%"]),  # on assets
        ("Return on assets was 4.8% in 2024.", []),
    ],
)
def test_ratios_of_a_statement_leave_one_of_their_items_unsaid(
    flagged: Any, text: str, wrong: list[str]
) -> None:
    assert flagged(text, BALANCE) == wrong
