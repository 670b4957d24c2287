"""Numbers of many rows as one: sums, means and extremes, computed once for each text."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.context.language.labels import Rows
from sidecar.binding.context.tables.across import Columns
from sidecar.binding.context.tables.catalog import Catalog
from sidecar.binding.context.tables.columns import factor

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


class Vectors:
    """The vectors of one text's query results."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int, bytes | None], Vector | None] = {}
        self._across: dict[tuple[int, tuple[int, ...], bytes | None], Vector | None] = {}
        self._sums: defaultdict[Hashable, dict[bytes | None, list[float]]] = defaultdict(dict)

    def of(self, known: Catalog, table: int, column: int, rows: Rows | None) -> Vector | None:
        """The numbers of a column in some rows (None: in all); None where there are none.

        Rows that sum up others among them are left out.
        """
        key = table, column, None if rows is None else rows.tobytes()
        if key not in self._known:
            cells = known.table.cells[column]
            rows = known.totals.left_out(rows)
            places = slice(None) if rows is None else known.cells.of(column, rows)
            values = cells.values[places]
            self._known[key] = _vector(values, cells.rows[places]) if values.size else None
        return self._known[key]

    def across(
        self, known: Catalog, table: int, columns: Sequence[int], rows: Rows | None
    ) -> Vector | None:
        """The numbers of several columns in some rows; None where one of them has none."""
        key = table, tuple(columns), None if rows is None else rows.tobytes()
        if key not in self._across:
            self._across[key] = self._find_across(known, table, columns, rows)
        return self._across[key]

    def _find_across(
        self, known: Catalog, table: int, columns: Sequence[int], rows: Rows | None
    ) -> Vector | None:
        parts = [self.of(known, table, column, rows) for column in columns]
        whole = [part for part in parts if part is not None]
        if len(whole) < len(parts):
            return None
        if len(whole) == 1:
            return whole[0]
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
        for rows in groups:
            key = None if rows is None else rows.tobytes()
            if key not in made:
                made[key] = [self._sum(known, table, term, rows) for term in terms]
        keys = [None if rows is None else rows.tobytes() for rows in groups]
        return np.array([made[key] for key in keys])

    def _sum(self, known: Catalog, table: int, term: _Term, rows: Rows | None) -> float:
        total, count = 0.0, 0
        for place in term.places:
            part = self.of(known, table, place, rows)
            if part is None:
                return math.nan
            total += part.sum
            count += part.values.size
        return total / count * term.factor if term.level else total * term.factor


def _vector(values: NDArray[np.float64], rows: NDArray[np.uint32]) -> Vector | None:
    """Numbers as one; None where they are too large to be added up."""
    if values.size < _FEW:  # mostly, and without the cost of arrays
        total = sum(values.tolist())
    else:
        with np.errstate(over="ignore"):
            total = float(values.sum())
    return Vector(values, rows, total) if math.isfinite(total) else None
