"""Numbers of many rows as one: sums, means and extremes, computed once for each text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.context.catalog import Catalog
from sidecar.binding.context.labels import Rows


class Vector(NamedTuple):
    """The numbers of one column in some rows, as they stand in the cells.

    Attributes:
        values: The numbers. Shape (n,).
        rows: Their rows. Shape (n,).
        sum: Their sum.
        least: Their minimum.
        most: Their maximum.
    """

    values: NDArray[np.float64]
    rows: NDArray[np.uint32]
    sum: float
    least: float
    most: float


class Vectors:
    """The vectors of one text's query results."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int, bytes | None], Vector | None] = {}

    def of(self, known: Catalog, table: int, column: int, rows: Rows | None) -> Vector | None:
        """The numbers of a column in some rows (None: in all); None where there are none."""
        key = table, column, None if rows is None else rows.tobytes()
        if key not in self._known:
            cells = known.table.cells[column]
            places = slice(None) if rows is None else known.cells.of(column, rows)
            values = cells.values[places]
            self._known[key] = _vector(values, cells.rows[places]) if values.size else None
        return self._known[key]

    def across(
        self, known: Catalog, table: int, columns: Sequence[int], rows: Rows | None
    ) -> Vector | None:
        """The numbers of several columns in some rows; None where one of them has none."""
        parts = [self.of(known, table, column, rows) for column in columns]
        whole = [part for part in parts if part is not None]
        if len(whole) < len(parts):
            return None
        if len(whole) == 1:
            return whole[0]
        values = np.concatenate([part.values for part in whole])
        return _vector(values, np.concatenate([part.rows for part in whole]))


def _vector(values: NDArray[np.float64], rows: NDArray[np.uint32]) -> Vector:
    return Vector(values, rows, float(values.sum()), float(values.min()), float(values.max()))
