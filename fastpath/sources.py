"""The sources that a sentence names: prefixes ("Per LMIS:") and query ids ("QID:lmis_001").

What these are is told by the caller's expressions; this is the same for ASCII. Where it depends on
other characters, or on shorter readings of a name with points in it, the caller must judge.
"""

from __future__ import annotations

import numpy as np

from fastpath._jit import helper
from fastpath.holes import in_id
from fastpath.scan_words import Bytes, Ints, byte_at, is_digit, is_letter, is_one_of
from fastpath.spaces import is_space

START, END, NAME, NAME_END = range(4)
COLUMNS = 4

UNSURE = -1
_LONGEST_ID = 200
_LONGEST_WORD = 40
_MOST_WORDS = 5
_MARK = 4  # bytes of "QID:"
_AS = 3  # bytes of "as "
_PER, _SOURCE, _ACCORDING = 3, 6, 9  # bytes of the words that prefixes begin with
_THE = np.frombuffer(b"the", np.uint8)
_QID = np.frombuffer(b"(qid", np.uint8)
_OF_NAMES = np.frombuffer(b"&.-", np.uint8)
_CLOSERS = np.frombuffer(b".;)]", np.uint8)
_COMMA, _HYPHEN, _POINT, _COLON, _UNDERSCORE = 44, 45, 46, 58, 95


@helper
def query_id(data: Bytes, start: int, end: int, row: Ints) -> int:
    """Fill in the query id whose mark begins at a place: 1, 0 where none does, or ``UNSURE``.

    Args:
        data: The text.
        start: Where the mark begins.
        end: Where its sentence ends.
        row: Takes the id, with the columns above.
    """
    at = start + _MARK
    if not _is_cased(data, start, _MARK - 1) or at >= end:
        return 0
    at += is_space(data[at])
    stop = at
    while stop < end and stop - at < _LONGEST_ID and in_id(data[stop]):
        stop += 1
    if stop < end and data[stop] >= 128:
        return UNSURE
    if stop == at or not _ends_id(data[at]):
        return 0
    while not _ends_id(data[stop - 1]):
        stop -= 1
    row[START], row[END], row[NAME], row[NAME_END] = start, stop, at, stop
    return 1


@helper
def prefix(data: Bytes, first: int, start: int, end: int, row: Ints) -> int:
    """Fill in the prefix whose first word begins at a place: 1, 0 where none does, or ``UNSURE``.

    Args:
        data: The text.
        first: Where its sentence begins.
        start: Where the word begins.
        end: Where the sentence ends.
        row: Takes the prefix, with the columns above.
    """
    first_letter = data[start] | 32
    size = _PER if first_letter == 112 else _SOURCE if first_letter == 115 else _ACCORDING
    at = _words_end(data, start, size, end)
    if at <= 0:
        return at
    done = 0
    if is_space(data[at]) and _stands(data, at + 1, end, _THE):
        done = _name(data, at + 1 + _THE.size, end, row)
    if not done:
        done = _name(data, at, end, row)
    if done <= 0:
        return done
    is_named = not data[row[NAME]] & 32 and (size != _SOURCE or row[START] != 0)
    begin = _begin(data, first, start)
    if begin == UNSURE or not is_named or (size == _PER and not _opens_clause(data, first, start)):
        return UNSURE if begin == UNSURE and is_named else 0
    row[START] = begin
    return 1


@helper
def _words_end(data: Bytes, start: int, size: int, end: int) -> int:
    """Where the first words of a prefix end; 0 where they are none, or ``UNSURE``."""
    at = start + size
    if not _is_cased(data, start, size) or at >= end:
        return 0
    if size != _ACCORDING:
        return at
    if data[at] >= 128:
        return UNSURE
    is_to = at + 3 < end and data[at + 1] == 116 and data[at + 2] == 111
    return at + 3 if is_to and is_space(data[at]) and data[start + 1] & 32 else 0


@helper
def _name(data: Bytes, at: int, end: int, row: Ints) -> int:
    """Fill in the name after the words of a prefix, and at its start whether a colon is before it.

    Returns:
        1, 0 where none stands there, or ``UNSURE``.
    """
    colon = at < end and data[at] == _COLON
    at += colon
    if at >= end or not is_space(data[at]):
        return UNSURE if at < end and data[at] >= 128 else 0
    name = at + 1
    points = False
    for _ in range(_MOST_WORDS):
        at += 1
        if at >= end or not is_letter(data[at]):
            break
        stop = at + 1
        while (
            stop < end
            and stop - at < _LONGEST_WORD
            and (_in_word(data[stop]) or is_one_of(data[stop], _OF_NAMES))
        ):
            points |= data[stop] == _POINT
            stop += 1
        if stop < end and data[stop] >= 128:
            return UNSURE
        while not _in_word(data[stop - 1]):
            stop -= 1
        closed = _closed(data, stop, end)
        if closed:
            row[START], row[END], row[NAME], row[NAME_END] = colon, closed, name, stop
            return 1
        at = stop
        if at >= end or not is_space(data[at]):
            break
    if at < end and data[at] >= 128:
        return UNSURE
    return UNSURE if points else 0


@helper
def _closed(data: Bytes, at: int, end: int) -> int:
    """Where a prefix ends whose name ends at a place; 0 where it may not."""
    stop = at
    while stop < end and is_space(data[stop]):
        stop += 1
    if stop == end:
        return at
    if data[at] in (_COLON, _COMMA):
        return at + 1
    if is_one_of(data[at], _CLOSERS):
        return at
    return at if is_space(data[at]) and _stands(data, at + 1, end, _QID) else 0


@helper
def _begin(data: Bytes, first: int, start: int) -> int:
    """Where a prefix begins with the "as" before it; ``UNSURE`` where other characters stand."""
    floor = max(first, start - _AS)
    for at in range(max(0, floor - 1), start):
        if data[at] >= 128:
            return UNSURE
    if start - floor < _AS or not is_space(data[start - 1]) or _in_word(byte_at(data, floor - 1)):
        return start
    is_as = data[floor] | 32 == 97 and data[floor + 1] == 115
    return floor if is_as else start


@helper
def _opens_clause(data: Bytes, first: int, start: int) -> bool:
    """Whether "per" may open a clause: no word stands before it but "as"."""
    floor = max(first, start - _AS)
    stop = start
    while stop > floor and is_space(data[stop - 1]):
        stop -= 1
    if stop == floor or not (is_letter(data[stop - 1]) or is_digit(data[stop - 1])):
        return True
    is_as = data[floor] | 32 == 97 and data[floor + 1] | 32 == 115
    return stop - floor == 2 and bool(is_as)


@helper
def _is_cased(data: Bytes, start: int, size: int) -> bool:
    """Whether a word is in lower case, with a capital or all in capitals."""
    lower = 0
    for at in range(start + 1, start + size):
        lower += data[at] & 32 != 0
    return lower == size - 1 or (lower == 0 and data[start] & 32 == 0)


@helper
def _stands(data: Bytes, at: int, end: int, word: Bytes) -> bool:
    """Whether a word stands at a place, in any case."""
    if at + word.size > end:
        return False
    same = True
    for place in range(word.size):
        same &= data[at + place] | 32 == word[place]
    return same


@helper
def _in_word(byte: int) -> bool:
    return is_letter(byte) or is_digit(byte) or byte == _UNDERSCORE


@helper
def _ends_id(byte: int) -> bool:
    """Whether a byte may begin or end an id."""
    return _in_word(byte) or byte == _HYPHEN
