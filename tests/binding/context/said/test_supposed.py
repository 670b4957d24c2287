"""Numbers that are only supposed, beside those that are told."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize(
    "text",
    [
        "If we hired 4 more mechanics, Station could sell 2,900 bikes; it sold 2,415.",
        "Assuming 5% growth, Harbour would reach 1,932 bikes next year.",
        "Were the rent to double, Old Mill would have to sell 1,900 bikes to break even.",
        "Should returns climb to 8%, the insurer will step in.",
        "Suppose Parkside kept its 9 staff and sold 1,500 bikes.",
        "For example, a shop with 10 staff and 1,000 bikes sells 100 a head.",
        "Raise prices by 5% and hire 2 people at Harbour.",
        "You should keep returns below 3%.",
        "With 2 more mechanics, Parkside could open on Sundays.",
        "Closing Old Mill would save €55k a year.",
    ],
)
def test_a_condition_and_what_would_follow_are_no_figures(
    flagged: Any, text: str, shops: Any
) -> None:
    assert flagged(text, shops) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Even if it rains, Ring Road sold 3,999 bikes.", ["3,999"]),
        ("If all went well, Station could sell 2,900 bikes; it sold 2,215.", ["2,215"]),
        ("Ring Road sold 3,999 bikes, which would please anyone.", ["3,999"]),
        ("If you look closely you can see that Ring Road sold 3,999 bikes.", ["3,999"]),
        ("You should know that Ring Road sold 3,999 bikes.", ["3,999"]),
    ],
)
def test_what_is_told_beside_it_is_judged(
    flagged: Any, text: str, wrong: list[str], shops: Any
) -> None:
    assert flagged(text, shops) == wrong


@pytest.mark.parametrize(
    "text",
    [
        "Assuming you mean Harbour, it sold {} bikes.",
        "Assuming that is what you want, the number is that Harbour sold {} bikes.",
        "Should you wonder, Harbour sold {} bikes.",
        "I must say Harbour sold {} bikes.",
        "Keep in mind Harbour sold {} bikes.",
        "You should note Harbour with {} bikes.",
        "I recommend a closer look at Harbour with its {} bikes sold.",
        "I suggest looking at Harbour's {} bikes.",
        "The data suggest bikes sold of {} at Harbour.",
        "The team could be proud of the {} bikes that Harbour sold.",
        "With {} bikes, Harbour could not have done better.",
        "If you look at it, Harbour would appear to have sold {} bikes.",
        "We should cut the bikes sold at Harbour from {} to 900.",
        "For example, bikes sold at Harbour came to {}.",
    ],
)
def test_a_fact_in_words_of_advice_is_judged(flagged: Any, text: str, shops: Any) -> None:
    # Trap: a writer who advises or supposes tells facts in the same breath.
    assert flagged(text.format("2,200"), shops)[:1] == ["2,200"]
    assert "1,840" not in flagged(text.format("1,840"), shops)


MONTHS = (
    ["month", "orders", "revenue"],
    [["2024-03", 1521, 55103], ["2024-04", 1467, 53340], ["2024-05", 1688, 60912]],
)


@pytest.mark.parametrize(
    "text",
    ["For example, May 2024 had {} orders.", "Say what you like, May 2024 had {} orders."],
)
def test_an_example_of_the_data_is_judged(flagged: Any, text: str) -> None:
    assert flagged(text.format("1,840"), MONTHS) == ["1,840"]
    assert flagged(text.format("1,688"), MONTHS) == []


def test_what_an_option_costs_is_supposed(flagged: Any, shops: Any) -> None:
    assert flagged("Option A costs €20,000, option B about €35,000.", shops) == []
    assert flagged("Harbour, the best option, sold 2,200 bikes.", shops) == ["2,200"]
