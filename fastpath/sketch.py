"""Lookups over values that are not sorted: all questions of a request in one pass.

    neighbours   the values on either side of a pivot (as ``sorted_index.neighbours``)
    counts       how many values lie between two borders

A sample tells where the neighbours of a pivot can lie: not beyond its neighbours in the sample. The
pass (``sketch_pass``) goes over a sketch of the values, a cell of two bytes for each, and looks
closely at what lies there alone. Many values are cut into pieces that threads pass over side by
side. Whoever asks again and again keeps sample and sketch (``sketched``).
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
from fastpath.sketch_cells import Shorts, cells
from fastpath.sketch_gaps import Gaps, Spans, around, nearest
from fastpath.sketch_pass import passed
from fastpath.sorted_index import Floats, Positions, comparable

PIECE = 1 << 20
"""Values for which another thread is asked: half a millisecond."""

_STEP, _STEPS = 8, 64
"""A value in eight is sampled, fewer where there are more than ``(8 * 64) ** 2``."""

_ONE = np.uint64(1)


class Column(NamedTuple):
    """Values with a sample and a sketch of them.

    Attributes:
        values: Finite.
        sample: Some of them as keys, in order.
        cells: Where each lies, roughly. See ``sketch_cells``.
    """

    values: Floats
    sample: Bits
    cells: Shorts

    @property
    def nbytes(self) -> int:
        """What sample and sketch take."""
        return self.sample.nbytes + self.cells.nbytes


def sketched(values: Floats) -> Column:
    """Take a sample and a sketch of values.

    Each break lets so many values hit as lie between two of the sample, and each of these is
    fetched from somewhere: that costs more than sorting a larger sample once.
    """
    step = max(_STEP, isqrt(values.size) // _STEPS) if values.size > _STEP * _STEPS else 1
    sample = _keys(np.ascontiguousarray(values[::step]))
    sample.sort()
    return Column(values, sample, cells(values, sample))


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
    return neighbours_in([sketched(values)], pivots)[0]


def neighbours_in(
    columns: Sequence[Column], pivots: ArrayLike
) -> list[tuple[Positions, Positions]]:
    """The same in each of several columns.

    Raises:
        ValueError: If a pivot is NaN.
    """
    breaks, inverse = np.unique(_keys(comparable(pivots)), return_inverse=True)
    return [nearest(gaps, inverse) for gaps in _passed(columns, partial(around, breaks))]


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

    (gaps,) = _passed([sketched(values)], asked)
    before = np.cumsum(gaps.counts)
    found = before[np.searchsorted(breaks, after)] - before[np.searchsorted(breaks, starts)]
    counted: Positions = np.maximum(found, 0)
    return counted


def _keys(values: Floats) -> Bits:
    return ordered_array(values.view(np.uint64))


def _passed(columns: Sequence[Column], asked: Callable[[Bits], Spans]) -> list[Gaps]:
    """What is asked of each column, given some of its values in order."""
    cuts = [_cuts(each.values.size) for each in columns]
    works = (
        partial(passed, each.values[start:stop], each.cells[start:stop], spans)
        for each, pieces in zip(columns, cuts, strict=True)
        for spans in [asked(each.sample)]
        for start, stop in pieces
    )
    many = sum(each.values.size for each in columns) >= 2 * PIECE
    done = iter(parallel.together(works) if many else [work() for work in works])
    return [
        _joined(each.values, [start for start, _ in pieces], done)
        for each, pieces in zip(columns, cuts, strict=True)
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
