"""The unit that a title or a description tells, wherever it stands in it."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from sidecar.binding.tables.unit_texts import in_words
from sidecar.binding.units import ColumnUnit, parse
from sidecar.model.number import Unit


@pytest.mark.parametrize(
    "text",
    [
        "Arrears, {}",
        "Balances in arrears, {}",  # Trap: "in" announces no arrears
        "Arrears ({})",
        "Arrears [{}]",
        "Arrears, in {}",
        "Arrears in 2024, {}",
        "Arrears in 2024 ({})",
        "Arrears (all figures in {})",
        "Arrears. All figures in {}.",
        "Arrears (end of month, {})",
        "Arrears ({}, end of month)",
        "Arrears by town – {}",
        "Arrears / {}",
        "Arrears: {}",
        "Arrears (unit: {})",
        "Arrears, expressed in {}",
        "{}",
    ],
)
@pytest.mark.parametrize(
    "unit", ["EUR million", "€m", "millions of euros", "EUR '000", "kEUR", "%", "GWh"]
)
def test_where_a_unit_stands(text: str, unit: str) -> None:
    assert in_words(text.format(unit)) == parse(unit)


@pytest.mark.parametrize(
    "text",
    [
        "Calls by team, month",
        "Sales in May",
        "Arrears by town, 2024",
        "Tickets (open, closed)",
        "Growth in real terms",
        "Children in care",
        "",
    ],
)
def test_what_is_no_unit(text: str) -> None:
    assert in_words(text) is None


def test_words_behind_what_is_announced_are_left_out() -> None:
    told = in_words("Net sales of the quarter in USD thousand at list prices")
    assert told == ColumnUnit(Unit.CURRENCY, "USD", Decimal(1000))


def test_a_title_with_a_unit_scales_its_columns(flagged: Any) -> None:
    rows = [["Jan 2025", 41.8, 17.3], ["Feb 2025", 43.5, 18.9], ["Jun 2025", 36.4, 14.7]]
    table = (["month", "early", "late"], rows, "Balances in arrears, EUR million")
    assert flagged("Early arrears were €36.4m in June 2025.", table) == []
    assert flagged("Early arrears were €36.4k in June 2025.", table) == ["€36.4k"]


def test_shares_of_something_are_percentages(flagged: Any) -> None:
    units = {"debt": "% of GDP", "income": "constant 2015 US$"}
    rows = [["Aland", 61.4, 48210], ["Borneo", 38.2, 9120]]
    table = (["country", "debt", "income"], rows, "", units)
    text = "In Aland debt was {} and income $48,210."
    assert flagged(text.format("61.4%"), table) == []
    assert flagged(text.format("38.2%"), table) == ["38.2%"]
