"""Lookups over values that are not sorted: all questions of a request in one pass.

    neighbours   the values on either side of a pivot (as ``sorted_index.neighbours``)
    counts       how many values lie between two borders

The questions mark, in a bitmap over the values' upper bits, where their answers can lie. The pass
tests each value against the bitmap, which stays in the nearest cache, and looks closely only at
the few that hit. A sample tells where the neighbours of a pivot can lie: not beyond its neighbours
in the sample.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from fastpath._jit import helper, kernel
from fastpath.ordered import Bits, ordered, ordered_array, turned
from fastpath.sorted_index import Floats, Positions, comparable

_CELL_BITS = 17
_CELLS = 1 << _CELL_BITS
_SAMPLE = 4096
_BLOCK = 32
_ZERO, _ONE = np.uint64(0), np.uint64(1)
_WORD, _IN_WORD = np.uint64(6), np.uint64(63)
_LAST_CELL = np.uint64(_CELLS - 1)
_TOP = np.uint64(0xFFFFFFFFFFFFFFFF)
NONE = -1


class Gaps(NamedTuple):
    """What lies between neighbouring breaks: below the first, from each to the next, from the last.

    Attributes:
        counts: How many values that hit a mark. Shape (breaks + 1,).
        least: The place of the least of them, of equal ones the first; -1 for none.
        greatest: The place of the greatest.
    """

    counts: Positions
    least: Positions
    greatest: Positions


def neighbours(values: Floats, pivots: ArrayLike) -> tuple[Positions, Positions]:
    """For each pivot, find the greatest value below it and the least that is not.

    Args:
        values: Finite.
        pivots: In any order.

    Returns:
        The position of both, of equal values the first; -1 where there is none.

    Raises:
        ValueError: If a pivot is NaN.
    """
    if not values.size:
        none = np.full(np.size(pivots), NONE, np.int64)
        return none, none
    breaks, inverse = np.unique(_keys(comparable(pivots)), return_inverse=True)
    sample = _sample(values)
    at = np.searchsorted(sample, breaks)
    starts = np.where(at > 0, sample[at - 1], _ZERO)
    stops = np.where(at < sample.size, sample[np.minimum(at, sample.size - 1)], _TOP)
    gaps = _passed(values, sample, breaks, starts, stops)
    # The last gap with a value before each break, and the first with one from it on.
    filled = np.flatnonzero(gaps.least >= 0)
    after = np.searchsorted(filled, np.arange(breaks.size), side="right")
    below = np.where(after > 0, gaps.greatest[filled[after - 1]], NONE)
    following = filled[np.minimum(after, filled.size - 1)]
    above = np.where(after < filled.size, gaps.least[following], NONE)
    return below[inverse], above[inverse]


def counts(values: Floats, lows: ArrayLike, highs: ArrayLike) -> Positions:
    """For each pair of borders, count the values with low <= value <= high.

    Raises:
        ValueError: If a border is NaN.
    """
    starts, stops = _keys(comparable(lows)), _keys(comparable(highs))
    if not values.size:
        return np.zeros(starts.size, np.int64)
    after = stops + _ONE  # no overflow: the greatest key is that of infinity
    breaks = np.unique(np.concatenate([starts, after]))
    gaps = _passed(values, _sample(values), breaks, starts, stops)
    before = np.cumsum(gaps.counts)
    found = before[np.searchsorted(breaks, after)] - before[np.searchsorted(breaks, starts)]
    counted: Positions = np.maximum(found, 0)
    return counted


def _keys(values: Floats) -> Bits:
    return ordered_array(values.view(np.uint64))


def _sample(values: Floats) -> Bits:
    """Some of the values in order, as keys."""
    step = max(1, values.size // _SAMPLE)
    sample = _keys(np.ascontiguousarray(values[::step]))
    sample.sort()
    return sample


def _passed(values: Floats, sample: Bits, breaks: Bits, starts: Bits, stops: Bits) -> Gaps:
    """What lies in the gaps of the breaks, of the values in cells between a start and its stop."""
    gaps = Gaps(*(np.empty(breaks.size + 1, np.int64) for _ in Gaps._fields))
    bitmap = np.empty(_CELLS // 64, np.uint64)
    extremes = np.empty(2 * gaps.counts.size, np.uint64)
    _pass(values.view(np.uint64), sample, breaks, starts, stops, bitmap, extremes, *gaps)
    return gaps


def _pass_twin(
    bits: Bits,
    sample: Bits,
    breaks: Bits,
    starts: Bits,
    stops: Bits,
    bitmap: Bits,
    extremes: Bits,
    counts: Positions,
    least: Positions,
    greatest: Positions,
) -> None:
    base = sample[0]
    shift = np.uint64(max(0, int(sample[-1] - base).bit_length() - _CELL_BITS))

    def cells(keys: Bits) -> Positions:
        found: Bits = (np.maximum(keys, base) - base) >> shift
        return np.minimum(found, _LAST_CELL).astype(np.int64)

    steps = np.zeros(_CELLS + 1, np.int64)
    some = starts <= stops
    np.add.at(steps, cells(starts[some] - (starts[some] > _ZERO)), 1)
    np.add.at(steps, cells(stops[some]) + 1, -1)
    keys = ordered_array(bits)
    places = np.flatnonzero((np.cumsum(steps) > 0)[cells(keys)])
    keys = keys[places]
    gaps = np.searchsorted(breaks, keys, side="right")
    counts[:] = np.bincount(gaps, minlength=counts.size)
    least[:] = greatest[:] = NONE
    order = np.lexsort((places, keys, gaps))
    filled, first = np.unique(gaps[order], return_index=True)
    least[filled] = places[order[first]]
    order = np.lexsort((places, ~keys, gaps))
    greatest[filled] = places[order[first]]


@kernel(
    "void(const uint64[::1], const uint64[::1], const uint64[::1], const uint64[::1],"
    " const uint64[::1], uint64[::1], uint64[::1], int64[::1], int64[::1], int64[::1])",
    twin=_pass_twin,
)
def _pass(
    bits: Bits,
    sample: Bits,
    breaks: Bits,
    starts: Bits,
    stops: Bits,
    bitmap: Bits,
    extremes: Bits,
    counts: Positions,
    least: Positions,
    greatest: Positions,
) -> None:
    """Pass over all values once; ``bitmap`` and ``extremes`` are what it works with."""
    base = sample[0]
    shift = _ZERO
    while (sample[sample.size - 1] - base) >> shift > _LAST_CELL:
        shift += _ONE
    _mark_all(bitmap, base, shift, starts, stops)
    for gap in range(counts.size):
        counts[gap], least[gap], greatest[gap] = 0, NONE, NONE
        extremes[gap], extremes[counts.size + gap] = _TOP, _ZERO
    for start in range(0, bits.size, _BLOCK):
        stop = min(start + _BLOCK, bits.size)
        hits = _ZERO  # without a branch for each value, this goes several values at a time
        for place in range(start, stop):
            hits |= _hit(bitmap, _cell(turned(bits[place]), base, shift))
        if not hits:
            continue
        for place in range(start, stop):
            if _hit(bitmap, _cell(turned(bits[place]), base, shift)):
                _count(place, ordered(bits[place]), breaks, extremes, counts, least, greatest)


@helper
def _count(
    place: int,
    key: np.uint64,
    breaks: Bits,
    extremes: Bits,
    counts: Positions,
    least: Positions,
    greatest: Positions,
) -> None:
    """Count a value in its gap. An equal one that comes later changes no extreme."""
    gap = _gap(breaks, key)
    counts[gap] += 1
    if key < extremes[gap]:
        extremes[gap], least[gap] = key, place
    if key > extremes[counts.size + gap]:
        extremes[counts.size + gap], greatest[gap] = key, place


@helper
def _hit(bitmap: Bits, cell: np.uint64) -> np.uint64:
    word: np.uint64 = bitmap[cell >> _WORD]
    return (word >> (cell & _IN_WORD)) & _ONE


@helper
def _mark_all(bitmap: Bits, base: np.uint64, shift: np.uint64, starts: Bits, stops: Bits) -> None:
    """Set the bits of all cells between a start and its stop, and no others."""
    for word in range(bitmap.size):
        bitmap[word] = _ZERO
    for mark in range(starts.size):
        if starts[mark] <= stops[mark]:
            # One lower, since ``turned`` does not tell -0.0, which lies there, from 0.0.
            first = _cell(starts[mark] - np.uint64(starts[mark] > _ZERO), base, shift)
            _mark(bitmap, first, _cell(stops[mark], base, shift))


@helper
def _mark(bitmap: Bits, first: np.uint64, last: np.uint64) -> None:
    """Set the bits of all cells from the first to the last."""
    for word in range(np.int64(first >> _WORD), np.int64(last >> _WORD) + 1):
        bitmap[word] = _TOP if word > first >> _WORD and word < last >> _WORD else bitmap[word]
    head = _TOP << (first & _IN_WORD)
    tail = _TOP >> (_IN_WORD - (last & _IN_WORD))
    if first >> _WORD == last >> _WORD:
        bitmap[first >> _WORD] |= head & tail
    else:
        bitmap[first >> _WORD] |= head
        bitmap[last >> _WORD] |= tail


@helper
def _cell(key: np.uint64, base: np.uint64, shift: np.uint64) -> np.uint64:
    """The cell of the bitmap that a key lies in; the outer ones hold all beyond the sample."""
    return min((max(key, base) - base) >> shift, _LAST_CELL)


@helper
def _gap(breaks: Bits, key: np.uint64) -> int:
    """How many breaks are not above a key."""
    low, left = 0, breaks.size
    while left > 0:
        half = (left + 1) // 2
        low += half * (breaks[low + half - 1] <= key)
        left -= half
    return low
