"""Whether a full stop ends a sentence, or belongs to an abbreviation, an initial or a number."""

from __future__ import annotations

from fastpath._jit import helper
from fastpath.scan_words import (
    FLAGS,
    Bytes,
    Ints,
    byte_at,
    find,
    is_digit,
    is_letter,
    word_end,
)
from fastpath.spaces import is_space

# What a word does.
LEADING = 1  # never ends a sentence with its stop
NUMBERED = 2  # does, where no number follows
TRAILING = 4  # does only where a word follows that begins sentences
STARTER = 8  # such a word

UNSURE = -1
_POINT = 46
_OPEN = 91
_REACH = 24
_MOST_INITIALS = 6


@helper
def is_mark(byte: int) -> bool:
    """Whether a byte may end a sentence."""
    return byte in (_POINT, 33, 63)


@helper
def ends_sentence(
    data: Bytes, start: int, stop: int, following: int, first: int, words: Ints, keys: Bytes
) -> int:
    """Whether marks end a sentence: 1, 0, or ``UNSURE``.

    Args:
        data: The text.
        start: Where the sentence begins.
        stop: The first of the marks.
        following: Where the next sentence would begin.
        first: Its first letter or digit, past quotes and brackets.
        words: The table.
        keys: Its spellings.
    """
    if not is_space(data[following - 1]):
        return _is_unspaced_end(data, start, stop, first)
    if _is_lower(data[first]) and data[first - 1] != _OPEN:  # "[ev-1]" is a citation
        return 0
    if data[stop] != _POINT or is_mark(byte_at(data, stop + 1)):
        return 1
    return _word_ends(data, start, stop, first, words, keys)


@helper
def _is_lower(byte: int) -> bool:
    return byte >= 97 and byte <= 122


@helper
def _is_unspaced_end(data: Bytes, start: int, stop: int, first: int) -> int:
    """Whether a stop without a space ends a sentence: "end.Next", not "Node.js"."""
    if stop - 2 <= start:
        return 0
    lower = 0
    for at in range(stop - 3, stop):
        if data[at] >= 128:
            return UNSURE
        lower += _is_lower(data[at])
    if lower < 3:
        return 0
    lower = 0
    for at in range(first + 1, min(first + 3, data.size)):
        if data[at] >= 128:
            return UNSURE
        if data[at] >= 65 and data[at] <= 90:
            return 0
        lower += _is_lower(data[at])
    return 1 if lower else 0


@helper
def _word_ends(data: Bytes, start: int, stop: int, first: int, words: Ints, keys: Bytes) -> int:
    """Whether the word before a full stop ends a sentence with it."""
    floor = max(start, stop - _REACH)
    begin, digits = stop, 0
    while begin > floor and (is_letter(data[begin - 1]) or is_digit(data[begin - 1])):
        begin -= 1
        digits += is_digit(data[begin])
    if begin > floor and data[begin - 1] >= 128:
        return UNSURE
    size = stop - begin
    if not size:
        return 1
    if digits == size:
        return 1 if begin > start else 0
    dotted = 0
    if size == 1:
        while (
            dotted < _MOST_INITIALS
            and begin - 2 >= floor
            and data[begin - 1] == _POINT
            and is_letter(data[begin - 2])
        ):
            begin -= 2
            dotted += 1
        if begin - 2 >= floor and data[begin - 1] == _POINT and data[begin - 2] >= 128:
            return UNSURE
    row = find(data, begin, stop, 32, words, keys)
    flags = words[row + FLAGS] if row else 0
    if flags & LEADING:
        numbered = flags & NUMBERED and not is_digit(data[first])
        return 1 if numbered and _has_no_capital(data, begin, stop) else 0
    if not dotted and size == 1 and data[begin] <= 90:  # an initial; "18.5°C" is none
        return 1 if begin > start and not _opens_initial(data[begin - 1]) else 0
    if not flags & TRAILING and not dotted:
        return 1
    after = word_end(data, first)
    if byte_at(data, after) >= 128:
        return UNSURE
    row = find(data, first, after, 32, words, keys)
    return 1 if row and words[row + FLAGS] & STARTER else 0


@helper
def _has_no_capital(data: Bytes, start: int, end: int) -> bool:
    for at in range(start, end):
        if data[at] >= 65 and data[at] <= 90:
            return False
    return True


@helper
def _opens_initial(byte: int) -> bool:
    """Whether an initial may stand behind a byte."""
    return byte in (32, 10, 46, 45, 40, 34, 39)
