"""Query results as bytes for the worker that runs formulas, and what becomes of their types.

A column travels as the arrays that it is held in: its numbers and their rows, or its distinct
values as text and which of them each row has. ``loading`` makes tables of them.

    integers             BIGINT, HUGEINT past 64 bits
    decimals             DECIMAL, with as many places as the most precise of them
    floats               DOUBLE
    true and false       BOOLEAN
    dates, times         DATE, TIME, TIMESTAMP; moments with a time zone are those of UTC
    strings              VARCHAR
    several of these     VARCHAR
    nothing at all       DOUBLE, each NULL
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.evidence.values import NumberValues, factorize_column
from sidecar.model.evidence import Cells, Table

_DIGITS = 38
"""Of the widest decimal and the widest integer of the engine."""
_SHORT = 18
"""Digits of a decimal that it reckons with in 64 bits."""
_PLACES = range(_SHORT + 1)
LOADER = "columns_to_load"
"""What ``loading`` calls the columns of the table that it makes; no table can have that name."""


class ColumnType(NamedTuple):
    """What a column is to a query.

    Attributes:
        name: Its exact name.
        sql_type: Its type: ``DECIMAL(18,2)``. Empty where queries do not see it.
        note: What else anyone who writes queries should know, in words; or "".
    """

    name: str
    sql_type: str
    note: str = ""


class PackedTable(NamedTuple):
    """A table on its way to the worker.

    Attributes:
        columns: What its columns are, also those that are left out.
        told: Its name and columns, for JSON.
        payloads: Their bytes, in the order in which ``told`` has their sizes.
    """

    columns: tuple[ColumnType, ...]
    told: dict[str, Any]
    payloads: tuple[memoryview, ...]


class _PackedColumn(NamedTuple):
    """One column on its way.

    Attributes:
        sql_type: The type that it gets.
        form: How it travels: ``float64`` or ``int64`` numbers, or ``texts``.
        arrays: Its numbers and, where not all have one, their rows; or its distinct texts, and
            which of them each row has.
        scale: Powers of ten that ``int64`` numbers are divided by.
        note: See ``ColumnType``.
    """

    sql_type: str
    form: str
    arrays: tuple[NDArray[Any] | bytes, ...]
    scale: int = 0
    note: str = ""


def select_visible(tables: Sequence[Table]) -> list[Table]:
    """The tables that queries can name: one whose name differs in case from another's is none."""
    names = Counter(table.query_id.casefold() for table in tables)
    return [table for table in tables if names[table.query_id.casefold()] == 1 and _usable(table)]


def list_types(table: Table) -> tuple[ColumnType, ...]:
    """What the columns of a table are to a query."""
    return pack(table).columns


def pack(table: Table) -> PackedTable:
    """Make a table ready to be sent."""
    names = Counter(column.name.casefold() for column in table.columns)
    columns, told, payloads = [], [], []
    for column, cells, data in zip(table.columns, table.cells, table.data, strict=True):
        name = column.name
        if not name or names[name.casefold()] > 1:
            note = "has the name of another column, but for its case" if name else "has no name"
            columns.append(ColumnType(name, "", note))
            continue
        packed = _pack(data, cells)
        views = [_view(array) for array in packed.arrays]
        columns.append(ColumnType(name, packed.sql_type, packed.note))
        told.append(
            {
                "name": name,
                "sql_type": packed.sql_type,
                "form": packed.form,
                "scale": packed.scale,
                "sizes": [view.nbytes for view in views],
            }
        )
        payloads += views
    described = {"name": table.query_id, "rows": table.row_count, "columns": told}
    return PackedTable(tuple(columns), described, tuple(payloads))


def _usable(table: Table) -> bool:
    return bool(table.query_id) and table.query_id.casefold() != LOADER


def _pack(data: Sequence[object], cells: Cells) -> _PackedColumn:
    if isinstance(data, NumberValues) and cells.rows.size:
        packed = _numbers(cells, type(data[cells.rows.item(0)]))
        if packed is not None:
            rows = () if cells.rows.size == len(data) else (cells.rows,)
            return packed._replace(arrays=(*packed.arrays, *rows))
    distinct, codes = factorize_column(data)
    sql_type, texts, note = _texts(distinct)
    written = json.dumps(texts).encode()
    return _PackedColumn(
        sql_type, "texts", (written, codes.astype(np.int32, copy=False)), note=note
    )


def _numbers(cells: Cells, kind: type) -> _PackedColumn | None:
    """A column that is held as numbers; None where they have to be written out."""
    if cells.unscaled is None:
        if kind is float:
            return _PackedColumn("DOUBLE", "float64", (cells.values,))
        return _integers(cells.values.astype(np.int64)) if kind is int else _short(cells.values)
    if cells.unscaled.dtype == object or cells.scale not in _PLACES:
        return None
    return _decimals(cells.unscaled, cells.scale) if cells.scale else _integers(cells.unscaled)


def _integers(numbers: NDArray[Any]) -> _PackedColumn:
    return _PackedColumn("BIGINT", "int64", (numbers,))


def _short(numbers: NDArray[np.float64]) -> _PackedColumn | None:
    """Decimals that are the shortest of their floats, as integers."""
    for places in _PLACES:
        power = np.float64(10**places)
        unscaled = np.rint(numbers * power)
        if (np.abs(unscaled) < 2**53).all() and (unscaled / power == numbers).all():
            return _decimals(unscaled.astype(np.int64), places)
    return None


def _decimals(unscaled: NDArray[Any], scale: int) -> _PackedColumn:
    short = int(unscaled.min()) > -(10**_SHORT) and int(unscaled.max()) < 10**_SHORT
    width = _SHORT if short else _DIGITS
    return _PackedColumn(f"DECIMAL({width},{scale})", "int64", (unscaled,), scale)


def _texts(distinct: Sequence[object]) -> tuple[str, list[str | None], str]:
    """The type of some values, each of them as text that a cast to it reads, and a note."""
    kinds = {type(value) for value in distinct if value is not None}
    if kinds <= {int, float, Decimal}:
        return _pack_numbers(
            [value for value in distinct if isinstance(value, int | float | Decimal)], distinct
        )
    sql_type, note = "VARCHAR", ""
    if kinds == {bool}:
        sql_type = "BOOLEAN"
    elif kinds == {date}:
        sql_type = "DATE"
    elif kinds == {time}:
        sql_type = "TIME"
    elif kinds <= {date, datetime}:
        sql_type = "TIMESTAMP"
    elif kinds != {str}:
        note = "values of several types, as text"
    return sql_type, [None if value is None else _text(value) for value in distinct], note


def _pack_numbers(
    numbers: Sequence[int | float | Decimal], distinct: Sequence[object]
) -> tuple[str, list[str | None], str]:
    """The same for numbers."""
    exact = [Decimal(repr(each)) if isinstance(each, float) else Decimal(each) for each in numbers]
    texts = [None if value is None else _text(value) for value in distinct]
    if not exact:
        return "DOUBLE", texts, ""
    places = max(0, *(-int(each.as_tuple().exponent) for each in exact))
    digits = max(each.adjusted() + 1 if each else 1 for each in exact)
    if max(digits, 0) + places > _DIGITS:
        return "DOUBLE", texts, f"rounded: exact, it would take more than {_DIGITS} digits"
    if places:
        return f"DECIMAL({_DIGITS},{places})", texts, ""
    return ("BIGINT" if digits <= _SHORT else "HUGEINT"), texts, ""


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        moment = value if value.tzinfo is None else value.astimezone(UTC).replace(tzinfo=None)
        return moment.isoformat(" ")
    if isinstance(value, time):
        return value.replace(tzinfo=None).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return format(value, "f")
    return repr(value) if isinstance(value, float) else str(value)


def _view(array: NDArray[Any] | bytes) -> memoryview:
    if isinstance(array, bytes) or not array.size:
        return memoryview(bytes(array))
    return np.ascontiguousarray(array).data.cast("B")
