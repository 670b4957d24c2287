"""Cells are to queries exactly what they are in the query results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from sidecar.evidence.values import NumberValues
from sidecar.formulas.columns import quote
from sidecar.formulas.engine import FormulaValue, Outcome
from sidecar.formulas.loading import connect, load, lock
from sidecar.formulas.packing import ColumnType, list_types, pack, select_visible
from sidecar.model.evidence import Cells, Column, Table

Ask = Callable[..., Outcome]
TableOf = Callable[..., Table]


def loaded(*tables: Table) -> Any:
    """A locked database that has the tables."""
    connection = connect()
    packed = [pack(table) for table in tables]
    payloads = [bytearray(payload) for one in packed for payload in one.payloads]
    load(connection, [one.told for one in packed], iter(payloads))
    lock(connection, 1 << 28)
    return connection


@pytest.mark.parametrize(
    ("cells", "sql_type"),
    [
        ([1, 2, None, 4], "BIGINT"),
        ([2**53 + 1, -(2**62) - 1, None], "BIGINT"),
        ([2**64 + 1, 3, None], "HUGEINT"),
        ([0.1, 2.5, None, 1e300], "DOUBLE"),
        ([1, 2.5], "DOUBLE"),
        ([Decimal("0.10"), Decimal("12345678901234567.89"), None], "DECIMAL(38,2)"),
        ([Decimal("1e-20"), Decimal("3.5")], "DECIMAL(38,20)"),
        ([2**53 + 1, 2.5], "DECIMAL(38,1)"),
        ([Decimal(10) ** 37], "HUGEINT"),
        (["North", None, "", "12", 'it\'s "so"', "a\x00b", "été 😀"], "VARCHAR"),
        ([True, False, None], "BOOLEAN"),
        ([date(2024, 2, 29), None, date(1, 1, 1), date(9999, 12, 31)], "DATE"),
        ([datetime(2024, 2, 29, 23, 59, 59, 123456), None], "TIMESTAMP"),  # noqa: DTZ001
        ([time(23, 59, 1), None], "TIME"),
        ([None, None], "DOUBLE"),
        ([], "DOUBLE"),
    ],
)
def test_each_kind_of_cell_stays_what_it_is(
    table_of: TableOf, cells: Sequence[object], sql_type: str
) -> None:
    table = table_of("t", {"c": cells})
    assert list_types(table) == (ColumnType("c", sql_type),)
    found = loaded(table).execute("SELECT c, typeof(c) FROM t").fetchall()
    assert [cell for cell, _ in found] == list(cells)
    assert {kind for _, kind in found} <= {sql_type}


@pytest.mark.parametrize(
    ("cells", "texts"),
    [
        ([1, "n/a", 2.5, None], ["1", "n/a", "2.5", None]),
        ([True, "no"], ["true", "no"]),
        ([date(2024, 1, 31), "later"], ["2024-01-31", "later"]),
        ([Decimal("1.50"), "x"], ["1.50", "x"]),
        ([1, True], ["1", "true"]),
    ],
)
def test_mixed_cells_are_text_and_that_is_said(
    table_of: TableOf, cells: Sequence[object], texts: list[str | None]
) -> None:
    table = table_of("t", {"c": cells})
    assert list_types(table) == (ColumnType("c", "VARCHAR", "values of several types, as text"),)
    assert [cell for (cell,) in loaded(table).execute("SELECT c FROM t").fetchall()] == texts


def test_decimals_of_too_many_digits_are_rounded_and_that_is_said(table_of: TableOf) -> None:
    table = table_of("t", {"c": [Decimal(10) ** 30, Decimal("1e-20")]})
    [column] = list_types(table)
    assert column.sql_type == "DOUBLE"
    assert "38 digits" in column.note


def test_moments_of_several_zones_are_those_of_utc(table_of: TableOf) -> None:
    moment = datetime(2024, 1, 1, 2, tzinfo=timezone(timedelta(hours=3)))
    table = table_of("t", {"c": [moment, datetime(2024, 1, 1, tzinfo=UTC)]})
    found = loaded(table).execute("SELECT c FROM t ORDER BY c").fetchall()
    assert found == [(datetime(2023, 12, 31, 23),), (datetime(2024, 1, 1),)]  # noqa: DTZ001


@pytest.mark.parametrize("scale", [0, 1, 2, 18])
def test_decimals_held_as_floats_are_decimals_again(scale: int) -> None:
    unscaled = [123, -45, 7]
    cells = Cells(np.array(unscaled) / 10**scale, np.array([0, 2, 3], np.uint32))
    data = NumberValues(cells, 4, Decimal)
    table = Table("t", "", "", (Column(name="c"),), 4, (cells,), (data,), 0)
    found = [cell for (cell,) in loaded(table).execute("SELECT c FROM t").fetchall()]
    first, *others = (Decimal(each).scaleb(-scale) for each in unscaled)
    assert found == [first, None, *others]


def test_unscaled_decimals_stay_exact() -> None:
    unscaled = np.array([10**18 + 1, -5, 0])
    cells = Cells(unscaled / 1e4, np.arange(3, dtype=np.uint32), None, unscaled, 4)
    data = NumberValues(cells, 3, Decimal)
    table = Table("t", "", "", (Column(name="c"),), 3, (cells,), (data,), 0)
    assert list_types(table) == (ColumnType("c", "DECIMAL(38,4)"),)
    assert loaded(table).execute("SELECT max(c) FROM t").fetchone() == (
        Decimal("100000000000000.0001"),
    )


@pytest.mark.parametrize(
    "name",
    [
        "Sales",
        "net sales",
        'a"b',
        "select",
        "naïve",
        "数量",
        "a.b",
        "a;b",
        "--",
        "1st",
        "'",
        "c0",
        "a b ",
    ],
)
def test_names_are_exact_whatever_they_hold(ask: Ask, table_of: TableOf, name: str) -> None:
    query_id = name.replace(" ", "_")
    table = table_of(query_id, {name: [10, 20, 30]})
    query = f"SELECT sum({quote(name)}) FROM {quote(query_id)}"
    found = ask(query, table)
    assert isinstance(found, FormulaValue), found
    assert found.value == 60
    assert loaded(table).execute(f"DESCRIBE {quote(query_id)}").fetchone()[0] == name


@pytest.mark.parametrize("name", ["duckdb_settings", "pg_class", "sqlite_master", "range"])
def test_a_query_result_called_like_a_thing_of_the_engine_is_the_query_result(
    ask: Ask, table_of: TableOf, name: str
) -> None:
    found = ask(f"SELECT sum(n) FROM {name}", table_of(name, {"n": [10, 20, 31]}))
    assert isinstance(found, FormulaValue), found
    assert found.value == 61


def test_what_differs_in_case_alone_is_left_out(table_of: TableOf) -> None:
    one, other = table_of("Sales", {"n": [1]}), table_of("sales", {"n": [2]})
    third = table_of("t", {"A": [1], "a": [2], "b": [3]})
    assert select_visible([one, other, third]) == [third]
    assert [column.sql_type for column in list_types(third)] == ["", "", "BIGINT"]
    assert loaded(third).execute("DESCRIBE t").fetchall()[0][0] == "b"


def test_the_name_that_tables_are_loaded_by_is_none(table_of: TableOf) -> None:
    assert select_visible([table_of("Columns_To_Load", {"n": [1]})]) == []


def test_tables_of_no_rows_and_of_many_columns(ask: Ask, table_of: TableOf) -> None:
    wide = table_of("wide", {f"c{number}": [number, 2 * number] for number in range(256)})
    found = ask("SELECT sum(c255) FROM wide", wide)
    assert isinstance(found, FormulaValue), found
    assert found.value == 3 * 255
    empty = table_of("empty", {"n": [], "s": []})
    assert loaded(empty).execute("SELECT count(*) FROM empty").fetchone() == (0,)
    assert not isinstance(ask("SELECT sum(n) FROM empty", empty), FormulaValue)
    assert not isinstance(ask("SELECT count(*) FROM none", table_of("none", {})), FormulaValue)
