"""What the rows of a table are called: by as few of their labels and periods as tell them apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.context.tables.columns import ColumnFacts, Role
from sidecar.binding.context.tables.flags import is_flag
from sidecar.evidence.values import Coded, Numbers
from sidecar.model.evidence import Table
from sidecar.model.label import shown

_MOST = 8
"""Columns of labels and periods that are looked at."""

_ANSWERS = 4
"""Distinct cells of a column that says yes and no, at most."""

_Mask = NDArray[np.bool_]


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
        kept: dict[int, _Mask] = {}
        left = self._table.row_count
        for place in self._columns:
            if kept and left == 1:
                break
            if not shown(self._table.data[place][row]):
                continue
            same = _same(self._table.data[place], row)
            count = _count([*kept.values(), same])
            if not kept or count < left:
                kept[place], left = same, count
        places = self._needed(kept) if left == 1 else kept
        return ", ".join(shown(self._table.data[place][row]) for place in places), left == 1

    def _needed(self, kept: Mapping[int, _Mask]) -> Mapping[int, _Mask]:
        """The columns that tell a row apart, a label among them, without those that need not."""
        for place in kept:
            others = {other: mask for other, mask in kept.items() if other != place}
            if not self._labels.isdisjoint(others) and _count([*others.values()]) == 1:
                kept = others
        return kept


def _count(masks: Sequence[_Mask]) -> int:
    """How many rows are in all masks."""
    return int(np.count_nonzero(reduce(np.logical_and, masks)))


def _says_yes(table: Table, place: int) -> bool:
    """Whether a column only says yes or no of each row."""
    values = table.data[place]
    distinct = values.distinct if isinstance(values, Coded) else values
    return len(distinct) <= _ANSWERS and is_flag([*distinct, *distinct])


def _same(values: Sequence[object], row: int) -> _Mask:
    """Which rows of a column hold what one of them holds."""
    keys: NDArray[np.generic] | None = None
    if isinstance(values, Coded | Numbers):
        keys = values.codes if isinstance(values, Coded) else values.keys
    if keys is not None:
        return np.asarray(keys == keys[row], np.bool_)
    wanted = values[row]
    return np.fromiter((value == wanted for value in values), np.bool_, len(values))
