"""Exact borders for floats: which floats stand for a decimal not below, or not above, another.

A float stands for its shortest decimal (see ``numbers``), and larger floats stand for larger
decimals. So "the decimal of this cell is at least 1.05" is the same as "this float is at least the
least float whose decimal is": the border is decided once, in decimals, and floats do the rest.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastpath.sorted_index import comparable

_SHORT = 15
"""Digits that floats keep: no two decimals of so many digits have the same float."""


class Borders(NamedTuple):
    """Borders of many claims.

    Attributes:
        lows: Least decimals that agree.
        highs: Greatest decimals that agree.
        nears: What an agreeing cell should be closest to.
        least: The least floats not below ``lows``.
        greatest: The greatest floats not above ``highs``.
        near: ``nears``, rounded.
        pivots: The least floats not below ``nears``.
    """

    lows: Sequence[Decimal]
    highs: Sequence[Decimal]
    nears: Sequence[Decimal]
    least: NDArray[np.float64]
    greatest: NDArray[np.float64]
    near: NDArray[np.float64]
    pivots: NDArray[np.float64]


def borders(lows: Sequence[Decimal], highs: Sequence[Decimal], nears: Sequence[Decimal]) -> Borders:
    """Prepare the borders of claims for any number of columns.

    Raises:
        ValueError: If one is NaN.
    """
    floats = [
        *map(_least_float, lows),
        *map(_greatest_float, highs),
        *map(float, nears),
        *map(_least_float, nears),
    ]
    return Borders(lows, highs, nears, *comparable(floats).reshape(4, -1))


def is_short(number: Decimal) -> bool:
    """Whether a number is, for sure, the shortest decimal of its float: it has so few digits."""
    return len(str(number)) <= _SHORT


def _least_float(number: Decimal) -> float:
    """The least float whose shortest decimal is not below a number."""
    value = float(number)
    if is_short(number):
        return value
    return value if Decimal(repr(value)) >= number else math.nextafter(value, math.inf)


def _greatest_float(number: Decimal) -> float:
    """The greatest float whose shortest decimal is not above a number."""
    value = float(number)
    if is_short(number):
        return value
    return value if Decimal(repr(value)) <= number else math.nextafter(value, -math.inf)
