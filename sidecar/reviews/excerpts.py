"""The part of the evidence that a finding speaks of, small enough to be kept beside it.

A finding of a number names its cells in its details: ``location`` is what it was compared with,
``found_location`` a value that agrees with the text. Kept are the rows of those cells with the rows
beside them, and the first columns, which say what a row is about, with the columns of the cells.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sidecar.model.evidence import Table
from sidecar.model.formatting import format_label
from sidecar.model.report import Finding
from sidecar.reviews.model import CellRole, Excerpt, MarkedCell

MAX_ROWS = 8
MAX_COLUMNS = 8
MAX_CELL = 80
"""Characters of a cell, and of the name of a column."""

_MAX_MARKED_ROWS = 6
_LABEL_COLUMNS = 2
_ROWS = re.compile(r"data\[(\d{1,9}(?::\d{1,9}|(?:,\d{1,9})*(?:,…)?))\](?=[.\[])")
_QUOTED = re.compile(r'\["([^"\\]*)"\]')
_PREFIXES = {"": CellRole.COMPARED, "found_": CellRole.AGREES}
_Places = dict[tuple[int, int], CellRole]
"""Row and column of the whole table."""


def find_excerpts(finding: Finding, tables: Mapping[str, Table]) -> tuple[Excerpt, ...]:
    """The parts of query results that a finding speaks of, one for each of the results."""
    marked: dict[str, _Places] = {}
    for prefix, role in _PREFIXES.items():
        query_id = finding.details.get(f"{prefix}query_id", "")
        table = tables.get(query_id)
        if table is None:
            continue
        places = marked.setdefault(query_id, {})
        for place in _read_places(finding.details.get(f"{prefix}location", ""), table):
            places.setdefault(place, role)
    return tuple(_cut(tables[query_id], places) for query_id, places in marked.items() if places)


def _read_places(location: str, table: Table) -> Iterator[tuple[int, int]]:
    """The cells of a location such as ``data[5].salary`` or ``sum(data[0:4].sales)``."""
    for found in _ROWS.finditer(location):
        column = _find_column(location, found.end(), table)
        if column is None:
            continue
        for row in _list_rows(found[1]):
            if row < table.row_count:
                yield row, column


def _find_column(location: str, at: int, table: Table) -> int | None:
    names = [column.name for column in table.columns]
    if quoted := _QUOTED.match(location, at):
        return names.index(quoted[1]) if quoted[1] in names else None
    fitting = [name for name in names if location.startswith(name, at + 1)]
    return names.index(max(fitting, key=len)) if fitting else None


def _list_rows(written: str) -> Sequence[int]:
    first, colon, last = written.partition(":")
    if colon:
        return range(int(first), min(int(last), int(first) + _MAX_MARKED_ROWS))
    return [int(row) for row in written.split(",") if row != "…"][:_MAX_MARKED_ROWS]


def _cut(table: Table, places: _Places) -> Excerpt:
    rows = _choose_rows(sorted({row for row, _ in places}), table.row_count)
    wanted = sorted({column for _, column in places})
    columns = _choose_columns(wanted, len(table.columns))
    return Excerpt(
        query_id=table.query_id,
        columns=[format_label(table.columns[column].name, MAX_CELL) for column in columns],
        rows=rows,
        cells=[
            [format_label(table.data[column][row], MAX_CELL) for column in columns] for row in rows
        ],
        marks=[
            MarkedCell(rows.index(row), columns.index(column), role)
            for (row, column), role in sorted(places.items())
            if row in rows and column in columns
        ],
        row_count=table.row_count,
    )


def _choose_rows(wanted: Sequence[int], count: int) -> list[int]:
    """The rows themselves, then those beside them, as far as there is room."""
    beside = [row + step for step in (-1, 1) for row in wanted if 0 <= row + step < count]
    return sorted([*dict.fromkeys([*wanted, *beside])][:MAX_ROWS])


def _choose_columns(wanted: Sequence[int], count: int) -> list[int]:
    """The first columns, those in question, then others in their order."""
    first = range(min(_LABEL_COLUMNS, count))
    return sorted([*dict.fromkeys([*wanted, *first, *range(count)])][:MAX_COLUMNS])


# As they are stored.


def to_json(found: Sequence[Excerpt]) -> str | None:
    """Excerpts as text; None for none."""
    if not found:
        return None
    return json.dumps([*map(asdict, found)], ensure_ascii=False, separators=(",", ":"))


def from_json(written: str | None) -> tuple[Excerpt, ...]:
    """Excerpts from such text."""
    return tuple(map(_read, json.loads(written))) if written else ()


def _read(one: Mapping[str, Any]) -> Excerpt:
    marks = [MarkedCell(row, column, CellRole(role)) for row, column, role in one["marks"]]
    return Excerpt(**{**one, "marks": marks})
