"""A column as its distinct values, and which of them each row has: in arrays, not row by row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from sidecar.evidence.values import Coded, Numbers

Codes = NDArray[np.int32]

T = TypeVar("T")


def factored(data: Sequence[object]) -> tuple[list[object], Codes]:
    """The distinct values of a column in the order of their rows, and the place of each row's.

    Values that the column itself holds more than once may come more than once.
    """
    keys: NDArray[np.generic] | None = None
    if isinstance(data, Coded | Numbers):
        keys = data.codes if isinstance(data, Coded) else data.keys
    if keys is None:
        return merged(data)
    first, codes = first_seen(keys)
    return [data[row] for row in first.tolist()], codes


def merged(values: Iterable[T]) -> tuple[list[T], Codes]:
    """The distinct ones of some values, and the place of each.

    Values of unlike types are distinct, though they may be equal: 1, 1.0 and true.
    """
    numbers: dict[tuple[type, T], int] = {}
    each = (numbers.setdefault((type(value), value), len(numbers)) for value in values)
    codes = np.fromiter(each, np.int32)
    return [value for _, value in numbers], codes


def first_seen(keys: NDArray[np.generic]) -> tuple[NDArray[np.int64], Codes]:
    """The first row of each distinct key, ascending, and the place of each row's key."""
    _, first, codes = np.unique(keys, return_index=True, return_inverse=True)
    order = np.argsort(first)
    places = np.empty(order.size, np.int32)
    places[order] = np.arange(order.size)
    return first[order], places[codes]
