"""What the rows of a table are called: by as few of their labels and periods as tell them apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.tables.columns import ColumnFacts, Role
from sidecar.evidence.values import CodedValues
from sidecar.model.evidence import Table
from sidecar.model.formatting import format_label
from sidecar.text.vocabulary import one_of

# Columns that say yes or no of each row.

_YES, _NO = one_of("yes y true t"), one_of("no n false f")


def is_flag(values: Sequence[object]) -> bool:
    """Whether cells say yes and no, and nothing else, of more rows than two."""
    said = {str(value).strip().lower() for value in set(values) if value is not None}
    return len(values) > len(said) > 1 and said <= _YES | _NO


Rows = NDArray[np.int64]

_MOST = 8
"""Columns of labels and periods that are looked at."""

_ANSWERS = 4
"""Distinct cells of a column that says yes and no, at most."""


class RowNames:
    """Names for the rows of one table, made when they are asked for.

    Args:
        table: The table.
        columns: What its columns are.
    """

    def __init__(self, table: Table, columns: Sequence[ColumnFacts]) -> None:
        self._table = table
        labels = [
            c.place for c in columns if c.role is Role.LABEL and not _says_yes(table, c.place)
        ]
        periods = [c.place for c in columns if c.role is Role.PERIOD]
        self._labels = frozenset(labels)
        self._columns = sorted([*labels, *periods])[:_MOST]

    def label(self, row: int) -> str:
        """The labels and periods of a row: "Italy, 2007"; other rows may share them."""
        return self._find(row)[0]

    def name(self, row: int) -> str:
        """What tells a row from all others: "Italy, 2007", or else its position, "row 6"."""
        label, unique = self._find(row)
        return label if label and unique else f"row {row + 1}"

    def _find(self, row: int) -> tuple[str, bool]:
        """The labels of a row, and whether no other row has the same."""
        kept: list[int] = []
        left: Rows | None = None  # None: all
        for place in self._columns:
            if left is not None and left.size == 1:
                break
            if not format_label(self._table.data[place][row]):
                continue
            alike = self._alike(place, row, left)
            if left is None or alike.size < left.size:
                kept, left = [*kept, place], alike
        unique = self._table.row_count == 1 or (left is not None and left.size == 1)
        places = self._needed(kept, row) if unique else kept
        return ", ".join(format_label(self._table.data[place][row]) for place in places), unique

    def _needed(self, kept: list[int], row: int) -> list[int]:
        """The columns that tell a row apart, a label among them, without those that need not."""
        for place in kept:
            others = [other for other in kept if other != place]
            left: Rows | None = None
            for other in others:
                left = self._alike(other, row, left)
            if left is not None and left.size == 1 and not self._labels.isdisjoint(others):
                kept = others
        return kept

    def _alike(self, place: int, row: int, among: Rows | None) -> Rows:
        """The rows, of some or of all, that hold in a column what one row holds."""
        data, cells = self._table.data[place], self._table.cells[place]
        if isinstance(data, CodedValues):
            keys: NDArray[np.generic] = data.codes
        elif cells.rows.size == len(data) and cells.unscaled is None:
            keys = cells.values
        else:
            keys = np.array([str(value) for value in data])
        if among is None:
            return np.flatnonzero(keys == keys[row])
        same = np.flatnonzero(keys[among] == keys[row])
        return among[same]


def _says_yes(table: Table, place: int) -> bool:
    """Whether a column only says yes or no of each row."""
    values = table.data[place]
    distinct = values.distinct if isinstance(values, CodedValues) else values
    return len(distinct) <= _ANSWERS and is_flag([*distinct, *distinct])
