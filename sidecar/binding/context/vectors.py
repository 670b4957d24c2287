"""Numbers of many rows as one: sums, means and extremes, computed once for each text."""

from __future__ import annotations

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
            self._known[key] = (
                Vector(
                    values,
                    cells.rows[places],
                    float(values.sum()),
                    float(values.min()),
                    float(values.max()),
                )
                if values.size
                else None
            )
        return self._known[key]
