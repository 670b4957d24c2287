"""Numbers that the text brings itself."""

from __future__ import annotations

from typing import Any

import pytest

COLUMNS = ["clerk", "sales"]
ROWS = [["Amina Haddad", 12], ["Bruno Keller", 9]]


@pytest.mark.parametrize(
    ("text", "planned"),
    [
        ("Amina Haddad missed her goal of 15 sales.", True),
        ("Amina Haddad missed her target, 15 sales.", True),
        ("Amina Haddad scored 2 goals and made 12 sales.", False),
    ],
)
def test_goals_that_are_scored_are_no_plans(text: str, planned: bool, read: Any) -> None:
    assert ("planned" in read(text, COLUMNS, ROWS)[-1].signs) is planned


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("Fruit: USD 100; in riyals (at 3.64) QAR 364.", True),
        ("Fruit: USD 100; in riyals (weight 3.64) QAR 364.", False),
        ("Fruit was sold at 3.64.", False),  # a price
    ],
)
def test_a_number_in_brackets_after_at_is_a_rate(text: str, rate: bool, read: Any) -> None:
    found = read(text, ["good", "usd"], [["Fruit", 100], ["Nuts", 70]])
    told = next(each for each in found if each.said == "3.64")
    assert ("stated_rate" in told.signs) is rate


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("In yen, at 3.64 per dollar, Fruit came to 364.", True),
        ("At 3.64 euros to the pound, Fruit came to 364.", True),
        ("Fruit sold well, at 3.64 per box.", False),  # a price
    ],
)
def test_what_one_of_another_currency_comes_to_is_a_rate(text: str, rate: bool, read: Any) -> None:
    found = read(text, ["good", "usd"], [["Fruit", 100], ["Nuts", 70]])
    told = next(each for each in found if each.said.startswith("3.64"))
    assert ("stated_rate" in told.signs) is rate


SHOPS = (
    ["shop", "takings_eur_k", "rent_gbp_k"],
    [["Pier", 412.3, 61.0], ["Mill", 268.4, 44.5], ["Dock", 150.9, 38.2]],
)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Pier took $445k, at 1.08 dollars to the euro.", []),
        ("Pier took $467k, at 1.08 dollars to the euro.", ["$467k"]),
        ("At 1.08 dollars to the euro the three took $898,128 in all.", []),  # sums, too
        ("At 1.08 dollars to the euro the three took $831,600 in all.", ["$831,600"]),
        ("Mill took £231k, at 0.86 pounds to the euro.", []),
    ],
)
def test_what_is_derived_is_converted_at_the_rate_that_the_text_states(
    flagged: Any, text: str, wrong: list[str]
) -> None:
    assert flagged(text, SHOPS) == wrong


def test_pounds_are_money_unless_the_data_weigh(flagged: Any) -> None:
    assert flagged("Pier pays 61,000 pounds of rent.", SHOPS) == []
    assert flagged("Pier pays 44,500 pounds of rent.", SHOPS) == ["44,500 pounds"]
    assert flagged("Pier sold 620 pounds.", (["shop", "sold_lb"], [["Pier", 620]])) == []


@pytest.mark.parametrize(
    "text",
    [
        "The sick rate of Pier was {}.",
        "Sick rate: {} for Pier.",
        "Highly rated, Pier was sick {}.",
    ],
)
def test_a_rate_of_no_money_is_a_figure(flagged: Any, text: str) -> None:
    # Trap: only rates of exchange are brought by the text.
    table = (["shop", "sick_rate_pct"], [["Pier", 2.7], ["Mill", 5.2], ["Dock", 9.4]])
    assert flagged(text.format("4.4"), table) == ["4.4"]
    assert flagged(text.format("2.7"), table) == []


@pytest.mark.parametrize("rate", ["At $1 = €0.92", "In euros (USD 1 = EUR 0.92)"])
def test_one_of_a_currency_may_be_put_at_so_much_of_another(flagged: Any, rate: str) -> None:
    fees = ["clinic", "fee_usd_k"], [["Elm", 310], ["Oak", 221]]
    assert flagged(f"{rate}, the fees of Elm come to €285k.", fees) == []
    assert flagged(f"{rate}, the fees of Elm come to €203k.", fees) == ["€203k"]
