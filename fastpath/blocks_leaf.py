"""The open leaf of a Markdown document: opening, lengthening and closing it."""

from __future__ import annotations

from fastpath._jit import helper
from fastpath.blocks_cells import cut
from fastpath.blocks_lines import is_blank, is_delimiter, past_blanks, underline
from fastpath.blocks_state import (
    BLOCKS,
    CELL,
    CELL_END,
    CELLS,
    COLUMNS,
    CONTAINERS,
    DEPTH,
    END,
    FENCE,
    HEADING,
    ITEM,
    ITEM_END,
    KIND,
    LAST_LINE,
    LEAF,
    LEVEL,
    MARKER,
    MARKER_END,
    QUOTED,
    START,
    STOP,
    TABLE,
    TABLE_ROW,
)
from fastpath.scan_words import Bytes, Ints
from fastpath.spaces import skipped, trimmed

_LF = 10
_CR = 13
_HASH = 35
_QUOTE = 62
_BAR = 124


@helper
def close(state: Ints, blocks: Ints) -> None:
    """Ends the open leaf."""
    if state[LEAF + KIND]:
        _write(state, blocks)
    state[LEAF + KIND] = state[FENCE] = state[TABLE] = 0


@helper
def _write(state: Ints, blocks: Ints) -> None:
    """Writes the leaf as a block."""
    row = state[BLOCKS] * COLUMNS
    for column in range(COLUMNS):
        blocks[row + column] = state[LEAF + column]
    state[BLOCKS] += 1


@helper
def begin(state: Ints, kind: int, first: int) -> None:
    """Opens a leaf with nothing in it, in the containers that are open."""
    quoted = 0
    for index in range(state[DEPTH]):
        quoted += state[CONTAINERS + index] == 0
    state[LEAF + KIND] = kind
    state[LEAF + START] = state[LEAF + END] = first
    state[LEAF + LEVEL] = state[DEPTH] - quoted
    state[LEAF + QUOTED] = quoted
    state[LEAF + MARKER], state[LEAF + MARKER_END] = state[ITEM], state[ITEM_END]
    state[LEAF + CELL] = state[LEAF + CELL_END] = state[CELLS]
    state[ITEM] = state[ITEM_END] = -1


@helper
def extend(data: Bytes, state: Ints, first: int) -> None:
    """Lengthens the leaf to the end of this line."""
    state[LAST_LINE] = first
    state[LEAF + END] = trimmed(data, first, state[STOP])


@helper
def title(data: Bytes, state: Ints, blocks: Ints, first: int, level: int) -> None:
    """Writes a heading: its words without the hashes around them."""
    stop = state[STOP]
    begin(state, HEADING, first)
    start = skipped(data, first + level, stop)
    end = trimmed(data, start, stop)
    hashes = end
    while hashes > start and data[hashes - 1] == _HASH:
        hashes -= 1
    if hashes == start or is_blank(data[hashes - 1]):
        end = trimmed(data, start, hashes)
    state[LEAF + LEVEL] = level
    state[LEAF + START], state[LEAF + END] = start, end
    state[LEAF + MARKER], state[LEAF + MARKER_END] = first, first + level
    close(state, blocks)


@helper
def becomes_heading(data: Bytes, state: Ints, blocks: Ints, first: int) -> bool:
    """Whether the line underlines the open paragraph, which is written as a heading then."""
    level = underline(data, first, state[STOP])
    if not level:
        return False
    state[LEAF + KIND], state[LEAF + LEVEL] = HEADING, level
    state[LEAF + MARKER] = state[LEAF + MARKER_END] = -1
    close(state, blocks)
    return True


@helper
def becomes_table(data: Bytes, state: Ints, blocks: Ints, cells: Ints, first: int) -> bool:
    """Whether the line is the delimiter row under a header: the last line of the open leaf.

    What stands above the header is written as the block it was, then the header as a row.
    """
    last, stop = state[LAST_LINE], state[STOP]
    if not is_delimiter(data, first, stop):
        return False
    columns = cut(data, last, state[LEAF + END], cells, 0, 0)
    if columns != cut(data, first, stop, cells, 0, 0) or not _has_bar(data, last, stop):
        return False
    start, end = state[LEAF + START], state[LEAF + END]
    marker, marker_end = state[LEAF + MARKER], state[LEAF + MARKER_END]
    if last > start:
        body = last
        while body > start and _is_margin(data[body - 1]):
            body -= 1
        state[LEAF + END] = body
        _write(state, blocks)
    state[TABLE] = columns
    state[ITEM], state[ITEM_END] = marker, marker_end
    row(data, state, blocks, cells, last, end)
    return True


@helper
def row(data: Bytes, state: Ints, blocks: Ints, cells: Ints, start: int, end: int) -> None:
    """Writes a row of the open table."""
    begin(state, TABLE_ROW, start)
    end = trimmed(data, start, end)
    count = cut(data, start, end, cells, state[CELLS], state[TABLE])
    state[CELLS] += min(count, state[TABLE])
    state[LEAF + END] = end
    state[LEAF + CELL_END] = state[CELLS]
    _write(state, blocks)
    state[LEAF + KIND] = 0


@helper
def _has_bar(data: Bytes, start: int, end: int) -> bool:
    for at in range(start, end):
        if data[at] == _BAR:
            return True
    return False


@helper
def _is_margin(byte: int) -> bool:
    """Whether a byte may stand between two lines of a leaf."""
    return is_blank(byte) or byte in (_LF, _CR, _QUOTE)


@helper
def closes_fence(data: Bytes, state: Ints, first: int, size: int) -> bool:
    """Whether a line is nothing but the fence that ends the open code."""
    end = trimmed(data, first, state[STOP])
    if end - first < size:
        return False
    for at in range(first, end):
        if data[at] != state[FENCE]:
            return False
    return True


@helper
def indent(data: Bytes, state: Ints, at: int, column: int) -> int:
    """Columns of white space from a place to the first mark of the line."""
    start = column
    stop = past_blanks(data, at, state[STOP])
    while at < stop:
        column += 4 - column % 4 if data[at] == 9 else 1
        at += 1
    return column - start
