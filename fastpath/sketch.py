"""Lookups over values that are not sorted: all questions of a request in one pass.

    neighbours   the values on either side of a pivot (as ``sorted_index.neighbours``)
    counts       how many values lie between two borders

A sample tells where the neighbours of a pivot can lie: not beyond its neighbours in the sample. The
pass (``sketch_pass``) looks closely at what lies there alone. Many values are cut into pieces that
threads pass over side by side. Whoever asks again and again keeps the sample (``sampled``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import isqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from fastpath import parallel
from fastpath.ordered import Bits, ordered_array
from fastpath.sketch_pass import NONE, Gaps, Spans, passed
from fastpath.sorted_index import Floats, Positions, comparable

PIECE = 1 << 18
"""Values for which another thread is asked: a fifth of a millisecond."""

_LEAST_SAMPLE = 256
_BREAKS = 64
"""Of a request: more make other samples no better by much."""
_ZERO, _ONE = np.uint64(0), np.uint64(1)
_TOP = np.uint64(0xFFFFFFFFFFFFFFFF)


class Column(NamedTuple):
    """Values with a sample of them.

    Attributes:
        values: Finite.
        sample: Some of them as keys, in order.
    """

    values: Floats
    sample: Bits


def sampled(values: Floats) -> Column:
    """Take a sample of values.

    Each break lets so many values hit as lie between two of the sample, and a hit costs about as
    much as a sampled value does: at this size both together cost least.
    """
    size = max(_LEAST_SAMPLE, isqrt(values.size * _BREAKS * 2))
    step = max(1, values.size // size)
    sample = _keys(np.ascontiguousarray(values[::step]))
    sample.sort()
    return Column(values, sample)


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
    return neighbours_in([sampled(values)], pivots)[0]


def neighbours_in(
    columns: Sequence[Column], pivots: ArrayLike
) -> list[tuple[Positions, Positions]]:
    """The same in each of several columns.

    Raises:
        ValueError: If a pivot is NaN.
    """
    breaks, inverse = np.unique(_keys(comparable(pivots)), return_inverse=True)
    gaps = _passed(columns, partial(_around, breaks))
    none = np.full((len(columns), 1), NONE)
    least = np.hstack([[each.least for each in gaps], none])
    greatest = np.hstack([[each.greatest for each in gaps], none])
    # The last gap with a value before each break, and the first with one from it on.
    places = np.where(least >= 0, np.arange(breaks.size + 2), NONE)
    before = np.maximum.accumulate(places[:, : breaks.size], axis=1)
    places[places < 0] = breaks.size + 1
    after = np.minimum.accumulate(places[:, :0:-1], axis=1)[:, :0:-1]
    below = np.take_along_axis(greatest, before.take(inverse, axis=1), axis=1)
    above = np.take_along_axis(least, after.take(inverse, axis=1), axis=1)
    return list(zip(below, above, strict=True))


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

    (gaps,) = _passed([sampled(values)], asked)
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


def _passed(columns: Sequence[Column], asked: Callable[[Bits], Spans]) -> list[Gaps]:
    """What is asked of each column, given some of its values in order."""
    cuts = [_cuts(values.size) for values, _ in columns]
    works = (
        partial(passed, values[start:stop], spans)
        for (values, sample), pieces in zip(columns, cuts, strict=True)
        for spans in [asked(sample)]
        for start, stop in pieces
    )
    many = sum(values.size for values, _ in columns) >= 2 * PIECE
    done = iter(parallel.together(works) if many else [work() for work in works])
    return [
        _joined(values, [start for start, _ in pieces], done)
        for (values, _), pieces in zip(columns, cuts, strict=True)
    ]


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
