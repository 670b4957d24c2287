"""Numbers of many rows as one: sums, means and extremes, computed once for each text."""

from __future__ import annotations

import math
from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.language.row_sets import Rows, RowSets, row_key
from sidecar.binding.tables.across import Columns
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import factor
from sidecar.model import memory

_NUMBER = 12  # bytes of one with its row
_LARGE = 4096  # numbers of a vector that is not kept beside many as large
_KEPT = 1_000_000  # numbers of those that are
_FEW = 8  # numbers that arrays add up one after the other, too


class Vector(NamedTuple):
    """The numbers of one column in some rows, as they stand in the cells.

    Attributes:
        values: The numbers. Shape (n,).
        rows: Their rows. Shape (n,).
        sum: Their sum.
    """

    values: NDArray[np.float64]
    rows: NDArray[np.uint32]
    sum: float

    @property
    def least(self) -> float:
        """Their minimum."""
        return float(self.values.min())

    @property
    def most(self) -> float:
        """Their maximum."""
        return float(self.values.max())


class _Term(NamedTuple):
    """Columns that are added up, by their places, and the unit of the first of them."""

    places: tuple[int, ...]
    level: bool
    factor: float


_Key = tuple[int, tuple[int, ...], bytes | None]


class Vectors:
    """The vectors of one text's query results.

    Attributes:
        row_sets: The rows that they are of.
    """

    def __init__(self) -> None:
        self.row_sets = RowSets()
        self._known: dict[_Key, Vector | None] = {}
        self._large: deque[_Key] = deque()
        self._size = 0
        self._sums: defaultdict[Hashable, dict[bytes | None, list[float]]] = defaultdict(dict)

    def of(self, known: Catalog, table: int, column: int, rows: Rows | None) -> Vector | None:
        """The numbers of a column in some rows (None: in all); None where there are none.

        Rows that sum up others among them are left out.
        """
        own = table, (column,), row_key(rows)
        return self._kept(own, lambda: _found(known, column, rows))

    def across(
        self, known: Catalog, table: int, columns: Sequence[int], rows: Rows | None
    ) -> Vector | None:
        """The numbers of several columns in some rows; None where one of them has none."""
        if len(columns) == 1:
            return self.of(known, table, columns[0], rows)
        own = table, tuple(columns), row_key(rows)
        return self._kept(own, lambda: self._find_across(known, table, columns, rows))

    def _kept(self, own: _Key, find: Callable[[], Vector | None]) -> Vector | None:
        """A vector that is known, or is found now; of large ones those found last are kept."""
        if own in self._known:
            return self._known[own]
        found = self._known[own] = find()
        if found is not None and found.values.size > _LARGE and found.values.base is None:
            self._large.append(own)
            self._size += found.values.size
            while self._size > _KEPT and len(self._large) > 1:
                dropped = self._known.pop(self._large.popleft())
                self._size -= 0 if dropped is None else dropped.values.size
        return found

    def _find_across(
        self, known: Catalog, table: int, columns: Sequence[int], rows: Rows | None
    ) -> Vector | None:
        parts = [self.of(known, table, column, rows) for column in columns]
        whole = [part for part in parts if part is not None]
        if len(whole) < len(parts):
            return None
        memory.fits(_NUMBER * sum(part.values.size for part in whole))
        values = np.concatenate([part.values for part in whole])
        return _vector(values, np.concatenate([part.rows for part in whole]))

    def sums(
        self, known: Catalog, table: int, columns: Sequence[Columns], groups: Sequence[Rows | None]
    ) -> NDArray[np.float64]:
        """What columns, some of them added up, come to in groups of rows; of levels the means.

        Shape (groups, columns), in the base of their units; NaN where a column has no number.
        """
        terms = [
            _Term(tuple(part.place for part in parts), parts[0].level, float(factor(parts[0])))
            for parts in columns
        ]
        made = self._sums[table, tuple(terms)]
        keys = [row_key(rows) for rows in groups]
        for own, rows in zip(keys, groups, strict=True):
            if own not in made:
                made[own] = [self._sum(known, table, term, rows) for term in terms]
        return np.array([made[own] for own in keys])

    def _sum(self, known: Catalog, table: int, term: _Term, rows: Rows | None) -> float:
        total, count = 0.0, 0
        for place in term.places:
            part = self.of(known, table, place, rows)
            if part is None:
                return math.nan
            total += part.sum
            count += part.values.size
        return total / count * term.factor if term.level else total * term.factor


def _found(known: Catalog, column: int, rows: Rows | None) -> Vector | None:
    """The numbers of a column in some rows (None: in all)."""
    cells = known.table.cells[column]
    rows = known.totals.left_out(rows)
    places = slice(None) if rows is None else known.cells.of(column, rows)
    memory.fits(0 if rows is None else _NUMBER * rows.size)
    values = cells.values[places]
    return _vector(values, cells.rows[places]) if values.size else None


def _vector(values: NDArray[np.float64], rows: NDArray[np.uint32]) -> Vector | None:
    """Numbers as one; None where they are too large to be added up."""
    memory.hold(values)
    memory.hold(rows)
    if values.size < _FEW:  # mostly, and without the cost of arrays
        total = sum(values.tolist())
    else:
        with np.errstate(over="ignore"):
            total = float(values.sum())
    return Vector(values, rows, total) if math.isfinite(total) else None
