"""Query results as agents hold them: nothing that the check needs may get lost on the way."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from io import BytesIO
from typing import Any
from uuid import UUID

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from verifyd import Column, QueryResult

DICTS = [{"city": "Doha", "pay": 1234.5, "n": 7}, {"city": "Alkhor", "pay": None, "n": 9}]


def cells(data: object, **options: Any) -> tuple[list[str], list[list[object]]]:
    """The columns and rows of a result that was sent as row messages; NULL is None."""
    message = QueryResult("q", data, **options).message
    assert message.WhichOneof("data") == "rows"
    rows = []
    for row in message.rows.rows:
        kinds = [cell.WhichOneof("value") for cell in row.cells]
        rows.append(
            [
                None if kind is None else getattr(cell, kind)
                for kind, cell in zip(kinds, row.cells, strict=True)
            ]
        )
    return list(message.rows.columns), rows


def kind(value: object) -> tuple[str | None, object]:
    """Which field of a cell holds a value, and what it holds."""
    [row] = QueryResult("q", [[value]], columns=["a"]).message.rows.rows
    field = row.cells[0].WhichOneof("value")
    return field, None if field is None else getattr(row.cells[0], field)


def arrow(result: QueryResult) -> pa.Table:
    """The table of a result that was sent as Arrow."""
    with pa.ipc.open_stream(result.message.arrow) as reader:
        return reader.read_all()


def sqlite_cursor() -> sqlite3.Cursor:
    connection = sqlite3.connect(":memory:")
    connection.execute("create table t (city text, pay real, n integer)")
    connection.execute("insert into t values ('Doha', 1234.5, 7), ('Alkhor', null, 9)")
    return connection.execute("select * from t")


@pytest.mark.parametrize(
    "make",
    [
        lambda: DICTS,
        lambda: tuple(DICTS),
        lambda: {"city": ["Doha", "Alkhor"], "pay": (1234.5, None), "n": np.array([7, 9])},
        lambda: pd.DataFrame(DICTS),
        sqlite_cursor,
        lambda: duckdb.sql(
            "select * from (values ('Doha', 1234.5::double, 7), "
            "('Alkhor', null, 9)) t(city, pay, n)"
        ),
        lambda: duckdb.execute(
            "select * from (values ('Doha', 1234.5::double, 7), "
            "('Alkhor', null, 9)) t(city, pay, n)"
        ),
    ],
    ids=["dicts", "tuple of dicts", "columns", "pandas", "sqlite3", "duckdb relation", "duckdb"],
)
def test_every_form_of_a_table_becomes_the_same_rows(make: Callable[[], object]) -> None:
    columns, rows = cells(make())
    assert columns == ["city", "pay", "n"]
    assert rows == [["Doha", 1234.5, 7], ["Alkhor", None, 9]]


def test_sequences_need_names() -> None:
    columns, rows = cells([("Doha", 7), ["Alkhor", 9]], columns=["city", Column("n", unit="count")])
    assert (columns, rows) == (["city", "n"], [["Doha", 7], ["Alkhor", 9]])
    with pytest.raises(ValueError, match="columns"):
        QueryResult("q", [("Doha", 7)])


def test_sqlite_rows_know_their_names() -> None:
    cursor = sqlite_cursor()
    cursor.row_factory = sqlite3.Row
    assert cells(cursor.fetchall())[0] == ["city", "pay", "n"]


def test_two_columns_of_one_name_both_arrive_from_a_cursor() -> None:
    # A dict per row would have lost the first.
    cursor = sqlite3.connect(":memory:").execute("select 1 as a, 2 as a")
    assert cells(cursor) == (["a", "a"], [[1, 2]])


def test_a_key_that_a_row_lacks_is_null() -> None:
    assert cells([{"a": 1}, {"b": 2}]) == (["a", "b"], [[1, None], [None, 2]])


def test_empty_results_keep_their_columns() -> None:
    assert cells([], columns=["a"]) == (["a"], [])
    assert cells(pd.DataFrame({"a": []})) == (["a"], [])
    assert cells([]) == ([], [])


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (True, ("boolean", True)),  # bool is an int in Python: 1 would be a number
        (np.bool_(False), ("boolean", False)),
        (5, ("integer", 5)),
        (2**63, ("decimal", "9223372036854775808")),  # past int64
        (-(2**63), ("integer", -(2**63))),
        (2**53 + 1, ("integer", 2**53 + 1)),  # a float would make it 2**53
        (np.int64(5), ("integer", 5)),
        (np.uint64(2**64 - 1), ("decimal", "18446744073709551615")),
        (0.1, ("number", 0.1)),
        (np.float64(0.1), ("number", 0.1)),
        (np.float32(0.5), ("number", 0.5)),
        (Decimal("1234.50"), ("decimal", "1234.50")),  # the zero tells the precision
        (Decimal("0.1000000000000000000001"), ("decimal", "0.1000000000000000000001")),
        ("Doha", ("text", "Doha")),
        (np.str_("Doha"), ("text", "Doha")),
        (date(2024, 4, 24), ("date", "2024-04-24")),  # as text, 2024, 4 and 24 would be numbers
        (datetime(2024, 4, 24, 12), ("date", "2024-04-24T12:00:00")),  # noqa: DTZ001
        (time(12, 30), ("date", "12:30:00")),
        (pd.Timestamp("2024-04-24"), ("date", "2024-04-24T00:00:00")),
        (np.datetime64("2024-04-24T00:00:00", "ns"), ("date", "2024-04-24T00:00:00.000000000")),
        (UUID(int=7), ("text", "00000000-0000-0000-0000-000000000007")),
    ],
)
def test_a_cell_keeps_its_type(value: object, expected: tuple[str, object]) -> None:
    assert kind(value) == expected


@pytest.mark.parametrize(
    "value",
    [
        None,
        math.nan,
        math.inf,
        np.float64("nan"),
        np.float32("inf"),
        pd.NA,
        pd.NaT,
        np.datetime64("NaT"),
        Decimal("NaN"),
        Decimal("-Infinity"),
    ],
)
def test_missing_in_any_form_is_null(value: object) -> None:
    assert kind(value) == (None, None)


@pytest.mark.parametrize(
    "value", [[1], {"a": 1}, b"x", timedelta(days=1), object(), 1j, np.longdouble(1), np.array(3)]
)
def test_what_no_cell_can_hold_is_named_with_its_place(value: object) -> None:
    with pytest.raises(TypeError, match=r"row 1, column 'a': .*" + type(value).__name__):
        QueryResult("q", [{"a": 1}, {"a": value}])


@given(st.integers() | st.decimals(allow_nan=False, allow_infinity=False))
def test_no_number_loses_a_digit(value: int | Decimal) -> None:
    field, sent = kind(value)
    assert field in ("integer", "decimal")
    assert Decimal(str(sent)) == value


class Unknown:
    """Something that is no table."""


@pytest.mark.parametrize("data", [None, 7, Unknown(), {1, 2}, pl.LazyFrame()])
def test_what_is_no_table_is_refused_by_name(data: object) -> None:
    with pytest.raises(
        TypeError,
        match=rf"{type(data).__name__} is not a query result; give a"
        f" list",
    ):
        QueryResult("q", data)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        ([{"a": 1}, 5], TypeError),
        ([{"a": 1}, (1,)], TypeError),
        ({"a": 5}, TypeError),
        ({"a": "xy"}, TypeError),  # a string is a sequence, but no column
        ({"a": [1, 2], "b": [1]}, ValueError),
    ],
)
def test_ragged_tables_are_refused(data: object, error: type[Exception]) -> None:
    with pytest.raises(error, match=r"row|column"):
        QueryResult("q", data, columns=["a"])


def test_a_row_of_the_wrong_length_is_named() -> None:
    with pytest.raises(ValueError, match="row 1 has 1 cells for 2 columns"):
        QueryResult("q", [(1, 2), (3,)], columns=["a", "b"])


def test_a_cursor_without_a_result_is_refused() -> None:
    with pytest.raises(ValueError, match="no result"):
        QueryResult("q", sqlite3.connect(":memory:").execute("create table t (a)"))


def test_a_pandas_index_that_labels_rows_is_a_column() -> None:
    grouped = pd.DataFrame({"sector": ["oil", "oil", "it"], "pay": [1, 3, 5]}).groupby("sector")
    assert cells(grouped.mean()) == (["sector", "pay"], [["it", 5.0], ["oil", 2.0]])
    described = pd.DataFrame({"n": [1.0]}, index=["mean"])
    assert cells(described) == (["index", "n"], [["mean", 1.0]])


def test_mere_row_numbers_of_pandas_are_no_evidence() -> None:
    # "2 sectors" must not be supported by the row number 2.
    filtered = pd.DataFrame({"n": [10, 20, 30]}).query("n > 10")
    assert list(filtered.index) == [1, 2]
    assert cells(filtered) == (["n"], [[20], [30]])


def test_pandas_types_arrive_as_they_are() -> None:
    frame = pd.DataFrame(
        {
            "when": pd.to_datetime(["2024-04-24", None]),
            "whole": pd.array([2**53 + 1, None], dtype="Int64"),  # nullable: no detour by float
            "kind": pd.Categorical(["a", None]),
            "exact": [Decimal("1.10"), None],
        }
    )
    assert cells(frame)[1] == [
        ["2024-04-24T00:00:00", 2**53 + 1, "a", "1.10"],
        [None, None, None, None],
    ]


def test_pandas_columns_of_several_levels_get_one_name() -> None:
    frame = pd.DataFrame({"pay": [1, 2]}).agg(["min"]).T
    frame.columns = pd.MultiIndex.from_tuples([("pay", "min")])
    assert cells(frame)[0] == ["index", "pay min"]


def test_numpy_columns_of_dates_are_dates() -> None:
    # tolist() would give nanoseconds since 1970, as a number.
    days = np.array(["2024-04-24"], dtype="datetime64[ns]")
    assert QueryResult("q", {"d": days}).message.rows.rows[0].cells[0].date.startswith("2024-04-24")


def test_duckdb_keeps_decimals_and_huge_integers() -> None:
    relation = duckdb.sql("select 1.10::decimal(5,2) a, (2::hugeint ** 100)::hugeint b, null c")
    assert cells(relation) == (["a", "b", "c"], [["1.10", str(2**100), None]])


def test_polars_travels_as_plain_arrow() -> None:
    frame = pl.DataFrame({"city": ["Doha", None], "pay": [Decimal("1.10"), None], "n": [1, 2]})
    table = arrow(QueryResult("q", frame))
    assert table.to_pylist() == frame.to_dicts()
    assert table.schema.field("city").type in (pa.string(), pa.large_string())  # no string views


@pytest.mark.parametrize("form", ["table", "batch", "reader"])
def test_pyarrow_travels_as_it_is(form: str) -> None:
    table = pa.table({"a": [1, None], "b": ["x", "y"]})
    forms = {"table": table, "batch": table.to_batches()[0], "reader": table.to_reader()}
    assert arrow(QueryResult("q", forms[form])).equals(table)


def test_arrow_bytes_and_json_text_are_taken_as_given() -> None:
    sink = BytesIO()
    pl.DataFrame({"a": [1]}).write_ipc(sink)
    assert QueryResult("q", sink.getvalue()).message.arrow == sink.getvalue()
    assert QueryResult("q", '[{"a": 1}]').message.json == '[{"a": 1}]'


def test_what_is_known_of_columns_travels_along() -> None:
    column = Column("pay", label="salary", description="d", unit="QAR", synonyms=["wage"])
    result = QueryResult("q1", DICTS, family="LMIS", title="Pay", columns=[column])
    message = result.message
    assert (message.query_id, message.family, message.title) == ("q1", "LMIS", "Pay")
    [sent] = message.columns
    assert (sent.name, sent.label, sent.description, sent.unit, list(sent.synonyms)) == (
        "pay",
        "salary",
        "d",
        "QAR",
        ["wage"],
    )


def test_a_cursor_may_be_closed_once_its_result_is_made() -> None:
    cursor = sqlite_cursor()
    result = QueryResult("q", cursor)
    cursor.close()
    assert len(result.message.rows.rows) == 2
