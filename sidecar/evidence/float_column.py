"""Lookups in a column whose floats are exact: each stands for its shortest decimal.

The column is passed over for all claims at once, until it has been sorted; both give the same
neighbours of a claim. Agreement is decided by borders that were made from decimals (``borders``),
closeness by floats where these can tell and by decimals where they cannot.
"""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastpath import closest, sketch, sorted_index
from fastpath.sorted_index import SortedValues
from sidecar.evidence.borders import Borders
from sidecar.model.evidence import EXACT, Cells

SMALL = 8192
"""Numbers that are sorted as fast as they are passed over a few times."""


class _Ends(NamedTuple):
    """The places of the least and the greatest number of a column, of equal ones the first."""

    least: int
    greatest: int


class FloatColumn:
    """One column. May be used from any thread.

    Attributes:
        cells: Its numbers.
        ordered: They sorted, once they are.
        nbytes: Memory that the sorted column takes, or would take.
    """

    def __init__(self, cells: Cells) -> None:
        self.cells = cells
        self.ordered: SortedValues | None = None
        self.nbytes = int(cells.values.size) * (8 + 4)
        self._ends: _Ends | None = None

    @property
    def built(self) -> bool:
        """Whether lookups are fast."""
        return self.ordered is not None

    def build(self) -> None:
        """Sort the column. Done twice at once, it gives the same twice."""
        if self.ordered is None:
            self.ordered = sorted_index.build(self.cells.values)

    def search(self, claims: Borders) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Find, for each claim, the closest cell among those that agree, or else among all.

        Returns:
            The place in ``cells`` of each, the first of equally close ones; and whether it agrees.
        """
        if self.ordered is None and self.cells.values.size <= SMALL:
            self.build()
        below, above = self._neighbours(claims.pivots)
        count = len(claims.nears)
        outer = (below[:count], above[:count])
        inner = (below[-count:], above[-count:])  # the same, where nothing is clipped
        borders = (claims.least, claims.greatest)
        values = self.cells.values
        chosen, flags = closest.choose(values, outer, inner, borders, claims.near)
        agrees = (flags & closest.AGREES).astype(np.bool_)
        for claim in np.flatnonzero(flags & closest.UNDECIDED).tolist():
            pair = inner if agrees[claim] else outer
            places = (int(pair[0][claim]), int(pair[1][claim]))
            chosen[claim] = min(self._distance(place, claims.nears[claim]) for place in places)[1]
        return chosen, agrees

    def _neighbours(
        self, pivots: NDArray[np.float64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        if self.ordered is not None:
            return sorted_index.neighbours(self.ordered, pivots)
        values = self.cells.values
        if self._ends is None:
            # The first pass finds the least and the greatest as well.
            below, above = sketch.neighbours(values, np.append(pivots, [-np.inf, np.inf]))
            self._ends = _Ends(int(above[-2]), int(below[-1]))
            return below[:-2], above[:-2]
        # A number in a wrong unit or with a wrong sign often lies beyond the whole column.
        least, greatest = values[self._ends.least], values[self._ends.greatest]
        under, over = pivots <= least, pivots > greatest
        below = np.where(over, self._ends.greatest, -1)
        above = np.where(under, self._ends.least, -1)
        within = ~(under | over)
        if within.any():
            below[within], above[within] = sketch.neighbours(values, pivots[within])
        return below, above

    def _distance(self, place: int, near: Decimal) -> tuple[Decimal, int]:
        """How far a cell is from a value, exactly, and where it stands."""
        return EXACT.subtract(self.cells.exact(place), near).copy_abs(), place
