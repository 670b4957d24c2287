"""One number that begins with a digit, where nothing about it needs judgement."""

from __future__ import annotations

from fastpath._jit import helper
from fastpath.scan_around import before, cue_after
from fastpath.scan_columns import (
    DIGITS,
    DOLLAR,
    END,
    HINTED,
    KIND,
    SCALED,
    SPELLED,
    START,
    STEP,
    UNIT_OF,
)
from fastpath.scan_units import is_open, tail
from fastpath.scan_words import CURRENCY, NONE, UNIT_ID, Bytes, Ints, byte_at, find, is_digit

_SPACE = 32
_OPEN = 40
_CLOSE = 41
_COMMA = 44
_HYPHEN = 45
_POINT = 46
_COLON = 58


_MAX_DIGITS = 15


@helper
def read(
    data: Bytes, at: int, hole: int, words: Ints, keys: Bytes, record: Ints, digits: Bytes
) -> int:
    """Reads the number whose digits begin at a place, with what belongs to it.

    Args:
        data: The text.
        at: Where the digits begin.
        hole: Where the last place without prose ends that lies before them.
        words: The table.
        keys: Its spellings.
        record: Takes what is known.
        digits: Takes the digits and the point.

    Returns:
        How many bytes of digits were written, 0 where the number needs judgement.
    """
    taken = before(data, at, hole, words, keys)
    if taken < 0:
        return 0
    money = taken > 0
    size, places, end = _numeral(data, at, digits)
    if not size:
        return 0
    opened = byte_at(data, at - taken - 1) == _OPEN
    record[START] = at - taken
    record[DIGITS] = at
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
        return 0
    following = byte_at(data, end)
    if not is_open(following) or (following == _CLOSE and opened):
        return 0
    if following == _COLON and is_digit(byte_at(data, end + 1)):
        return 0
    if following == _CLOSE:
        more = byte_at(data, end + 1)
        if (
            is_digit(more)
            or more == _HYPHEN
            or (more == _SPACE and is_digit(byte_at(data, end + 2)))
        ):
            return 0
    record[END] = end
    record[HINTED] = cue_after(data, end, words, keys)
    size = _exponent(record, digits, size, places)
    record[STEP] -= places
    return size


@helper
def _exponent(record: Ints, digits: Bytes, size: int, places: int) -> int:
    """Writes the power of ten behind digits, and ends them: how many bytes there are then.

    A scale in words is written out, as the reader of words does it: "1.2 million" is 1200000.
    """
    power = record[STEP]
    if record[SPELLED] and power >= places:
        if places:
            for at in range(size - places - 1, size - 1):
                digits[at] = digits[at + 1]
            size -= 1
        for _ in range(power - places):
            digits[size] = 48
            size += 1
    elif power:
        digits[size] = 69
        if power < 0:
            digits[size + 1] = 45
            size += 1
            power = -power
        digits[size + 1] = 48 + power // 10
        digits[size + 2] = 48 + power % 10
        size += 3
    digits[size] = _SPACE
    return size + 1


@helper
def _thousands(digits: Bytes) -> int:
    """The value of four digits."""
    value = 0
    for place in range(4):
        value = 10 * value + digits[place] - 48
    return value


@helper
def _numeral(data: Bytes, at: int, digits: Bytes) -> tuple[int, int, int]:
    """The digits at a place with their commas and point: how many bytes, decimals, and the end."""
    end = at
    while end < data.size and is_digit(data[end]) and end - at <= _MAX_DIGITS:
        digits[end - at] = data[end]
        end += 1
    size, places = end - at, 0
    grouped = False
    if size > _MAX_DIGITS:
        return 0, 0, 0
    while byte_at(data, end) == _COMMA and is_digit(byte_at(data, end + 1)):
        if size > 3 and not grouped:
            return 0, 0, 0
        for place in range(end + 1, end + 4):
            if not is_digit(byte_at(data, place)):
                return 0, 0, 0
            digits[size] = data[place]
            size += 1
        end += 4
        grouped = True
        if is_digit(byte_at(data, end)) or size > _MAX_DIGITS:
            return 0, 0, 0
    if byte_at(data, end) == _POINT and is_digit(byte_at(data, end + 1)):
        digits[size] = _POINT
        end += 1
        while is_digit(byte_at(data, end)):
            if size + places >= _MAX_DIGITS:
                return 0, 0, 0
            places += 1
            digits[size + places] = data[end]
            end += 1
        size += places + 1
        following = byte_at(data, end)
        if (following in (_POINT, _COMMA)) and is_digit(byte_at(data, end + 1)):
            return 0, 0, 0
    elif not grouped and size == 4 and 1900 <= _thousands(digits) <= 2100:
        return 0, 0, 0  # may be a year
    return size, places, end
