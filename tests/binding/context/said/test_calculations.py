"""Calculations that a text shows: what goes in is not what comes out."""

from __future__ import annotations

import time
from typing import Any

import pytest

from sidecar.binding.context.said import calculations


@pytest.mark.parametrize(
    "text",
    [
        "Bikes per head at Station: 2,415 ÷ 17 = 142.",
        "Rent per bike at Harbour: 96.5 / 1840 = 0.052.",
        "Share of Ring Road = 3,070 / 9,610 ≈ **31.9%**",
        "Ring Road sold 3070 − 960 = 2110 bikes more than Old Mill.",
        "(17 − 12) / 12 = 42% more staff at Station than at Harbour",
        "| shop | bikes per head | result |\n|---|---|---|\n| Harbour | 1840 / 12 | 153 |",
        "Rent of Harbour per bike: 96.5 × 1,000 / 1,840 = EUR 52.45.",
    ],
)
def test_what_goes_in_is_a_figure_and_what_comes_out_follows(
    flagged: Any, text: str, shops: Any
) -> None:
    assert flagged(text, shops) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Bikes per head at Station: 2,415 ÷ 17 = 162.", ["162"]),
        ("Ring Road sold 3070 − 960 = 2410 bikes more than Old Mill.", ["2410"]),
        ("Bikes per head at Station: 2,718 ÷ 17 = 160.", ["2,718"]),
        ("(17 − 12) / 12 = 24% more staff at Station than at Harbour", ["24%"]),
    ],
)
def test_each_step_is_judged(flagged: Any, text: str, wrong: list[str], shops: Any) -> None:
    assert flagged(text, shops) == wrong


@pytest.mark.parametrize(
    "text",
    [
        "Station and Harbour had 11-14 staff.",
        "Harbour – 15 staff.",
        "Staff at Harbour/Station: 15/17.",
    ],
)
def test_a_range_a_dash_and_a_list_calculate_nothing(flagged: Any, text: str, shops: Any) -> None:
    assert flagged(text, shops) != []


@pytest.mark.parametrize("endless", ["1" * 30_000, "1," * 15_000, "(" * 30_000, "1 a b + " * 4000])
def test_an_endless_numeral_costs_no_more_than_its_length(endless: str) -> None:
    # Trap: a pattern that begins anew at each digit takes a minute for these.
    started = time.thread_time()
    (found,) = list(calculations.shown(f"{endless} so that 3 + 4 = 7"))[-1:]
    assert [term for term in found.terms if isinstance(term, str)] == ["+"]
    assert time.thread_time() - started < 5


@pytest.mark.parametrize("at", ["at", "@"])
def test_an_amount_at_a_price_is_a_product(flagged: Any, at: str) -> None:
    made = (["line", "month", "pieces"], [["L1", "2025-05", 900], ["L1", "2025-06", 1326]])
    costs = (["line", "cost_eur"], [["L1", 14.2], ["L2", 12.6]])
    text = f"L1: 2,226 pieces {at} €14.20 = {{}}"
    assert flagged(text.format("€31,609"), made, costs) == []
    assert flagged(text.format("€33,209"), made, costs) == ["€33,209"]
