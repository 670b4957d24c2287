"""Amounts that are a price times a quantity, told as what something is worth."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.model.report import Verdict

MILK = (
    ["year", "milk_million_litres", "price_eur_per_100l"],
    [[2021, 861, 35.8], [2022, 848, 48.9], [2023, 873, 43.2]],
)
SHOP = (
    ["item", "sold", "unit_price (USD)"],
    [["Lamp", 120, 45.5], ["Desk", 35, 310.0], ["Stool", 260, 28.0]],
)
STOCK = (
    ["item", "units", "unit_cost", "price"],
    [["Valve", 340, 12.5, 19.9], ["Pump", 85, 148, 229], ["Seal", 2100, 0.8, 1.6]],
)
CREW = (
    ["ship", "crew", "monthly wage (EUR)"],
    [["Alba", 24, 2150], ["Brisa", 31, 1980]],
)


@pytest.mark.parametrize(
    ("text", "table", "right"),
    [
        ("In 2023 the milk was worth 377 million euros.", MILK, True),
        ("In 2023 the milk was worth 415 million euros.", MILK, False),  # that was 2022
        ("In 2022, milk deliveries brought in €414.7 million.", MILK, True),
        ("At $310 apiece, the 35 desks sold brought in $10,850.", SHOP, True),
        ("At $310 apiece, the 35 desks sold brought in $18,050.", SHOP, False),
        ("Sold lamps came to $5,460.", SHOP, True),
        ("All items sold fetched a total of $23,590.", SHOP, True),
        ("All items sold fetched a total of $25,390.", SHOP, False),
        ("The crew of the Alba costs €51,600 in wages a month.", CREW, True),
        ("The crew of the Brisa costs €51,600 in wages a month.", CREW, False),
        ("The stock value of the valves is 4,250.", STOCK, True),
        ("The stock value of the valves is 6,766.", STOCK, False),  # at their price
        ("In money terms, the valves come to 4,250.", STOCK, True),
        ("The inventory is worth 18,510 in all.", STOCK, True),
        ("At unit cost, the 85 pumps come to 12,580.", STOCK, True),
        ("At unit cost, the 85 pumps come to 19,465.", STOCK, False),  # at their price
        ("Valued at cost, the stock takes up 2,100 pumps.", STOCK, False),
    ],
)
def test_what_something_is_worth_is_its_price_times_its_quantity(
    bind: Any, text: str, table: Any, right: bool
) -> None:
    bound, _ = bind(text, *table)
    assert (bound[-1].binding.verdict is Verdict.SUPPORTED) is right


def test_a_product_is_read_only_where_words_speak_of_worth(bind: Any) -> None:
    bound, _ = bind("The price of a lamp stood at $5,460.", *SHOP)
    assert bound[-1].binding.verdict is not Verdict.SUPPORTED
