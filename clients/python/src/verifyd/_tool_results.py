"""What a query tool returned: as data for evidence, and as a text for the model."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from itertools import chain
from typing import Any, NamedTuple

from verifyd import _tables
from verifyd.errors import InvalidArgument

_ACCEPTED = (
    "a list of dicts, (rows, cursor.description), (rows, names), a cursor, a DataFrame, a pyarrow"
    " Table, or a text"
)
_PAIR = 2


class ToolTable(NamedTuple):
    """A table that a tool returned.

    Attributes:
        data: The whole of it, as ``QueryResult`` takes it.
        names: Its columns.
        shown: Its first rows.
        row_count: How many rows it has.
    """

    data: Any
    names: Sequence[str]
    shown: Sequence[Iterable[Any]]
    row_count: int


def read(returned: Any, limit: int) -> ToolTable | str:
    """The table that a tool returned, or its text where that holds none.

    Args:
        returned: What it returned. A cursor is drawn; a frame stays one, with its types.
        limit: Most rows shown.

    Raises:
        InvalidArgument: If it is neither a table nor a text.
    """
    if isinstance(returned, str):
        rows = _json_rows(returned)
        return returned if rows is None else _of_dicts(rows, limit)
    table = _of_frame(returned, limit) or _of_cursor(returned, limit)
    if table is not None:
        return table
    if isinstance(returned, Iterable) and not isinstance(returned, Mapping | bytes):
        listed = list(returned)
        if all(isinstance(row, Mapping) or hasattr(row, "keys") for row in listed):
            return _of_dicts([dict(row) for row in listed], limit)
    said = f"a query tool returned a {type(returned).__qualname__}; it should return {_ACCEPTED}"
    raise InvalidArgument(said, "tool")


def write(query_id: str, table: ToolTable) -> str:
    """The text for the model: the query id, then the first rows as CSV."""
    text = StringIO()
    rows = "1 row" if table.row_count == 1 else f"{table.row_count} rows"
    text.write(f"Query result {query_id}: {rows}\n")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.names)
    writer.writerows(table.shown)
    if len(table.shown) < table.row_count:
        text.write(f"({len(table.shown)} rows are shown; a query over {query_id} reads all.)\n")
    return text.getvalue()


def _json_rows(text: str) -> list[dict[str, Any]] | None:
    """The rows of a JSON text that is a list of objects."""
    if not text.lstrip().startswith("["):
        return None
    try:
        rows = json.loads(text)
    except ValueError:
        return None
    return rows if all(isinstance(row, dict) for row in rows) else None


def _of_frame(returned: Any, limit: int) -> ToolTable | None:
    if hasattr(returned, "iloc") and hasattr(returned, "columns"):  # pandas
        names, columns = _tables.pandas_columns(returned.head(limit))
        return ToolTable(returned, names, list(zip(*columns, strict=True)), len(returned))
    if hasattr(returned, "write_ipc_stream"):  # polars
        return ToolTable(returned, returned.columns, returned.head(limit).rows(), len(returned))
    if hasattr(returned, "to_pylist") and hasattr(returned, "column_names"):  # pyarrow
        shown = [row.values() for row in returned.slice(0, limit).to_pylist()]
        return ToolTable(returned, returned.column_names, shown, len(returned))
    return None


def _of_cursor(returned: Any, limit: int) -> ToolTable | None:
    """The rows of a cursor, or rows beside a description or names."""
    if hasattr(returned, "fetchall") and hasattr(returned, "description"):  # DB-API, DuckDB
        return _of_rows(returned.fetchall(), returned.description or (), limit)
    if isinstance(returned, tuple) and len(returned) == _PAIR:
        rows, described = returned
        listed = isinstance(rows, list | tuple) and isinstance(described, list | tuple)
        if listed and all(map(_is_name, described)):
            return _of_rows(rows, described, limit)
    return None


def _is_name(each: Any) -> bool:
    """Whether it is a column's name, or its entry in a cursor's description."""
    return isinstance(each, str) or (isinstance(each, list | tuple) and isinstance(each[0], str))


def _of_dicts(rows: Sequence[Mapping[str, Any]], limit: int) -> ToolTable:
    names = list(dict.fromkeys(chain.from_iterable(rows)))
    return _of_rows([[row.get(name) for name in names] for row in rows], names, limit)


def _of_rows(rows: Sequence[Any], described: Sequence[Any], limit: int) -> ToolTable:
    """Rows with the names of their columns, or a cursor's description of them."""
    names = [each if isinstance(each, str) else each[0] for each in described]
    return ToolTable(list(rows), names, rows[:limit], len(rows))
