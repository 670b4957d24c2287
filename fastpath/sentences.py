"""Where sentences end, in one pass over the bytes of the blocks.

A block in which that depends on characters beyond ASCII is left to a reader that can judge them.
"""

from __future__ import annotations

from fastpath import blocks_state as block
from fastpath._jit import helper
from fastpath.marks import LF, Places, place
from fastpath.scan_words import Bytes, Ints, is_digit
from fastpath.sentences_stops import UNSURE, ends_sentence, is_mark
from fastpath.spaces import is_space, trimmed

START, END = range(2)
COLUMNS = 2

_BACKSLASH = 92
_MOST_MARKS = 8
_MOST_CLOSERS = 4
_MOST_SPACES = 8
_MOST_OPENERS = 4
_KIND, _FROM, _TO = block.KIND, block.START, block.END
_WIDTH = block.COLUMNS
_ROW, _CODE = block.TABLE_ROW, block.CODE


@helper
def cut(
    data: Bytes,
    marks: Places,
    count: int,
    blocks: Ints,
    many: int,
    words: Ints,
    keys: Bytes,
    rows: Ints,
) -> tuple[int, int]:
    """Fill in the sentences of the blocks.

    Args:
        data: The text.
        marks: The places of the bytes that may end a sentence, and of others.
        count: How many there are.
        blocks: The blocks, with the columns of ``blocks_state``.
        many: How many there are.
        words: What words do before and after a full stop, from ``scan_words.table``.
        keys: Their spellings.
        rows: Takes start and end of each sentence in the order of the text; the end is negative
            where that is a whole block that needs judgement.

    Returns:
        How many there are, and how many of them need judgement.
    """
    found = mark = asked = 0
    for at in range(0, many * _WIDTH, _WIDTH):
        kind, start, end = blocks[at + _KIND], blocks[at + _FROM], blocks[at + _TO]
        if kind == _CODE or start == end:
            continue
        while mark < count and marks[mark] < start:
            mark += 1
        before = found
        if kind != _ROW:
            found, start = _cut(data, marks[mark:count], start, end, words, keys, rows, found)
            if found == UNSURE:
                found = _add(rows, before, blocks[at + _FROM], -end)
                asked += 1
                continue
        if start < end:
            found = _add(rows, found, start, end)
    return found, asked


@helper
def _add(rows: Ints, found: int, start: int, end: int) -> int:
    """Writes a sentence; how many there are then."""
    rows[found * COLUMNS + START] = start
    rows[found * COLUMNS + END] = end
    return found + 1


@helper
def _cut(
    data: Bytes,
    marks: Places,
    start: int,
    end: int,
    words: Ints,
    keys: Bytes,
    rows: Ints,
    found: int,
) -> tuple[int, int]:
    """Writes the sentences of a block but the last: how many there are then, where that begins."""
    floor = start
    for mark in range(marks.size):
        at = place(marks, mark)
        if at >= end:
            break
        if at < floor:
            continue
        byte = data[at]
        if byte >= 128:
            if _is_wide_stop(data, at, end):
                return UNSURE, start
        elif byte == LF:
            spaces = at - 2 >= floor and data[at - 1] == 32 and data[at - 2] == 32
            if spaces or (at > floor and data[at - 1] == _BACKSLASH):
                stop = at - 1 - spaces
                floor = at + 1
                if stop > start and floor < end:
                    found = _add(rows, found, start, stop)
                    start = floor
        elif is_mark(byte):
            following, first = _following(data, at, end)
            if following == UNSURE:
                return UNSURE, start
            if following:
                decided = ends_sentence(data, start, at, following, first, words, keys)
                if decided == UNSURE:
                    return UNSURE, start
                if decided:
                    found = _add(rows, found, start, trimmed(data, start, following))
                    start = following
                floor = first + 1
    return found, start


@helper
def _is_wide_stop(data: Bytes, at: int, end: int) -> bool:
    """Whether one of the marks beyond ASCII that end sentences begins at a place."""
    if end - at < 3:
        return False
    first, second, third = int(data[at]), int(data[at + 1]), int(data[at + 2])
    if first == 0xE2:
        return second == 0x80 and third == 0xA6
    if first == 0xE3:
        return second == 0x80 and third == 0x82
    return first == 0xEF and second == 0xBC and third in (0x81, 0x9F)


@helper
def _following(data: Bytes, at: int, end: int) -> tuple[int, int]:
    """Where the next sentence may begin after the marks at a place, and its first character.

    Returns:
        0 where none can begin there, ``UNSURE`` where that is to be judged.
    """
    stop = at
    while stop < end and stop - at < _MOST_MARKS and is_mark(data[stop]):
        stop += 1
    closed = stop
    while closed < end and closed - stop < _MOST_CLOSERS and _is_closer(data[closed]):
        closed += 1
    closed = _past_marker(data, closed, end)
    start = closed
    while start < end and start - closed < _MOST_SPACES and is_space(data[start]):
        start += 1
    if start == end:
        return 0, 0
    if data[start] >= 128:
        return UNSURE, 0
    if start == closed:
        is_capital = data[start] >= 65 and data[start] <= 90
        return (start, start) if is_capital else (0, 0)
    first = start
    while first < end and first - start < _MOST_OPENERS and _is_opener(data[first]):
        first += 1
    if first < end and data[first] >= 128:
        return UNSURE, 0
    if first == end or is_space(data[first]):
        first -= 1
    return (start, first) if first >= start else (0, 0)


@helper
def _past_marker(data: Bytes, at: int, end: int) -> int:
    """Where the citation marker ends that may begin at a place: "[12]"."""
    if at == end or data[at] != 91:
        return at
    stop = at + 1
    while stop < end and stop - at < 4 and is_digit(data[stop]):
        stop += 1
    if stop < end and data[stop] >= 128:
        return stop  # to be judged
    return stop + 1 if stop > at + 1 and stop < end and data[stop] == 93 else at


@helper
def _is_closer(byte: int) -> bool:
    return byte in (34, 39, 41, 93, 42, 95)


@helper
def _is_opener(byte: int) -> bool:
    return byte in (34, 39, 40, 91, 42, 95)
