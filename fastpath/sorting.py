"""Sorting float64 values while remembering where each stood.

A value and its place do not fit into 64 bits together. But the 32 bits of a value that tell most do
(after the least value is taken away, since columns seldom use the whole range of floats), and numpy
sorts such pairs as fast as it sorts values. What 32 bits cannot tell apart then lies side by side
in the order of the input, and is put in its order by insertion while the values are collected.
Where too much lies together (values far apart, and very close ones as well), numpy sorts again.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fastpath._jit import kernel
from fastpath.ordered import Bits, not_finite, ordered, ordered_array

Floats = NDArray[np.float64]
Places = NDArray[np.uint32]

NOT_FINITE = -1

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_ZERO = np.uint64(0)
_TOP = np.uint64(0xFFFFFFFFFFFFFFFF)
_MOVES = 8
"""Moves by insertion for each value, on average; more would take longer than sorting again."""


def sort(values: Floats) -> tuple[Floats, Places]:
    """Sort values: the values in ascending order, and the place in the input of each.

    Equal values keep the order of the input, and -0.0 becomes 0.0.

    Raises:
        ValueError: If one is not finite.
    """
    keys = np.empty(values.size, np.float64)
    places = np.empty(values.size, np.uint32)
    sort_into(values, keys, places)
    return keys, places


def sort_into(values: Floats, keys: Floats, places: Places) -> None:
    """The same, into arrays that are there.

    Raises:
        ValueError: If one is not finite.
    """
    pairs = np.empty(values.size, np.uint64)
    if _pack(values.view(np.uint64), pairs) == NOT_FINITE:
        raise ValueError("values must be finite")
    pairs.sort()
    if not _unpack(pairs, values, keys, places):
        _sort_again(values, keys, places)


def _sort_again(values: Floats, keys: Floats, places: Places) -> None:
    """Sort all 64 bits of the values. numpy's stable sort would be four times slower than this."""
    order = np.argsort(values)
    np.add(values[order], 0.0, out=keys)
    runs = np.zeros(order.size, np.uint64)
    np.cumsum(keys[1:] != keys[:-1], out=runs[1:])
    runs <<= _HALF
    runs |= order.astype(np.uint64)
    runs.sort()  # the places of equal values ascend
    places[:] = runs & _LOW


def _pack_twin(bits: Bits, pairs: Bits) -> int:
    if not np.isfinite(bits.view(np.float64)).all():
        return NOT_FINITE
    if not bits.size:
        return 0
    keys = ordered_array(bits)
    least = keys.min()
    shift = max(0, int(keys.max() - least).bit_length() - 32)
    pairs[:] = ((keys - least) >> np.uint64(shift)) << _HALF
    pairs |= np.arange(pairs.size, dtype=np.uint64)
    return shift


@kernel("int64(const uint64[::1], uint64[::1])", twin=_pack_twin)
def _pack(bits: Bits, pairs: Bits) -> int:
    """Pair the 32 bits of each value that tell most with its place.

    Returns:
        How many bits were left out, or NOT_FINITE.
    """
    least, greatest, strange = _TOP, _ZERO, _ZERO
    for each in bits:
        key = ordered(each)
        least, greatest = min(least, key), max(greatest, key)
        strange |= not_finite(each)
    if strange:
        return NOT_FINITE
    shift = 0
    while bits.size and (greatest - least) >> np.uint64(shift) > _LOW:
        shift += 1
    for place in range(bits.size):
        high = (ordered(bits[place]) - least) >> np.uint64(shift)
        pairs[place] = (high << _HALF) | np.uint64(place)
    return shift


def _unpack_twin(pairs: Bits, values: Floats, keys: Floats, places: Places) -> int:
    places[:] = pairs & _LOW
    np.add(values[places], 0.0, out=keys)
    return int((keys[1:] >= keys[:-1]).all())


@kernel(
    "int64(const uint64[::1], const float64[::1], float64[::1], uint32[::1])", twin=_unpack_twin
)
def _unpack(pairs: Bits, values: Floats, keys: Floats, places: Places) -> int:
    """Collect the values that sorted pairs stand for, in order; 0 where that would take long.

    The twin does not move anything: it leaves all disorder to ``_sort_again``.
    """
    moves = 0
    for i in range(pairs.size):
        place = np.uint32(pairs[i] & _LOW)
        value = values[place] + 0.0  # makes 0.0 of -0.0
        at = i
        while at > 0 and keys[at - 1] > value:
            keys[at], places[at] = keys[at - 1], places[at - 1]
            at -= 1
        keys[at], places[at] = value, place
        moves += i - at
        if moves > _MOVES * pairs.size:
            return 0
    return 1
