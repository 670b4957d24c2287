"""The pass of ``sketch``: which values lie close to what is asked, and what of these is extreme.

The questions mark, in a table over the values' upper bits, where their answers can lie. The pass
tests each value against the marks, which stay in the nearest cache, and looks closely only at the
few that hit.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastpath._jit import helper, kernel
from fastpath.ordered import SIGN, Bits, ordered, ordered_array, turned
from fastpath.sorted_index import Floats, Positions

Bytes = NDArray[np.uint8]

NONE = -1

_CELL_BITS = 16
_CELLS = 1 << _CELL_BITS
_BLOCK = 64
_ZERO, _ONE = np.uint64(0), np.uint64(1)
_LAST = np.uint64(_CELLS - 1)
_TOP = np.uint64(0xFFFFFFFFFFFFFFFF)

# Which bit of a word is its lowest: a multiplication by this constant brings six bits to the top
# that no two bits share.
_DE_BRUIJN, _TO_BIT = np.uint64(0x03F79D71B4CB0A89), np.uint64(58)
_BIT = np.empty(64, np.int64)
_BIT[[(0x03F79D71B4CB0A89 << bit) % 2**64 >> 58 for bit in range(64)]] = range(64)


class Spans(NamedTuple):
    """What is asked of values.

    Attributes:
        sample: Some of the values as keys, in order.
        breaks: Where one gap ends and the next begins, ascending keys.
        starts: Least keys of the spans that matter.
        stops: Their greatest keys.
    """

    sample: Bits
    breaks: Bits
    starts: Bits
    stops: Bits


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


def passed(values: Floats, spans: Spans) -> Gaps:
    """What lies in the gaps of the breaks, of the values in cells between a start and its stop."""
    gaps = Gaps(*np.empty((3, spans.breaks.size + 1), np.int64))
    marks = np.empty(_CELLS, np.uint8)
    extremes = np.empty(2 * gaps.counts.size, np.uint64)
    if not values.size:
        gaps.counts[:], gaps.least[:], gaps.greatest[:] = 0, NONE, NONE
        return gaps
    _pass(values.view(np.uint64), *spans, marks, extremes, *gaps)
    return gaps


def _pass_twin(
    bits: Bits,
    sample: Bits,
    breaks: Bits,
    starts: Bits,
    stops: Bits,
    marks: Bytes,
    extremes: Bits,
    counts: Positions,
    least: Positions,
    greatest: Positions,
) -> None:
    some = starts <= stops
    keys = ordered_array(bits)
    begun = np.searchsorted(np.sort(starts[some]), keys, side="right")
    ended = np.searchsorted(np.sort(stops[some]), keys)
    places = np.flatnonzero(begun > ended)
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
    " const uint64[::1], uint8[::1], uint64[::1], int64[::1], int64[::1], int64[::1])",
    twin=_pass_twin,
)
def _pass(
    bits: Bits,
    sample: Bits,
    breaks: Bits,
    starts: Bits,
    stops: Bits,
    marks: Bytes,
    extremes: Bits,
    counts: Positions,
    least: Positions,
    greatest: Positions,
) -> None:
    """Pass over all values once; ``marks`` and ``extremes`` are what it works with.

    What hits a mark beside the spans is counted too: gaps that no span fills have no meaning.
    """
    base = sample[0]
    shift = _ZERO
    while (sample[sample.size - 1] - base) >> shift > _LAST:
        shift += _ONE
    _mark_all(marks, base, sample[sample.size - 1], shift, starts, stops)
    for gap in range(counts.size):
        counts[gap], least[gap], greatest[gap] = 0, NONE, NONE
        extremes[gap], extremes[counts.size + gap] = _TOP, _ZERO
    plain = base >= SIGN  # none of the sample is negative, so negative values are below the base
    for start in range(0, bits.size, _BLOCK):
        hits = _hits(bits, start, min(_BLOCK, bits.size - start), marks, base, shift, plain)
        while hits:
            place = start + _BIT[((hits & (_ZERO - hits)) * _DE_BRUIJN) >> _TO_BIT]
            _count(place, ordered(bits[place]), breaks, extremes, counts, least, greatest)
            hits &= hits - _ONE


@helper
def _hits(
    bits: Bits,
    start: int,
    count: int,
    marks: Bytes,
    base: np.uint64,
    shift: np.uint64,
    plain: bool,
) -> np.uint64:
    """Which of up to 64 values hit a mark, one bit for each: without a branch for any of them."""
    hits = _ZERO
    if plain:
        for i in range(count):
            cell = min((bits[start + i] - (base ^ SIGN)) >> shift, _LAST)
            hits |= np.uint64(marks[cell]) << np.uint64(i)
    else:
        for i in range(count):
            cell = _cell(turned(bits[start + i]), base, shift)
            hits |= np.uint64(marks[cell]) << np.uint64(i)
    return hits


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
def _mark_all(
    marks: Bytes, base: np.uint64, top: np.uint64, shift: np.uint64, starts: Bits, stops: Bits
) -> None:
    """Mark all cells between a start and its stop."""
    for cell in range(marks.size):
        marks[cell] = 0
    for span in range(starts.size):
        if starts[span] > stops[span]:
            continue
        # One lower, since ``turned`` does not tell -0.0, which lies there, from 0.0.
        start = starts[span] - np.uint64(starts[span] > _ZERO)
        first, last = _cell(start, base, shift), _cell(stops[span], base, shift)
        if start < base:
            marks[_cell(top, base, shift) :] = 1
            first = _ZERO
        if stops[span] >= base:
            for cell in range(np.int64(first), np.int64(last) + 1):
                marks[cell] = 1


@helper
def _cell(key: np.uint64, base: np.uint64, shift: np.uint64) -> np.uint64:
    """The cell that a key lies in. What is below the base lies where what is above the top does."""
    return min((key - base) >> shift, _LAST)


@helper
def _gap(breaks: Bits, key: np.uint64) -> int:
    """How many breaks are not above a key."""
    low, left = 0, breaks.size
    while left > 0:
        half = (left + 1) // 2
        low += half * (breaks[low + half - 1] <= key)
        left -= half
    return low
