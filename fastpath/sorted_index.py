"""Lookups over sorted float64 values.

    build        sort values, remembering where each stood
    ranges       which of the sorted values lie between two borders
    neighbours   the values on either side of a pivot, by where they stood

Equal values keep the order of the input, and -0.0 is 0.0, so that a lookup has one answer.
``reference`` says the same in plain loops, and the tests hold the two equal. ``buckets`` give the
same neighbours before anything is sorted.

Cost: see ``sorting`` to build, 12 bytes for each value; O(log n) for each border or pivot, whose
searches take their steps together, so that waiting for memory is shared.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastpath import sorting
from fastpath._jit import helper, kernel

Floats = NDArray[np.float64]
Places = NDArray[np.uint32]
Positions = NDArray[np.int64]


class SortedValues(NamedTuple):
    """Values in ascending order.

    Attributes:
        keys: The values. Shape (n,).
        order: The position in the input of each. Shape (n,).
    """

    keys: Floats
    order: Places


def build(values: ArrayLike) -> SortedValues:
    """Sort values.

    Raises:
        ValueError: If one is not finite, or there are more than 2**32.
    """
    values = np.ascontiguousarray(values, np.float64)
    if values.size > 2**32:
        raise ValueError("at most 2**32 values can be indexed")
    return SortedValues(*sorting.sort(values))


def ranges(index: SortedValues, lows: ArrayLike, highs: ArrayLike) -> tuple[Positions, Positions]:
    """For each pair of borders, find the half-open range of keys with low <= key <= high.

    Where none lies between them, both ends are the same.

    Raises:
        ValueError: If a border is NaN.
    """
    lows, highs = comparable(lows), comparable(highs)
    first, last = np.empty(lows.size, np.int64), np.empty(highs.size, np.int64)
    _ranges(index.keys, lows, highs, first, last)
    return first, last


def neighbours(index: SortedValues, pivots: ArrayLike) -> tuple[Positions, Positions]:
    """For each pivot, find the greatest value below it and the least that is not.

    Returns:
        The position in the input of both, of equal values the first; -1 where there is none.

    Raises:
        ValueError: If a pivot is NaN.
    """
    pivots = comparable(pivots)
    below, above = np.empty(pivots.size, np.int64), np.empty(pivots.size, np.int64)
    _neighbours(index.keys, index.order, pivots, below, above)
    return below, above


def comparable(values: ArrayLike) -> Floats:
    """Floats that can be compared.

    Raises:
        ValueError: If one is NaN.
    """
    values = np.ascontiguousarray(values, np.float64)
    if np.isnan(values).any():
        raise ValueError("borders and pivots must not be NaN")
    return values


@helper
def rank_all(keys: Floats, targets: Floats, after: bool, ranks: Positions) -> None:
    """Count the keys below each target, or not above it: all searches halve their range together.

    A NaN in place of a target has no rank worth having.
    """
    for i in range(ranks.size):
        ranks[i] = 0
    left = keys.size
    while left > 0:
        half = (left + 1) // 2
        for i in range(ranks.size):
            key = keys[ranks[i] + half - 1]
            ranks[i] += half * (key < targets[i] or (after and key == targets[i]))
        left -= half


def _ranges_twin(
    keys: Floats, lows: Floats, highs: Floats, first: Positions, last: Positions
) -> None:
    first[:] = np.searchsorted(keys, lows, side="left")
    np.maximum(first, np.searchsorted(keys, highs, side="right"), out=last)


@kernel(
    "void(const float64[::1], const float64[::1], const float64[::1], int64[::1], int64[::1])",
    twin=_ranges_twin,
    brief=True,
)
def _ranges(keys: Floats, lows: Floats, highs: Floats, first: Positions, last: Positions) -> None:
    rank_all(keys, lows, False, first)
    rank_all(keys, highs, True, last)
    for i in range(last.size):
        last[i] = max(first[i], last[i])


def _neighbours_twin(
    keys: Floats, order: Places, pivots: Floats, below: Positions, above: Positions
) -> None:
    if not keys.size:
        below[:] = above[:] = -1
        return
    after = np.searchsorted(keys, pivots)
    before = np.searchsorted(keys, keys[np.maximum(after - 1, 0)])
    below[:] = np.where(after > 0, order[before].astype(np.int64), -1)
    at = order[np.minimum(after, keys.size - 1)]
    above[:] = np.where(after < keys.size, at.astype(np.int64), -1)


@kernel(
    "void(const float64[::1], const uint32[::1], const float64[::1], int64[::1], int64[::1])",
    twin=_neighbours_twin,
    brief=True,
)
def _neighbours(
    keys: Floats, order: Places, pivots: Floats, below: Positions, above: Positions
) -> None:
    rank_all(keys, pivots, False, above)
    for i in range(pivots.size):
        rank = above[i]
        above[i] = np.int64(order[rank]) if rank < keys.size else -1
        below[i] = np.int64(order[first_equal(keys, rank - 1)]) if rank > 0 else -1


@helper
def first_equal(keys: Floats, rank: int) -> int:
    """The first of the keys that equal one of them."""
    key = keys[rank]
    low, high = 0, rank
    if rank > 0 and keys[rank - 1] != key:
        return rank
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low
