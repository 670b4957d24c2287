"""Lookups in the columns of a table whose floats are exact: each stands for its shortest decimal.

Large columns are shared out among buckets at once, and sorted when they have been asked about again
and again; both give the same cells. Agreement is decided by borders that were made from decimals
(``borders``), closeness by floats where these can tell and by decimals where they cannot.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from fastpath import buckets, buckets_closest, sorted_columns
from fastpath.closest import UNDECIDED, Chosen
from fastpath.sorted_columns import Mask, SortedColumns
from sidecar.evidence.exact_column import Borders
from sidecar.model.evidence import EXACT, Cells

Floats = NDArray[np.float64]
Positions = NDArray[np.int64]

SMALL = 4096
"""Numbers of a column that are sorted as fast as they are looked up a few times."""

MOST = 100_000
"""Numbers of all columns that are sorted in a few milliseconds."""


class FloatColumns:
    """Columns with numbers. May be used from any thread.

    Attributes:
        columns: Their numbers; none is empty.
        size: How many numbers they have.
        ends: The least and the greatest number of each.
        ordered: They sorted, once they are.
        nbytes: Memory that the sorted columns take, or would take, and the buckets of large ones.
    """

    def __init__(self, columns: Sequence[Cells]) -> None:
        self.columns = columns
        self.size = sum(int(cells.values.size) for cells in columns)
        self.ordered: SortedColumns | None = None
        self.ends = [(float(each.values.min()), float(each.values.max())) for each in columns]
        self._is_small = self.size <= min(SMALL * len(columns), MOST)
        large = [] if self._is_small else list(zip(columns, self.ends, strict=True))
        self._buckets = [buckets.build(each.values, ends) for each, ends in large]
        self.nbytes = self.size * (8 + 4) + sum(each.nbytes for each in self._buckets)

    @property
    def ready(self) -> SortedColumns | None:
        """The sorted columns, if they are by now; few numbers are sorted when this is asked."""
        if self.ordered is None and self._is_small:
            self.build()
        return self.ordered

    def build(self) -> None:
        """Sort the columns. Done twice at once, it gives the same twice."""
        if self.ordered is None:
            self.ordered = sorted_columns.build([cells.values for cells in self.columns])
            self._buckets = []  # after it, so that who finds none finds the sorted columns

    def closest(self, claims: Borders, wanted: Mask) -> tuple[Positions, Chosen]:
        """Find, for each claim, what agrees before what does not, and then the closest cell.

        Args:
            claims: What is looked up.
            wanted: Where. Shape (claims, columns).

        Returns:
            The columns, of equally close ones the first, and in them the first cells.
        """
        borders = (claims.least, claims.greatest)
        columns, chosen = self.chosen(claims.pivots, borders, claims.near, wanted)
        self._decide(claims, columns, chosen)
        return columns, chosen

    def chosen(
        self, pivots: Floats, borders: tuple[Floats, Floats], near: Floats, wanted: Mask
    ) -> tuple[Positions, Chosen]:
        """The same by floats alone, which may leave a claim undecided.

        Args:
            pivots: The least float that is not below what is claimed.
            borders: The least and the greatest float that agree.
            near: What is claimed, rounded.
            wanted: Where to look. Shape (claims, columns).
        """
        unsorted, ordered = self._buckets, self.ready  # in this order, see ``build``
        if ordered is not None:
            return sorted_columns.closest(ordered, pivots, borders, near, wanted)
        return buckets_closest.closest(unsorted, pivots, borders, near, wanted)

    def closest_in(self, column: int, claims: Borders) -> Chosen:
        """The same as ``closest`` in one column."""
        unsorted, ordered = self._buckets, self.ready
        borders, wanted = (claims.least, claims.greatest), np.ones((claims.near.size, 1), np.uint8)
        asked = claims.pivots, borders, claims.near, wanted
        if ordered is not None:
            _, chosen = sorted_columns.closest(ordered.only(column), *asked)
        else:
            _, chosen = buckets_closest.closest(unsorted[column : column + 1], *asked)
        self._decide(claims, np.full(claims.near.size, column), chosen)
        return chosen

    def _decide(self, claims: Borders, columns: Positions, chosen: Chosen) -> None:
        """Let decimals tell what floats cannot."""
        for claim in np.flatnonzero(chosen.flags & UNDECIDED).tolist():
            cells, near = self.columns[columns[claim]], claims.nears[claim]
            pair = (int(chosen.places[claim]), int(chosen.others[claim]))
            chosen.places[claim] = min(_distance(cells, place, near) for place in pair)[1]


def _distance(cells: Cells, place: int, near: Decimal) -> tuple[Decimal, int]:
    """How far a cell is from a value, exactly, and where it stands."""
    return EXACT.subtract(cells.exact(place), near).copy_abs(), place
