"""Periods that texts name by others, and columns of moments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ranked_numbers import evidence_of

from sidecar.binding.engine.dates import find_dates
from sidecar.binding.language.dated_cells import day_first, whole
from sidecar.binding.language.periods import complete
from sidecar.binding.language.words import tokens

DAYS = st.dates(date(2000, 1, 1), date(2030, 12, 31))


DAILY = [{"day": f"2024-05-{day:02}", "visits": day * 7 % 11} for day in range(1, 32)]


def named(text: str, rows: Sequence[Mapping[str, Any]] = DAILY) -> set[str]:
    """The periods that a text names, as far as they are dates or months."""
    found = find_dates(text, tokens(text, 0, len(text)), evidence_of(rows))
    parts = [(d.period.year, d.period.month, d.period.day) for d in found]
    return {"-".join(str(part) for part in each if part) for each in parts if any(each)}


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("It rose from 1 to 4 May 2024.", {"2024-5-1", "2024-5-4"}),
        ("After 20 May 2024 it was Tuesday the 21st that counted.", {"2024-5-20", "2024-5-21"}),
        ("On 23 May 2024 there were 3, then 34 on Friday.", {"2024-5-23", "2024-5-24"}),
        ("On 23 May there were 3, then 34 on Friday.", {"5-23", "2024-5-24"}),
        (
            "On 23 May 2024 3, two days later 4, the next day 5.",
            {"2024-5-23", "2024-5-25", "2024-5-24"},
        ),
        ("In March 2024 12, a month earlier 9.", {"2024-3", "2024-2"}),
        ("In May 2024 12, the year before 9.", {"2024-5", "2023-5"}),
    ],
)
def test_periods_are_named_by_others(text: str, dates: set[str]) -> None:
    assert named(text) == dates


@pytest.mark.parametrize(
    "names",
    [["2024-05", "2024-06", "2024-07"], ["Q1 2024", "Q2 2024", "Q4 2024"], ["Mon", "Tue", "Sun"]],
)
def test_a_first_column_of_periods_is_no_column_of_labels(names: list[str]) -> None:
    rows = [{"when": name, "visits": 4000 + at} for at, name in enumerate(names)]
    (one,) = evidence_of(rows).dimensions
    assert one.periods is not None


def test_a_weekend_is_two_days() -> None:
    found = find_dates("At weekends", tokens("At weekends", 0, 11), evidence_of(DAILY))
    assert [d.period.weekday for d in found] == [5, 6]


def test_the_total_under_a_column_of_periods_is_no_period_but_may_be_chosen() -> None:
    rows = [{"week": f"2026-W0{at}", "visits": 40 + at} for at in range(1, 6)]
    (one,) = evidence_of([*rows, {"week": "Total", "visits": 215}]).dimensions
    assert one.totals == {5}
    assert 5 not in one.order
    assert one.codes.tolist() == list(range(6))


def test_this_year_is_the_newest_of_the_data() -> None:
    assert named("This year there were 12.") == {"2024"}


@given(st.lists(DAYS, min_size=1, max_size=12), st.dates(date(2000, 1, 13), date(2000, 1, 31)))
def test_a_column_of_dates_is_read_in_one_order(days: list[date], telling: date) -> None:
    days = [*days, telling]
    for pattern in ("%m/%d/%Y", "%d/%m/%Y"):
        read = [whole(str(cell)) for cell in day_first([d.strftime(pattern) for d in days])]
        assert read == [complete(d.year, d.month, d.day) for d in days]


@given(st.sets(st.integers(17_000_000, 31_000_000), min_size=1, max_size=9))
def test_seconds_since_1970_are_days_and_times(minutes: set[int]) -> None:
    moments = [datetime.fromtimestamp(60 * minute, UTC) for minute in sorted(minutes)]
    rows = [{"epoch_s": int(m.timestamp()), "load": at} for at, m in enumerate(moments)]
    view = evidence_of(rows).views[0]
    days = next(d for d in view.dimensions if d.periods is not None)
    assert days.periods is not None
    assert [days.periods[c] for c in days.codes] == [
        complete(m.year, m.month, m.day) for m in moments
    ]
    times = {f"{m:%H:%M}" for m in moments}
    assert len(times) == 1 or {*view.dimensions[0].labels} == times
    assert len(view.measures) == 1
