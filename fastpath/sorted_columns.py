"""Lookups over several sorted columns at once: every claim in every column, in one call.

    build     sort columns, remembering where each value stood
    closest   the cell that speaks for or against each claim (see ``closest``)

The columns lie one after the other in the same arrays. A column's searches take their steps
together, so that waiting for memory is shared: first among every 32nd value, which stay in a near
cache, then among the 32 that lie side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastpath import sorting
from fastpath._jit import helper, kernel
from fastpath.closest import (
    AGREES,
    ClosestCells,
    Flags,
    choose,
    closer,
    inside,
    nothing,
    prefer,
    take_better,
)
from fastpath.sorted_index import Floats, Places, Positions, first_equal, rank_all

Mask = NDArray[np.uint8]

_BLOCK = 32
_NO_KEYS = np.empty(0, np.float64)
_AT_ONCE = 65536
"""Searches that keep the interpreter to themselves: some ten milliseconds."""


class SortedColumns(NamedTuple):
    """Columns, each in ascending order.

    Attributes:
        keys: The values of all columns.
        order: The position in its column of each.
        starts: Where each column begins, and where the last one ends. Shape (columns + 1,).
        tops: The last value of each whole block of 32 in a column.
        blocks: Where the tops of each column begin and end. Shape (columns + 1,).
    """

    keys: Floats
    order: Places
    starts: Positions
    tops: Floats
    blocks: Positions

    def only(self, column: int) -> SortedColumns:
        """One of the columns."""
        borders = slice(column, column + 2)
        return SortedColumns(
            self.keys, self.order, self.starts[borders], self.tops, self.blocks[borders]
        )


def build(columns: Sequence[Floats]) -> SortedColumns:
    """Sort columns.

    Raises:
        ValueError: If a value is not finite, or a column has more than 2**32.
    """
    starts = np.cumsum([0, *(column.size for column in columns)], dtype=np.int64)
    keys, order = np.empty(starts[-1], np.float64), np.empty(starts[-1], np.uint32)
    for column, (start, stop) in zip(columns, pairwise(starts.tolist()), strict=True):
        if column.size > 2**32:
            raise ValueError("at most 2**32 values can be indexed")
        sorting.sort_into(column, keys[start:stop], order[start:stop])
    tops = [keys[start:stop][_BLOCK - 1 :: _BLOCK] for start, stop in pairwise(starts.tolist())]
    blocks = np.cumsum([0, *(each.size for each in tops)], dtype=np.int64)
    return SortedColumns(keys, order, starts, np.concatenate([_NO_KEYS, *tops]), blocks)


def closest(
    index: SortedColumns,
    pivots: Floats,
    borders: tuple[Floats, Floats],
    near: Floats,
    wanted: Mask,
) -> tuple[Positions, ClosestCells]:
    """Choose one cell for each claim: what agrees before what does not, and then the closest.

    Args:
        index: The columns.
        pivots: The least float that is not below each claim's value.
        borders: The least and the greatest float that agree with it.
        near: Its value.
        wanted: Where to look. Shape (claims, columns).

    Returns:
        The column of each cell, of equally good ones the first, -1 for none; and the cells.
    """
    keys, order, starts, tops, blocks = index
    ranks, columns = np.empty((2, near.size), np.int64)
    chosen = ClosestCells.empty(near.size)
    step = max(1, _AT_ONCE // starts.size)
    for first in range(0, near.size, step):
        some = slice(first, first + step)
        claims = pivots[some], borders[0][some], borders[1][some], near[some]
        asked, found = wanted[some].reshape(-1), chosen.part(some)
        _closest(
            keys, order, starts, tops, blocks, *claims, asked, ranks[some], columns[some], *found
        )
    return columns, chosen


def _closest_twin(
    keys: Floats,
    order: Places,
    starts: Positions,
    tops: Floats,
    blocks: Positions,
    pivots: Floats,
    least: Floats,
    greatest: Floats,
    near: Floats,
    wanted: Mask,
    ranks: Positions,
    columns: Positions,
    places: Positions,
    others: Positions,
    flags: Flags,
    distances: Floats,
) -> None:
    best = ClosestCells(places, others, flags, distances)
    nothing(columns, best)
    asked = wanted.reshape(near.size, starts.size - 1)
    for column, (start, stop) in enumerate(pairwise(starts.tolist())):
        if start < stop:
            held, stood, here = keys[start:stop], order[start:stop], asked[:, column]
            look_in(column, held, stood, pivots, least, greatest, near, here, columns, best)


def look_in(
    column: int,
    keys: Floats,
    order: Places,
    pivots: Floats,
    least: Floats,
    greatest: Floats,
    near: Floats,
    wanted: Flags,
    columns: Positions,
    best: ClosestCells,
) -> None:
    """Look in one sorted column with numpy, and take what is better than in those before it."""
    inner = np.clip(pivots, least, np.nextafter(greatest, np.inf))
    around = *_around(keys, pivots), *_around(keys, inner)
    found = ClosestCells.empty(near.size)
    choose(keys, *around, least, greatest, near, *found)
    for ranks in (found.places, found.others):
        some = ranks >= 0
        ranks[some] = order[np.searchsorted(keys, keys[ranks[some]])]
    prefer(column, found, wanted.astype(np.bool_), columns, best)


def _around(keys: Floats, pivots: Floats) -> tuple[Positions, Positions]:
    """The ranks of the keys on both sides of each pivot, -1 for none."""
    after = np.searchsorted(keys, pivots)
    return after - 1, np.where(after < keys.size, after, -1)


@kernel(
    "void(const float64[::1], const uint32[::1], const int64[::1], const float64[::1],"
    " const int64[::1], const float64[::1], const float64[::1], const float64[::1],"
    " const float64[::1], const uint8[::1], int64[::1], int64[::1], int64[::1], int64[::1],"
    " uint8[::1], float64[::1])",
    twin=_closest_twin,
    brief=True,
)
def _closest(
    keys: Floats,
    order: Places,
    starts: Positions,
    tops: Floats,
    blocks: Positions,
    pivots: Floats,
    least: Floats,
    greatest: Floats,
    near: Floats,
    wanted: Mask,
    ranks: Positions,
    columns: Positions,
    places: Positions,
    others: Positions,
    flags: Flags,
    distances: Floats,
) -> None:
    for i in range(near.size):
        columns[i], places[i], others[i], flags[i], distances[i] = -1, -1, -1, 0, np.inf
    for column in range(starts.size - 1):
        held = keys[starts[column] : starts[column + 1]]
        rank_all(tops[blocks[column] : blocks[column + 1]], pivots, False, ranks)
        _rank_in_blocks(held, pivots, ranks)
        for i in range(near.size):
            if not held.size or not wanted[i * (starts.size - 1) + column]:
                continue
            agrees, place, other, distance = _in_one(
                held, ranks[i], pivots[i], least[i], greatest[i], near[i]
            )
            take_better(
                i, column, agrees, place, other, distance, columns, places, others, flags, distances
            )
    for i in range(near.size):
        if columns[i] >= 0:
            start, stop = starts[columns[i]], starts[columns[i] + 1]
            held, stood = keys[start:stop], order[start:stop]
            places[i] = np.int64(stood[first_equal(held, places[i])])
            if others[i] >= 0:
                others[i] = np.int64(stood[first_equal(held, others[i])])


@helper
def _rank_in_blocks(keys: Floats, targets: Floats, ranks: Positions) -> None:
    """Count the keys below each target, from how many blocks lie below it as a whole."""
    for i in range(ranks.size):
        ranks[i] *= _BLOCK
    left = _BLOCK
    while left > 0:
        half = (left + 1) // 2
        for i in range(ranks.size):
            at = ranks[i] + half - 1
            ranks[i] += half * (at < keys.size and keys[at] < targets[i])
        left -= half


@helper
def _in_one(
    keys: Floats, rank: int, pivot: float, least: float, greatest: float, near: float
) -> tuple[int, int, int, float]:
    """Whether a key agrees with a claim whose pivot has the rank given; and see ``closer``."""
    inner = rank  # of the point between the borders that is closest to the pivot
    if pivot < least:
        inner = _rank(keys, least, False)
    elif pivot > greatest:
        inner = _rank(keys, greatest, True)
    agrees = AGREES
    lower = inside(keys, inner - 1, least, greatest)
    upper = inside(keys, inner if inner < keys.size else -1, least, greatest)
    if lower < 0 and upper < 0:
        lower, upper, agrees = rank - 1, rank if rank < keys.size else -1, 0
    place, other, distance = closer(keys, lower, upper, near)
    return agrees, place, other, distance


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
