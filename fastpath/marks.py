"""The bytes of a text at which blocks, sentences and what is worth a look may begin or end.

Telling them is arithmetic on neighbours alone, which the CPU does for many bytes at a time; the
passes behind look at these bytes and at no others.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fastpath._jit import helper
from fastpath.scan_words import Bytes

Places = NDArray[np.uint32]

CHUNK = 4096
"""Bytes that are looked at before their marks are gathered: the nearest cache holds them."""
SPARE = _EIGHT = 8
_OFTEN = 4
"""Of eight bytes, seldom more are marks."""
_TO_BITS = np.uint64(0x0102040810204080)
"""Times eight bytes that are 0 or 1, has these as the bits of its upper byte."""
_UPPER = np.uint64(56)
_MANY = np.array([bits.bit_count() for bits in range(256)])
_SET = np.array(
    [sorted(range(_EIGHT), key=lambda bit: not bits >> bit & 1) for bits in range(256)], np.uint8
).ravel()
"""Of each eight bits the places of those that are set, and then of the others."""
LF = 10
TICK = 96
WIDE = 192  # what begins a character beyond ASCII is no less


@helper
def find(data: Bytes, seen: Bytes, marks: Places) -> int:
    """Fill in the places of the marks; how many there are.

    Args:
        data: The text.
        seen: ``CHUNK`` bytes to work with.
        marks: Takes the places, ``SPARE`` more than the text has bytes.
    """
    count = 0
    for base in range(0, data.size, CHUNK):
        piece = data[base : base + CHUNK]
        seen[0] = is_mark(data[base - 1] if base else LF, piece[0])
        for at in range(1, piece.size):
            seen[at] = is_mark(piece[at - 1], piece[at])
        count = gathered(seen, piece.size, base, marks, count)
    return count


@helper
def gathered(seen: Bytes, size: int, base: int, marks: Places, count: int) -> int:
    """Adds the places that are seen in a piece of the text; how many there are then.

    Eight bytes become eight bits, and a table tells which of these are set. Places are unsigned
    here: of others the compiler would ask each time whether they count from the end.
    """
    for at in range(size, size + -size % _EIGHT):
        seen[at] = 0
    for at in range(0, size, _EIGHT):
        bits = np.uint64(0)
        for nth in range(_EIGHT):
            bits |= np.uint64(seen[at + nth]) << np.uint64(_EIGHT * nth)
        bits = (bits * _TO_BITS) >> _UPPER
        first, row, many = np.uint64(count), np.uint64(_EIGHT) * bits, _MANY[bits]
        for nth in range(_OFTEN):
            marks[first + np.uint64(nth)] = base + at + _SET[row + np.uint64(nth)]
        for nth in range(_OFTEN, many):
            marks[first + np.uint64(nth)] = base + at + _SET[row + np.uint64(nth)]
        count += many
    return count


@helper
def place(marks: Places, nth: int) -> int:
    """One of the places."""
    return np.int64(marks[nth])  # type: ignore[return-value]  # an int to all who call this


@helper
def is_mark(before: int, byte: int) -> bool:
    """Whether a byte, behind another, is one."""
    last, letter = before | 32, byte | 32
    return (
        (byte == LF)
        | (byte == TICK)
        | (byte >= WIDE)
        | (byte == 33)
        | (byte == 46)
        | (byte == 63)
        | ((before == 58) & (byte == 47))  # ":/"
        | ((before == 93) & (byte == 40))  # "]("
        | ((last == 112) & (letter == 101))  # "per"
        | ((last == 99) & (letter == 99))  # "according"
        | ((last == 114) & (letter == 99))  # "source"
        | ((last == 113) & (letter == 105))  # "QID"
        | ((last == 110) & (letter == 102))  # "confident"
    )
