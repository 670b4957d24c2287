"""Numbers of others than those whom the data are about."""

from __future__ import annotations

from typing import Any

import pytest

COLUMNS = ["shop", "bikes_sold", "staff", "returns_pct"]
ROWS = [
    ["Harbour", 1840, 12, 3.1],
    ["Station", 2415, 17, 4.4],
    ["Old Mill", 960, 7, 2.2],
    ["Parkside", 1325, 9, 5.6],
    ["Ring Road", 3070, 21, 6.3],
]


@pytest.mark.parametrize(
    "text",
    [
        "The industry returns 7.5% of all bikes, the association says; Harbour only 3.1%.",
        "According to the ministry 480,000 bikes were sold last year.",
        "Nationally, a shop employs 14 people; ours at Station employs 17.",
        "Our competitor sold 5,200 bikes.",
        "A helmet costs 49 euros and lasts 8 years.",
        "Inflation stood at 2.2%.",
        "The premium of 300 euros per bike is not in the data.",
        "Across Europe 11% of bikes come back.",
    ],
)
def test_figures_of_others_are_not_held_against_the_data(flagged: Any, text: str) -> None:
    assert flagged(text, (COLUMNS, ROWS)) == []


def test_a_table_of_the_others_is_asked(flagged: Any) -> None:
    """A table of ministries speaks of what the ministry says."""
    rows = [["ministry", 4.4], ["council", 3.1], ["court", 2.2]]
    text = "The ministry had a sick rate of 7.5%."
    assert flagged(text, (["body", "sick_rate_pct"], rows)) == ["7.5%"]


def test_a_row_that_is_named_is_no_other(flagged: Any) -> None:
    text = "Nationally known Harbour returned 7.5% of its bikes."
    assert flagged(text, (COLUMNS, ROWS)) == ["7.5%"]


def test_any_such_thing_that_a_table_has_is_asked_for(flagged: Any) -> None:
    rows = [["helmet", 49.0], ["lock", 32.5], ["pump", 18.9]]
    assert flagged("A lock costs 39.5 euros.", (["item", "cost_eur"], rows)) == ["39.5 euros"]


@pytest.mark.parametrize(
    "text",
    [
        "Of interest: the shops sold {} bikes in total.",
        "As a rule, the most bikes sold were {}.",
        "Nationally, total bikes sold came to {}.",
        "The most bikes sold were {}, an industry record.",
        "The most bikes sold were {}, far above the industry.",
        "With the discount in place, the most bikes sold were {}.",
        "Unlike competitors, we sold at most {} bikes.",
        "Experts were told that the most bikes sold were {}.",
        "The total is not in the table but comes to {} bikes sold.",
        "In a tough industry, the most bikes sold were {}.",
        "The most bikes sold were {} after the discount.",
    ],
)
def test_others_beside_a_fact_excuse_nothing(flagged: Any, text: str) -> None:
    # Trap: words such as "interest", "rule" and "industry" are of our own figures as well.
    right = "9,610" if "total" in text else "3,070"
    assert flagged(text.format("4,999"), (COLUMNS, ROWS)) == ["4,999"]
    assert flagged(text.format(right), (COLUMNS, ROWS)) == []


@pytest.mark.parametrize(
    "text",
    [
        "The Act allows a repair 15 days.",
        "Whoever follows the 30-percent rule pays less.",
        "A loan at 4.5% is paid back in ten years.",
        "In the industry, 7.5% is normal.",
        "We returned less than the 7.5% of the industry.",
    ],
)
def test_what_rules_and_rates_say_is_of_others(flagged: Any, text: str) -> None:
    assert flagged(text, (COLUMNS, ROWS)) == []


@pytest.mark.parametrize(
    "text",
    [
        "A study of 212 shops came to the same result.",
        "Our rule of thumb is 150 bikes.",
    ],
)
def test_what_studies_found_is_of_others(flagged: Any, text: str) -> None:
    assert flagged(text, (COLUMNS, ROWS)) == []


def test_what_is_ours_beside_a_survey_is_judged(flagged: Any) -> None:
    text = "Harbour sold {} bikes, as the survey shows."
    assert flagged(text.format("4,999"), (COLUMNS, ROWS)) == ["4,999"]
