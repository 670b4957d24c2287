"""The bytes of a text at which blocks, sentences and what is worth a look may begin or end.

Telling them is arithmetic on neighbours alone, which the CPU does for many bytes at a time; the
passes behind look at these bytes and at no others.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fastpath._jit import helper
from fastpath.scan_words import Bytes

Places = NDArray[np.int32]

CHUNK = 4096
"""Bytes that are looked at before their marks are gathered: the nearest cache holds them."""
LF = 10
TICK = 96
WIDE = 192  # what begins a character beyond ASCII is no less


@helper
def find(data: Bytes, seen: Bytes, marks: Places) -> int:
    """Fill in the places of the marks; how many there are.

    Args:
        data: The text.
        seen: ``CHUNK`` bytes to work with.
        marks: Takes the places, one more than the text has bytes.
    """
    count = 0
    for base in range(0, data.size, CHUNK):
        piece = data[base : base + CHUNK]
        seen[0] = is_mark(data[base - 1] if base else LF, piece[0])
        for at in range(1, piece.size):
            seen[at] = is_mark(piece[at - 1], piece[at])
        count = gathered(seen[: piece.size], base, marks, count)
    return count


@helper
def gathered(seen: Bytes, base: int, marks: Places, count: int) -> int:
    """Adds the places that are seen in a piece of the text; how many there are then."""
    for at in range(seen.size):
        marks[count] = base + at
        count += seen[at]
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
