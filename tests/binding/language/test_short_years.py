"""Years of two digits in names of columns, and years that no name tells."""

from __future__ import annotations

from typing import Any

from sidecar.binding.language.dated_cells import short_year
from sidecar.binding.language.periods import NOTHING, TimePeriod

CLUBS = (
    ["club", "members_22", "members_23", "members_24", "fees_24"],
    [["Alder", 310, 342, 365, 41200], ["Birch", 128, 119, 131, 15600]],
)
FLEET = (
    ["edition", "depot", "buses"],
    [
        [2022, "East", 41], [2022, "West", 36], [2023, "East", 44],
        [2023, "West", 39], [2024, "East", 52], [2024, "West", 33],
    ],
)  # fmt: skip


def test_columns_called_the_same_but_for_two_digits_are_of_years() -> None:
    names = CLUBS[0]
    assert [short_year(names, at) for at in (1, 3)] == [TimePeriod(2022), TimePeriod(2024)]
    assert short_year(names, 4) == TimePeriod(2024)  # known from the others
    assert short_year(names, 0) == NOTHING


def test_two_digits_of_one_column_or_far_apart_are_no_years() -> None:
    assert short_year(["site", "pm_10", "pm_25"], 1) == NOTHING
    assert short_year(["site", "top_20"], 1) == NOTHING


def test_a_growth_between_columns_of_short_years_is_held_to_its_value(flagged: Any) -> None:
    text = "Alder had 365 members in 2024, {} more than in 2022."
    assert flagged(text.format("17.7%"), CLUBS) == []
    assert flagged(text.format("21.2%"), CLUBS) == ["21.2%"]


def test_whole_numbers_that_run_through_years_are_years_whatever_they_are_called(
    flagged: Any,
) -> None:
    text = "In 2024 the East depot ran {} buses, 8 more than in 2023."
    assert flagged(text.format("52"), FLEET) == []
    assert flagged(text.format("47"), FLEET) == ["47"]


def test_a_key_with_a_unit_is_a_measure(flagged: Any) -> None:
    # Trap: the last word of "keys" is that of an identifier.
    table = (["hotel", "keys"], [["Lido", 233], ["Faro", 302]], "", {"keys": "count"})
    assert flagged("The Lido has 233 keys.", table) == []
    assert flagged("The two hotels have 535 keys.", table) == []
    assert flagged("The Lido has 302 keys.", table) == ["302"]
