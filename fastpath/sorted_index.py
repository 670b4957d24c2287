"""Lookups over sorted float64 values.

    build     sort values, remembering where each stood
    ranges    which keys lie between two borders
    nearest   which keys stand on either side of a target

Equal values keep the order of the input, and -0.0 is 0.0, so that a lookup has one answer.
``reference`` says the same in plain loops, and the tests hold the two equal.

Cost: O(n log n) to build, 12 bytes for each value; O(log n) for each border or target.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Positions = NDArray[np.intp]

_LOW_HALF = np.uint64(0xFFFFFFFF)


class SortedValues(NamedTuple):
    """Values in ascending order.

    Attributes:
        keys: The values. Shape (n,).
        order: The position in the input of each. Shape (n,).
    """

    keys: Floats
    order: NDArray[np.uint32]


def build(values: ArrayLike) -> SortedValues:
    """Sort values.

    Raises:
        ValueError: If one is not finite, or there are more than 2**32.
    """
    values = np.ascontiguousarray(values, np.float64) + 0.0  # makes 0.0 of -0.0
    if values.size > 2**32:
        raise ValueError("at most 2**32 values can be indexed")
    if not np.isfinite(values).all():
        raise ValueError("values must be finite")
    # numpy's vectorised sort is not stable, and its stable one four times slower.
    order = np.argsort(values)
    keys = values[order]
    changes = keys[1:] != keys[:-1]
    settled = order if changes.all() else _settle_ties(order, changes)
    return SortedValues(keys, settled.astype(np.uint32))


def ranges(index: SortedValues, lows: ArrayLike, highs: ArrayLike) -> tuple[Positions, Positions]:
    """For each pair of borders, find the half-open range of keys with low <= key <= high.

    Where none lies between them, both ends are the same.

    Raises:
        ValueError: If a border is NaN.
    """
    first = np.searchsorted(index.keys, _comparable(lows), side="left")
    last = np.searchsorted(index.keys, _comparable(highs), side="right")
    return first, np.maximum(first, last)


def nearest(index: SortedValues, targets: ArrayLike) -> tuple[Positions, Positions]:
    """For each target, find the last key at or below it and the first at or above it, or -1.

    Raises:
        ValueError: If a target is NaN.
    """
    targets = _comparable(targets)
    below = np.searchsorted(index.keys, targets, side="right") - 1
    above = np.searchsorted(index.keys, targets, side="left")
    return below, np.where(above < index.keys.size, above, -1)


def _settle_ties(order: Positions, changes: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Put the positions of equal keys in ascending order: sort (run of equal keys, position)."""
    runs = np.zeros(order.size, np.uint64)
    np.cumsum(changes, out=runs[1:])
    runs <<= np.uint64(32)
    runs |= order.astype(np.uint64)
    runs.sort()
    return runs & _LOW_HALF


def _comparable(values: ArrayLike) -> Floats:
    values = np.ascontiguousarray(values, np.float64)
    if np.isnan(values).any():
        raise ValueError("borders and targets must not be NaN")
    return values
