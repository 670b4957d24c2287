"""Scale and unit behind digits, where nothing about them needs judgement."""

from __future__ import annotations

import numpy as np

from fastpath._jit import helper
from fastpath.scan_columns import KIND, PERCENT_SIGN, SCALED, SPELLED, STEP, UNIT_OF
from fastpath.scan_words import (
    AFTER,
    ANCHOR,
    ARTICLE,
    CURRENCY,
    FLAGS,
    FOLDS,
    JOINS,
    MEASURE,
    MONEY,
    NONE,
    PERCENT,
    PHRASE,
    POWER,
    PREPOSITION,
    SCALE,
    SUFFIX,
    TIGHT,
    UNIT,
    UNIT_ID,
    Bytes,
    Ints,
    byte_at,
    does,
    find_both,
    flags_of,
    is_digit,
    is_letter,
    word_end,
)

_LF = 10
_SPACE = 32
_PERCENT = 37
_OPEN = 40
_CLOSE = 41
_COMMA = 44
_POINT = 46
_COLON = 58
_SEMICOLON = 59
_BAR = 124


@helper
def is_open(byte: int) -> bool:
    """Whether what stands behind a number leaves it as it is."""
    return byte in (_SPACE, _LF, _COMMA, _POINT, _SEMICOLON, _COLON, _CLOSE, _BAR, 63, 33)


@helper
def tail(data: Bytes, end: int, money: bool, words: Ints, keys: Bytes, record: Ints) -> int:
    """Where the scale and unit end that follow digits, or -1 where they need judgement."""
    following = byte_at(data, end)
    if following == _PERCENT:
        record[UNIT_OF], record[KIND] = PERCENT_SIGN, PERCENT
        return -1 if money else end + 1
    gap = 1 if following == _SPACE else 0
    at = end + gap
    first = byte_at(data, at)
    if gap and first == _PERCENT:
        record[UNIT_OF], record[KIND] = PERCENT_SIGN, PERCENT
        return -1 if money else at + 1
    if not is_letter(first):
        if gap and first not in (_OPEN, _BAR, _LF):
            return -1
        return end
    stop = word_end(data, at)
    if not _is_word_end(data, stop) or (stop == at + 1 and byte_at(data, stop) == _POINT):
        return -1  # "7 p.m."
    lower, exact = find_both(data, at, stop, words, keys)
    if not (lower or exact):
        return end if gap else -1
    as_it_stands = does(exact, words)
    flags = does(lower, words) | as_it_stands
    scaled = NONE
    if flags & SCALE:
        scaled = lower
    elif as_it_stands & SUFFIX:
        scaled = exact
    elif as_it_stands & TIGHT:
        if gap and not money:
            return -1
        scaled = exact
    elif as_it_stands & MONEY:
        if money:
            scaled = exact
        elif not gap or (byte_at(data, stop) == _SPACE and _is_money(data, stop + 1, words, keys)):
            return -1
    elif flags & (AFTER | ANCHOR):
        return -1
    if scaled == NONE:
        return _unit(data, lower, exact, stop, end, gap, money, words, keys, record)
    record[SCALED] = record[STEP] = words[scaled + POWER]
    record[SPELLED] = np.int64(flags & SCALE)
    return _after_scale(data, stop, money, words, keys, record)


@helper
def _after_scale(data: Bytes, end: int, money: bool, words: Ints, keys: Bytes, record: Ints) -> int:
    """The unit after a scale: "million euros"."""
    following = byte_at(data, end)
    if following == _LF:
        return -1
    if following != _SPACE:
        return end
    at = end + 1
    if not is_letter(byte_at(data, at)):
        return end if byte_at(data, at) == _OPEN else -1
    stop = word_end(data, at)
    if not _is_word_end(data, stop) or (stop == at + 1 and byte_at(data, stop) == _POINT):
        return -1  # "10k p.p."
    lower, exact = find_both(data, at, stop, words, keys)
    flags = does(lower, words) | does(exact, words)
    if flags & (AFTER | ANCHOR):
        return -1
    if flags & JOINS:
        if byte_at(data, stop) != _SPACE or not is_letter(byte_at(data, stop + 1)):
            return -1
        more = flags_of(data, stop + 1, word_end(data, stop + 1), words, keys)
        return -1 if more & (ANCHOR | ARTICLE) else end
    return _unit(data, lower, exact, stop, end, 1, money, words, keys, record)


@helper
def _is_money(data: Bytes, at: int, words: Ints, keys: Bytes) -> bool:
    """Whether the word at a place is a currency."""
    return flags_of(data, at, word_end(data, at), words, keys) & CURRENCY != 0


@helper
def _is_word_end(data: Bytes, at: int) -> bool:
    """Whether nothing at a place goes on with the word before it, or is doubtful."""
    following = byte_at(data, at)
    return is_open(following) or following == _OPEN


@helper
def _unit(
    data: Bytes,
    lower: int,
    exact: int,
    stop: int,
    end: int,
    gap: int,
    money: bool,
    words: Ints,
    keys: Bytes,
    record: Ints,
) -> int:
    """The unit that a word that ends at ``stop`` may be, by its rows: its end, or -1."""
    row, folded = exact, does(lower, words)
    if not does(exact, words) & UNIT and (folded & FOLDS or not folded & UNIT):
        row = lower or exact
    if not row:
        return end if gap else -1
    flags = words[row + FLAGS]
    if flags & PREPOSITION:
        return -1 if _may_be_inches(data, stop) else end
    if not flags & UNIT:
        if flags & PHRASE:
            return -1 if byte_at(data, stop + 1) | 32 == 99 else end  # "per cent"
        return end if gap else -1
    if money:
        return -1 if flags & CURRENCY or not gap else end
    if byte_at(data, stop) == _SPACE:
        following = byte_at(data, stop + 1)
        if is_letter(following):
            more = flags_of(data, stop + 1, word_end(data, stop + 1), words, keys)
            if more & PHRASE:
                return -1
        elif following != _OPEN and not is_digit(following):
            return -1
    elif flags & (MEASURE | PERCENT) and byte_at(data, stop) == _LF:
        return -1
    record[UNIT_OF], record[KIND] = words[row + UNIT_ID], flags & UNIT
    if flags & PERCENT:
        if record[SCALED]:
            return -1
        record[STEP] += words[row + POWER]
    return stop


@helper
def _may_be_inches(data: Bytes, at: int) -> bool:
    """Whether "in", which ends at a place, may be a unit: at the end of a clause, before "wide"."""
    if byte_at(data, at) != _SPACE or not is_letter(byte_at(data, at + 1)):
        return not is_digit(byte_at(data, at + 1))
    first, second = byte_at(data, at + 1), byte_at(data, at + 2)
    if first == 116:  # "tall", "thick", but not "the"
        return second != 104 or byte_at(data, at + 3) == 105
    return first in (100, 108, 109, 119, 120)
