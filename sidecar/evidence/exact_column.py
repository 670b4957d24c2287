"""Lookups in a column whose floats are not exact: integers past 2**53, long decimals.

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

from fastpath import sorting
from fastpath.sorted_index import comparable
from sidecar.model.evidence import EXACT, Cells

# Exact borders for floats: which floats stand for a decimal not below, or not above, another.

_SHORT = 15
"""Digits that floats keep: no two decimals of so many digits have the same float."""


class Borders(NamedTuple):
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


def borders(lows: Sequence[Decimal], highs: Sequence[Decimal], nears: Sequence[Decimal]) -> Borders:
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
    return Borders(lows, highs, nears, *comparable(floats).reshape(4, -1))


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

    def search(self, claims: Borders) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
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
