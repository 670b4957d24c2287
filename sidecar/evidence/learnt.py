"""What checks learn of a query result and keep with it: how much memory that takes, about.

Checks that read the words beside numbers learn once what the columns, labels and periods of a
result are, and keep that as long as the result. What they learn is their affair; that it fits is
the store's, which accounts for it from the start. So its size is reported here, from the
cells alone: no less than it is, and seldom more than half as much again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np

from sidecar.evidence import days
from sidecar.evidence.values import Coded
from sidecar.model.evidence import Table

COLUMN, NAME = 2000, 400
"""Bytes of what is known of a column, and of each of its synonyms."""

ROW = 12
"""Bytes of a row in a column of labels: its label's number, its place among the rows of that."""

MOST_LABELS = 100_000
"""Distinct labels of a column past which it is not indexed."""

MOST_CELLS = 4096
"""Numbers of a column that are sorted once more, with their rows; a large one is not."""

MOST_TOLD = 10_000
"""Rows of a table past which no numbers name them ("store 13"), and no days and hours."""

_TABLE = 13_000
_PERIOD = 4  # of a row: which period it is of
_CELL = 20  # of a number that is sorted once more: it, its column, its place there, its row
_COUNT = 8  # of a row: whether a column has a number in it, where not each has one
_LABEL, _WORD, _DISTINCT = 260, 45, 320  # of a label, each of its words, and each distinct one
_FIGURE = 60  # of a text without words
_DAY, _HOUR = 240, 45  # of a day, and of a row where days have several
_SAMPLE, _LONGEST = 200, 80  # cells that tell what a column is; letters that labels have on average
_MANY = 10_000  # labels of which some tell how many words they have
_WORDS = re.compile(r"[^\W\d_]+")
_IDENTIFIES = re.compile(r"(?:\b|_|(?<=[a-z])(?=[A-Z]))(?i:id|uuid|code|key|timestamp|zip|phone)$")
_NAMELESS = re.compile(rf"{_IDENTIFIES.pattern}|(?:\b|_)(?i:number|no|ref)$")


def nbytes(table: Table) -> int:
    """Memory of all that is learnt of a table, about."""
    covered = days.covered(table)
    first = next((at for at, cells in enumerate(table.cells) if cells.values.size), None)
    total = _TABLE + _PERIOD * table.row_count
    for place, (column, cells, values) in enumerate(
        zip(table.columns, table.cells, table.data, strict=True)
    ):
        total += COLUMN + NAME * len(column.synonyms)
        if cells.values.size <= MOST_CELLS:
            total += _CELL * cells.values.size
        if 0 < cells.values.size < table.row_count and cells.ordinals is None:
            total += _COUNT * table.row_count
        if place in covered:
            total += _of_days(covered[place], table.row_count)
        elif isinstance(values, Coded):
            total += _of_strings(values)
        elif place == first or _IDENTIFIES.search(column.name):
            total += _of_numbers(table, place)
    return total


def of_labels(labels: Sequence[str]) -> int:
    """Memory of an index of labels: their words, and who has them."""
    times = 1 + len(labels) // _MANY
    words = _WORDS.findall("\n".join(labels[::times]))
    return _LABEL * len(labels) + times * (_WORD * len(words) + _DISTINCT * len(set(words)))


def sampled(values: Sequence[object]) -> list[object]:
    """Some of the values of a column, from all its rows."""
    return [values[row] for row in range(0, len(values), max(1, len(values) // _SAMPLE))]


def are_short(strings: Sequence[str]) -> bool:
    """Whether strings are as short as labels are: longer ones are texts."""
    return sum(map(len, strings)) <= _LONGEST * len(strings)


def _of_strings(values: Coded) -> int:
    """What is learnt of a column of strings: an index, where they are labels."""
    strings = _strings(values.distinct)
    if len(strings) > MOST_LABELS or not are_short(_strings(sampled(values))):
        return 0
    labels = [string for string in strings if _WORDS.search(string)]
    return ROW * len(values) + of_labels(labels) + _FIGURE * (len(strings) - len(labels))


def _strings(values: Iterable[object]) -> list[str]:
    return [value for value in values if isinstance(value, str)]


def _of_days(covered: int, rows: int) -> int:
    """What is learnt of a column of days, or of hours."""
    hours = _HOUR * rows if covered < rows <= MOST_TOLD else 0
    return ROW * rows + _DAY * covered + hours


def _of_numbers(table: Table, place: int) -> int:
    """What is learnt of a column whose numbers may name rows: "store 13" of ``store_id``."""
    name, values, rows = table.columns[place].name, table.cells[place].values, table.row_count
    noun = _NAMELESS.sub("", name).strip("_ .-")
    if not noun or name.endswith("s") or not values.size == rows <= MOST_TOLD or (values % 1).any():
        return 0
    distinct, count = np.unique(values, return_counts=True)
    alike = distinct.size > 1 and count.min() == count.max() and (place == 0 or count[0] > 1)
    named = alike or _IDENTIFIES.search(name)
    return ROW * rows + (_LABEL + _WORD) * distinct.size if named else 0
