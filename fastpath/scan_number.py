"""One number that begins with a digit, where nothing about it needs judgement."""

from __future__ import annotations

from fastpath._jit import helper
from fastpath.scan_around import before
from fastpath.scan_columns import (
    DIGITS,
    DOLLAR,
    END,
    KIND,
    MANTISSA,
    PLAIN,
    SCALED,
    SPELLED,
    START,
    STATE,
    STEP,
    UNIT_OF,
    YEAR,
)
from fastpath.scan_units import is_open, tail
from fastpath.scan_words import (
    AMOUNT,
    COUNTED,
    CURRENCY,
    FLAGS,
    MONTH,
    NONE,
    UNIT_ID,
    Bytes,
    Ints,
    byte_at,
    find,
    flags_of,
    is_digit,
    word_end,
    word_start,
)

_SPACE = 32
_OPEN = 40
_CLOSE = 41
_COMMA = 44
_HYPHEN = 45
_POINT = 46
_ZERO = 48
_COLON = 58
_MAX_DIGITS = 15


@helper
def read(data: Bytes, at: int, hole: int, words: Ints, keys: Bytes, record: Ints) -> None:
    """Reads the number whose digits begin at a place, with what belongs to it.

    Args:
        data: The text.
        at: Where the digits begin.
        hole: Where the last place without prose ends that lies before them.
        words: The table.
        keys: Its spellings.
        record: Takes what is known; its state stays as it is where the number needs judgement.
    """
    taken = before(data, at, hole, words, keys)
    if taken < 0:
        return
    money = taken > 0
    mantissa, places, end = _numeral(data, at)
    if end == at:
        return
    may_be_year = end - at == 4 and not places and mantissa >= 1900 and mantissa <= 2100
    stop = end
    opened = byte_at(data, at - taken - 1) == _OPEN
    record[START] = at - taken
    record[DIGITS] = at
    record[MANTISSA] = mantissa
    record[UNIT_OF] = record[KIND] = NONE
    if money:
        record[KIND] = CURRENCY
        record[UNIT_OF] = DOLLAR
        if data[at - 1] == _SPACE:
            row = find(data, at - taken, at - 1, 0, words, keys)
            record[UNIT_OF] = words[row + UNIT_ID]
    record[SCALED] = record[STEP] = record[SPELLED] = 0
    end = tail(data, end, money, words, keys, record)
    if end < 0:
        return
    following = byte_at(data, end)
    if not is_open(following) or (following == _CLOSE and opened):
        return
    if following == _COLON and is_digit(byte_at(data, end + 1)):
        return
    if following == _CLOSE:
        more = byte_at(data, end + 1)
        if (
            is_digit(more)
            or more == _HYPHEN
            or (more == _SPACE and is_digit(byte_at(data, end + 2)))
        ):
            return
    if following == _POINT and _is_dated(data, end, words, keys):
        return
    record[END] = end
    record[STEP] -= places
    if not may_be_year:
        record[STATE] = PLAIN
    elif not money and end == stop and _is_year(data, at, end, words, keys):
        record[STATE] = YEAR


@helper
def _is_dated(data: Bytes, at: int, words: Ints, keys: Bytes) -> bool:
    """Whether a month may follow the point at a place: "25. Feb. 2022"."""
    at += 2 if byte_at(data, at + 1) == _SPACE else 1
    row = find(data, at, word_end(data, at), 32, words, keys)
    return row != NONE and words[row + FLAGS] & MONTH != 0


@helper
def _is_year(data: Bytes, at: int, end: int, words: Ints, keys: Bytes) -> bool:
    """Whether four digits with no unit are a year, and nothing around them says otherwise."""
    if byte_at(data, at - 2) | 32 == 120:  # "5 x 2000"
        return False
    if flags_of(data, word_start(data, at - 1), at - 1, words, keys) & AMOUNT:
        return False
    if byte_at(data, end) != _SPACE:
        return not is_digit(byte_at(data, end + 1))
    following = byte_at(data, end + 1)
    if following < 98 or following > 122:  # in lower case, but not "a.m." either
        return False
    return flags_of(data, end + 1, word_end(data, end + 1), words, keys) & COUNTED == 0


@helper
def _numeral(data: Bytes, at: int) -> tuple[int, int, int]:
    """The digits at a place with their commas and point.

    Returns:
        What they are without a point, how many stand behind it, and where they end: at ``at`` where
        they need judgement.
    """
    none = (0, 0, at)
    mantissa = places = 0
    end = at
    while is_digit(byte_at(data, end)) and end - at <= _MAX_DIGITS:
        mantissa = 10 * mantissa + data[end] - _ZERO
        end += 1
    size = end - at
    grouped = False
    if size > _MAX_DIGITS:
        return none
    while byte_at(data, end) == _COMMA and is_digit(byte_at(data, end + 1)):
        if (size > 3 and not grouped) or data[at] == _ZERO:  # "0,234" has a decimal comma
            return none
        for place in range(end + 1, end + 4):
            if not is_digit(byte_at(data, place)):
                return none
            mantissa = 10 * mantissa + data[place] - _ZERO
        size += 3
        end += 4
        grouped = True
        if is_digit(byte_at(data, end)) or size > _MAX_DIGITS:
            return none
    if byte_at(data, end) == _POINT and is_digit(byte_at(data, end + 1)):
        end += 1
        while is_digit(byte_at(data, end)):
            if size + places >= _MAX_DIGITS:
                return none
            mantissa = 10 * mantissa + data[end] - _ZERO
            places += 1
            end += 1
        following = byte_at(data, end)
        if (following in (_POINT, _COMMA)) and is_digit(byte_at(data, end + 1)):
            return none
    return mantissa, places, end
