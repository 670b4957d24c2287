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
from fastpath.scan_around import cue_before, links, parted
from fastpath.scan_columns import (
    COLUMNS,
    DIGITS,
    DIRECTION,
    DOUBTFUL,
    END,
    HINTED,
    KIND,
    QUALIFIER,
    START,
    STATE,
)
from fastpath.scan_number import read
from fastpath.scan_words import (
    ANCHOR,
    ARTICLE,
    CUE,
    FLAGS,
    LONGEST,
    MONTH,
    THING,
    Bytes,
    Ints,
    byte_at,
    find,
    flags_of,
    is_ascii,
    is_digit,
    is_letter,
    word_end,
    word_start,
)

FULL = -1
_WINDOW = 64  # bytes around a number in which words may say something about it
_MARKER = 48  # bytes between the bracket of a citation marker and a number in it
_NEAR = 11  # bytes between two numbers that may be one
_PREFIX = 20  # bytes of currency and sign before digits, where they are not known
_FAR = 64  # the same, where the end of the first is not known


@helper
def _begins(data: Bytes, at: int, end: int, flags: int, words: Ints, keys: Bytes) -> bool:
    """Whether a word of numbers may begin one where it stands."""
    if flags & MONTH:
        return is_digit(byte_at(data, end + 1)) or is_digit(byte_at(data, end + 2))
    if flags & THING:
        if byte_at(data, at - 1) != 32:
            return byte_at(data, at - 1) >= 128
        return flags_of(data, word_start(data, at - 1), at - 1, words, keys) & ARTICLE != 0
    return True


@helper
def anchors(data: Bytes, holes: Ints, words: Ints, keys: Bytes, records: Ints, most: int) -> int:
    """Find the numbers of a text in UTF-8, and read the plain ones.

    Args:
        data: The text.
        holes: The places that hold no prose, with the columns of ``holes``.
        words: What words mean, from ``scan_words.table``.
        keys: Their spellings.
        records: Takes a row for each number and each place that may be one, with the columns of
            ``scan_columns``, in the order of the text.
        most: How many there is room for.

    Returns:
        How many there are, or ``FULL``.
    """
    at = found = 0
    hole = floor = 0
    cue = foreign = bracket = -10 * _FAR
    while at < data.size:
        byte = data[at]
        is_word = is_letter(byte)
        if not is_word and not is_digit(byte):
            if byte >= 128:
                foreign = at
            elif byte == 91:
                bracket = at
            elif byte in (60, 62, 126):
                cue = at
            at += 1
            continue
        start = at
        if is_word:
            at = word_end(data, at)
            if at - start > LONGEST:
                continue
            row = find(data, start, at, 32, words, keys)
            if not row:
                continue
            flags = words[row + FLAGS]
            if flags & CUE:
                cue = start
            if not flags & ANCHOR or not _begins(data, start, at, flags, words, keys):
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
        if known and is_ascii(data, record[END], record[END] + _WINDOW):
            record[QUALIFIER] = record[DIRECTION] = 0
            floor_of_cues = max(0, start - _WINDOW)
            if cue >= floor_of_cues and cue_before(data, begin, floor_of_cues, words, keys):
                record[HINTED] = 1
            at = max(at, record[END])
        else:
            record[STATE] = DOUBTFUL
            record[START] = record[DIGITS] = start
            record[END] = at
        found += 1
    return found
