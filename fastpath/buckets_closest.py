"""Lookups in columns whose values lie in buckets: the same answers as from ``sorted_columns``.

What is closest lies in the bucket of what is claimed, or in the next one that has values. All
claims take each step together, so that waiting for memory is shared: where their buckets begin,
what stands in these, the values.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fastpath import sorted_columns, sorting, workspace
from fastpath._jit import helper, kernel
from fastpath.buckets import BASE, FEW, TOP, Buckets, bucket_of
from fastpath.closest import AGREES, ClosestCells, Flags, closer, nothing, take_better
from fastpath.ordered import Bits, ordered
from fastpath.sorted_columns import Mask
from fastpath.sorted_index import Floats, Places, Positions

_AT_ONCE = 1024
"""Claims that are looked up in a column faster than it takes to let other threads run."""
_WORK = 4
"""Integers for each claim: where its bucket begins and ends, and the places on both sides of it."""
_FIRST, _LAST, _BEFORE, _BEHIND = range(_WORK)
_ZERO, _ONE, _ALL = np.uint64(0), np.uint64(1), np.uint64(0xFFFFFFFFFFFFFFFF)


def closest(
    columns: Sequence[Buckets],
    pivots: Floats,
    borders: tuple[Floats, Floats],
    near: Floats,
    wanted: Mask,
) -> tuple[Positions, ClosestCells]:
    """Choose one cell for each claim, see ``sorted_columns.closest``."""
    found, chosen = np.empty(near.size, np.int64), ClosestCells.empty(near.size)
    nothing(found, chosen)
    work = workspace.ints(near.size * _WORK)
    least, greatest = borders
    places, others, flags, distances = chosen
    for number, (values, order, starts, plan) in enumerate(columns):
        _closest(
            near, pivots, least, greatest, np.ascontiguousarray(wanted[:, number]), number, values,
            order, starts, plan, work, found, places, others, flags, distances,
        )  # fmt: skip
    return found, chosen


def _closest_twin(
    near: Floats,
    pivots: Floats,
    least: Floats,
    greatest: Floats,
    wanted: Flags,
    column: int,
    values: Floats,
    order: Places,
    starts: Places,
    plan: Bits,
    work: Positions,
    columns: Positions,
    places: Positions,
    others: Positions,
    flags: Flags,
    distances: Floats,
) -> None:
    best, (keys, stood) = ClosestCells(places, others, flags, distances), sorting.sort(values)
    sorted_columns.look_in(
        column, keys, stood, pivots, least, greatest, near, wanted, columns, best
    )


@kernel(
    "void(const float64[::1], const float64[::1], const float64[::1], const float64[::1],"
    " const uint8[::1], int64, const float64[::1], const uint32[::1], const uint32[::1],"
    " const uint64[::1], int64[::1], int64[::1], int64[::1], int64[::1], uint8[::1],"
    " float64[::1])",
    twin=_closest_twin,
    brief_to=_AT_ONCE,
)
def _closest(
    near: Floats,
    pivots: Floats,
    least: Floats,
    greatest: Floats,
    wanted: Flags,
    column: int,
    values: Floats,
    order: Places,
    starts: Places,
    plan: Bits,
    work: Positions,
    columns: Positions,
    places: Positions,
    others: Positions,
    flags: Flags,
    distances: Floats,
) -> None:
    """Look in one column, and take the cells that are better than those of the columns before."""
    bits, keys = values.view(np.uint64), pivots.view(np.uint64)
    lows, highs = least.view(np.uint64), greatest.view(np.uint64)
    held = work[: _WORK * near.size]
    for i in range(near.size):
        _open(starts, plan, ordered(keys[i]), held[_WORK * i : _WORK * i + _WORK])
    for i in range(near.size):
        _look_beside(order, held[_WORK * i : _WORK * i + _WORK])
    for i in range(near.size):
        if not wanted[i]:
            continue
        bucket = held[_WORK * i : _WORK * i + _WORK]
        key, low, high = ordered(keys[i]), ordered(lows[i]), ordered(highs[i])
        below, above = _around(bits, order, starts, plan, key, bucket)
        lower, upper = below, above
        if key < low or key > high:  # the point between the borders that is closest to it
            inner = low if key < low else high + _ONE
            _open(starts, plan, inner, bucket)
            _look_beside(order, bucket)
            lower, upper = _around(bits, order, starts, plan, inner, bucket)
        lower, upper = _inside(bits, lower, low, high), _inside(bits, upper, low, high)
        agrees = AGREES
        if lower < 0 and upper < 0:
            lower, upper, agrees = below, above, 0
        place, other, distance = closer(values, lower, upper, near[i])
        take_better(
            i, column, agrees, place, other, distance, columns, places, others, flags, distances
        )


@helper
def _inside(bits: Bits, place: int, low: np.uint64, high: np.uint64) -> int:
    """A place whose key lies between two, else -1."""
    if place >= 0 and low <= ordered(bits[place]) <= high:
        return place
    return -1


@helper
def _open(starts: Places, plan: Bits, key: np.uint64, bucket: Positions) -> None:
    """Fill in where the bucket of a key begins and ends."""
    number = bucket_of(min(max(key, plan[BASE]), plan[TOP]), plan)
    bucket[_FIRST], bucket[_LAST] = starts[number], starts[number + 1]


@helper
def _look_beside(order: Places, bucket: Positions) -> None:
    """Fill in the places right before and behind a bucket, which are in others; -1 for none."""
    first, last = bucket[_FIRST], bucket[_LAST]
    bucket[_BEFORE] = np.int64(order[first - 1]) if first > 0 else -1
    bucket[_BEHIND] = np.int64(order[last]) if last < order.size else -1


@helper
def _around(
    bits: Bits, order: Places, starts: Places, plan: Bits, key: np.uint64, bucket: Positions
) -> tuple[int, int]:
    """The places of the greatest value below a key and of the least that is not; -1 for none."""
    first, last = bucket[_FIRST], bucket[_LAST]
    below, above = _within(bits, order[first:last], key)
    if below < 0 and bucket[_BEFORE] >= 0:
        number = bucket_of(ordered(bits[bucket[_BEFORE]]), plan)
        below, _ = _within(bits, order[np.int64(starts[number]) : first], key)
    if above < 0 and bucket[_BEHIND] >= 0:
        number = bucket_of(ordered(bits[bucket[_BEHIND]]), plan)
        _, above = _within(bits, order[last : np.int64(starts[number + 1])], key)
    return below, above


@helper
def _within(bits: Bits, places: Places, key: np.uint64) -> tuple[int, int]:
    """The same among the values of one bucket."""
    below = above = -1
    if places.size > FEW:
        rank = _rank(bits, places, key)
        if rank < places.size:
            above = int(np.int64(places[rank]))
        if rank > 0:
            equal = ordered(bits[np.int64(places[rank - 1])])
            below = int(np.int64(places[_rank(bits, places, equal)]))
        return below, above
    greatest, least = _ZERO, _ALL
    for each in places:  # without a branch, which the processor would guess wrong
        place = int(np.int64(each))
        other = ordered(bits[place])
        is_below = (other < key) & (other > greatest)
        is_above = (other >= key) & (other < least)
        below, greatest = (place if is_below else below), (other if is_below else greatest)
        above, least = (place if is_above else above), (other if is_above else least)
    return below, above


@helper
def _rank(bits: Bits, places: Places, key: np.uint64) -> int:
    """How many values at places in their order are below a key."""
    low, high = 0, places.size
    while low < high:
        middle = (low + high) // 2
        if ordered(bits[np.int64(places[middle])]) < key:
            low = middle + 1
        else:
            high = middle
    return low
