"""Putting a table together from its decoded columns or Python values, and naming its cells."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from types import NoneType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sidecar.evidence import column_data
from sidecar.evidence.budget import Budget
from sidecar.evidence.column_data import ColumnData
from sidecar.evidence.declared import find_gaps
from sidecar.evidence.errors import (
    EvidenceColumnUnknown,
    EvidenceMalformed,
    EvidenceTypeUnsupported,
)
from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.evidence.values import NumberValues
from sidecar.model.cached import cache_if_short
from sidecar.model.evidence import Cells, Column, Table

# Names of columns: made unique, and matched with what the caller says about them.


def make_unique(names: Sequence[str]) -> list[str]:
    """Give every column a name of its own.

    The second "a" becomes "a#2", the third "a#3"; a column without a name (or of spaces alone)
    becomes "column_4" after its place, from 1. A name that the payload gives as it stands is never
    taken away from its column: in a, a, a#2 the second "a" becomes "a#3".
    """
    result: list[str] = []
    given = set(names)
    taken: set[str] = set()
    counts: dict[str, int] = {}
    for place, name in enumerate(names, 1):
        base = name if name.strip() else f"column_{place}"
        chosen = base
        while chosen in taken or (chosen != name and chosen in given):
            counts[base] = counts.get(base, 1) + 1
            chosen = f"{base}#{counts[base]}"
        taken.add(chosen)
        result.append(chosen)
    return result


def describe_columns(columns: Sequence[Column], budget: Budget) -> tuple[Column, ...]:
    """Name the columns of a payload, and let the header say what it knows of them.

    Metadata meets its column by the final name. Where it names "a" twice, it means "a" and "a#2".

    Raises:
        EvidenceColumnUnknown: If the header describes a column that is not there, a column without
            a name included: call it "column_4".
        EvidenceMalformed: If a name is not valid Unicode.
    """
    header = budget.header
    budget.columns(max(len(columns), len(header.columns)))
    for column in columns:
        budget.name(_utf8_length(column.name, budget))
    named = {
        name: replace(column, name=name)
        for name, column in zip(make_unique([c.name for c in columns]), columns, strict=True)
    }
    for name, column in zip(
        make_unique([c.name for c in header.columns]), header.columns, strict=True
    ):
        if name not in named or not column.name.strip():
            raise EvidenceColumnUnknown(
                f"query result {header.query_id} has no column {column.name!r}",
                query_id=header.query_id,
                column=column.name,
            )
        named[name] = replace(column, name=name)
    return tuple(named.values())


def _utf8_length(name: str, budget: Budget) -> int:
    try:
        return len(name.encode())
    except UnicodeEncodeError:
        raise EvidenceMalformed(
            f"query result {budget.header.query_id} has a column name that is not valid Unicode",
            query_id=budget.header.query_id,
            format=budget.header.format,
        ) from None


def assemble_table(
    columns: tuple[Column, ...], read: Sequence[ColumnData], row_count: int, budget: Budget
) -> Table:
    """Make the table, accounted with what its columns have spent.

    Raises:
        EvidenceMalformed: If what is declared of it cannot be so.
        EvidenceColumnUnknown: If a total is declared of a column that is not there.
    """
    cells = tuple(column.cells for column in read)
    return Table(
        query_id=budget.header.query_id,
        family=budget.header.family,
        title=budget.header.title,
        columns=columns,
        row_count=row_count,
        cells=cells,
        data=tuple(column.data for column in read),
        nbytes=budget.used,
        text_numbers=budget.text_numbers,
        declared=budget.header.declared,
        gaps=tuple(find_gaps(budget.header, columns, cells, row_count)),
    )


# Query results from Python values, column by column.
#
# Columns of one kind of number go through numpy whole; all others are held by their distinct values
# (see ``column_data``).


def build_table(
    columns: Sequence[Column],
    data: Sequence[Sequence[object]],
    header: Header,
    limits: EvidenceLimits,
    *,
    row_count: int | None = None,
) -> Table:
    """Build a table from the values of its columns.

    Args:
        columns: The columns of the data, in order. What ``header.columns`` says of a name counts
            before what is said here.
        data: For each column its values: str, int, float, bool, Decimal, date, datetime, time or
            None.
        header: What the caller says about the query result.
        limits: What it is held to.
        row_count: Rows, where ``data`` cannot tell: a table without columns can have rows.

    Raises:
        EvidenceMalformed: If the columns differ in length or in number.
        EvidenceTypeUnsupported: If a value has another type.
        EvidenceTooLarge: If a limit is passed.
        EvidenceColumnUnknown: If the header describes a column that is not there.
    """
    budget = Budget(header, limits)
    described = describe_columns(columns, budget)
    length = row_count if row_count is not None else len(data[0]) if data else 0
    if len(data) != len(columns) or any(len(values) != length for values in data):
        raise EvidenceMalformed(
            f"the columns of query result {header.query_id} differ in length or in number",
            query_id=header.query_id,
            format=header.format,
        )
    budget.rows(length)
    read = [
        read_column(column.name, values, budget)
        for column, values in zip(described, data, strict=True)
    ]
    return assemble_table(described, read, length, budget)


def read_column(name: str, values: Sequence[object], budget: Budget) -> ColumnData:
    """One column of its values; its name is for errors.

    Raises:
        EvidenceTypeUnsupported: If a value is of another type.
        EvidenceTooLarge: If a limit is passed.
    """
    kinds = set(map(type, values))
    if kinds <= {int, float, NoneType}:
        cells = _numeric(values, kinds, budget)
        if cells is not None:
            kind = float if float in kinds else int
            return ColumnData(NumberValues(cells, len(values), kind), cells)
    strange = kinds.difference(column_data.FLAT, [NoneType])
    if strange:
        kind_name = min(each.__name__ for each in strange)
        raise EvidenceTypeUnsupported(
            f"column {name!r} of query result {budget.header.query_id} holds a {kind_name}",
            query_id=budget.header.query_id,
            column=name,
            type=kind_name,
        )
    distinct, codes = _distinct(values, kinds)
    return column_data.make_coded_column(distinct, codes, budget)


def _numeric(values: Sequence[object], kinds: set[type], budget: Budget) -> Cells | None:
    """Take a column of numbers whole; None where 64 bits do not hold it exactly."""
    rows = np.arange(len(values), dtype=np.uint32)
    kept = values
    if NoneType in kinds:
        rows = rows[[value is not None for value in values]]
        kept = [value for value in values if value is not None]
    try:
        if float not in kinds:
            integers = np.array(kept, np.int64)
            budget.spend(rows.nbytes)
            return column_data.cells_from_scaled(integers, 0, rows, budget)
        floats = np.array(kept, np.float64)
    except OverflowError:
        return None
    if int in kinds and (np.abs(floats) >= 2**53).any():  # 2**53 + 1 has become 2**53
        return None
    budget.spend(rows.nbytes + floats.nbytes)
    return column_data.cells_from_floats(floats, rows)


def _distinct(values: Sequence[object], kinds: set[type]) -> tuple[list[object], NDArray[np.int32]]:
    """Find the distinct values, in the order of their first rows, and the place of each row's."""
    if not kinds.isdisjoint({float, Decimal}):
        values = [None if _is_not_finite(value) else value for value in values]
    if len(kinds - {NoneType}) == 1:
        place = {value: number for number, value in enumerate(dict.fromkeys(values))}
        codes = np.fromiter(map(place.__getitem__, values), np.int32, len(values))
        return list(place), codes
    # 1, 1.0 and True are equal in Python, and different cells.
    pairs = [(type(value), value) for value in values]
    pair_place = {pair: number for number, pair in enumerate(dict.fromkeys(pairs))}
    codes = np.fromiter(map(pair_place.__getitem__, pairs), np.int32, len(values))
    return [value for _, value in pair_place], codes


def _is_not_finite(value: object) -> bool:
    if isinstance(value, Decimal):
        return not value.is_finite()
    return isinstance(value, float) and not np.isfinite(value)


# Where a number stands, in words that a person can follow.

_LISTED = 6  # rows that are shown
_LIKE_AN_ORDINAL = re.compile(r".*#\d+", re.DOTALL)


def name_cell(table: Table, column: int, cell: int) -> str:
    """Name a cell: ``data[5].salary``, or ``data[5].size#2`` for the second number of a string.

    A column that is itself called "size#2" is ``data[5]["size#2"]``.
    """
    cells = table.cells[column]
    place = f"data[{cells.rows.item(cell)}]{name_column(table, column)}"
    ordinal = 0 if cells.ordinals is None else int(cells.ordinals[cell])
    return f"{place}#{ordinal}" if ordinal > 1 else place


def name_column(table: Table, column: int) -> str:
    """What the places of all cells of a column have in common: ``.salary``, ``["size#2"]``."""
    return _shown(table.columns[column].name)


def name_rows(rows: NDArray[np.integer[Any]]) -> str:
    """Sorted rows in short: ``data[3]``, ``data[0:4]`` or ``data[0,7,9]``, six of them at most."""
    if rows.size == 1:
        return f"data[{rows[0]}]"
    first, last = int(rows[0]), int(rows[-1])
    if last - first + 1 == rows.size:
        return f"data[{first}:{last + 1}]"
    return f"data[{','.join(map(str, rows[:_LISTED].tolist()))}{',…' * (rows.size > _LISTED)}]"


@cache_if_short(4096)
def _shown(name: str) -> str:
    quoted = _LIKE_AN_ORDINAL.fullmatch(name) is not None
    return f"[{json.dumps(name, ensure_ascii=False)}]" if quoted else f".{name}"
