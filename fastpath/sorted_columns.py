"""Lookups over several sorted columns at once: every claim in every column, in one call.

    build     sort columns, remembering where each value stood
    closest   the cell of each column that speaks for or against each claim (see ``closest``)
    equals    the first column that holds a value, and where

The columns lie one after the other in the same arrays. A column's searches take their steps
together, so that waiting for memory is shared. ``reference`` says the same in plain loops.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastpath import sorting
from fastpath._jit import helper, kernel
from fastpath.closest import AGREES, Chosen, Flags, choose_twin, inside, take
from fastpath.sorted_index import Floats, Places, Positions, first_equal, rank_all

Mask = NDArray[np.uint8]

_AT_ONCE = 65536
"""Searches that keep the interpreter to themselves: some ten milliseconds."""


class SortedColumns(NamedTuple):
    """Columns, each in ascending order.

    Attributes:
        keys: The values of all columns.
        order: The position in its column of each.
        starts: Where each column begins, and where the last one ends. Shape (columns + 1,).
    """

    keys: Floats
    order: Places
    starts: Positions


def build(columns: Sequence[Floats]) -> SortedColumns:
    """Sort columns.

    Raises:
        ValueError: If a value is not finite, or a column has more than 2**32.
    """
    starts = np.cumsum([0, *(column.size for column in columns)], dtype=np.int64)
    index = SortedColumns(np.empty(starts[-1], np.float64), np.empty(starts[-1], np.uint32), starts)
    for column, start in zip(columns, starts.tolist(), strict=False):
        if column.size > 2**32:
            raise ValueError("at most 2**32 values can be indexed")
        place = slice(start, start + column.size)
        sorting.sort_into(column, index.keys[place], index.order[place])
    return index


def closest(
    index: SortedColumns, pivots: Floats, borders: tuple[Floats, Floats], near: Floats
) -> Chosen:
    """Choose a cell of each column for each claim.

    Args:
        index: The columns.
        pivots: The least float that is not below each claim's value.
        borders: The least and the greatest float that agree with it.
        near: Its value.

    Returns:
        Arrays of the shape (columns, claims).
    """
    chosen = Chosen.empty(index.starts.size - 1, near.size)
    ranks = np.empty(near.size, np.int64)
    keys, order, starts = index
    step = max(1, _AT_ONCE // max(1, near.size))
    for first in range(0, starts.size - 1, step):
        some = slice(first, first + step)
        places, others, flags, distances = chosen.part(some)
        begins = starts[first : first + step + 1]
        _closest(
            keys, order, begins, pivots, *borders, near, ranks, places, others, flags, distances
        )
    return chosen


def equals(index: SortedColumns, wanted: Mask, targets: Floats) -> tuple[Positions, Positions]:
    """For each target, find the first wanted column that holds an equal value; NaN equals none.

    Returns:
        The column and the position in it, of equal values the first; -1 where there is none.
    """
    keys, order, starts = index
    columns, places, ranks = (np.empty(targets.size, np.int64) for _ in range(3))
    step = max(1, _AT_ONCE // starts.size)
    for first in range(0, targets.size, step):
        some = slice(first, first + step)
        found = ranks[some], columns[some], places[some]
        _equals(keys, order, starts, wanted, targets[some], *found)
    return columns, places


def _closest_twin(
    keys: Floats,
    order: Places,
    starts: Positions,
    pivots: Floats,
    least: Floats,
    greatest: Floats,
    near: Floats,
    ranks: Positions,
    places: Positions,
    others: Positions,
    flags: Flags,
    distances: Floats,
) -> None:
    inner = np.clip(pivots, least, np.nextafter(greatest, np.inf))
    for column, (start, stop) in enumerate(pairwise(starts.tolist())):
        row = slice(column * near.size, (column + 1) * near.size)
        if start == stop:
            places[row], others[row], flags[row], distances[row] = -1, -1, 0, np.inf
            continue
        held, stood = keys[start:stop], order[start:stop]
        around = *_around(held, pivots), *_around(held, inner)
        row_of = places[row], others[row], flags[row], distances[row]
        choose_twin(held, *around, least, greatest, near, *row_of)
        for chosen in row_of[:2]:
            some = chosen >= 0
            chosen[some] = stood[np.searchsorted(held, held[chosen[some]])]


def _around(keys: Floats, pivots: Floats) -> tuple[Positions, Positions]:
    """The ranks of the keys on both sides of each pivot, -1 for none."""
    after = np.searchsorted(keys, pivots)
    return after - 1, np.where(after < keys.size, after, -1)


@kernel(
    "void(const float64[::1], const uint32[::1], const int64[::1], const float64[::1],"
    " const float64[::1], const float64[::1], const float64[::1], int64[::1],"
    " int64[::1], int64[::1], uint8[::1], float64[::1])",
    twin=_closest_twin,
    brief=True,
)
def _closest(
    keys: Floats,
    order: Places,
    starts: Positions,
    pivots: Floats,
    least: Floats,
    greatest: Floats,
    near: Floats,
    ranks: Positions,
    places: Positions,
    others: Positions,
    flags: Flags,
    distances: Floats,
) -> None:
    for column in range(starts.size - 1):
        held = keys[starts[column] : starts[column + 1]]
        stood = order[starts[column] : starts[column + 1]]
        rank_all(held, pivots, False, ranks)
        for i in range(near.size):
            at = column * near.size + i
            rank = ranks[i]
            inner = rank  # of the point between the borders that is closest to the pivot
            if pivots[i] < least[i]:
                inner = _rank(held, least[i], False)
            elif pivots[i] > greatest[i]:
                inner = _rank(held, greatest[i], True)
            lower = inside(held, inner - 1, least[i], greatest[i])
            upper = inside(held, inner if inner < held.size else -1, least[i], greatest[i])
            flags[at] = AGREES
            if lower < 0 and upper < 0:
                lower, upper, flags[at] = rank - 1, rank if rank < held.size else -1, 0
            take(held, lower, upper, near[i], at, places, others, flags, distances)
            if places[at] >= 0:
                places[at] = np.int64(stood[first_equal(held, places[at])])
            if others[at] >= 0:
                others[at] = np.int64(stood[first_equal(held, others[at])])


@helper
def _rank(keys: Floats, target: float, after: bool) -> int:
    """How many keys are below a target, or not above it."""
    low, high = 0, keys.size
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < target or (after and keys[middle] == target):
            low = middle + 1
        else:
            high = middle
    return low


def _equals_twin(
    keys: Floats,
    order: Places,
    starts: Positions,
    wanted: Mask,
    targets: Floats,
    ranks: Positions,
    columns: Positions,
    places: Positions,
) -> None:
    columns[:] = places[:] = -1
    for column, (start, stop) in enumerate(pairwise(starts.tolist())):
        if wanted[column] and stop > start:
            held = keys[start:stop]
            ranks[:] = np.minimum(np.searchsorted(held, targets), held.size - 1)
            found = (columns < 0) & (held[ranks] == targets)
            columns[found], places[found] = column, order[start + ranks[found]]


@kernel(
    "void(const float64[::1], const uint32[::1], const int64[::1], const uint8[::1],"
    " const float64[::1], int64[::1], int64[::1], int64[::1])",
    twin=_equals_twin,
    brief=True,
)
def _equals(
    keys: Floats,
    order: Places,
    starts: Positions,
    wanted: Mask,
    targets: Floats,
    ranks: Positions,
    columns: Positions,
    places: Positions,
) -> None:
    for i in range(targets.size):
        columns[i] = places[i] = -1
    for column in range(starts.size - 1):
        if wanted[column]:
            held = keys[starts[column] : starts[column + 1]]
            rank_all(held, targets, False, ranks)
            for i in range(targets.size):
                rank = ranks[i]
                if columns[i] < 0 and rank < held.size and held[rank] == targets[i]:
                    columns[i] = column
                    places[i] = np.int64(order[starts[column] + rank])
