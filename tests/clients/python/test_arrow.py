"""Tables of many cells travel as Arrow where pyarrow is loaded, with the same values as rows."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest
from verifyd import QueryResult, _arrow

COUNT = _arrow.MANY
LISTS: dict[str, list[Any]] = {
    "whole": [2**53 + 1, None],
    "pay": [1.5, None],
    "mixed": [1, 2.5],
    "city": ["Doha", None],
    "open": [True, None],
}


def many(values: list[Any]) -> list[Any]:
    return values * (COUNT // 2)


def table(result: QueryResult) -> pa.Table:
    assert result.message.WhichOneof("data") == "arrow"
    with pa.ipc.open_stream(result.message.arrow) as reader:
        return reader.read_all()


def test_many_cells_travel_as_arrow() -> None:
    columns = {name: many(values) for name, values in LISTS.items()}
    records = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    for data in (columns, records):
        found = table(QueryResult("q", data))
        assert found.to_pydict() == columns
        assert [str(each) for each in found.schema.types] == [
            "int64",
            "double",
            "double",
            "string",
            "bool",
        ]


def test_few_cells_travel_as_rows() -> None:
    # Trap: for ten cells a server would load forty megabytes of pyarrow.
    assert QueryResult("q", LISTS).message.WhichOneof("data") == "rows"
    assert QueryResult("q", pd.DataFrame(LISTS)).message.WhichOneof("data") == "rows"


@pytest.mark.parametrize(
    "values",
    [
        [1, "x"],
        [2**63, 1],
        [2**53 + 1, 0.5],  # as a float it would be its even neighbour
        [True, 1],  # as an integer it would be a number
        [Decimal("1.10"), Decimal("1.1")],  # as one type they would have the same zeros
        [None, None],
    ],
)
def test_what_arrow_would_change_travels_as_rows(values: list[Any]) -> None:
    message = QueryResult("q", {"a": many(values)}).message
    assert message.WhichOneof("data") == "rows"
    first = [row.cells[0] for row in message.rows.rows[:2]]
    written = [getattr(cell, cell.WhichOneof("value") or "", None) for cell in first]
    assert list(map(str, written)) == list(map(str, values))


def test_nothing_is_loaded_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_arrow, "library", lambda: None)
    message = QueryResult("q", pd.DataFrame({"a": many([1.5, 2.5])})).message
    assert message.WhichOneof("data") == "rows"
    assert len(message.rows.rows) == COUNT


def test_pandas_types_arrive_as_they_are() -> None:
    half = COUNT // 2
    frame = pd.DataFrame(
        {
            "pay": [1.5, math.nan] * half,
            "whole": pd.array([2**53 + 1, None] * half, dtype="Int64"),
            "kind": pd.Categorical(["a", None] * half),
            "exact": [Decimal("1.10"), None] * half,
        },
        index=pd.Index(["x", "y"] * half, name="sector"),
    )
    assert table(QueryResult("q", frame)).to_pylist()[:2] == [
        {"sector": "x", "pay": 1.5, "whole": 2**53 + 1, "kind": "a", "exact": Decimal("1.10")},
        {"sector": "y", "pay": None, "whole": None, "kind": None, "exact": None},
    ]
    filtered = pd.DataFrame({("pay", "min"): range(2 * COUNT)}).iloc[1:]
    assert table(QueryResult("q", filtered)).column_names == ["pay min"]  # and no row numbers
