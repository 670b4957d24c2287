"""The sketch of values: a cell for each, by its upper bits.

A sample tells from where to where most keys lie; the cells share that out evenly. Those beyond it
lie in the last cell.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fastpath._jit import helper, kernel
from fastpath.ordered import Bits, ordered_array, turned
from fastpath.sorted_index import Floats

Shorts = NDArray[np.uint16]

CELLS = 1 << 16
_ONE = np.uint64(1)
_LAST = np.int64(CELLS - 1)


def cells(values: Floats, sample: Bits) -> Shorts:
    """The cell of each value: cells share out, evenly by key, what lies between those of a sample.

    Args:
        values: Finite.
        sample: Some of them as keys, in order.
    """
    found = np.empty(values.size, np.uint16)
    if values.size:
        _divide(values.view(np.uint64), sample, found)
    return found


def _divide_twin(bits: Bits, sample: Bits, cells: Shorts) -> None:
    base, top = sample[0], sample[-1]
    shift = shift_of(base, top)
    places = (ordered_array(bits) - base) >> shift
    cells[:] = np.minimum(places, _LAST)


@kernel(
    "void(const uint64[::1], const uint64[::1], uint16[::1])",
    twin=_divide_twin,
)
def _divide(bits: Bits, sample: Bits, cells: Shorts) -> None:
    """Find the cell of each value."""
    base, top = sample[0], sample[sample.size - 1]
    shift = shift_of(base, top)
    for i in range(bits.size):
        cells[i] = np.uint16(cell_of(turned(bits[i]), base, shift))


@helper
def shift_of(base: np.uint64, top: np.uint64) -> np.uint64:
    """By how much keys are shifted that the cells reach from base to top."""
    shift = _ONE
    while np.int64((top - base) >> shift) > _LAST:
        shift += _ONE
    return shift


@helper
def cell_of(key: np.uint64, base: np.uint64, shift: np.uint64) -> int:
    """The cell that a key lies in. What is below the base lies where what is above the top does."""
    return int(min(np.int64((key - base) >> shift), _LAST))
