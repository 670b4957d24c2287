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
