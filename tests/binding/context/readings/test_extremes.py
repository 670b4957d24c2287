"""Highest and lowest values: which end a number is, and of what it is one."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.context.weighing.candidate import Kind

COLUMNS = ["day", "temperature", "visitors"]
ROWS = [["2024-03-01", 12.0, 40], ["2024-03-02", 7.5, 55], ["2024-03-03", 19.0, 61]]


def formulas(found: Any, kind: Kind = Kind.EXTREME) -> dict[str, bool]:
    return {c.show().formula: c.agrees for c in found.readings if c.kind is kind}


def test_the_lower_number_of_a_range_is_the_minimum_and_not_the_maximum(read: Any) -> None:
    low, high = read("The temperature ranged from 7.5 to 19.", COLUMNS, ROWS)
    assert formulas(low) == {"min(data[0:3].temperature)": True}
    assert formulas(high) == {"max(data[0:3].temperature)": True}


def test_a_range_written_backwards_still_has_its_lower_number_as_minimum(read: Any) -> None:
    high, low = read("The temperature ranged from 19 to 7.5.", COLUMNS, ROWS)
    assert formulas(low) == {"min(data[0:3].temperature)": True}
    assert formulas(high) == {"max(data[0:3].temperature)": True}


def test_the_other_end_of_a_range_speaks_for_a_reading(read: Any) -> None:
    right = read("The temperature ranged from 7.5 to 19.", COLUMNS, ROWS)[0]
    wrong = read("The temperature ranged from 7.5 to 18.", COLUMNS, ROWS)[0]
    assert [c.bonus for c in right.readings if c.kind is Kind.EXTREME] == [1.0]
    assert [c.bonus for c in wrong.readings if c.kind is Kind.EXTREME] == [0.0]


def test_high_and_low_in_one_sentence_do_not_ask_for_both_of_each(read: Any) -> None:
    high, low = read("The temperature had a high of 19 and a low of 7.5.", COLUMNS, ROWS)
    assert formulas(high) == {"max(data[0:3].temperature)": True}
    assert formulas(low) == {"min(data[0:3].temperature)": True}


def test_temperatures_are_not_added_up_but_visitors_are(read: Any) -> None:
    (temperature,) = read("The temperature was 38.5.", COLUMNS, ROWS)
    assert not formulas(temperature, Kind.SUM)
    (visitors,) = read("The visitors were 156.", COLUMNS, ROWS)
    assert formulas(visitors, Kind.SUM) == {"sum(data[0:3].visitors)": True}


@pytest.mark.parametrize(
    "text",
    [
        "Temperatures vary between roughly 37 and 61.",
        "The temperature ranges from 37 in the early hours to highs around 61.",
        "It is mild on Tuesday. Throughout the week temperatures range from a low of 37 to 61.",
    ],
)
def test_both_ends_of_a_range_are_those_of_all_rows_where_none_is_named(
    read: Any, text: str
) -> None:
    rows = [["Monday", 44], ["Tuesday", 61], ["Wednesday", 37], ["Thursday", 52]]
    for found, name in zip(read(text, ["day", "temperature"], rows), ("min", "max"), strict=True):
        best = max((c for c in found.readings if c.kind is Kind.EXTREME), key=lambda c: c.row)
        assert best.agrees
        assert best.show().formula == f"{name}(data[0:4].temperature)"


def test_two_numbers_with_another_verb_between_them_are_no_range(read: Any) -> None:
    rows = [["Monday", 44], ["Tuesday", 61], ["Wednesday", 37]]
    text = "Temperatures rose from 44 while humidity was 61."
    assert not any(
        c.kind is Kind.EXTREME for f in read(text, ["day", "temp"], rows) for c in f.readings
    )


def test_a_range_is_no_pair_of_a_row(read: Any) -> None:
    columns = ["shop", "made", "sold"]
    rows = [["Airport", 7, 12], ["Mall", 5, 9], ["Harbour", 8, 19]]
    ranging = read("The Airport and the Mall made between 5 and 7.", columns, rows)
    paired = read("The Airport beat the Mall by 7-5 in what they made.", columns, rows)
    assert not [c for f in ranging for c in f.readings if c.kind is Kind.PAIR]
    assert [c for f in paired for c in f.readings if c.kind is Kind.PAIR]


def test_a_day_of_the_next_clause_does_not_narrow_a_range(read: Any) -> None:
    text = "The temperature ranges from 7.5 to 19, with most visitors on March 1."
    low, high = read(text, COLUMNS, ROWS)
    assert "min(data[0:3].temperature)" in formulas(low)
    assert "max(data[0:3].temperature)" in formulas(high)
    best = max((c for c in high.readings if c.kind is Kind.EXTREME), key=lambda c: c.row)
    assert best.agrees


@pytest.mark.parametrize(
    ("said", "holds"),
    [
        ("below 20", True),
        ("below 16", False),
        ("mostly below 16", True),
        ("below 40", False),  # of what lies between 7.5 and 19 it tells nothing
    ],
)
def test_a_number_above_all_values_bounds_them(read: Any, said: str, holds: bool) -> None:
    rows = [*ROWS, ["2024-03-04", 9.0, 50], ["2024-03-05", 8.0, 50]]
    (found,) = read(f"The temperature stays {said} throughout the period.", COLUMNS, rows)
    assert formulas(found) == {"max(data[0:5].temperature)": holds}


@pytest.mark.parametrize("told", ["had a high of 19 and a low of 4", "ranged from 4 to 19"])
def test_the_ends_of_a_range_are_no_differences(read: Any, told: str) -> None:
    # Trap: "high" is no "higher", and "from 4" compares nothing.
    columns = ["month", "depth"]
    rows = [["January", 4], ["February", 11], ["March", 19], ["April", 15]]
    found = read(f"The depth {told} metres between January and April.", columns, rows)
    assert all(formulas(number) for number in found)
    assert not any(
        " - " in formula for number in found for formula in formulas(number, Kind.CHANGE)
    )


def test_highs_of_several_days_lie_between_the_least_and_the_most_of_them(read: Any) -> None:
    # Trap: 40 MW is the least of all hours, and no day's high.
    loads = [[40, 71, 55], [42, 80, 61], [45, 76, 50]]
    rows = [
        [f"2024-03-0{day} {hour:02}:00", load]
        for day, hours in enumerate(loads, 1)
        for hour, load in zip((2, 10, 18), hours, strict=True)
    ]
    for said in ("highs between 71 and 80 MW", "highs of 71-80 MW"):
        low, high = read(f"The load had {said}.", ["time", "load"], rows)
        assert formulas(low)["min of daily max(data[0:9].load)"]
        assert formulas(high)["max of daily max(data[0:9].load)"]
    (low, _) = read("The load had highs of 40-80 MW.", ["time", "load"], rows)
    assert not formulas(low)["min of daily max(data[0:9].load)"]


TERMS = (
    ["loan", "term_months", "rate_pct"],
    [["Step", 30, 11.0], ["Seed", 10, 18.0], ["Boost", 13, 12.5], ["Rush", 3, 15.0]],
)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Term: 3 to 30 months", []),
        ("Term: 3 to 13 months", ["13 months"]),
        ("Rate: 11% to 18%", []),
        ("Rate: 12.5%–18%", ["12.5%"]),
    ],
)
def test_a_range_behind_a_colon_reaches_from_the_least_to_the_most(
    flagged: Any, text: str, wrong: list[str]
) -> None:
    assert flagged(text, TERMS) == wrong


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("Every depot keeps more than 30 vans.", []),
        ("Every depot keeps more than 36 vans.", ["36"]),
        ("No depot has fewer than 31 vans.", []),
        ("No depot has fewer than 34 vans.", ["34"]),
        ("The number of vans never exceeded 44 in any depot.", []),
        ("Neither Alm nor Bux keeps more than 33 vans.", []),
    ],
)
def test_a_bound_that_all_are_said_to_keep_is_held_against_their_extreme(
    flagged: Any, said: str, wrong: list[str]
) -> None:
    vans = ["depot", "vans"], [["Alm", 31], ["Bux", 33], ["Celle", 44], ["Dill", 38]]
    assert flagged(said, vans) == wrong
