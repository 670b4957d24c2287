"""Millions that are written like metres, "63.5m", are metres only where data measure some."""

from __future__ import annotations

from typing import Any

import pytest

SALES = (["brand", "sales_usd_k"], [["Alto", 63480], ["Brio", 35100], ["Corda", 27350]])
BRIDGES = (["bridge", "span_m", "built"], [["Alto", 63.5, 1931], ["Brio", 35.1, 1954]])


@pytest.mark.parametrize("said", ["63.5m", "0.06bn", "63,480k"])
def test_what_no_data_measure_in_metres_are_millions(flagged: Any, said: str) -> None:
    assert flagged(f"Sales by brand: Alto {said}, Brio 35.1m and Corda 27.4m.", SALES) == []


def test_wrong_millions_are_flagged(flagged: Any) -> None:
    assert flagged("Sales by brand: Alto 36.5m, Brio 35.1m and Corda 27.4m.", SALES) == ["36.5m"]


def test_metres_stay_metres_where_a_column_measures_them(flagged: Any) -> None:
    text = "The span of Alto is 63.5m, that of Brio 31.5m."
    assert flagged(text, BRIDGES) == ["31.5m"]


def test_metres_with_a_space_are_no_millions(flagged: Any) -> None:
    assert flagged("Sales of Alto were 63.5 m.", SALES) == ["63.5 m"]


def test_metres_stay_metres_where_no_cell_is_a_part_of_millions(flagged: Any) -> None:
    phones = (["phone", "weight_g", "water limit"], [["Plum", 168, 1.5], ["Peach", 171, 2.5]])
    assert flagged("The water limit of the Plum is 1.5m.", phones) == []
