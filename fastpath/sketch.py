"""Lookups over values that are not sorted: all questions of a request in one pass.

    neighbours   the values on either side of a pivot (as ``sorted_index.neighbours``)
    counts       how many values lie between two borders

A sample tells where the neighbours of a pivot can lie: not beyond its neighbours in the sample. The
pass (``sketch_pass``) looks closely at what lies there alone. Many values are cut into pieces that
threads pass over side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import isqrt

import numpy as np
from numpy.typing import ArrayLike

from fastpath import parallel
from fastpath.ordered import Bits, ordered_array
from fastpath.sketch_pass import NONE, Gaps, Spans, passed
from fastpath.sorted_index import Floats, Positions, comparable

PIECE = 1 << 17
"""Values for which another thread is asked: a fifth of a millisecond."""

_LEAST_SAMPLE = 256
_ZERO, _ONE = np.uint64(0), np.uint64(1)
_TOP = np.uint64(0xFFFFFFFFFFFFFFFF)


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
    return neighbours_in([values], pivots)[0]


def neighbours_in(
    columns: Sequence[Floats], pivots: ArrayLike
) -> list[tuple[Positions, Positions]]:
    """The same in each of several columns.

    Raises:
        ValueError: If a pivot is NaN.
    """
    breaks, inverse = np.unique(_keys(comparable(pivots)), return_inverse=True)
    found = []
    for gaps in _passed(columns, partial(_around, breaks), breaks.size):
        # The last gap with a value before each break, and the first with one from it on.
        filled = np.flatnonzero(gaps.least >= 0)
        if not filled.size:
            none = np.full(inverse.size, NONE, np.int64)
            found.append((none, none))
            continue
        after = np.searchsorted(filled, np.arange(breaks.size), side="right")
        below = np.where(after > 0, gaps.greatest[filled[after - 1]], NONE)
        following = filled[np.minimum(after, filled.size - 1)]
        above = np.where(after < filled.size, gaps.least[following], NONE)
        found.append((below[inverse], above[inverse]))
    return found


def counts(values: Floats, lows: ArrayLike, highs: ArrayLike) -> Positions:
    """For each pair of borders, count the values with low <= value <= high.

    Raises:
        ValueError: If a border is NaN.
    """
    starts, stops = _keys(comparable(lows)), _keys(comparable(highs))
    after = stops + _ONE  # no overflow: the greatest key is that of infinity
    breaks = np.unique(np.concatenate([starts, after]))

    def asked(sample: Bits) -> Spans:
        return Spans(sample, breaks, starts, stops)

    (gaps,) = _passed([values], asked, breaks.size)
    before = np.cumsum(gaps.counts)
    found = before[np.searchsorted(breaks, after)] - before[np.searchsorted(breaks, starts)]
    counted: Positions = np.maximum(found, 0)
    return counted


def _keys(values: Floats) -> Bits:
    return ordered_array(values.view(np.uint64))


def _around(breaks: Bits, sample: Bits) -> Spans:
    """Where the neighbours of breaks can lie."""
    at = np.searchsorted(sample, breaks)
    ended = np.concatenate([[_ZERO], sample, [_TOP]])
    return Spans(sample, breaks, ended[at], ended[at + 1])


def _passed(columns: Sequence[Floats], asked: Callable[[Bits], Spans], breaks: int) -> list[Gaps]:
    """What is asked of each column, given some of its values in order."""
    cuts = [_cuts(values.size) for values in columns]
    works = (
        partial(passed, values[start:stop], spans)
        for values, pieces in zip(columns, cuts, strict=True)
        for spans in [asked(_sample(values, breaks))]
        for start, stop in pieces
    )
    many = sum(values.size for values in columns) >= 2 * PIECE
    done = iter(parallel.together(works) if many else [work() for work in works])
    return [
        _joined(values, [start for start, _ in pieces], done)
        for values, pieces in zip(columns, cuts, strict=True)
    ]


def _sample(values: Floats, breaks: int) -> Bits:
    """Some of the values in order, as keys.

    Each break lets so many values hit as lie between two of the sample, and a hit costs about three
    times what a sampled value does: at this size both together cost least.
    """
    size = max(_LEAST_SAMPLE, isqrt(values.size * breaks * 3))
    step = max(1, values.size // size)
    sample = _keys(np.ascontiguousarray(values[::step]))
    sample.sort()
    return sample


def _cuts(size: int) -> list[tuple[int, int]]:
    """The pieces of a column: as many as threads, unless they would get small."""
    pieces = max(1, min(parallel.THREADS, size // PIECE))
    borders = [size * piece // pieces for piece in range(pieces + 1)]
    return list(pairwise(borders))


def _joined(values: Floats, starts: Sequence[int], pieces: Iterator[Gaps]) -> Gaps:
    """The gaps of a column, from those of its pieces; of equal extremes the first."""
    joined = next(pieces)
    for start in starts[1:]:
        piece = next(pieces)
        joined.counts[:] += piece.counts
        for extreme, other, before in (
            (joined.least, piece.least + start, np.less),
            (joined.greatest, piece.greatest + start, np.greater),
        ):
            found = other >= start
            better = found & ((extreme < 0) | before(values[other], values[extreme]))
            extreme[better] = other[better]
    return joined
