"""What the data do not have, a name or a period, is no reason to take another row's value."""

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


YEARS = (["year", "visitors"], [[2021, 40], [2022, 55], [2023, 61]])
PORTS = (["port", "calls"], [["Genoa", 412], ["Trieste", 388], ["Ravenna", 291]])


@pytest.mark.parametrize(
    ("text", "table", "absent"),
    [
        ("In 2024 there were 61 visitors.", YEARS, True),
        ("There were 61 visitors in 2023.", YEARS, False),
        ("The report of 2024 says 61 visitors came in 2023.", YEARS, False),
        ("As of 2024, the last count was 61 visitors.", YEARS, False),
        ("Since 2020 it has grown to 61 visitors.", YEARS, False),
        ("Livorno had 388 calls.", PORTS, True),
        ("Calls at Livorno rose to 388.", PORTS, True),
        ("There were 388 calls in Livorno.", PORTS, True),
        ("Trieste had 388 calls.", PORTS, False),
        ("Livorno lies near Genoa, which had 412 calls.", PORTS, False),
        ("The Authority counted 388 calls.", PORTS, False),
        ("According to Lloyd, calls came to 388.", PORTS, False),
        ("Confitarma had 1,091 calls.", PORTS, False),  # of the whole
        ("Everybody had 388 calls.", PORTS, False),
    ],
)
def test_what_a_number_is_told_of_must_be_in_a_row(
    read: Any, text: str, table: Any, absent: bool
) -> None:
    found = read(text, *table)[-1]
    assert any(c.kind is Kind.ABSENT for c in found.readings) is absent
