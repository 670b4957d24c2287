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
    mantissa, places, stop = _numeral(data, at)
    if stop == at:
        return
    record[START] = at - taken
    record[DIGITS] = at
    record[MANTISSA] = mantissa
    _fill_currency(data, at, taken, words, keys, record)
    record[SCALED] = record[STEP] = record[SPELLED] = 0
    end = tail(data, stop, money, words, keys, record)
    if end < 0 or _needs_judgement(data, at - taken, end, words, keys):
        return
    record[END] = end
    record[STEP] -= places
    if places or not _may_be_year(mantissa, stop - at):
        record[STATE] = PLAIN
    elif not money and end == stop and _is_year(data, at, end, words, keys):
        record[STATE] = YEAR


@helper
def _fill_currency(
    data: Bytes, at: int, taken: int, words: Ints, keys: Bytes, record: Ints
) -> None:
    """Fill in the currency that the bytes taken before digits are: "$", or a code and a space."""
    record[UNIT_OF] = record[KIND] = NONE
    if not taken:
        return
    record[KIND] = CURRENCY
    record[UNIT_OF] = DOLLAR
    if data[at - 1] == _SPACE:
        row = find(data, at - taken, at - 1, 0, words, keys)
        record[UNIT_OF] = words[row + UNIT_ID]


@helper
def _needs_judgement(data: Bytes, start: int, end: int, words: Ints, keys: Bytes) -> bool:
    """Whether what stands right behind a number makes it need judgement."""
    following = byte_at(data, end)
    if following == _CLOSE:
        return byte_at(data, start - 1) == _OPEN or _is_bound(data, end + 1)
    if following == _COLON:
        return is_digit(byte_at(data, end + 1))
    if following == _POINT:
        return _is_dated(data, end, words, keys)
    return not is_open(following)


@helper
def _is_bound(data: Bytes, at: int) -> bool:
    """Whether what stands right behind a bracket binds it to a number: "5) 10", "5)-3"."""
    byte = byte_at(data, at)
    if byte == _SPACE:
        return is_digit(byte_at(data, at + 1))
    return is_digit(byte) or byte == _HYPHEN


@helper
def _may_be_year(mantissa: int, digits: int) -> bool:
    """Whether digits without a point may be a year."""
    return digits == 4 and mantissa >= 1900 and mantissa <= 2100


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
    mantissa, size, end = _whole(data, at)
    if not size:
        return 0, 0, at
    if not _joins(data, end, _POINT):
        return mantissa, 0, end
    mantissa, places, end = _decimals(data, end + 1, mantissa, size)
    if not places:
        return 0, 0, at
    return mantissa, places, end


@helper
def _whole(data: Bytes, at: int) -> tuple[int, int, int]:
    """The digits at a place with their commas, up to a point.

    Returns:
        What they are, how many, and where they end. There are 0 where they need judgement.
    """
    mantissa = 0
    end = at
    while is_digit(byte_at(data, end)) and end - at <= _MAX_DIGITS:
        mantissa = 10 * mantissa + data[end] - _ZERO
        end += 1
    size = end - at
    if size > _MAX_DIGITS:
        return 0, 0, at
    if not _joins(data, end, _COMMA):
        return mantissa, size, end
    if size > 3 or data[at] == _ZERO:  # "0,234" has a decimal comma
        return 0, 0, at
    return _thousands(data, end, mantissa, size)


@helper
def _thousands(data: Bytes, comma: int, mantissa: int, size: int) -> tuple[int, int, int]:
    """The same, with the groups of three digits from a comma on."""
    end = comma
    while _joins(data, end, _COMMA):
        for place in range(end + 1, end + 4):
            if not is_digit(byte_at(data, place)):
                return 0, 0, end
            mantissa = 10 * mantissa + data[place] - _ZERO
        size += 3
        end += 4
        if is_digit(byte_at(data, end)) or size > _MAX_DIGITS:
            return 0, 0, end
    return mantissa, size, end


@helper
def _decimals(data: Bytes, at: int, mantissa: int, size: int) -> tuple[int, int, int]:
    """Digits with those from a place on, behind a point.

    Returns:
        What they are together, how many stand behind the point, and where they end. There are 0
        where they need judgement.
    """
    end = at
    while is_digit(byte_at(data, end)):
        if size + end - at >= _MAX_DIGITS:
            return 0, 0, end
        mantissa = 10 * mantissa + data[end] - _ZERO
        end += 1
    if _joins(data, end, _POINT) or _joins(data, end, _COMMA):
        return 0, 0, end
    return mantissa, end - at, end


@helper
def _joins(data: Bytes, at: int, mark: int) -> bool:
    """Whether a certain mark stands at a place, and a digit behind it."""
    return byte_at(data, at) == mark and is_digit(byte_at(data, at + 1))
