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


class Borders(NamedTuple):
    """Borders of many claims.

    Attributes:
        lows: Least decimals that agree.
        highs: Greatest decimals that agree.
        nears: What an agreeing cell should be closest to.
        least: The least floats not below ``lows``.
        greatest: The greatest floats not above ``highs``.
        near: ``nears``, rounded.
        pivots: The least floats not below ``nears``. Where some of these do not lie between their
            borders, what of those is closest to them follows, for each claim: shape (2 * claims,).
    """

    lows: Sequence[Decimal]
    highs: Sequence[Decimal]
    nears: Sequence[Decimal]
    least: NDArray[np.float64]
    greatest: NDArray[np.float64]
    near: NDArray[np.float64]
    pivots: NDArray[np.float64]


def borders(lows: Sequence[Decimal], highs: Sequence[Decimal], nears: Sequence[Decimal]) -> Borders:
    """Prepare the borders of claims for any number of columns."""
    least = np.array([_least_float(low) for low in lows], np.float64)
    greatest = np.array([_greatest_float(high) for high in highs], np.float64)
    near = np.array([float(near) for near in nears], np.float64)
    pivots = np.array([_least_float(near) for near in nears], np.float64)
    inside = np.clip(pivots, least, np.nextafter(greatest, np.inf))
    if (inside != pivots).any():
        pivots = np.concatenate([pivots, inside])
    return Borders(lows, highs, nears, least, greatest, near, pivots)


def _least_float(number: Decimal) -> float:
    """The least float whose shortest decimal is not below a number."""
    value = float(number)
    return value if Decimal(repr(value)) >= number else math.nextafter(value, math.inf)


def _greatest_float(number: Decimal) -> float:
    """The greatest float whose shortest decimal is not above a number."""
    value = float(number)
    return value if Decimal(repr(value)) <= number else math.nextafter(value, -math.inf)
