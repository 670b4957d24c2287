"""Periods that are told from others: years before, ranges with one end."""

from __future__ import annotations

import pytest

from sidecar.binding.language.periods import NOTHING, TimePeriod, complete, in_week
from sidecar.binding.language.relative import PeriodStep, stepped, steps
from sidecar.binding.language.words import tokens


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
        (TimePeriod(2023), "year", -1, TimePeriod(2022)),
        (TimePeriod(2024, 1, 1), "quarter", -1, TimePeriod(2023, 2, 4)),
        (TimePeriod(2024, 2), "month", -6, TimePeriod(2024, 1)),
        (TimePeriod(2024, 2), "month", -2, NOTHING),
        (in_week(2024, 33), "week", 2, in_week(2024, 35)),
        (in_week(2024, 52), "week", 3, NOTHING),
        (TimePeriod(2023, 2, 4), "quarter", 1, TimePeriod(2024, 1, 1)),
        (TimePeriod(2024, 1), "half", -1, TimePeriod(2023, 2)),
        (complete(2024, 1, None), "month", -1, complete(2023, 12, None)),
        (complete(2024, 3, None), "year", -1, complete(2023, 3, None)),
        (TimePeriod(2024), "quarter", -1, NOTHING),
        (NOTHING, "year", -1, NOTHING),
    ],
)
def test_a_step_crosses_the_year(
    period: TimePeriod, grain: str, by: int, wanted: TimePeriod
) -> None:
    assert stepped(period, PeriodStep(0, 1, grain, by)) == wanted
