"""The numbers of a table's smaller columns in ascending order: those alike are found at once.

Columns that numbers are compared with in the same way lie together. Large columns, which have an
index of their own, and those whose floats are not exact are left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.tables.columns import ColumnFacts
from sidecar.binding.tables.ways import Scaling
from sidecar.evidence.learnt import MOST_CELLS
from sidecar.model.evidence import Table


class SortedCells(NamedTuple):
    """The numbers of some columns in ascending order.

    Attributes:
        column: One of the columns: the others are compared as it is.
        values: The numbers. Shape (n,).
        columns: The column of each. Shape (n,).
        places: Its place in its column's ``Cells``. Shape (n,).
        rows: Its row. Shape (n,).
    """

    column: ColumnFacts
    values: NDArray[np.float64]
    columns: NDArray[np.int32]
    places: NDArray[np.int32]
    rows: NDArray[np.int32]

    def between(self, low: float, high: float) -> tuple[int, int]:
        """Where those from one value to another, both included, start and end."""
        first, last = self.values.searchsorted(low, "left"), self.values.searchsorted(high, "right")
        return int(first), int(last)

    def frequent(self, first: int, last: int, most: int) -> list[int]:
        """The columns that have more than ``most`` cells of a stretch."""
        return np.flatnonzero(np.bincount(self.columns[first:last]) > most).tolist()

    def listed(
        self, first: int, last: int, left_out: Collection[int]
    ) -> Iterator[tuple[float, int, int, int]]:
        """Value, column, place and row of each cell of a stretch, some columns left out."""
        at: slice | NDArray[np.intp] = slice(first, last)
        if left_out:
            at = first + np.flatnonzero(~np.isin(self.columns[at], list(left_out)))
        return zip(
            self.values[at].tolist(),
            self.columns[at].tolist(),
            self.places[at].tolist(),
            self.rows[at].tolist(),
            strict=True,
        )


def sort(table: Table, columns: Sequence[ColumnFacts]) -> list[SortedCells]:
    """The numbers of those columns that are not large, the columns of one kind together."""
    kinds: defaultdict[Scaling, list[ColumnFacts]] = defaultdict(list)
    for column in columns:
        cells = table.cells[column.place]
        if 0 < cells.values.size <= MOST_CELLS and cells.unscaled is None:
            kinds[column.scaling].append(column)
    return [_sorted(table, alike) for alike in kinds.values()]


def _sorted(table: Table, columns: Sequence[ColumnFacts]) -> SortedCells:
    cells = [table.cells[column.place] for column in columns]
    sizes = [each.values.size for each in cells]
    values = np.concatenate([each.values for each in cells])
    order = np.argsort(values, kind="stable")
    places = np.concatenate([np.arange(size, dtype=np.int32) for size in sizes])[order]
    rows = np.concatenate([each.rows.astype(np.int32) for each in cells])[order]
    return SortedCells(
        columns[0],
        values[order],
        np.repeat(np.array([c.place for c in columns], np.int32), sizes)[order],
        places,
        places if np.array_equal(places, rows) else rows,  # mostly, and then held once
    )
