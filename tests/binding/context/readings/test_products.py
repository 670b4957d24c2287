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


SHELVES = (
    ["item", "group", "on_hand", "unit_cost"],
    [["Sofa", "Living", 33, 612.0], ["Chair", "Living", 78, 240.5], ["Bench", "Dining", 61, 94.0]],
)


@pytest.mark.parametrize(
    ("living", "dining", "wrong"),
    [
        ("$38,955", "$5,734", []),
        ("$5,734", "$38,955", ["$5,734", "$38,955"]),
        ("$38,955", "$5,374", ["$5,374"]),
    ],
)
@pytest.mark.parametrize(
    "text",
    [
        "| Group | Stock value |\n|---|---|\n| Living | {} |\n| Dining | {} |",
        "Stock value by group:\n\n- Living: {}\n- Dining: {}",
        "The Living group ties up {}. The Dining group ties up {}.",
    ],
)
def test_the_header_or_the_line_above_tells_what_something_is_worth(
    flagged: Any, text: str, living: str, dining: str, wrong: list[str]
) -> None:
    assert flagged(text.format(living, dining), SHELVES) == wrong


SCRAP = (
    ["line", "month", "scrapped_units"],
    [["Press", "Jan", 120], ["Press", "Feb", 90], ["Weld", "Jan", 45], ["Weld", "Feb", 61]],
)
COSTS = (["line", "cost_per_unit_eur"], [["Press", 14.5], ["Weld", 32]])
HOURS = (
    ["project", "partner_h", "senior_h", "junior_h"],
    [["Orion", 60, 320, 410], ["Lyra", 35, 150, 190], ["Vega", 52, 130, 120]],
)
RATES = (
    ["grade", "cost_rate", "bill_rate"],
    [["Partner", 150, 280], ["Senior", 80, 155], ["Junior", 45, 95]],
)


@pytest.mark.parametrize(
    ("text", "tables", "right"),
    [
        ("Scrap on the Weld line cost €3,392 over the two months.", (SCRAP, COSTS), True),
        ("Scrap on the Weld line cost €3,045 over the two months.", (SCRAP, COSTS), False),
        ("Scrap cost the Press line €1,740 in January.", (SCRAP, COSTS), True),
        ("Scrap cost the Press line €3,045 in January.", (SCRAP, COSTS), False),  # in both months
        ("The cost of scrap was €3,180 in January.", (SCRAP, COSTS), True),
        ("The cost of scrap was €3,257 in January.", (SCRAP, COSTS), False),  # that was February
        ("Orion has cost €53,050 so far.", (HOURS, RATES), True),
        ("Orion has cost €25,800 so far.", (HOURS, RATES), False),
        ("Orion has cost €105,350 so far.", (HOURS, RATES), False),  # that is billed
        ("At billing rates, the hours of Orion are worth €105,350.", (HOURS, RATES), True),
        ("An average hour on Orion costs €67.15.", (HOURS, RATES), True),
        ("An average hour on Orion costs €68.80.", (HOURS, RATES), False),  # on Lyra
        ("Partner time on Orion cost €9,000.", (HOURS, RATES), True),
        ("Partner time on Orion cost €18,450.", (HOURS, RATES), False),
    ],
)
def test_prices_and_quantities_may_stand_in_two_query_results(
    flagged: Any, text: str, tables: Any, right: bool
) -> None:
    assert bool(flagged(text, *tables)) is not right


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("The Living group accounts for {} of the stock value.", "87%", "91%"),
        ("Sofas make up {} of the capital tied up in stock.", "45%", "42%"),
        ("Share of inventory value:\n\n- Dining: {}", "13%", "31%"),
    ],
)
def test_a_share_of_the_stock_is_one_of_what_it_is_worth(
    flagged: Any, text: str, right: str, wrong: str
) -> None:
    assert flagged(text.format(right), SHELVES) == []
    assert flagged(text.format(wrong), SHELVES) == [wrong]
