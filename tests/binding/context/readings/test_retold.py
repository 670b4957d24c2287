"""Comparisons of values that no column holds: each was derived from cells before."""

from __future__ import annotations

from typing import Any

import pytest

INNS = (
    ["inn", "guests", "costs_eur", "takings_eur", "rooms", "nights"],
    [
        ["Anchor", 1250, 17750, 26250, 40, 5110],
        ["Mill", 980, 16562, 30870, 28, 7665],
        ["Crown", 2140, 38520, 52430, 63, 14280],
    ],
)
SCHOOLS = (
    ["year", "pupils", "teachers", "applicants", "places"],
    [[2022, 5040, 280, 1410, 1128], [2023, 5220, 261, 1530, 1071], [2024, 5250, 250, 1600, 960]],
)


@pytest.mark.parametrize(
    ("text", "table", "right", "wrong"),
    [
        (
            "Costs per guest were €14.20 at the Anchor. At the Mill they were €16.90 per guest, "
            "{}% higher.",
            INNS,
            "19",
            "63",
        ),
        (
            "Costs per guest came to €14.20 at the Anchor and to €18.00 at the Crown, "
            "which is €{} more.",
            INNS,
            "3.80",
            "2.80",
        ),
        (
            "The Anchor takes €21.00 per guest. The Mill takes €31.50 per guest, or {} times "
            "as much.",
            INNS,
            "1.5",
            "2.9",
        ),
        (
            "In 2022 there were 18 pupils per teacher. In 2024 it was 21 pupils per teacher, "
            "a rise of {}%.",
            SCHOOLS,
            "16.7",
            "11.7",
        ),
        (
            "In 2022 the ratio of places to applicants was 80%. In 2024 the ratio of places to "
            "applicants was 60%, so it fell by {} points.",
            SCHOOLS,
            "20",
            "10",
        ),
    ],
)
def test_two_derived_values_are_compared(
    flagged: Any, text: str, table: Any, right: str, wrong: str
) -> None:
    assert flagged(text.format(right), table) == []
    assert len(flagged(text.format(wrong), table)) == 1


def test_what_one_number_was_derived_from_is_taken_of_another_row(flagged: Any) -> None:
    text = "The Crown spends €18.00 per guest, €{} more than the Anchor."
    assert flagged(text.format("3.80"), INNS) == []
    assert flagged(text.format("1.10"), INNS) == ["€1.10"]  # than the Mill


def test_values_that_were_told_wrong_support_no_comparison(flagged: Any) -> None:
    text = "Costs per guest were €12.20 at the Anchor and €15.90 at the Mill, {} higher."
    assert flagged(text.format("30%"), INNS) == ["€12.20", "€15.90", "30%"]


def test_values_of_other_kinds_are_not_compared(flagged: Any) -> None:
    text = "Each guest of the Anchor leaves €21.00; guests make up 28.6% of all. Prices rose {}."
    assert flagged(text.format("36.2%"), INNS)[-1:] == ["36.2%"]


def test_the_next_number_is_the_same_quotient_of_its_own_row(flagged: Any) -> None:
    text = "At the Anchor each guest costs €14.20. The Crown: €{}."
    assert flagged(text.format("18.00"), INNS) == []
    assert flagged(text.format("16.90"), INNS) == ["€16.90"]


def test_the_same_quotient_of_all_rows_and_shares_told_as_so_many_in_so_many(flagged: Any) -> None:
    table = (
        ["depot", "trips_k", "late_k"],
        [["Ash", 438.6, 26.3], ["Birch", 271.3, 29.8], ["Cedar", 139.2, 5.6]],
    )
    text = "Of all trips 11.0% are late at Birch and 6.0% at Ash, with all depots together at {}."
    assert flagged(text.format("7.3%"), table) == []
    assert flagged(text.format("8.3%"), table) == ["8.3%"]
    text = "At Birch one trip in 9 is late. At Cedar it is one in {}."
    assert flagged(text.format("25"), table) == []
    assert flagged(text.format("17"), table) != []


def test_a_part_is_not_what_the_whole_before_it_is_called(flagged: Any) -> None:
    table = (
        ["month", "orders", "returns", "tickets"],
        [["January", 9476, 1421, 1895], ["May", 15438, 1698, 2316], ["June", 14040, 2106, 2808]],
    )
    assert flagged("Of the 15,438 orders in May, 1,698 came back.", table) == []
    assert flagged("Of the 15,438 orders in May, 1,968 came back.", table) == ["1,968"]


def test_what_a_quotient_is_of_stays_the_same_for_the_next_row(flagged: Any) -> None:
    # Trap: orders per thousand euros of revenue are 8.40 in the south as well.
    table = (
        ["region", "quarter", "orders", "revenue_keur", "shipping_cost_keur"],
        [
            ["North", "2024 Q1", 12400, 1488.0, 74.4],
            ["North", "2024 Q2", 13100, 1637.5, 83.8],
            ["North", "2024 Q3", 11800, 1416.0, 77.9],
            ["North", "2024 Q4", 16200, 2106.0, 113.4],
            ["South", "2024 Q1", 8200, 902.0, 61.5],
            ["South", "2024 Q2", 8900, 1023.5, 62.3],
            ["South", "2024 Q3", 8600, 989.0, 64.5],
            ["South", "2024 Q4", 11000, 1309.0, 88.0],
        ],
    )
    text = "The South spent €8.00 on shipping per order in Q4, the North €{}."
    assert flagged(text.format("7.00"), table) == []
    assert flagged(text.format("8.40"), table) == ["€8.40"]


def test_what_is_told_of_what_is_told_does_not_grow_without_end(bind: Any) -> None:
    """Trap: each formula held those of two numbers before it, twice as long for each number."""
    bounds, _ = bind("1:1/> " * 18, ["n", "share"], [[1234, 0.15], [45, 12.5]])
    readings = [bound.binding.reading for bound in bounds]
    assert max(len(each.formula) for each in readings if each is not None) < 1000
