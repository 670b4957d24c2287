"""The numbers of one column as ``Cells``: a float of each, and the exact value where that lies.

A float64 stands for its shortest decimal, so 0.1 is one tenth and 45.0 is 45. Where that decimal is
the exact value for the whole column, nothing else is kept. Otherwise the exact values lie beside
the floats as integers times a power of ten.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from sidecar.evidence.budget import Budget
from sidecar.model.evidence import EXACT, Cells

Integers = NDArray[np.int64] | NDArray[np.uint64] | NDArray[np.object_]
Rows = NDArray[np.uint32]

NONE = Cells(np.empty(0, np.float64), np.empty(0, np.uint32))
"""A column without numbers."""

MAX_DIGITS = 76  # what the widest Arrow decimal holds
_INT64 = range(-(2**63), 2**63)


def holds(number: Decimal) -> bool:
    """Whether a number can be a cell: at most 76 digits, and in the range of float64."""
    value = float(number)
    lost = not math.isfinite(value) or (value == 0 and number != 0)
    return not lost and len(number.as_tuple().digits) <= MAX_DIGITS


def from_floats(values: NDArray[np.float64], rows: Rows) -> Cells:
    """Take the finite ones: NaN and the infinities are no numbers."""
    finite = np.isfinite(values)
    if finite.all():
        return Cells(values, rows)
    return Cells(values[finite], rows[finite])


def from_scaled(unscaled: Integers, scale: int, rows: Rows, budget: Budget) -> Cells:
    """Take integers that stand for themselves divided by ``10**scale``."""
    if unscaled.size == 0:
        return NONE
    bound = max(-int(unscaled.min()), int(unscaled.max()))
    budget.spend(8 * unscaled.size)
    if unscaled.dtype != object and (scale == 0 or (0 < scale <= 22 and bound <= 2**53)):
        # One rounding at most: both are exact as floats, and division rounds correctly.
        values = unscaled / np.float64(10**scale)
    else:
        values = np.array([_quotient(number, scale) for number in unscaled.tolist()], np.float64)
    # Integers up to 2**53 and decimals of up to 15 digits come back from their float unchanged.
    if bound <= (2**53 if scale == 0 else 10**15) and 0 <= scale <= 22:
        return Cells(values, rows)
    return Cells(values, rows, None, _narrow(unscaled, bound, budget), scale)


def from_decimals(numbers: Sequence[Decimal], budget: Budget) -> Cells:
    """Take decimals that ``holds`` lets in; the place of each is its row."""
    rows = np.arange(len(numbers), dtype=np.uint32)
    floats = [float(number) for number in numbers]
    values = np.array(floats, np.float64)
    if all(Decimal(repr(value)) == number for value, number in zip(floats, numbers, strict=True)):
        return Cells(values, rows)
    scale = max(0, *(-int(number.as_tuple().exponent) for number in numbers))
    # A Python integer takes 28 bytes and 4 for every nine digits; all may need all places.
    budget.fits(len(numbers) * (28 + (MAX_DIGITS + scale) // 2))
    unscaled = np.array([int(number.scaleb(scale, EXACT)) for number in numbers], object)
    bound = max(map(abs, unscaled))
    return Cells(values, rows, None, _narrow(unscaled, bound, budget), scale)


def _quotient(unscaled: int, scale: int) -> float:
    """Divide with one rounding: Python divides integers of any size correctly."""
    return unscaled / 10**scale if scale >= 0 else float(unscaled * 10**-scale)


def _narrow(
    unscaled: Integers, bound: int, budget: Budget
) -> NDArray[np.int64] | NDArray[np.object_]:
    """Keep exact values in 64 bits where they fit."""
    if bound in _INT64:
        budget.spend(8 * unscaled.size)
        return unscaled.astype(np.int64, copy=False)
    budget.spend(unscaled.size * (36 + bound.bit_length() // 7))
    return unscaled.astype(object)
