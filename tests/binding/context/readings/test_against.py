"""Rows and single values held against a level that each row has."""

from __future__ import annotations

from typing import Any

import pytest

STOCK = (
    ["product", "on_hand", "reorder_level", "unit_cost_eur", "sold_30d"],
    [
        ["Garden hose", 420, 250, 11.4, 180], ["Rake", 85, 120, 8.9, 64],
        ["Watering can", 60, 100, 6.5, 118], ["Wheelbarrow", 34, 20, 48.0, 12],
        ["Hedge trimmer", 18, 25, 79.5, 21], ["Gloves", 940, 600, 3.2, 510],
    ],
)  # fmt: skip
NURSES = (
    ["ward", "nurses", "minimum_nurses"],
    [["East", 31, 28], ["West", 22, 26], ["North", 19, 19], ["South", 35, 40]],
)


@pytest.mark.parametrize(
    ("text", "table", "wrong"),
    [
        ("Of the six products, ⟨three⟩ are below their reorder level: the rake among them.",
         STOCK, "four"),
        ("Products above their reorder level: ⟨3⟩", STOCK, "5"),
        ("⟨Two⟩ wards are short of their minimum nurses.", NURSES, "Three"),
        ("Rakes are ⟨35⟩ short of their reorder level.", STOCK, "53"),
    ],
)  # fmt: skip
def test_a_level_is_compared_with_what_no_word_names(
    flagged: Any, text: str, table: Any, wrong: str
) -> None:
    # Trap: the level itself, of the product that is named behind it.
    before, right, after = text.replace("⟩", "⟨").split("⟨")
    assert flagged(before + right + after, table) == []
    assert flagged(before + wrong + after, table) == [wrong]


def test_a_number_in_the_name_of_a_column_is_no_value(flagged: Any) -> None:
    assert flagged("Gloves sold best, 510 in 30 days.", STOCK) == []
    assert flagged("Gloves sold best, 118 in 30 days.", STOCK) == ["118"]


def test_the_dearest_and_the_cheapest_are_the_ends_of_prices(flagged: Any) -> None:
    text = "Between the cheapest and the dearest product lie EUR {}."
    assert flagged(text.format("76.30"), STOCK) == []
    assert flagged(text.format("67.30"), STOCK) == ["EUR 67.30"]


def test_a_header_of_changes_is_of_no_cell(flagged: Any) -> None:
    # Trap: the third quarter of "Change on Q3" is what is compared with.
    table = (["line", "q3_2024", "q4_2024"], [["Ferry", 688, 290], ["Bus", 301, 222]])
    rows = "## Passengers, Q4 2024\n\n| Line | Q4 | Change on Q3 |\n|---|---|---|\n"
    assert flagged(rows + "| Ferry | 290 | -398 |\n| Bus | 222 | -79 |\n", table) == []
    assert flagged(rows + "| Ferry | 290 | -389 |\n| Bus | 222 | -79 |\n", table) == ["-389"]


def test_a_rise_in_a_sentence_without_a_row_is_that_of_all(flagged: Any) -> None:
    # Trap: the row that the sentence before began with.
    table = (
        ["site", "income_2022", "income_2023"],
        [["Mill", 521, 574], ["Quay", 842, 815], ["Dome", 196, 248]],
    )
    text = "Dome took 248 in 2023. Income rose by {} in 2023."
    assert flagged(text.format(78), table) == []
    assert flagged(text.format(87), table) == ["87"]


CLINICS = (
    ["clinic", "wait_days_2024", "target_days", "budget_eur_k", "actual_eur_k"],
    [
        ["Ashby", 4.2, 5, 912, 947], ["Bramley", 7.9, 6, 2105, 2068],
        ["Castle", 6.3, 6, 3240, 3291], ["Dunmore", 3.1, 5, 540, 540],
        ["Elm Park", 5.8, 6, 2410, 2402],
    ],
)  # fmt: skip
MONTHS = (
    ["month", "tonnes", "plan_tonnes"],
    [["Jan", 840, 820], ["Feb", 795, 800], ["Mar", 910, 870], ["Apr", 888, 900]],
)


@pytest.mark.parametrize(
    ("text", "table", "wrong"),
    [
        ("We set a target for waiting. ⟨Two⟩ clinics exceeded theirs.", CLINICS, "Four"),
        ("Two clinics missed their target and ⟨three⟩ did not.", CLINICS, "four"),
        ("⟨Three⟩ clinics were at or under budget.", CLINICS, "Two"),
        ("⟨Two⟩ clinics overspent.", CLINICS, "Four"),
        ("Two clinics overspent, by ⟨86 thousand⟩ in all.", CLINICS, "49 thousand"),
        ("The plan was met in ⟨two⟩ of four months.", MONTHS, "three"),
        ("In February tonnage fell short of plan by ⟨5⟩ and in April by 12.", MONTHS, "15"),
        ("April was short of its plan by ⟨1.3%⟩.", MONTHS, "3.1%"),
    ],
)  # fmt: skip
def test_plans_and_limits_are_columns_of_their_own(
    flagged: Any, text: str, table: Any, wrong: str
) -> None:
    # Trap: no word names what is held against them.
    before, right, after = text.replace("⟩", "⟨").split("⟨")
    assert flagged(before + right + after, table) == []
    assert flagged(before + wrong + after, table) == [wrong]


CALLS = (
    ["site", "month", "calls", "error_pct"],
    [
        ["Pier", "2024-01", 1325, 5.7],
        ["Pier", "2024-02", 1410, 4.9],
        ["Quay", "2024-01", 960, 3.1],
        ["Quay", "2024-02", 1015, 8.4],
    ],
)


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("Pier missed its target of 1,500 calls by {} in January.", "175", "90"),
        ("Against a target of 1,500, Quay was {} calls short in February 2024.", "485", "540"),
        ("With an ambition of 1,500 calls, Pier came up {} short in January.", "175", "90"),
        ("Quay's error rate in February was {} points above the 5% we aim for.", "3.4", "0.7"),
    ],
)
def test_how_far_a_value_is_from_a_target_that_the_text_sets(
    flagged: Any, text: str, right: str, wrong: str
) -> None:
    assert flagged(text.format(right), CALLS) == []
    assert flagged(text.format(wrong), CALLS) != []
