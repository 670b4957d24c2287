"""The plain numbers of a text, in one pass over its bytes.

Nearly all numbers of a report are plain: digits with separators and a point, a currency before,
a scale or a unit after, and nothing about them that needs judgement. The pass reads those, and
names the places of everything else that may be a number, for a reader that can judge. What words
mean to it comes in a table (``scan_words``) that the caller makes.

A number is left to that reader as soon as anything is unusual: bytes of other scripts close by, a
sign, a word that makes numbers, dates or ranges, another number that it may belong to.
"""

from __future__ import annotations

from fastpath._jit import helper
from fastpath.holes import COLUMNS as HOLE
from fastpath.marks import CHUNK, LF, WIDE, Places, gathered, place
from fastpath.scan_around import links, parted
from fastpath.scan_columns import (
    COLUMNS,
    DIGITS,
    DOUBTFUL,
    END,
    KIND,
    START,
    STATE,
)
from fastpath.scan_number import read
from fastpath.scan_words import (
    ANCHOR,
    ARTICLE,
    MONTH,
    THING,
    Bytes,
    Ints,
    byte_at,
    does,
    find,
    flags_of,
    is_ascii,
    is_digit,
    is_letter,
    may_be_anchor,
    word_end,
    word_start,
)

FULL = -1
_WINDOW = 64  # bytes around a number in which words may say something about it
_MARKER = 48  # bytes between the bracket of a citation marker and a number in it
_NEAR = 11  # bytes between two numbers that may be one
_BRACKET = 91
_WIDEST = 3  # bytes of a character behind its first
_PREFIX = 20  # bytes of currency and sign before digits, where they are not known
_DATED = 4  # bytes behind a month in which a day or year begins: "Feb. '22"
_FAR = 64  # the same, where the end of the first is not known


@helper
def _begins(data: Bytes, at: int, end: int, flags: int, words: Ints, keys: Bytes) -> bool:
    """Whether a word of numbers may begin one where it stands."""
    if flags & MONTH:
        for near in range(end + 1, end + _DATED):
            if is_digit(byte_at(data, near)) or byte_at(data, near) >= 128:
                return True
        return False
    if flags & THING:
        if byte_at(data, at - 1) != 32:
            return byte_at(data, at - 1) >= 128
        return flags_of(data, word_start(data, at - 1), at - 1, words, keys) & ARTICLE != 0
    return True


@helper
def _starts(data: Bytes, seen: Bytes, starts: Places) -> int:
    """Fill in where words, runs of digits, brackets and other scripts begin; how many do."""
    count = 0
    for base in range(0, data.size, CHUNK):
        piece = data[base : base + CHUNK]
        seen[0] = _is_start(data[base - 1] if base else LF, piece[0])
        for at in range(1, piece.size):
            seen[at] = _is_start(piece[at - 1], piece[at])
        count = gathered(seen, piece.size, base, starts, count)
    return count


@helper
def _is_start(before: int, byte: int) -> bool:
    """Whether something that matters to the scan begins at a byte behind another."""
    is_word = is_letter(byte) & (not is_letter(before))
    is_run = is_digit(byte) & (not is_digit(before))
    return is_word | is_run | (byte == _BRACKET) | (byte >= WIDE)


@helper
def anchors(
    data: Bytes,
    plain: int,
    holes: Ints,
    words: Ints,
    keys: Bytes,
    seen: Bytes,
    starts: Places,
    records: Ints,
    most: int,
) -> int:
    """Find the numbers of a text in UTF-8, and read the plain ones.

    Args:
        data: The text.
        plain: Whether all of it is ASCII.
        holes: The places that hold no prose, with the columns of ``holes``.
        words: What words mean, from ``scan_words.table``.
        keys: Their spellings.
        seen: ``CHUNK`` bytes to work with.
        starts: Places to work with, ``marks.SPARE`` more than the text has bytes.
        records: Takes a row for each number and each place that may be one, with the columns of
            ``scan_columns``, in the order of the text.
        most: How many there is room for.

    Returns:
        How many there are, or ``FULL``.
    """
    count = _starts(data, seen, starts)
    at = found = 0
    hole = floor = 0
    foreign = bracket = -10 * _FAR
    for nth in range(count):
        start = place(starts, nth)
        if start < at:
            continue
        is_word = is_letter(data[start])
        if is_word:
            if not may_be_anchor(data, start, words):
                continue
            at = word_end(data, start)
            flags = does(find(data, start, at, 32, words, keys), words)
            if not flags & ANCHOR or not _begins(data, start, at, flags, words, keys):
                continue
        elif not is_digit(data[start]):
            if data[start] == _BRACKET:
                bracket = start
            else:
                foreign = start + _WIDEST
            continue
        while hole < holes.size and holes[hole + 1] <= start:
            floor = holes[hole + 1]
            hole += HOLE
        if found == most:
            return FULL
        inside = hole < holes.size and holes[hole] <= start
        record = records[found * COLUMNS : (found + 1) * COLUMNS]
        record[STATE] = DOUBTFUL
        if not is_word:
            clear = not inside and foreign < start - _WINDOW and bracket < start - _MARKER
            if clear and (start - floor > 4 or floor == 0 or data[floor - 1] == 45):
                read(data, start, floor, words, keys, record)
            at = start
            while at < data.size and is_digit(data[at]):
                at += 1
        known = record[STATE] != DOUBTFUL
        begin = record[START] if known else start
        if found and not inside:
            last = records[(found - 1) * COLUMNS : found * COLUMNS]
            last_known = last[STATE] != DOUBTFUL
            near = begin - last[END]
            reach = _NEAR if known else _NEAR + _PREFIX
            if near <= (reach if last_known else _FAR) and links(data, begin, words, keys):
                kind = last[KIND] if last_known and known else 0
                apart = kind and record[KIND] and kind != record[KIND]
                if last_known and known and not apart:
                    apart = parted(data, begin - near, begin, words, keys)
                if not apart:
                    known = False
                    if last_known:
                        last[STATE] = DOUBTFUL
                        last[START] = last[DIGITS]
        if known and (plain or is_ascii(data, record[END], record[END] + _WINDOW)):
            at = max(at, record[END])
        else:
            record[STATE] = DOUBTFUL
            record[START] = record[DIGITS] = start
            record[END] = at
        found += 1
    return found
