"""The pass of ``sketch``: which values lie close to what is asked, and what of these is extreme.

Each value has a cell, by its upper bits; the questions mark the cells where their answers can lie.
The pass goes over the cells alone, a quarter of what the values take, in steps that do the same for
all of them, so that the processor guesses no branch wrong: which eights of them hit a mark; which
of these do. Only at these few values it looks closely.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fastpath import workspace
from fastpath._jit import helper, kernel
from fastpath.ordered import Bits, ordered, ordered_array
from fastpath.sketch_cells import CELLS, Shorts, cell_of, shift_of
from fastpath.sketch_gaps import NONE, Gaps, Spans
from fastpath.sorted_index import Floats, Positions

Bytes = NDArray[np.uint8]
Counts = NDArray[np.int32]

_BLOCK = 2048
"""Values at a time: what is found out about them stays in the nearest cache."""

_GROUP = 8
_ZERO, _ONE = np.uint64(0), np.uint64(1)
_TOP = np.uint64(0xFFFFFFFFFFFFFFFF)


def passed(values: Floats, cells: Shorts, spans: Spans) -> Gaps:
    """What lies in the gaps of the breaks, of the values in cells between a start and its stop.

    Args:
        values: Finite.
        cells: Of the values, by the sample of the spans.
        spans: What is asked.
    """
    gaps = Gaps(*np.empty((3, spans.breaks.size + 1), np.int64))
    marks, firsts = workspace.seen(CELLS), workspace.places(CELLS)
    work = np.empty(2 * _BLOCK, np.uint16)
    extremes = np.empty(2 * gaps.counts.size + _BLOCK, np.uint64)
    if not values.size:
        gaps.counts[:], gaps.least[:], gaps.greatest[:] = 0, NONE, NONE
        return gaps
    _pass(values.view(np.uint64), cells, *spans, marks, firsts, work, extremes, *gaps)
    return gaps


def _pass_twin(
    bits: Bits,
    cells: Shorts,
    sample: Bits,
    breaks: Bits,
    starts: Bits,
    stops: Bits,
    marks: Bytes,
    firsts: Counts,
    work: Shorts,
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
    "void(const uint64[::1], const uint16[::1], const uint64[::1], const uint64[::1],"
    " const uint64[::1], const uint64[::1], uint8[::1], int32[::1], uint16[::1], uint64[::1],"
    " int64[::1], int64[::1], int64[::1])",
    twin=_pass_twin,
)
def _pass(
    bits: Bits,
    cells: Shorts,
    sample: Bits,
    breaks: Bits,
    starts: Bits,
    stops: Bits,
    marks: Bytes,
    firsts: Counts,
    work: Shorts,
    extremes: Bits,
    counts: Positions,
    least: Positions,
    greatest: Positions,
) -> None:
    """Pass over all cells once; the arrays from ``marks`` to ``extremes`` are for its work.

    What hits a mark beside the spans is counted too: gaps that no span fills have no meaning.
    """
    base, top = sample[0], sample[sample.size - 1]
    shift = shift_of(base, top)
    last = cell_of(top, base, shift)
    _mark_all(marks, firsts, base, last, shift, breaks, starts, stops)
    for gap in range(counts.size):
        counts[gap], least[gap], greatest[gap] = 0, NONE, NONE
        extremes[gap], extremes[counts.size + gap] = _TOP, _ZERO
    groups, hits = work[:_BLOCK], work[_BLOCK:]
    keys = extremes[2 * counts.size :]
    for start in range(0, bits.size, _BLOCK):
        block = cells[start : start + _BLOCK]
        found = _groups_hit(block, marks, groups)
        found = _hits(block, marks, groups[:found], hits)
        for i in range(found):  # on its own, so that the processor waits for many of them at once
            keys[i] = bits[start + np.int64(hits[i])]
        for i in range(found):
            cell, key = np.int64(block[hits[i]]), ordered(keys[i])
            before = firsts[cell] if cell < last else 0  # what is below the base may lie there too
            gap = _gap(breaks, key, int(np.int64(before)))
            _count(start + int(np.int64(hits[i])), key, gap, extremes, counts, least, greatest)


@helper
def _groups_hit(cells: Shorts, marks: Bytes, groups: Shorts) -> int:
    """Find the groups of values of which one hits a mark; and a last one that is not whole."""
    found = 0
    for group in range(cells.size // _GROUP):
        c = cells[_GROUP * group : _GROUP * group + _GROUP]
        groups[found] = group
        hit = (marks[c[0]] | marks[c[1]] | marks[c[2]] | marks[c[3]]) | (
            marks[c[4]] | marks[c[5]] | marks[c[6]] | marks[c[7]]
        )
        found += int(np.int64(hit))
    if cells.size % _GROUP:
        groups[found] = cells.size // _GROUP
        found += 1
    return found


@helper
def _hits(cells: Shorts, marks: Bytes, groups: Shorts, hits: Shorts) -> int:
    """Find the values of some groups that hit a mark."""
    found = 0
    for group in groups:
        first = _GROUP * int(np.int64(group))
        for i in range(first, min(first + _GROUP, cells.size)):
            hits[found] = i
            found += int(np.int64(marks[cells[i]]))
    return found


@helper
def _count(
    place: int,
    key: np.uint64,
    gap: int,
    extremes: Bits,
    counts: Positions,
    least: Positions,
    greatest: Positions,
) -> None:
    """Count a value in its gap. An equal one that comes later changes no extreme."""
    counts[gap] += 1
    if key < extremes[gap]:
        extremes[gap], least[gap] = key, place
    if key > extremes[counts.size + gap]:
        extremes[counts.size + gap], greatest[gap] = key, place


@helper
def _mark_all(
    marks: Bytes,
    firsts: Counts,
    base: np.uint64,
    last: int,
    shift: np.uint64,
    breaks: Bits,
    starts: Bits,
    stops: Bits,
) -> None:
    """Mark all cells between a start and its stop, and tell how many breaks lie before each."""
    for cell in range(marks.size):
        marks[cell] = 0
    for span in range(starts.size):
        if starts[span] > stops[span]:
            continue
        # One lower, since ``turned`` does not tell -0.0, which lies there, from 0.0.
        start = starts[span] - np.uint64(starts[span] > _ZERO)
        if start < base:
            marks[last:] = 1
            start = base
        gap = 0
        if stops[span] >= base:
            for cell in range(cell_of(start, base, shift), cell_of(stops[span], base, shift) + 1):
                gap = _gap(breaks, base + (np.uint64(cell) << shift), gap)
                firsts[cell] = gap
                marks[cell] = 1


@helper
def _gap(breaks: Bits, key: np.uint64, low: int) -> int:
    """How many breaks are not above a key, of which some are known not to be."""
    step = 1
    while low + step <= breaks.size and breaks[low + step - 1] <= key:
        low += step
        step += step
    while step > 1:
        step //= 2
        if low + step <= breaks.size and breaks[low + step - 1] <= key:
            low += step
    return low
