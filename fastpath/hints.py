"""The places of a text that are worth a look: sources, query ids, addresses, links, confidence.

Whoever looks there tests again, by an expression, what the pass only suspects.
"""

from __future__ import annotations

import numpy as np

from fastpath._jit import helper, kernel
from fastpath.scan_words import Bytes, Ints, byte_at

# What may be there.
SOURCE = 1  # "per ", "according ", "source:", in any case, or the end of a longer word
QUERY = 2  # "QID:", in any case
ADDRESS = 3  # "://" or "www."
TARGET = 4  # "](": of a link
CONFIDENCE = 5  # "confiden", in any case

_NOT_SCANNED = -1
_OPEN, _POINT, _SLASH, _COLON, _CLOSE = 40, 46, 47, 58, 93
_PER = np.frombuffer(b"per", np.uint8)
_QID = np.frombuffer(b"qid", np.uint8)
_WWW = np.frombuffer(b"www", np.uint8)
_SOURCE = np.frombuffer(b"source", np.uint8)
_ACCORDING = np.frombuffer(b"according", np.uint8)
_CONFIDEN = np.frombuffer(b"confiden", np.uint8)
_TESTED = np.zeros(256, np.uint8)
"""The bytes at which something may be told: white space, what is no ASCII, marks, and "f"."""
_TESTED[128:] = _TESTED[[32, *range(9, 14), *range(28, 32)]] = 1
_TESTED[[_POINT, _COLON, _CLOSE, 70, 102]] = 1


def scan(data: bytes) -> Ints | None:
    """Find the places.

    Args:
        data: The text in UTF-8.

    Returns:
        For each what may be there and where it begins, ascending among those of one sort; None
        without a compiled form.
    """
    raw = np.frombuffer(data, np.uint8)
    hints = np.empty(2 * (raw.size // 2 + 2), np.int64)
    found = _scan(raw, hints)
    return None if found == _NOT_SCANNED else hints[:found].reshape(-1, 2)


def _not_scanned(data: Bytes, hints: Ints) -> int:
    """Without a compiled form an expression is faster than this pass."""
    return _NOT_SCANNED


@kernel("int64(const uint8[::1], int64[::1])", twin=_not_scanned)
def _scan(data: Bytes, hints: Ints) -> int:
    """Fill the hints; how much of the array is filled."""
    found = 0
    for at in range(data.size):
        byte = data[at]
        if not _TESTED[byte]:
            continue
        if byte == _POINT:
            found = _add(hints, found, ADDRESS, at, _ends(data, at, _WWW))
        elif byte == _CLOSE:
            found = _add(hints, found, TARGET, at + 1, byte_at(data, at + 1) == _OPEN)
        elif byte | 32 == 102:
            found = _add(hints, found, CONFIDENCE, at + 5, _ends(data, at + 5, _CONFIDEN))
        else:
            found = _add(hints, found, SOURCE, at, _source(data, at))
            if byte == _COLON:
                found = _add(hints, found, QUERY, at, _ends(data, at, _QID))
                slashed = byte_at(data, at + 1) == _SLASH and byte_at(data, at + 2) == _SLASH
                found = _add(hints, found, ADDRESS, at + 1, slashed)
    return found


@helper
def _add(hints: Ints, found: int, what: int, end: int, size: int) -> int:
    """Adds what ends at a place and has a size, if it has one; how much is filled then."""
    if not size:
        return found
    hints[found] = what
    hints[found + 1] = end - size
    return found + 2


@helper
def _source(data: Bytes, end: int) -> int:
    """The size of the word of sources that ends at a place, if one does."""
    last = byte_at(data, end - 1) | 32
    if last == 114 and data[end] != _COLON:
        return _ends(data, end, _PER)
    if last == 101:
        return _ends(data, end, _SOURCE)
    return _ends(data, end, _ACCORDING) if last == 103 else 0


@helper
def _ends(data: Bytes, end: int, word: Bytes) -> int:
    """The size of a word, if it ends at a place."""
    size = word.size
    if end < size or end > data.size:
        return 0
    for at in range(size):
        if data[end - size + at] | 32 != word[at]:
            return 0
    return size
