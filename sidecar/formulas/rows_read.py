"""The cells that a query reads, where one table and its WHERE tell them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import duckdb

from sidecar.formulas.database import connect
from sidecar.formulas.tree import Node, parse, root, sql

MOST = 20
"""Rows, and cells, of a query that reads few enough to name them."""

Cell = tuple[str, str, int]
"""A query id, a column, and a row from 0."""

_ROWS_OTHERWISE = ("group_expressions", "group_sets", "having", "qualify", "sample", "modifiers")
"""Clauses after which the rows that WHERE leaves are not those that the value is made of."""


def cells_read(
    connection: duckdb.DuckDBPyConnection, tree: Node, reads: Sequence[tuple[str, str]]
) -> list[Cell]:
    """The cells that a value is made of, at most ``MOST``; none where that takes more to know.

    Args:
        connection: To the engine.
        tree: Of the query.
        reads: The columns that it reads.
    """
    select = root(tree)
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
    query = sql(connection, tree | {"statements": [statement | {"node": node}]})
    return [row for (row,) in connection.execute(query).fetchmany(MOST + 1)]


@cache
def _row_number() -> list[Node]:
    """The select list that asks for the rows themselves."""
    with connect() as connection:
        nodes: list[Node] = root(parse(connection, "SELECT rowid"))["select_list"]
    return nodes


def _hides_rows(node: Node) -> bool:
    return node.get("class") in ("SUBQUERY", "WINDOW") or bool(node.get("filter"))


def _nodes(tree: object) -> Iterator[dict[str, Any]]:
    if isinstance(tree, dict):
        yield tree
    if isinstance(tree, dict | list):
        for part in tree.values() if isinstance(tree, dict) else tree:
            yield from _nodes(part)
