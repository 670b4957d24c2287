"""The shapes in which JSON holds tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

NAMES_OF_COLUMNS = ("columns", "column_names", "headers", "header", "fields", "schema")
_ROWS = ("rows", "data", "values", "records", "results")
_LONG = 200  # characters of a text that is a source
_NAME = re.compile(r"[^\W\d]\w*")


def find_rows(value: Mapping[str, Any]) -> tuple[list[str], list[list[Any]], str] | None:
    """The names of columns in an object, the rows of arrays beside them, and their key.

    An ``index`` of a DataFrame, unless it counts the rows, is the first column.
    """
    for name in NAMES_OF_COLUMNS:
        names = [_column_name(each) for each in members_of(value.get(name))]
        for key in _ROWS:
            rows = value.get(key)
            if names and all(names) and are_arrays(rows, len(names)):
                return (*_with_index(list(map(str, names)), value[key], value.get("index")), key)
    return None


def _with_index(
    names: list[str], rows: list[list[Any]], index: object
) -> tuple[list[str], list[list[Any]]]:
    is_index = isinstance(index, list) and len(index) == len(rows) and all(map(is_scalar, index))
    if not isinstance(index, list) or not is_index or index == list(range(len(rows))):
        return names, rows
    return ["index", *names], [[label, *row] for label, row in zip(index, rows, strict=True)]


def _column_name(value: object) -> str | None:
    if isinstance(value, dict):
        value = value.get("name")
    return value if isinstance(value, str) and value else None


def are_arrays(rows: object, width: int) -> bool:
    """Whether rows are arrays of one width."""
    return isinstance(rows, list) and all(
        isinstance(row, list) and len(row) == width for row in rows
    )


def is_header(first: Sequence[object], rows: Sequence[Sequence[object]]) -> bool:
    """Whether a row names the columns: different words, above a row with something else."""
    words = [cell for cell in first if isinstance(cell, str) and _NAME.match(cell)]
    if len(words) < len(first) or len(set(words)) < len(first):
        return False
    return any(not isinstance(cell, str) for row in rows for cell in row)


def is_columnar(value: Mapping[str, Any]) -> bool:
    """Whether an object holds columns: as lists, or as objects with the same keys."""
    columns = list(value.values())
    if len(columns) < 2 or not columns[0]:
        return False
    if all(isinstance(column, list) for column in columns):
        same = len({len(column) for column in columns}) == 1
    elif all(isinstance(column, dict) for column in columns):
        keys = list(columns[0])
        same = all(list(column) == keys for column in columns)
        same = same and keys == [str(place) for place in range(len(keys))]
    else:
        return False
    return same and all(is_scalar(cell) for column in columns for cell in members_of(column))


def is_keyed(value: Mapping[str, Any]) -> bool:
    """Whether an object holds two or more alike objects."""
    rows = list(value.values())
    if len(rows) < 2 or not all(isinstance(row, dict) and row for row in rows):
        return False
    return all(row.keys() == rows[0].keys() and "key" not in row for row in rows)


def members_of(value: object) -> Iterable[Any]:
    """What a list or object holds; nothing for other values."""
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def is_long(cell: object) -> bool:
    """Whether a cell is a text that can be cited."""
    return isinstance(cell, str) and len(cell) >= _LONG and " " in cell


def is_label(cell: object) -> bool:
    """Whether a cell can say what other rows are about."""
    return is_scalar(cell) and cell is not None and not is_long(cell)


def is_scalar(value: object) -> bool:
    """Whether a value is neither a list nor an object."""
    return not isinstance(value, dict | list)


def is_number(value: object) -> bool:
    """Whether a value is a number, which truth values are not."""
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def are_objects(values: Sequence[object]) -> bool:
    """Whether a list begins with an object."""
    return bool(values) and isinstance(values[0], dict)
