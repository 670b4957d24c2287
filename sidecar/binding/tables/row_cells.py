"""Where the numbers of a query result's rows and columns lie."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.language.row_sets import Rows
from sidecar.binding.tables.columns import ColumnFacts, Role
from sidecar.binding.tables.sorted_cells import SortedCells, sort
from sidecar.evidence.learnt import MOST_CELLS
from sidecar.model import memory
from sidecar.model.cached import cached_property
from sidecar.model.evidence import Table

_KEPT, _ROW = 20_000, 20
"""References that are kept of the cells of rows, and what a row itself takes of these."""


class RowCells:
    """Numbers by row and column.

    Attributes:
        filled: The columns that have numbers, but for periods.

    Args:
        table: The query result.
        columns: What its columns are.
    """

    def __init__(self, table: Table, columns: Sequence[ColumnFacts]) -> None:
        self._table = table
        self._columns = [column for column in columns if column.role is not Role.PERIOD]
        self.filled = [c for c in self._columns if table.cells[c.place].values.size]
        self._rows: dict[int, list[int | None]] = {}
        self._most: dict[int, float] = {}
        self._counts: dict[int, list[int]] = {}
        self._parts: dict[tuple[int, int], bool] = {}
        self._whole = [  # columns with one number in each row
            cells.values.size == table.row_count and cells.ordinals is None for cells in table.cells
        ]

    def is_part(self, part: int, whole: int) -> bool:
        """Whether a column may hold a part of what another one does, in every row: lost of sent."""
        if (part, whole) not in self._parts:
            one, other = self._table.cells[part], self._table.cells[whole]
            same = np.array_equal(one.rows, other.rows)
            least = same and bool((one.values <= other.values).all())
            self._parts[part, whole] = least and not np.array_equal(one.values, other.values)
        return self._parts[part, whole]

    @cached_property
    def sorted(self) -> list[SortedCells]:
        """The numbers of the smaller columns, but for periods, in ascending order."""
        return sort(self._table, self._columns)

    @cached_property
    def sorted_columns(self) -> frozenset[int]:
        """The columns whose numbers are among those."""
        return frozenset(c for cells in self.sorted for c in np.unique(cells.columns).tolist())

    def row(self, row: int) -> Iterable[tuple[ColumnFacts, int | None]]:
        """The columns, but for periods, with the place of their (first) number in a row."""
        found = self._rows.get(row)
        if found is None:
            found = [self.at(column.place, row) for column in self._columns]
            if len(self._rows) * (_ROW + len(found)) < _KEPT:
                self._rows[row] = found
        return zip(self._columns, found, strict=True)

    def at(self, column: int, row: int) -> int | None:
        """Where the (first) number of a row lies in the cells of a column."""
        if self._whole[column]:
            return row
        rows = self._table.cells[column].rows
        at = int(rows.searchsorted(row))
        return at if at < rows.size and rows[at] == row else None

    def count(self, column: int, rows: Set[int] | None) -> int:
        """How many numbers a column has in some rows (None: in all)."""
        if rows is None:
            return int(self._table.cells[column].values.size)
        if self._whole[column]:
            return len(rows)
        counts = self._counts.get(column)
        if counts is None:
            filled = self._table.cells[column].rows
            memory.spend(memory.REFERENCE * self._table.row_count)
            counts = np.bincount(filled, minlength=self._table.row_count).tolist()
            self._counts[column] = counts
        return sum(map(counts.__getitem__, rows))

    def most(self, column: int) -> float:
        """The largest size of the numbers of a column."""
        if column not in self._most:
            values = self._table.cells[column].values
            self._most[column] = float(max(values.max(initial=0.0), -values.min(initial=0.0)))
        return self._most[column]

    def is_large(self, column: int) -> bool:
        """Whether a column is too large to be sorted here: it has an index of its own."""
        return self._table.cells[column].values.size > MOST_CELLS

    def of(self, column: int, rows: Rows | None) -> NDArray[np.int64]:
        """Where the numbers of some rows (None: of all) lie in the cells of a column."""
        cells = self._table.cells[column]
        if rows is None:
            return np.arange(cells.values.size)
        if self._whole[column]:
            return rows
        rows = rows.astype(cells.rows.dtype, copy=False)
        left, right = (cells.rows.searchsorted(rows, side) for side in ("left", "right"))
        if bool((right - left <= 1).all()):
            return left[right > left]
        return np.concatenate([np.arange(a, b) for a, b in zip(left, right, strict=True)])
