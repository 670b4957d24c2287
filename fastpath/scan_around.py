"""What stands before a number: links to the one before it, a currency."""

from __future__ import annotations

from fastpath._jit import helper
from fastpath.scan_words import (
    AFTER,
    ANCHOR,
    ARTICLE,
    BEFORE,
    CODE,
    FLAGS,
    LINK,
    MONEY,
    PHRASE,
    SCALE,
    SUFFIX,
    TIGHT,
    UNIT,
    Bytes,
    Ints,
    byte_at,
    find,
    flags_of,
    is_letter,
    word_end,
    word_start,
)

_LF = 10
_SPACE = 32
_DOLLAR = 36
_OPEN = 40
_CLOSE = 41
_COMMA = 44
_HYPHEN = 45
_POINT = 46
_COLON = 58
_SEMICOLON = 59
_BAR = 124


_ENDINGS = UNIT | SCALE | ANCHOR | SUFFIX | TIGHT | MONEY


@helper
def links(data: Bytes, at: int, words: Ints, keys: Bytes) -> bool:
    """Whether what stands right before ``at`` may join a number there to the one before it."""
    before = byte_at(data, at - 1)
    if before in (_OPEN, _BAR):
        return False
    if before not in (_SPACE, _LF):
        return True
    before = byte_at(data, at - 2)
    if is_letter(before):
        start = word_start(data, at - 1)
        flags = flags_of(data, start, at - 1, words, keys)
        if not flags & LINK:
            return flags & (_ENDINGS | ARTICLE | BEFORE) != 0
        before = byte_at(data, start - 1)
        if (before not in (_SPACE, _LF)) or not is_letter(byte_at(data, start - 2)):
            return True
        # What a number ends with stands before the link: no other word does.
        flags = flags_of(data, word_start(data, start - 1), start - 1, words, keys)
        return flags & (_ENDINGS | LINK | AFTER | PHRASE) != 0
    return before not in (_OPEN, _BAR, _SEMICOLON, _COLON, _POINT, _LF)


@helper
def parted(data: Bytes, start: int, end: int, words: Ints, keys: Bytes) -> bool:
    """Whether words stand between two numbers that join none: "5%, up from 4"."""
    runs, at = 0, start
    while at < end:
        if is_letter(data[at]):
            stop = word_end(data, at)
            runs += 1
            if runs > 1 or not flags_of(data, at, stop, words, keys) & LINK:
                return True
            at = stop
        else:
            at += 1
    return False


@helper
def before(data: Bytes, at: int, hole: int, words: Ints, keys: Bytes) -> int:
    """What stands before the digits at a place.

    Returns:
        -1 where it needs judgement, else how many bytes of it belong to the number.
    """
    last = byte_at(data, at - 1)
    start = at
    if last == _DOLLAR:
        start = at - 1
        last = byte_at(data, at - 2)
        if last not in (_SPACE, _LF, _OPEN):
            return -1
    if last in (_LF, _OPEN):
        return at - start
    if last != _SPACE:
        return -1
    first = byte_at(data, start - 2)
    if is_letter(first):
        return _after_word(data, start, at, words, keys)
    if first == _HYPHEN and hole == at - 1:  # the marker of a list item
        return at - start
    if first == _SPACE and start == at:  # the padding of a cell
        back = at - 2
        while back > at - 16 and byte_at(data, back) == _SPACE:
            back -= 1
        return 0 if byte_at(data, back) == _BAR else -1
    return at - start if first in (_COMMA, _SEMICOLON, _COLON, _BAR, _CLOSE, _OPEN) else -1


@helper
def _after_word(data: Bytes, start: int, at: int, words: Ints, keys: Bytes) -> int:
    """The same, where a word and a space stand before ``start``: a code is part of the number."""
    begin = word_start(data, start - 1)
    if flags_of(data, begin, start - 1, words, keys) & (BEFORE | ANCHOR):
        return -1
    if data[start - 2] > 90 or start != at:  # in lower case: no code
        return at - start
    row = find(data, begin, start - 1, 0, words, keys)
    if not row or not words[row + FLAGS] & CODE:
        return -1
    edge = byte_at(data, begin - 1)
    if edge == _SPACE and is_letter(byte_at(data, begin - 2)):
        first = word_start(data, begin - 1)
        return -1 if flags_of(data, first, begin - 1, words, keys) & BEFORE else at - begin
    return at - begin if edge in (_SPACE, _LF, _OPEN) else -1
