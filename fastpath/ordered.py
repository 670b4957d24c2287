"""Floats as integers in the same order, for kernels that sort and mark by their bits.

The bits of positive floats ascend with them and those of negative ones descend. Turning round the
negative ones, and putting them below the positive, gives unsigned integers that compare as the
floats do. -0.0 counts as 0.0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fastpath._jit import helper

Bits = NDArray[np.uint64]

SIGN = np.uint64(1 << 63)
EXPONENT = np.uint64(0x7FF << 52)
"""All of these are set in NaN and in the infinities alone."""

_ZERO = np.uint64(0)
_LAST = np.uint64(63)


@helper
def ordered(bits: np.uint64) -> np.uint64:
    """The place of a float, from its bits, in the order of all floats."""
    return SIGN if bits == SIGN else turned(bits)


@helper
def turned(bits: np.uint64) -> np.uint64:
    """The same, except that -0.0 is the one before 0.0."""
    return bits ^ ((_ZERO - (bits >> _LAST)) | SIGN)


def ordered_array(bits: Bits) -> Bits:
    """The same with numpy, for many."""
    turned = np.where(bits >= SIGN, ~bits, bits | SIGN)
    turned[bits == SIGN] = SIGN
    return turned


@helper
def not_finite(bits: np.uint64) -> np.uint64:
    """1 for NaN and the infinities, else 0."""
    return np.uint64((bits & EXPONENT) == EXPONENT)
