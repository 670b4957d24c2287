"""Numbers in tables of the text have the unit that the header of their column tells."""

from __future__ import annotations

from typing import Any

import pytest

SHOPS = (
    ["shop", "land", "revenue_usd_k", "shoppers"],
    [["Ash", "Norway", 14320, 2150], ["Elm", "Norway", 7415, 1840], ["Fir", "Sweden", 9906, 990]],
)


def _table(cell: str, header: str = "Revenue ($m)") -> str:
    return f"| Shop | {header} |\n| --- | --- |\n| Ash | {cell} |\n"


@pytest.mark.parametrize(
    ("cell", "wrong"), [("14.3", []), ("13.4", ["13.4"]), ("14,320", ["14,320"])]
)
def test_the_header_tells_millions(flagged: Any, cell: str, wrong: list[str]) -> None:
    assert flagged(_table(cell), SHOPS) == wrong


def test_thousands_of_a_header_count_no_money(flagged: Any) -> None:
    assert flagged(_table("2.15", "Shoppers, thousand"), SHOPS) == []


def test_a_cell_with_its_own_unit_is_not_scaled_again(flagged: Any) -> None:
    assert flagged(_table("$14.3m"), SHOPS) == []


def test_a_column_of_the_sentence_above_is_not_that_of_the_header(flagged: Any) -> None:
    provinces = (
        ["province", "births", "households", "area_km2"],
        [["North", 14051, 704755, 22650], ["South", 12957, 534900, 22849]],
    )  # fmt: skip
    above = "South had the second-highest number of births, at 12,957.\n\n"
    table = "| Province | Households |\n| --- | --- |\n| North | {} |\n"
    assert flagged(above + table.format("704,755"), provinces) == []
    assert flagged(above + table.format("14,051"), provinces) == ["14,051"]
