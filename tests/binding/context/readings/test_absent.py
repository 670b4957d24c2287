"""A day that the data do not have is no reason to take another day's value."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.context.weighing.candidate import Kind

COLUMNS = ["date", "visitors"]
ROWS = [["2024-03-04", 40], ["2024-03-05", 55], ["2024-03-06", 61]]  # Monday to Wednesday


@pytest.mark.parametrize("day", ["March 9", "Friday", "2024-03-07"])
def test_a_day_past_the_data_has_no_value(read: Any, day: str) -> None:
    (found,) = read(f"On {day} there were 61 visitors.", COLUMNS, ROWS)
    absent = [c for c in found.readings if c.kind is Kind.ABSENT]
    assert [c.agrees for c in absent] == [False]
    assert absent[0].row > 0


@pytest.mark.parametrize("day", ["March 5", "Tuesday", "March 2024", "2024"])
def test_a_day_or_month_of_the_data_is_there(read: Any, day: str) -> None:
    (found,) = read(f"In or on {day} there were 55 visitors.", COLUMNS, ROWS)
    assert not [c for c in found.readings if c.kind is Kind.ABSENT]


def test_a_table_without_days_tells_of_none(read: Any) -> None:
    (found,) = read("On Friday there were 61 visitors.", ["year", "visitors"], [[2023, 61]])
    assert not [c for c in found.readings if c.kind is Kind.ABSENT]


def test_the_only_day_of_a_table_need_not_be_the_one_that_is_named(read: Any) -> None:
    (found,) = read("On Friday there were 61 visitors.", COLUMNS, ROWS[:1])
    assert not [c for c in found.readings if c.kind is Kind.ABSENT]
