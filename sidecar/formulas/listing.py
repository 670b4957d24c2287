"""A query result as a model is shown it: names, types, units, and some of its rows.

Small tables are shown whole. Of larger ones stand the first rows and, for columns of labels, their
distinct values, so that queries can name them as they stand in the data. Texts are whole where all
tables have room; else all of them are cut at the same length.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from decimal import Decimal

from sidecar.model.evidence import Column, Table

WHOLE_CELLS = 600
"""Cells of a table that is shown whole."""
_ROWS = 6
_LABELS = 40
ROOM = 48_000
"""Characters of all tables of a prompt: some 12,000 tokens, which small models read as well."""
_LENGTHS = (1000, 500, 250, 120, 60)
"""Characters that texts are cut at, the first at which there is room, or the last."""
_SEEN = 100_000  # rows that are looked at for distinct values

_SINGLE = {bool: "boolean", datetime: "timestamp", date: "date", time: "time"}


def listings(tables: Sequence[Table], room: int = ROOM) -> list[str]:
    """Query results, each a section of a prompt; their texts are cut where there is no room."""
    shown = [listing(table) for table in tables]
    for longest in _LENGTHS:
        if sum(map(len, shown)) <= room:
            break
        shown = [listing(table, longest) for table in tables]
    return shown


def listing(table: Table, longest: int | None = None) -> str:
    """One query result, as a section of a prompt; texts may be cut at some length."""
    said = ", ".join(part for part in (table.title, table.family) if part)
    lines = [
        f'## "{table.query_id}"' + (f" ({said})" if said else "") + f", {table.row_count} rows"
    ]
    whole = table.row_count * len(table.columns) <= WHOLE_CELLS
    lines += (_column(column, data, longest, whole=whole) for column, data in _columns(table))
    shown = table.row_count if whole else _ROWS
    lines.append("rows:" if whole else f"first {min(shown, table.row_count)} rows:")
    names = [column.name for column in table.columns]
    lines.append(json.dumps(names, ensure_ascii=False))
    lines += (
        json.dumps([_cell(data[row], longest) for data in table.data], ensure_ascii=False)
        for row in range(min(shown, table.row_count))
    )
    return "\n".join(lines)


def _columns(table: Table) -> Iterator[tuple[Column, Sequence[object]]]:
    return zip(table.columns, table.data, strict=True)


def _column(column: Column, data: Sequence[object], longest: int | None, *, whole: bool) -> str:
    said = [part for part in (column.label, column.description) if part]
    if column.unit:
        said.append(f"unit: {column.unit}")
    if column.synonyms:
        said.append(f"also called {', '.join(column.synonyms)}")
    line = f'- "{column.name}" {_type(data)}' + (f" ({'; '.join(said)})" if said else "")
    labels = [] if whole else _labels(data, longest)
    return line + (f": {json.dumps(labels, ensure_ascii=False)}" if labels else "")


def _type(data: Sequence[object]) -> str:
    """The type of a column's cells, by those that are looked at."""
    names = {type(value) for value in data[:_SEEN] if value is not None}
    if names <= {int}:
        return "integer" if names else "empty"
    if names <= {int, float, Decimal}:
        return "number"
    return _SINGLE.get(names.pop(), "text") if len(names) == 1 else "text"


def _labels(data: Sequence[object], longest: int | None) -> list[str]:
    """The distinct texts of a column, if they are few."""
    distinct: dict[str, None] = {}
    for value in data[:_SEEN]:
        if isinstance(value, str):
            distinct.setdefault(value)
            if len(distinct) > _LABELS:
                return []
    return [_short(label, longest) for label in distinct]


def _cell(value: object, longest: int | None) -> object:
    if value is None or isinstance(value, bool | int | float):
        return value
    return float(value) if isinstance(value, Decimal) else _short(str(value), longest)


def _short(text: str, longest: int | None) -> str:
    return text if longest is None or len(text) <= longest else text[:longest] + "…"
