"""What is asked of unsorted values, and what a pass over them tells.

Breaks cut the order of all values into gaps. Each value lies in one of them; the neighbours of a
break are the greatest value of the last gap before it that has one, and the least of the next.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fastpath._jit import kernel
from fastpath.ordered import Bits
from fastpath.sorted_index import Positions

NONE = -1

_ZERO = np.uint64(0)
_TOP = np.uint64(0xFFFFFFFFFFFFFFFF)


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


def around(breaks: Bits, sample: Bits) -> Spans:
    """Where the neighbours of breaks can lie: between those they have in the sample."""
    starts, stops = np.empty((2, breaks.size), np.uint64)
    _enclose(breaks, sample, starts, stops)
    return Spans(sample, breaks, starts, stops)


def nearest(gaps: Gaps, breaks: Positions) -> tuple[Positions, Positions]:
    """The place of the greatest value before each of some breaks, and of the least from it on.

    Args:
        gaps: What lies between all breaks.
        breaks: Which of them, from 0 on.
    """
    below, above = np.empty((2, breaks.size), np.int64)
    _nearest(gaps.least, gaps.greatest, breaks, np.empty(gaps.least.size, np.int64), below, above)
    return below, above


def _nearest_twin(
    least: Positions,
    greatest: Positions,
    breaks: Positions,
    work: Positions,
    below: Positions,
    above: Positions,
) -> None:
    filled = np.flatnonzero(least >= 0)
    at = np.searchsorted(filled, breaks, side="right")
    below[:] = np.append(greatest[filled], NONE)[at - 1]
    above[:] = np.append(least[filled], NONE)[at]


@kernel(
    "void(const int64[::1], const int64[::1], const int64[::1], int64[::1], int64[::1],"
    " int64[::1])",
    twin=_nearest_twin,
)
def _nearest(
    least: Positions,
    greatest: Positions,
    breaks: Positions,
    work: Positions,
    below: Positions,
    above: Positions,
) -> None:
    """Find the last gap with a value before each break, and the first with one from it on."""
    last = np.int64(NONE)
    for gap in range(least.size):
        if least[gap] >= 0:
            last = greatest[gap]
        work[gap] = last
    for i in range(breaks.size):
        below[i] = work[breaks[i]]
    last = np.int64(NONE)
    for gap in range(least.size - 1, -1, -1):
        work[gap] = last
        if least[gap] >= 0:
            last = least[gap]
    for i in range(breaks.size):
        above[i] = work[breaks[i]]


def _enclose_twin(breaks: Bits, sample: Bits, starts: Bits, stops: Bits) -> None:
    at = np.searchsorted(sample, breaks)
    ended = np.concatenate([[_ZERO], sample, [_TOP]])
    starts[:], stops[:] = ended[at], ended[at + 1]


@kernel(
    "void(const uint64[::1], const uint64[::1], uint64[::1], uint64[::1])",
    twin=_enclose_twin,
)
def _enclose(breaks: Bits, sample: Bits, starts: Bits, stops: Bits) -> None:
    """Find the greatest of a sample below each break, and the least that is not."""
    at = 0
    for i in range(breaks.size):
        low, high = at, sample.size
        while low < high:
            middle = (low + high) >> 1
            if sample[middle] < breaks[i]:
                low = middle + 1
            else:
                high = middle
        at = low
        starts[i] = sample[at - 1] if at > 0 else _ZERO
        stops[i] = sample[at] if at < sample.size else _TOP
