"""The part of the evidence that is kept with a finding: the cells in question and their labels."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.evidence.tables import build_table
from sidecar.model.evidence import Column, Table
from sidecar.model.report import Finding, Verdict
from sidecar.model.text import Span
from sidecar.reviews import excerpts
from sidecar.reviews.model import CellRole, Excerpt

COMPARED, AGREES = CellRole.COMPARED, CellRole.AGREES


def table(query_id: str, columns: dict[str, list[object]]) -> Table:
    named = [Column(name=name) for name in columns]
    return build_table(named, [*columns.values()], Header(query_id=query_id), EvidenceLimits())


SALES = table(
    "sales",
    {
        "region": [f"region {row}" for row in range(20)],
        "year": [2007 + row for row in range(20)],
        "sales": [1000 + row for row in range(20)],
        "sales.net": [900 + row for row in range(20)],
        **{f"other {n}": [n] * 20 for n in range(9)},
        "size#2": ["3 x 4"] * 20,
    },
)


def found(*tables: Table, **details: str) -> tuple[Excerpt, ...]:
    finding = Finding(
        code="CLAIM_NOT_FOUND",
        verdict=Verdict.CONTRADICTED,
        span=Span(0, 1),
        message="",
        details=details,
    )
    return excerpts.find_excerpts(finding, {one.query_id: one for one in tables})


def marked(one: Excerpt) -> dict[tuple[int, str], CellRole]:
    """Row of the whole result, and column, of each cell that is marked."""
    return {(one.rows[row], one.columns[column]): role for row, column, role in one.marks}


def test_a_cell_with_its_labels_and_the_rows_beside_it() -> None:
    (one,) = found(SALES, query_id="sales", location="data[5].sales")
    assert marked(one) == {(5, "sales"): COMPARED}
    assert one.rows == [4, 5, 6]
    assert one.columns[:3] == ["region", "year", "sales"]
    assert one.cells[1][:3] == ["region 5", "2012", "1005"]
    assert one.row_count == 20


@pytest.mark.parametrize(
    ("location", "cells"),
    [
        ("data[3].sales.net", {(3, "sales.net")}),  # not `sales`, which its name begins with
        ("data[3].sales#2", {(3, "sales")}),
        ('data[3]["size#2"]', {(3, "size#2")}),
        ("sum(data[0:3].sales)", {(0, "sales"), (1, "sales"), (2, "sales")}),
        ("data[1].sales / data[2,4].year", {(1, "sales"), (2, "year"), (4, "year")}),
        ("data[1].other 7", {(1, "other 7")}),  # a column past those that come first
    ],
)
def test_cells_of_a_location(location: str, cells: set[tuple[int, str]]) -> None:
    (one,) = found(SALES, query_id="sales", location=location)
    assert marked(one).keys() == cells


def test_what_agrees_is_marked_in_another_way() -> None:
    details = {"found_query_id": "sales", "found_location": "data[9].sales"}
    (one,) = found(SALES, query_id="sales", location="data[2].sales", **details)
    assert marked(one) == {(2, "sales"): COMPARED, (9, "sales"): AGREES}


def test_an_excerpt_for_each_query_result() -> None:
    more = table("more", {"n": [1, 2]})
    details = {"found_query_id": "more", "found_location": "data[1].n"}
    both = found(SALES, more, query_id="sales", location="data[2].sales", **details)
    assert [one.query_id for one in both] == ["sales", "more"]


@pytest.mark.parametrize(
    "details",
    [
        {},
        {"query_id": "unknown", "location": "data[0].sales"},
        {"query_id": "sales", "location": "row_count"},
        {"query_id": "sales", "location": "data[20].sales"},  # there is no such row
        {"query_id": "sales", "location": "data[1].missing"},
        {"query_id": "sales", "location": 'data[1]["missing"]'},
    ],
)
def test_nothing_where_no_cell_is_named(details: dict[str, str]) -> None:
    assert found(SALES, **details) == ()


@given(
    rows=st.lists(st.integers(0, 400), min_size=1, max_size=40),
    columns=st.integers(1, 40),
    at=st.integers(0, 39),
    cell=st.text(max_size=300),
)
def test_it_is_small_and_comes_back(rows: list[int], columns: int, at: int, cell: str) -> None:
    wide = table("wide", {f"c{n}": [cell] * 401 for n in range(columns)})
    location = f"data[{','.join(map(str, rows))}].c{at % columns}"
    kept = found(wide, query_id="wide", location=location)
    (one,) = kept
    assert one.marks, "the cells in question are cut off"
    assert len(one.rows) <= excerpts.MAX_ROWS
    assert len(one.columns) <= excerpts.MAX_COLUMNS
    assert all(len(words) <= excerpts.MAX_CELL for row in one.cells for words in row)
    assert excerpts.from_json(excerpts.to_json(kept)) == kept
