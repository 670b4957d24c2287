"""Two values that a number compares: of all rows, of several together, of years of halves."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.context.weighing.candidate import Candidate, Kind
from sidecar.model.report import Verdict

POWER = ["plant", "2019", "2020", "2021", "2022", "2023"]
PLANTS = [["Alder", 700, 800, 900, 900, 950], ["Birch", 100, 100, 150, 100, 150]]
HALVES = ["guests", "h1_2023", "h2_2023", "h1_2024", "h2_2024"]
GUESTS = [["Nearby", 100, 120, 130, 134], ["Distant", 40, 60, 60, 62]]


def agreeing(readings: list[Candidate], kind: Kind) -> bool:
    return any(c.agrees and c.cue for c in readings if c.kind is kind)


@pytest.mark.parametrize(("text", "right"), [("10%", True), ("5.6%", False)])
def test_a_total_grows_as_the_sum_does_and_not_as_a_row(read: Any, text: str, right: bool) -> None:
    found = read(f"Total output rose {text} in 2023.", POWER, PLANTS)[0]
    assert agreeing(found.readings, Kind.GROWTH) is right


def test_of_five_years_that_are_named_alike_the_newest_is_not_left_out(read: Any) -> None:
    found = read("Total output was 1,100.", ["plant", *(f"output {y}" for y in POWER[1:])], PLANTS)
    assert agreeing(found[0].readings, Kind.SUM)


@pytest.mark.parametrize(("said", "right"), [("20.6%", True), ("20.0%", False)])
def test_a_year_of_halves_is_compared_with_the_year_before(
    read: Any, said: str, right: bool
) -> None:
    text = f"The group had 386 guests in 2024, {said} more than the year before."
    found = read(text, HALVES, GUESTS)[1]  # the second half alone grew otherwise
    assert agreeing(found.readings, Kind.GROWTH) is right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Alder is at 136% of its 2019 level in 2023.", True),
        ("Alder is 136% in 2023 after 2019.", False),  # nothing tells that it is a part
    ],
)
def test_what_is_said_to_be_a_part_of_a_former_level_is_a_share_of_it(
    read: Any, text: str, right: bool
) -> None:
    found = read(text, POWER, PLANTS)[0]
    shares = [c for c in found.readings if c.kind is Kind.SHARE]
    assert any(c.agrees and c.show().formula.startswith("data[0].2023") for c in shares) is right


@pytest.mark.parametrize("said", ["14 per cent", "14%"])
def test_per_cent_asks_for_no_mean(read: Any, said: str) -> None:
    found = read(f"Alder rose by {said} from 2019 to 2020.", POWER, PLANTS)[0]
    assert not any(c.kind is Kind.MEAN for c in found.readings)


def test_a_percentage_is_no_amount_of_money(read: Any) -> None:
    columns, rows = ["plant", "cost (QAR)"], [["Alder", 700], ["Birch", 100]]
    found = read("The cost of Alder was 12% and QAR 700.", columns, rows)
    assert not any(c.kind is Kind.CELL for c in found[0].readings)
    assert any(c.agrees for c in found[1].readings if c.kind is Kind.CELL)


def test_one_rate_does_not_grow_to_another(read: Any) -> None:
    columns = ["plant", "idle rate", "yield rate"]
    found = read("The idle rate and yield rate of Alder rose 50%.", columns, [["Alder", 0.2, 0.3]])
    assert not any(c.agrees for c in found[0].readings if c.kind is Kind.GROWTH)


def test_points_above_another_row_are_a_difference(read: Any) -> None:
    columns, rows = ["class", "occupancy"], [["Gold", 66.4], ["Silver", 79.2]]
    (found,) = read("Silver had an occupancy 12.8 points above Gold.", columns, rows)
    assert agreeing(found.readings, Kind.CHANGE)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("The wait of North was 8.5 higher than that of South.", True),
        ("The wait of North was 8.5 lower than that of South.", False),
        ("The wait of South was 8.5 lower than that of North.", True),
        ("The wait of South was 8.5 higher than that of North.", False),
    ],
)
def test_higher_and_lower_say_which_row_has_more(bind: Any, text: str, right: bool) -> None:
    rows = [["North", 29.0, 40], ["South", 20.5, 44], ["East", 31.0, 60]]
    (bound,), _ = bind(text, ["team", "wait", "calls"], rows)
    assert (bound.binding.verdict is Verdict.SUPPORTED) is right


WHARVES = (
    ["wharf", "tonnes (thousand)"],
    [["Alma", 312], ["Bell", 145], ["Cove", 98], ["Drum", 77]],
)


def test_rows_that_are_named_together_are_a_share_of_all(flagged: Any) -> None:
    text = "Together Bell and Cove handled {} of the tonnage."
    assert flagged(text.format("38.4%"), WHARVES) == []
    assert flagged(text.format("43.7%"), WHARVES) == ["43.7%"]


def test_how_long_something_fell_is_no_difference_of_prices(flagged: Any) -> None:
    table = (["dairy", "price_eur"], [["Alder", 31.5], ["Birch", 29.9], ["Cedar", 33.5]])
    text = "Prices at Alder, Birch and Cedar have now fallen two years running."
    assert flagged(text, table) == []


def test_verbs_of_two_words_tell_a_change(flagged: Any) -> None:
    text = "From 2021 to 2022 Alder put on 58, but from 2020 to 2021 Birch put on {}."
    table = (POWER, [["Alder", 700, 812, 905, 963, 950], ["Birch", 100, 130, 150, 118, 157]])
    assert flagged(text.format(20), table) == []
    assert flagged(text.format(24), table) == ["24"]


def test_what_is_raised_to_something_is_told_with_its_rise(flagged: Any) -> None:
    table = (["charge", "fy24_eur", "fy25_eur"], [["Mooring fee", 410, 465], ["Water", 6.4, 7.1]])
    assert flagged("The harbour raises the mooring fee by EUR 55 to EUR 465.", table) == []
    assert flagged("The harbour raises the mooring fee by EUR 75 to EUR 465.", table) == ["EUR 75"]
