"""What checks learn of a query result and keep with it: how much memory that takes, about.

Checks that read the words beside numbers learn once what the columns, labels and periods of a
result are, and keep that as long as the result. What they learn is their affair; that it fits is
the store's, which accounts for it from the start. So its size is reported here, from the
cells alone: no less than it is, and seldom more than half as much again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime

import numpy as np

from sidecar.evidence.values import CodedValues
from sidecar.model.evidence import Table

# How many days a column of dates covers: what "over the next five days" counts.

MOST_DISTINCT = 100_000
"""Distinct values of a column past which its days are not counted: some ten milliseconds."""

_ISO_DAY = re.compile(r"(\d{4}-\d{2}-\d{2})(?:[T ]|$)")


def count_days(table: Table) -> dict[int, int]:
    """The number of distinct days in each column that holds nothing but dates, by column."""
    counts = {}
    for place, column in enumerate(table.data):
        if isinstance(column, CodedValues) and len(column.distinct) <= MOST_DISTINCT:
            days = _distinct(column.distinct)
            if days:
                counts[place] = days
    return counts


def _distinct(values: Sequence[object]) -> int:
    """How many days values are; 0 where one is none."""
    days = set()
    for value in values:
        day = _day(value)
        if day is not None:
            days.add(day)
        elif value is not None:
            return 0
    return len(days)


def _day(value: object) -> str | None:
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    match = _ISO_DAY.match(value) if isinstance(value, str) else None
    return match[1] if match else None


COLUMN, NAME = 2600, 400
"""Bytes of what is known of a column, and of each of its synonyms."""

ROW = 12
"""Bytes of a row in a column of labels or periods: its value's place, its own by value."""

MOST_NAMES = 5_000
"""Distinct labels of a column past which they name nothing."""

MOST_LABELS = 100_000
"""Distinct labels of a column past which it is not indexed."""


_TABLE = 16_000
_PLACE = 16  # of a row: which one it is, and of which period
_NUMBER = 24  # of a row in a column of numbers: as it is, sorted, and sorted among all
_LABEL, _WORD, _DISTINCT = 480, 35, 160  # of a label, each of its words, and each distinct one
_FURTHER = 8  # of a label past those that name anything
_NUMBERED = 2  # names of a row that numbers name: "105" and "store 105"
_DAY = 330
_SAMPLE, _LONGEST = 200, 80  # cells that tell what a column is; letters that labels have on average
_FEW, _OTHERS = 100, 2  # rows that numbers name as "number 5" and "no 5" as well
_MANY = 10_000  # labels of which some tell how many words they have
_WORDS = re.compile(r"[^\W_]+")
_IDENTIFIES = re.compile(r"(?:\b|_|(?<=[a-z])(?=[A-Z]))(?i:id|uuid|code|key|timestamp|zip|phone)$")


def estimate_nbytes(table: Table) -> int:
    """Memory of all that is learnt of a table, about."""
    covered = count_days(table)
    total = _TABLE + _PLACE * table.row_count
    for place, (column, cells, values) in enumerate(
        zip(table.columns, table.cells, table.data, strict=True)
    ):
        total += COLUMN + NAME * len(column.synonyms)
        if cells.values.size:
            total += _NUMBER * table.row_count
        if place in covered:
            total += ROW * table.row_count + _DAY * covered[place]
        elif isinstance(values, CodedValues):
            total += _of_strings(values)
        elif not place or _IDENTIFIES.search(column.name):
            total += _of_numbers(table, place)
    return total


def estimate_label_index(labels: Sequence[str]) -> int:
    """Memory of an index of labels: their words, and who has them."""
    times = 1 + len(labels) // _MANY
    words = _WORDS.findall("\n".join(labels[::times]))
    return _LABEL * len(labels) + times * (_WORD * len(words) + _DISTINCT * len(set(words)))


def sample_values(values: Sequence[object]) -> list[object]:
    """Some of the values of a column, from all its rows."""
    return [values[row] for row in range(0, len(values), max(1, len(values) // _SAMPLE))]


def are_short(strings: Sequence[str]) -> bool:
    """Whether strings are as short as labels are: longer ones are texts."""
    return sum(map(len, strings)) <= _LONGEST * len(strings)


def _of_strings(values: CodedValues) -> int:
    """What is learnt of a column of strings: an index, where they are labels."""
    strings = _strings(values.distinct)
    if len(strings) > MOST_LABELS or not are_short(_strings(sample_values(values))):
        return 0
    further = max(0, len(strings) - MOST_NAMES)
    return ROW * len(values) + estimate_label_index(strings[:MOST_NAMES]) + _FURTHER * further


def _strings(values: Iterable[object]) -> list[str]:
    return [value for value in values if isinstance(value, str)]


def _of_numbers(table: Table, place: int) -> int:
    """What is learnt of a column whose numbers may name rows: "store 13" of ``store_id``."""
    name, values, rows = table.columns[place].name, table.cells[place].values, table.row_count
    if values.size != rows or (values % 1).any():
        return 0
    identifies = _IDENTIFIES.search(name) is not None
    if not identifies and rows > _FEW:
        return 0
    distinct = np.unique(values).size
    if not identifies and distinct < rows:
        return 0
    named = min(distinct, MOST_NAMES)
    others = _OTHERS if distinct <= _FEW else 0
    return ROW * rows + (_NUMBERED + others) * _LABEL * named
