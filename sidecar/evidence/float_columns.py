"""Lookups in the columns of a table whose floats are exact: each stands for its shortest decimal.

The columns are passed over for all claims at once, until they have been sorted; both give the same
cells. Agreement is decided by borders that were made from decimals (``borders``), closeness by
floats where these can tell and by decimals where they cannot.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastpath import closest, sketch, sorted_columns
from fastpath.closest import UNDECIDED, Chosen
from fastpath.sorted_columns import Mask, SortedColumns
from sidecar.evidence.borders import Borders
from sidecar.model.evidence import EXACT, Cells

Floats = NDArray[np.float64]
Positions = NDArray[np.int64]

SMALL = 4096
"""Numbers of a column that are sorted as fast as they are passed over a few times."""

MOST = 100_000
"""Numbers of all columns that are sorted in a few milliseconds."""


class _Ends(NamedTuple):
    """The places of the least and the greatest number of a column, of equal ones the first."""

    least: int
    greatest: int


class FloatColumns:
    """Columns with numbers. May be used from any thread.

    Attributes:
        columns: Their numbers; none is empty.
        size: How many numbers they have.
        ordered: They sorted, once they are.
        nbytes: Memory that the sorted columns take, or would take.
    """

    def __init__(self, columns: Sequence[Cells]) -> None:
        self.columns = columns
        self.size = sum(int(cells.values.size) for cells in columns)
        self.ordered: SortedColumns | None = None
        self.nbytes = self.size * (8 + 4)
        self._ends: dict[int, _Ends] = {}

    @property
    def ready(self) -> SortedColumns | None:
        """The sorted columns, if they are by now; few numbers are sorted when this is asked."""
        if self.ordered is None and self.size <= min(SMALL * len(self.columns), MOST):
            self.build()
        return self.ordered

    def build(self) -> None:
        """Sort the columns. Done twice at once, it gives the same twice."""
        if self.ordered is None:
            self.ordered = sorted_columns.build([cells.values for cells in self.columns])

    def equals(self, targets: Floats, wanted: Mask) -> tuple[Positions, Positions] | None:
        """The first wanted column, and the first cell in it, that equals each target.

        None unless the columns are sorted.
        """
        ordered = self.ready
        return None if ordered is None else sorted_columns.equals(ordered, wanted, targets)

    def search(self, claims: Borders, only: int | None = None) -> Chosen:
        """Find, in each column, the closest cell among those that agree, or else among all.

        Of equally close ones the first. Shape (columns, claims).

        Args:
            claims: What is looked up.
            only: The one column to look in.
        """
        columns = range(len(self.columns))[slice(only, None if only is None else only + 1)]
        ordered = self.ready
        if ordered is not None:
            keys, order, starts = ordered
            some = SortedColumns(keys, order, starts[columns.start : columns.stop + 1])
            borders = (claims.least, claims.greatest)
            chosen = sorted_columns.closest(some, claims.pivots, borders, claims.near)
        else:
            chosen = self._passed_over(claims, columns)
        for row, claim in np.argwhere(chosen.flags & UNDECIDED).tolist():
            pair = (int(chosen.places[row, claim]), int(chosen.others[row, claim]))
            cells, near = self.columns[columns[row]], claims.nears[claim]
            chosen.places[row, claim] = min(_distance(cells, place, near) for place in pair)[1]
        return chosen

    def _passed_over(self, claims: Borders, columns: range) -> Chosen:
        """The same without an index."""
        count = claims.near.size
        inside = np.clip(claims.pivots, claims.least, np.nextafter(claims.greatest, np.inf))
        clipped = bool((inside != claims.pivots).any())
        pivots = np.concatenate([claims.pivots, inside]) if clipped else claims.pivots
        borders = (claims.least, claims.greatest)
        chosen = Chosen.empty(len(columns), count)
        for row, column in enumerate(columns):
            below, above = self._neighbours(column, pivots)
            outer = (below[:count], above[:count])
            inner = (below[-count:], above[-count:])  # the same, where nothing is clipped
            values = self.columns[column].values
            found = closest.choose(values, outer, inner, borders, claims.near)
            chosen.places[row], chosen.others[row] = found.places, found.others
            chosen.flags[row], chosen.distances[row] = found.flags, found.distances
        return chosen

    def _neighbours(self, column: int, pivots: Floats) -> tuple[Positions, Positions]:
        values = self.columns[column].values
        ends = self._ends.get(column)
        if ends is None:
            # The first pass finds the least and the greatest as well.
            below, above = sketch.neighbours(values, np.append(pivots, [-np.inf, np.inf]))
            self._ends[column] = _Ends(int(above[-2]), int(below[-1]))
            return below[:-2], above[:-2]
        # A number in a wrong unit or with a wrong sign often lies beyond the whole column.
        least, greatest = values[ends.least], values[ends.greatest]
        under, over = pivots <= least, pivots > greatest
        below = np.where(over, ends.greatest, -1)
        above = np.where(under, ends.least, -1)
        within = ~(under | over)
        if within.any():
            below[within], above[within] = sketch.neighbours(values, pivots[within])
        return below, above


def _distance(cells: Cells, place: int, near: Decimal) -> tuple[Decimal, int]:
    """How far a cell is from a value, exactly, and where it stands."""
    return EXACT.subtract(cells.exact(place), near).copy_abs(), place
