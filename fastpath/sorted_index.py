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

from fastpath import sorting

Floats = NDArray[np.float64]
Positions = NDArray[np.intp]


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


def _comparable(values: ArrayLike) -> Floats:
    values = np.ascontiguousarray(values, np.float64)
    if np.isnan(values).any():
        raise ValueError("borders and targets must not be NaN")
    return values
