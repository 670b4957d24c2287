"""The places of a text where the name of a source may begin: "per ", "according to", "QID:"."""

from __future__ import annotations

import numpy as np

from fastpath._jit import helper, kernel
from fastpath.scan_words import Bytes, Ints
from fastpath.spaces import is_space

NOT_SCANNED = -1
_COLON = 58
_QID = np.frombuffer(b"qid", np.uint8)
_PER = np.frombuffer(b"per", np.uint8)
_SOURCE = np.frombuffer(b"source", np.uint8)
_ACCORDING = np.frombuffer(b"according", np.uint8)


def scan(data: bytes) -> Ints | None:
    """Where such words begin, in any case, or parts of words; None without a compiled form."""
    raw = np.frombuffer(data, np.uint8)
    places = np.empty(raw.size // 4 + 1, np.int64)
    found = _sources(raw, places)
    return None if found == NOT_SCANNED else places[:found]


def _not_scanned(data: Bytes, places: Ints) -> int:
    """Without a compiled form an expression is faster than this pass."""
    return NOT_SCANNED


@kernel("int64(const uint8[::1], int64[::1])", twin=_not_scanned)
def _sources(data: Bytes, places: Ints) -> int:
    """Fill the places; how many there are."""
    found = 0
    for at in range(3, data.size):
        byte = data[at]
        size = 0
        if byte == _COLON:
            size = _word(data, at, _QID) or _word(data, at, _SOURCE)
        elif is_space(byte) or byte >= 128:
            last = data[at - 1] | 32
            if last == 114:
                size = _word(data, at, _PER)
            elif last == 101:
                size = _word(data, at, _SOURCE)
            elif last == 103:
                size = _word(data, at, _ACCORDING)
        if size:
            places[found] = at - size
            found += 1
    return found


@helper
def _word(data: Bytes, end: int, word: Bytes) -> int:
    """The size of a word, if it ends at a place."""
    size = word.size
    if end < size:
        return 0
    for at in range(size):
        if data[end - size + at] | 32 != word[at]:
            return 0
    return size
