"""Lookups in the columns of a table, whether or not its floats are exact.

The exact integers beside the floats are sorted and searched. Such columns are rare, and sorted when
they are first looked at.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastpath import buckets, buckets_closest, sorted_columns, sorting
from fastpath.closest import UNDECIDED, ClosestCells
from fastpath.sorted_columns import Mask, SortedColumns
from fastpath.sorted_index import comparable
from sidecar.model.evidence import EXACT, Cells

# Exact borders for floats: which floats stand for a decimal not below, or not above, another.

_SHORT = 15
"""Digits that floats keep: no two decimals of so many digits have the same float."""


class ClaimBorders(NamedTuple):
    """Borders of many claims.

    Attributes:
        lows: Least decimals that agree.
        highs: Greatest decimals that agree.
        nears: What an agreeing cell should be closest to.
        least: The least floats not below ``lows``.
        greatest: The greatest floats not above ``highs``.
        near: ``nears``, rounded.
        pivots: The least floats not below ``nears``.
    """

    lows: Sequence[Decimal]
    highs: Sequence[Decimal]
    nears: Sequence[Decimal]
    least: NDArray[np.float64]
    greatest: NDArray[np.float64]
    near: NDArray[np.float64]
    pivots: NDArray[np.float64]


def prepare_borders(
    lows: Sequence[Decimal], highs: Sequence[Decimal], nears: Sequence[Decimal]
) -> ClaimBorders:
    """Prepare the borders of claims for any number of columns.

    Raises:
        ValueError: If one is NaN.
    """
    floats = [
        *map(_least_float, lows),
        *map(_greatest_float, highs),
        *map(float, nears),
        *map(_least_float, nears),
    ]
    return ClaimBorders(lows, highs, nears, *comparable(floats).reshape(4, -1))


def is_short(number: Decimal) -> bool:
    """Whether a number is, for sure, the shortest decimal of its float: it has so few digits."""
    return len(str(number)) <= _SHORT


def _least_float(number: Decimal) -> float:
    """The least float whose shortest decimal is not below a number."""
    value = float(number)
    if is_short(number):
        return value
    return value if Decimal(repr(value)) >= number else math.nextafter(value, math.inf)


def _greatest_float(number: Decimal) -> float:
    """The greatest float whose shortest decimal is not above a number."""
    value = float(number)
    if is_short(number):
        return value
    return value if Decimal(repr(value)) <= number else math.nextafter(value, -math.inf)


Positions = NDArray[np.intp]
Integers = NDArray[np.int64] | NDArray[np.object_]

_INT64 = np.iinfo(np.int64)


class SortedIntegers(NamedTuple):
    """Unscaled values in ascending order, and the place in the cells of each."""

    keys: Integers
    order: NDArray[np.uint32]


class ExactColumn:
    """One column. May be used from any thread.

    Attributes:
        cells: Its numbers.
        size: How many they are.
        ends: The least and the greatest, as floats.
        ordered: They sorted, once they are.
        nbytes: Memory that the sorted column takes, or would take.
    """

    def __init__(self, cells: Cells) -> None:
        self.cells = cells
        self.ordered: SortedIntegers | None = None
        self.size = int(cells.values.size)
        self.ends = float(cells.values.min()), float(cells.values.max())
        self.nbytes = self.size * (8 + 4)

    def build(self) -> None:
        """Sort the column. Done twice at once, it gives the same twice."""
        self._sorted()

    def _sorted(self) -> SortedIntegers:
        if self.ordered is None:
            exact = self.cells.unscaled
            if exact is None:
                raise TypeError("the floats of this column are exact")
            # Rounding keeps the order of all that it does not make equal.
            _, order = sorting.sort(self.cells.values)
            keys = exact[order]
            if not (keys[1:] >= keys[:-1]).all():
                order = np.argsort(exact, kind="stable").astype(np.uint32)
                keys = exact[order]
            self.ordered = SortedIntegers(keys, order)
        return self.ordered

    def search(self, claims: ClaimBorders) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Find, for each claim, the closest cell among those that agree, or else among all.

        Returns:
            The place in ``cells`` of each, the first of equally close ones; and whether it agrees.
        """
        keys, order = self._sorted()
        scale = self.cells.scale
        first = _rank(keys, [_ceiling(low, scale) for low in claims.lows])
        # The first key above ``high`` is the first that is at least one more than its floor.
        last = _rank(keys, [1 - _ceiling(-high, scale) for high in claims.highs])
        agrees = first < last
        start, stop = np.where(agrees, first, 0), np.where(agrees, last, keys.size)
        above = np.clip(_rank(keys, [_ceiling(near, scale) for near in claims.nears]), start, stop)
        lower = np.searchsorted(keys, keys[np.maximum(above - 1, 0)])  # the first of its equals
        chosen = np.empty(len(claims.nears), np.int64)
        for claim, near in enumerate(claims.nears):
            ranks = [lower[claim]] if above[claim] > start[claim] else []
            ranks += [above[claim]] if above[claim] < stop[claim] else []
            places = [int(order[rank]) for rank in ranks]
            chosen[claim] = min(self._distance(place, near) for place in places)[1]
        return chosen, agrees

    def _distance(self, place: int, near: Decimal) -> tuple[Decimal, int]:
        """How far a cell is from a value, exactly, and where it stands."""
        return EXACT.subtract(self.cells.exact(place), near).copy_abs(), place


def _ceiling(number: Decimal, scale: int) -> int:
    """The least integer that is not below ``number * 10**scale``."""
    numerator, denominator = number.as_integer_ratio()
    if scale < 0:
        denominator *= int(10**-scale)
        return -(-numerator // denominator)
    return -(-numerator * int(10**scale) // denominator)


def _rank(keys: Integers, targets: list[int]) -> Positions:
    """The first position whose key is not below each target."""
    if keys.dtype == object:
        return np.searchsorted(keys, np.array(targets, object))
    inside = [min(max(target, _INT64.min), _INT64.max) for target in targets]
    ranks = np.searchsorted(keys, np.array(inside, np.int64))
    ranks[[target > _INT64.max for target in targets]] = keys.size
    return ranks


# Lookups in the columns of a table whose floats are exact: each stands for its shortest decimal.
#
# Large columns are shared out among buckets at once, and sorted when they have been asked about
# again and again; both give the same cells. Agreement is decided by borders that were made from
# decimals (``prepare_borders``), closeness by floats where these can tell, else by decimals.

Floats = NDArray[np.float64]
ClaimPlaces = NDArray[np.int64]

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

    def closest(self, claims: ClaimBorders, wanted: Mask) -> tuple[ClaimPlaces, ClosestCells]:
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
    ) -> tuple[ClaimPlaces, ClosestCells]:
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

    def closest_in(self, column: int, claims: ClaimBorders) -> ClosestCells:
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

    def _decide(self, claims: ClaimBorders, columns: ClaimPlaces, chosen: ClosestCells) -> None:
        """Let decimals tell what floats cannot."""
        for claim in np.flatnonzero(chosen.flags & UNDECIDED).tolist():
            cells, near = self.columns[columns[claim]], claims.nears[claim]
            pair = (int(chosen.places[claim]), int(chosen.others[claim]))
            chosen.places[claim] = min(_distance(cells, place, near) for place in pair)[1]


def _distance(cells: Cells, place: int, near: Decimal) -> tuple[Decimal, int]:
    """How far a cell is from a value, exactly, and where it stands."""
    return EXACT.subtract(cells.exact(place), near).copy_abs(), place
