"""Periods that are told from others: years before, ranges with one end."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.context.weighing.candidate import Kind
from sidecar.binding.language.periods import NOTHING, Period, complete, in_week
from sidecar.binding.language.relative import Step, stepped, steps
from sidecar.binding.language.words import tokens

COLUMNS = ["year", "sales"]
ROWS = [[2020, 11], [2021, 15], [2022, 18], [2023, 29]]
WIDE = ["item", "2020", "2021", "2022", "2023"]
ITEMS = [["Revenue", 410, 466, 512, 598], ["Costs", 305, 340, 377, 421]]


def formulas(found: Any, kind: Kind) -> set[str]:
    return {c.show().formula for c in found.readings if c.kind is kind}


@pytest.mark.parametrize(
    ("text", "by"),
    [
        ("the year before", -1),
        ("a year earlier", -1),
        ("one year ago", -1),
        ("the previous year", -1),
        ("last year", -1),
        ("this year", 0),
        ("a year later", 1),
        ("the following year", 1),
    ],
)
def test_a_step_is_read(text: str, by: int) -> None:
    assert [(step.grain, step.by) for step in steps(tokens(text, 0, len(text)))] == [("year", by)]


@pytest.mark.parametrize(
    ("text", "grain", "by"),
    [
        ("two weeks later", "week", 2),
        ("three quarters earlier, it", "quarter", -3),
        ("in the six months before, it", "half", -1),  # all of them, not one of six
        ("a week later", "week", 1),
    ],
)
def test_a_step_over_several_periods_is_read(text: str, grain: str, by: int) -> None:
    assert [(step.grain, step.by) for step in steps(tokens(text, 0, len(text)))] == [(grain, by)]


@pytest.mark.parametrize(
    "text",
    ["the last year", "a good year", "year after year", "in the two months after the change"],
)
def test_these_are_no_steps(text: str) -> None:
    assert not list(steps(tokens(text, 0, len(text))))


@pytest.mark.parametrize(
    ("period", "grain", "by", "wanted"),
    [
        (Period(2023), "year", -1, Period(2022)),
        (Period(2024, 1, 1), "quarter", -1, Period(2023, 2, 4)),
        (Period(2024, 2), "month", -6, Period(2024, 1)),
        (Period(2024, 2), "month", -2, NOTHING),
        (in_week(2024, 33), "week", 2, in_week(2024, 35)),
        (in_week(2024, 52), "week", 3, NOTHING),
        (Period(2023, 2, 4), "quarter", 1, Period(2024, 1, 1)),
        (Period(2024, 1), "half", -1, Period(2023, 2)),
        (complete(2024, 1, None), "month", -1, complete(2023, 12, None)),
        (complete(2024, 3, None), "year", -1, complete(2023, 3, None)),
        (Period(2024), "quarter", -1, NOTHING),
        (NOTHING, "year", -1, NOTHING),
    ],
)
def test_a_step_crosses_the_year(period: Period, grain: str, by: int, wanted: Period) -> None:
    assert stepped(period, Step(0, 1, grain, by)) == wanted


def test_the_year_before_is_that_of_the_year_named_before(read: Any) -> None:
    now, then = read("Sales were 18 in 2022, up from 15 the year before.", COLUMNS, ROWS)
    assert now.link(2) > then.link(2)
    assert then.link(1) > 0.5


def test_since_reaches_to_the_end_of_the_data(read: Any) -> None:
    (found,) = read("Since 2021 the sales total 62.", COLUMNS, ROWS)
    assert "sum(data[1:4].sales)" in formulas(found, Kind.SUM)


def test_up_to_begins_with_the_data(read: Any) -> None:
    (found,) = read("Up to 2022 the sales total 44.", COLUMNS, ROWS)
    assert "sum(data[0:3].sales)" in formulas(found, Kind.SUM)


def test_columns_of_a_range_of_years_are_taken_together(read: Any) -> None:
    (found,) = read("Since 2021 the average revenue was 525.3.", WIDE, ITEMS)
    assert "mean(data[0].2021:2023)" in formulas(found, Kind.MEAN)
    assert any(c.agrees for c in found.readings if c.kind is Kind.MEAN)


def test_quarters_of_a_year_are_added_up(read: Any) -> None:
    columns = ["shop", "q1_2023", "q2_2023", "q1_2024", "q2_2024"]
    rows = [["North", 12, 19, 23, 31], ["South", 8, 6, 9, 5]]
    (found,) = read("The North sold 54 in total in 2024.", columns, rows)
    sums = {c.show().formula: c.agrees for c in found.readings if c.kind is Kind.SUM}
    assert sums["sum(data[0].q1_2024:q2_2024)"]
    assert not sums["sum(data[0].q1_2023:q2_2023)"]


def test_since_does_not_replace_the_year_that_a_sentence_before_names(read: Any) -> None:
    _, found = read("In 2023 sales were 29. They reached 29, far more since 2021.", COLUMNS, ROWS)
    assert found.link(3) > found.link(1)


def test_years_that_nothing_names_are_hardly_added_up(read: Any) -> None:
    (found,) = read("Revenue was 512.", WIDE, ITEMS)
    sums = {c.show().formula: c for c in found.readings if c.kind is Kind.SUM}
    assert sums["sum(data[0].2020:2023)"].bonus < 0
