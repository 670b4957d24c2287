"""A query result as a model is shown it: names, types, units, and some of its rows.

Small tables are shown whole. Of larger ones stand the first rows and, for columns of labels, their
distinct values, so that queries can name them as they stand in the data.
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
_LONGEST = 60  # characters of a cell
_SEEN = 100_000  # rows that are looked at for distinct values

_SINGLE = {bool: "boolean", datetime: "timestamp", date: "date", time: "time"}


def listing(table: Table) -> str:
    """One query result, as a section of a prompt."""
    said = ", ".join(part for part in (table.title, table.family) if part)
    lines = [
        f'## "{table.query_id}"' + (f" ({said})" if said else "") + f", {table.row_count} rows"
    ]
    whole = table.row_count * len(table.columns) <= WHOLE_CELLS
    lines += (_column(column, data, whole=whole) for column, data in _columns(table))
    shown = table.row_count if whole else _ROWS
    lines.append("rows:" if whole else f"first {min(shown, table.row_count)} rows:")
    names = [column.name for column in table.columns]
    lines.append(json.dumps(names, ensure_ascii=False))
    lines += (
        json.dumps([_cell(data[row]) for data in table.data], ensure_ascii=False)
        for row in range(min(shown, table.row_count))
    )
    return "\n".join(lines)


def _columns(table: Table) -> Iterator[tuple[Column, Sequence[object]]]:
    return zip(table.columns, table.data, strict=True)


def _column(column: Column, data: Sequence[object], *, whole: bool) -> str:
    said = [part for part in (column.label, column.description) if part]
    if column.unit:
        said.append(f"unit: {column.unit}")
    if column.synonyms:
        said.append(f"also called {', '.join(column.synonyms)}")
    line = f'- "{column.name}" {_type(data)}' + (f" ({'; '.join(said)})" if said else "")
    labels = [] if whole else _labels(data)
    return line + (f": {json.dumps(labels, ensure_ascii=False)}" if labels else "")


def _type(data: Sequence[object]) -> str:
    """The type of a column's cells, by those that are looked at."""
    names = {type(value) for value in data[:_SEEN] if value is not None}
    if names <= {int}:
        return "integer" if names else "empty"
    if names <= {int, float, Decimal}:
        return "number"
    return _SINGLE.get(names.pop(), "text") if len(names) == 1 else "text"


def _labels(data: Sequence[object]) -> list[str]:
    """The distinct texts of a column, if they are few."""
    distinct: dict[str, None] = {}
    for value in data[:_SEEN]:
        if isinstance(value, str):
            distinct.setdefault(value)
            if len(distinct) > _LABELS:
                return []
    return [_short(label) for label in distinct]


def _cell(value: object) -> object:
    if value is None or isinstance(value, bool | int | float):
        return value
    return float(value) if isinstance(value, Decimal) else _short(str(value))


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
