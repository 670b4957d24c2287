"""Tables in the text of a source, which numbers of claims are held against."""

from __future__ import annotations

import pytest
from claims.written import claim
from hypothesis import given
from hypothesis import strategies as st

from sidecar.checks.claims_inquiry import find_contradiction
from sidecar.claims import judging

REGIONS = """Sales

| Region | 2023 | 2024 |
|--------|-----:|-----:|
| North | 1,210 | 1,480 |
| South | 45 | |
"""
NONE = ["", "no table", "| one row |\n", "a | b\n\nc | d | e\n", "|\n|\n|"]


def test_a_table_in_markdown() -> None:
    (table,) = judging.read_tables(REGIONS)
    assert [column.name for column in table.table.columns] == ["Region", "2023", "2024"]
    assert table.table.row_count == 2


def test_rows_with_bars_between_cells() -> None:
    (table,) = judging.read_tables("Name | Units\nNorth | 45\nSouth | 40.5\n")
    assert [column.name for column in table.table.columns] == ["Name", "Units"]


@pytest.mark.parametrize(
    "text", ["", "no table", "| one row |\n", "a | b\n\nc | d | e\n", "|\n|\n|"]
)
def test_what_is_none(text: str) -> None:
    assert not judging.read_tables(text)


def test_no_more_than_twenty() -> None:
    assert len(judging.read_tables("a | b\nc | 1\n\n" * 50)) == 20


@given(st.text(alphabet="|-\n ab1,.", max_size=200))
def test_any_text_is_read(text: str) -> None:
    judging.read_tables(text)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("In 2024 the North sold 1,480", False),
        ("In 2023 the North sold 1,210", False),
        ("In 2023 the North sold 1,480", True),
        ("In 2023 the North sold 45", True),
        ("Nothing is counted here", False),
        ("The West sold 77 in 2020", False),
    ],
)
def test_numbers_of_other_rows_and_periods_are_contradicted(said: str, wrong: bool) -> None:
    assert bool(find_contradiction(claim(said), judging.read_tables(REGIONS))) is wrong
