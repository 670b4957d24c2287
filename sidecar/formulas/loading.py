"""Tables in the engine, made of what ``packing`` sent."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any

import duckdb
import numpy as np

from sidecar.formulas.columns import Tables, describe_column, quote
from sidecar.formulas.tree import EngineConnection, Node, Refusal, find_root, parse, write_sql

# The cells that a query reads, where one table and its WHERE tell them.

MOST = 20
"""Rows, and cells, of a query that reads few enough to name them."""

Cell = tuple[str, str, int]
"""A query id, a column, and a row from 0."""

_ROWS_OTHERWISE = ("group_expressions", "group_sets", "having", "qualify", "sample", "modifiers")
"""Clauses after which the rows that WHERE leaves are not those that the value is made of."""


def find_cells(
    connection: duckdb.DuckDBPyConnection, tree: Node, reads: Sequence[tuple[str, str]]
) -> list[Cell]:
    """The cells that a value is made of, at most ``MOST``; none where that takes more to know.

    Args:
        connection: To the engine.
        tree: Of the query.
        reads: The columns that it reads.
    """
    select = find_root(tree)
    if not _is_plain(select):
        return []
    name, made_of = select["from_table"]["table_name"].casefold(), _made_of(select)
    own = [place for place in reads if place[0].casefold() == name]
    columns = [place for place in own if place[1].casefold() in made_of]
    if not columns or any(column.casefold() == "rowid" for _, column in own):
        return []
    rows = _rows(connection, tree)
    return [(*place, row) for row in rows for place in columns][:MOST] if len(rows) <= MOST else []


def _is_plain(select: Node) -> bool:
    """Whether a query is made of the rows that WHERE leaves of one table."""
    return (
        select["type"] == "SELECT_NODE"
        and select.get("from_table", {}).get("type") == "BASE_TABLE"
        and not any(select.get(clause) for clause in _ROWS_OTHERWISE)
        and not select["cte_map"]["map"]
        and not any(_hides_rows(node) for node in _nodes(select))
    )


def _made_of(select: Node) -> set[str]:
    """The names of the columns that a value is made of."""
    return {
        str(node["column_names"][-1]).casefold()
        for node in _nodes(select["select_list"])
        if node.get("class") == "COLUMN_REF"
    }


def _rows(connection: duckdb.DuckDBPyConnection, tree: Node) -> list[int]:
    """The rows that WHERE leaves: a few too many where there are more than ``MOST``."""
    [statement] = tree["statements"]
    node = statement["node"] | {"select_list": _row_number()}
    query = write_sql(connection, tree | {"statements": [statement | {"node": node}]})
    return [row for (row,) in connection.execute(query).fetchmany(MOST + 1)]


@cache
def _row_number() -> list[Node]:
    """The select list that asks for the rows themselves."""
    with connect() as connection:
        nodes: list[Node] = find_root(parse(connection, "SELECT rowid"))["select_list"]
    return nodes


def _hides_rows(node: Node) -> bool:
    return node.get("class") in ("SUBQUERY", "WINDOW") or bool(node.get("filter"))


def _nodes(tree: object) -> Iterator[dict[str, Any]]:
    if isinstance(tree, dict):
        yield tree
    if isinstance(tree, dict | list):
        for part in tree.values() if isinstance(tree, dict) else tree:
            yield from _nodes(part)


# A database in memory that sees nothing of the machine, with settings that stay.

_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "threads": 1,
    "temp_directory": "",  # nothing is written to disk
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "allow_community_extensions": False,
    "home_directory": "/",  # messages may name it
    "pandas_analyze_sample": 0,  # text stays text, whatever it looks like
}
_FAULTY = "late_materialization,compressed_materialization"
"""Optimizers of DuckDB 2.0 that fail over ORDER BY with LIMIT: the first where rows are filtered by
their number, as in copies, the second where no row is left (duckdb/duckdb issue 25886)."""
_LONGEST = 200  # characters of a message
_WHERE = re.compile(r"\n\s*LINE \d+:.*", re.DOTALL)  # repeats the query


def connect() -> duckdb.DuckDBPyConnection:
    """A new and empty database."""
    connection = duckdb.connect(":memory:", config=_CONFIG)
    connection.execute(f"SET disabled_optimizers = '{_FAULTY}'")
    return connection


def lock(connection: duckdb.DuckDBPyConnection, memory_bytes: int) -> None:
    """Let a database have so much memory, and let it see nothing but what it holds."""
    connection.execute(f"SET memory_limit = '{memory_bytes}B'")
    connection.execute("SET python_enable_replacements = false")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")


def make_refusal(error: duckdb.Error) -> Refusal:
    """What an error of the engine says of a query."""
    reason = "SQL_INVALID"
    if isinstance(error, duckdb.InterruptException):
        return Refusal("TOO_SLOW", "the query takes longer than the settings allow")
    if isinstance(error, duckdb.InternalException | duckdb.FatalException):
        return Refusal("ENGINE_FAILED", f"{type(error).__name__} of the engine")
    if isinstance(error, duckdb.OutOfMemoryException):
        reason = "TOO_LARGE"
    message = " ".join(_WHERE.sub("", str(error)).split())
    return Refusal(reason, message[:_LONGEST])


Buffers = Iterator[bytearray]


def load(
    connection: EngineConnection, tables: Sequence[Mapping[str, Any]], payloads: Buffers
) -> Tables:
    """Make the tables.

    Args:
        connection: To the engine, before it is locked.
        tables: As ``Packed.told`` has them.
        payloads: As ``Packed.payloads`` has them, all of them in one row.

    Returns:
        What they have; the engine has no tables without columns.
    """
    made = [table for table in tables if table["columns"]]
    for table in made:
        _load(connection, table, payloads)
    return {
        table["name"]: [
            describe_column(connection, table["name"], each["name"], each["sql_type"])
            for each in table["columns"]
        ]
        for table in made
    }


def _load(connection: EngineConnection, table: Mapping[str, Any], payloads: Buffers) -> None:
    rows, columns = table["rows"], table["columns"]
    # the engine finds this variable by its name, which is quicker than to register a view
    columns_to_load = {
        f"c{number}": _array(each, rows, list(islice(payloads, len(each["sizes"]))))
        for number, each in enumerate(columns)
    }
    name = quote(table["name"])
    selected = ", ".join(
        f"{_converted(f'c{number}', each)} AS {quote(each['name'])}"
        for number, each in enumerate(columns)
    )
    connection.execute(f"CREATE TABLE {name} AS SELECT {selected} FROM columns_to_load")  # noqa: S608
    del columns_to_load


def _array(told: Mapping[str, Any], rows: int, buffers: Sequence[bytearray]) -> Any:
    """The cells of a column, as an array that the engine reads."""
    if told["form"] == "texts":
        distinct = np.array([*json.loads(buffers[0]), None], object)
        return distinct[np.frombuffer(buffers[1], np.int32)]
    numbers = np.frombuffer(buffers[0], told["form"])
    if len(buffers) == 1:
        return numbers
    places = np.frombuffer(buffers[1], np.uint32)
    every, missing = np.zeros(rows, numbers.dtype), np.ones(rows, bool)
    every[places] = numbers
    missing[places] = False
    return np.ma.masked_array(every, mask=missing)


def _converted(name: str, told: Mapping[str, Any]) -> str:
    """An array as the type of its column."""
    scale, sql_type = told["scale"], told["sql_type"]
    if not scale:
        return f"{name}::{sql_type}"
    unit = f"0.{1:0{scale}d}"
    return f"({name}::DECIMAL(19,0) * '{unit}'::DECIMAL({scale},{scale}))::{sql_type}"
