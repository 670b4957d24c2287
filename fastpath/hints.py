"""The places of a text that are worth a look: sources, query ids, addresses, links, confidence.

Whoever looks there tests again, by an expression, what the pass only suspects.
"""

from __future__ import annotations

import numpy as np

from fastpath._jit import helper
from fastpath.blocks_lines import may_be_digit
from fastpath.marks import LF, TICK, Places, place
from fastpath.scan_words import Bytes, Ints, byte_at, is_digit, is_letter
from fastpath.spaces import is_space

# What may be there.
SOURCE = 1  # "per ", "according ", "source:", in any case, or the end of a longer word
QUERY = 2  # "QID:", in any case
ADDRESS = 3  # "://" or "www."
TARGET = 4  # "](": of a link
CONFIDENCE = 5  # "confiden", in any case
COLUMNS = 2

# What may be anywhere in a text.
TICKS = 1  # code between backticks
DIGITS = 2  # digits of another script, or signs for fractions
WRAPPED = 4  # a line break between a digit and what may go on with it
ANYTHING = TICKS | DIGITS | WRAPPED

_OPEN, _POINT, _SLASH, _COLON = 40, 46, 47, 58
_PER = np.frombuffer(b"per", np.uint8)
_QID = np.frombuffer(b"qid", np.uint8)
_WWW = np.frombuffer(b"www", np.uint8)
_SOURCE = np.frombuffer(b"source", np.uint8)
_ACCORDING = np.frombuffer(b"according", np.uint8)
_CONFIDEN = np.frombuffer(b"confiden", np.uint8)


@helper
def note(data: Bytes, marks: Places, count: int, hints: Ints) -> tuple[int, int]:
    """Fill in for each hint what may be there and where it begins, ascending.

    Args:
        data: The text.
        marks: The places of the bytes at which something may be told, and of others.
        count: How many there are.
        hints: Takes the hints.

    Returns:
        How many there are, and what may be anywhere in the text.
    """
    found = odd = 0
    for mark in range(count):
        at = place(marks, mark)
        if is_letter(data[at]):
            found = _word(data, at, data[at] | 32, hints, found)
        elif data[at] == _POINT:
            found = _add(hints, found, ADDRESS, at - 3, _stands(data, at - 3, _WWW))
        elif data[at] == _SLASH:
            found = _add(hints, found, ADDRESS, at - 1, byte_at(data, at + 1) == _SLASH)
        elif data[at] == _OPEN:
            found = _add(hints, found, TARGET, at - 1, True)
        else:
            odd |= _odd(data, at)
    return found, odd


@helper
def _word(data: Bytes, at: int, letter: int, hints: Ints, found: int) -> int:
    """Adds the word that a letter inside it tells; how many hints there are then."""
    if letter == 101:
        return _add(hints, found, SOURCE, at - 1, _is_source(data, at - 1, _PER))
    if letter == 105:
        return _add(hints, found, QUERY, at - 1, _is_query(data, at - 1))
    if letter == 102:
        return _add(hints, found, CONFIDENCE, at - 3, _stands(data, at - 3, _CONFIDEN))
    found = _add(hints, found, SOURCE, at - 4, _is_source(data, at - 4, _SOURCE))
    return _add(hints, found, SOURCE, at - 2, _is_source(data, at - 2, _ACCORDING))


@helper
def _odd(data: Bytes, at: int) -> int:
    """What a byte says about all of the text."""
    if data[at] == TICK:
        return TICKS
    if data[at] == LF:
        wrapped = is_digit(byte_at(data, at - 1)) and _is_lower(byte_at(data, at + 1))
        return WRAPPED if wrapped else 0
    return DIGITS if data[at] >= 128 and _may_count(data, at) else 0


@helper
def _is_lower(byte: int) -> bool:
    return byte >= 97 and byte <= 122


@helper
def _may_count(data: Bytes, at: int) -> bool:
    """Whether a character beyond ASCII may be a digit or a sign for a fraction."""
    first, second = byte_at(data, at), byte_at(data, at + 1)
    if first == 0xC2:
        return second >= 0xBC
    if first == 0xE2:
        return second == 0x85
    return may_be_digit(data, at, data.size)


@helper
def _add(hints: Ints, found: int, what: int, start: int, stands: bool) -> int:
    """Adds what begins at a place, if it stands there; how many there are then."""
    if not stands:
        return found
    hints[found * COLUMNS] = what
    hints[found * COLUMNS + 1] = start
    return found + 1


@helper
def _is_query(data: Bytes, start: int) -> bool:
    """Whether the mark of a query id stands at a place."""
    return byte_at(data, start + _QID.size) == _COLON and _stands(data, start, _QID)


@helper
def _is_source(data: Bytes, start: int, word: Bytes) -> bool:
    """Whether a word of sources stands at a place, with white space or its colon behind it."""
    if not _stands(data, start, word):
        return False
    following = byte_at(data, start + word.size)
    if following == _COLON:
        return word.size == _SOURCE.size and start + word.size < data.size
    return (is_space(following) or following >= 128) and start + word.size < data.size


@helper
def _stands(data: Bytes, start: int, word: Bytes) -> bool:
    """Whether a word stands at a place, in any case."""
    if start < 0 or start + word.size > data.size:
        return False
    same = True
    for at in range(word.size):
        same &= data[start + at] | 32 == word[at]
    return same
