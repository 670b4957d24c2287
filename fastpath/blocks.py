"""The blocks of a Markdown text, line by line.

A line scanner of CommonMark's blocks and of tables: containers (quotes and list items) are known
only as context of the leaves, and raw HTML is prose. Lines that may begin with digits of another
script are left to a reader that can tell.
"""

from __future__ import annotations

from fastpath._jit import helper
from fastpath.blocks_leaf import (
    becomes_heading,
    becomes_table,
    begin,
    close,
    closes_fence,
    extend,
    indent,
    row,
    title,
)
from fastpath.blocks_lines import (
    UNSURE,
    fence,
    heading,
    is_blank,
    is_first_number,
    is_rule,
    marker,
    past_blanks,
    starts_block,
)
from fastpath.blocks_state import (
    BLOCKS,
    CODE,
    COLUMN,
    CONTAINERS,
    DEPTH,
    FENCE,
    FENCE_SIZE,
    ITEM,
    ITEM_END,
    KIND,
    LEAF,
    LIST_ITEM,
    MAX_DEPTH,
    PARAGRAPH,
    POS,
    STOP,
    TABLE,
)
from fastpath.marks import LF, Places, place
from fastpath.scan_words import Bytes, Ints
from fastpath.spaces import skipped, trimmed

_CR = 13
_QUOTE = 62


@helper
def outline(data: Bytes, marks: Places, count: int, state: Ints, blocks: Ints, cells: Ints) -> int:
    """Fill the blocks and the cells of their tables.

    Args:
        data: The text.
        marks: The places of the bytes that may end a line, and of others.
        count: How many there are.
        state: What is known from line to line, all zero.
        blocks: Takes a row for each block, with the columns of ``blocks_state``.
        cells: Takes start and end of the cells of all table rows.

    Returns:
        How many blocks there are, or ``UNSURE``.
    """
    state[ITEM] = state[ITEM_END] = -1
    start = 0
    for mark in range(count + 1):
        end = data.size if mark == count else place(marks, mark)
        if mark < count and data[end] != LF:
            continue
        if end > start or mark < count:
            state[POS] = start
            state[STOP] = end - (end > start and data[end - 1] == _CR)
            state[COLUMN] = 0
            if not _line(data, state, blocks, cells):
                return UNSURE
        start = end + 1
    close(state, blocks)
    return state[BLOCKS]  # type: ignore[no-any-return]


@helper
def _line(data: Bytes, state: Ints, blocks: Ints, cells: Ints) -> bool:
    """Reads a line; whether that could be done."""
    matched = _matched(data, state)
    stop = state[STOP]
    first = past_blanks(data, state[POS], stop)
    deep = indent(data, state, state[POS], state[COLUMN]) > 3
    kind = state[LEAF + KIND]
    if matched < state[DEPTH]:
        if kind in (PARAGRAPH, LIST_ITEM) and not state[TABLE] and first < stop:
            item = 0 if deep else marker(data, first, stop)
            if item == UNSURE:
                return False
            if deep or not (item or starts_block(data, first, stop)):
                extend(data, state, first)  # it goes on lazily, without the container's mark
                return True
        close(state, blocks)
        state[DEPTH] = matched
        state[ITEM] = state[ITEM_END] = -1
    if state[LEAF + KIND] == CODE and _goes_on(data, state, blocks, first, deep):
        return True
    if first == stop:
        if state[LEAF + KIND] != CODE:
            close(state, blocks)
        return True
    return _open_blocks(data, state, blocks, cells)


@helper
def _matched(data: Bytes, state: Ints) -> int:
    """Goes past the marks of the open containers; how many of them the line continues."""
    stop = state[STOP]
    for index in range(state[DEPTH]):
        width = state[CONTAINERS + index]
        first = past_blanks(data, state[POS], stop)
        if first == stop:
            if width == 0:
                return index
            continue
        columns = indent(data, state, state[POS], state[COLUMN])
        if width == 0:
            if columns > 3 or data[first] != _QUOTE:
                return index
            _enter_quote(data, state, first, columns)
        elif columns >= width:
            _advance(data, state, width)
        else:
            return index
    return state[DEPTH]  # type: ignore[no-any-return]


@helper
def _advance(data: Bytes, state: Ints, columns: int) -> None:
    target = state[COLUMN] + columns
    while state[COLUMN] < target and state[POS] < state[STOP]:
        state[COLUMN] += 4 - state[COLUMN] % 4 if data[state[POS]] == 9 else 1
        state[POS] += 1


@helper
def _enter_quote(data: Bytes, state: Ints, first: int, columns: int) -> None:
    state[POS] = first + 1
    state[COLUMN] += columns + 1
    if first + 1 < state[STOP] and is_blank(data[first + 1]):
        _advance(data, state, 1)


@helper
def _goes_on(data: Bytes, state: Ints, blocks: Ints, first: int, deep: bool) -> bool:
    """Adds the line to open code, and ends it at its fence."""
    if state[FENCE]:
        extend(data, state, first)
        if not deep and closes_fence(data, state, first, state[FENCE_SIZE]):
            close(state, blocks)
        return True
    if trimmed(data, first, state[STOP]) == first:
        return True
    if deep:
        extend(data, state, first)
        return True
    close(state, blocks)
    return False


@helper
def _open_blocks(data: Bytes, state: Ints, blocks: Ints, cells: Ints) -> bool:
    """Opens the containers and the leaf that begin on this line; whether that could be done."""
    stop = state[STOP]
    while True:
        first = past_blanks(data, state[POS], stop)
        if first == stop:
            return True
        columns = indent(data, state, state[POS], state[COLUMN])
        if columns > 3:
            if not state[LEAF + KIND]:
                begin(state, CODE, first)
            extend(data, state, first)
            return True
        opened = 0
        if state[DEPTH] < MAX_DEPTH:
            opened = _open_container(data, state, blocks, first, columns)
            if opened == UNSURE:
                return False
        if not opened:
            return _open_leaf(data, state, blocks, cells, first)


@helper
def _open_container(data: Bytes, state: Ints, blocks: Ints, first: int, columns: int) -> int:
    """Opens the quote or list item that begins at a mark: 1 where one does, or ``UNSURE``."""
    stop = state[STOP]
    if data[first] == _QUOTE:
        close(state, blocks)
        _enter_quote(data, state, first, columns)
        state[CONTAINERS + state[DEPTH]] = 0
        state[DEPTH] += 1
        return 1
    end = marker(data, first, stop)
    if end <= 0 or is_rule(data, first, stop):
        return UNSURE if end == UNSURE else 0
    if (
        state[LEAF + KIND]
        and not state[TABLE]
        and not (is_first_number(data, first, end) and skipped(data, end, stop) < stop)
    ):
        return 0
    close(state, blocks)
    before = state[COLUMN]
    state[POS] = end
    state[COLUMN] += columns + (1 if data[first] >= 128 else end - first)
    after = indent(data, state, end, state[COLUMN])
    content = past_blanks(data, end, stop)
    _advance(data, state, after if 1 <= after <= 4 and content < stop else 1)
    state[CONTAINERS + state[DEPTH]] = state[COLUMN] - before
    state[DEPTH] += 1
    state[ITEM], state[ITEM_END] = first, end
    return 1


@helper
def _open_leaf(data: Bytes, state: Ints, blocks: Ints, cells: Ints, first: int) -> bool:
    """Opens or lengthens the leaf that a mark belongs to; whether that could be done."""
    stop = state[STOP]
    if state[TABLE]:
        item = marker(data, first, stop)
        if item == UNSURE:
            return False
        if not (item or starts_block(data, first, stop)):
            row(data, state, blocks, cells, first, stop)
            return True
        close(state, blocks)
    if state[LEAF + KIND] and becomes_heading(data, state, blocks, first):
        return True
    level = heading(data, first, stop)
    fenced = fence(data, first, stop)
    if level:
        close(state, blocks)
        title(data, state, blocks, first, level)
    elif is_rule(data, first, stop):
        close(state, blocks)
    elif fenced:
        close(state, blocks)
        begin(state, CODE, first)
        extend(data, state, first)
        state[FENCE], state[FENCE_SIZE] = data[first], fenced
    elif not state[LEAF + KIND]:
        begin(state, LIST_ITEM if state[ITEM] >= 0 else PARAGRAPH, first)
        extend(data, state, first)
    elif not becomes_table(data, state, blocks, cells, first):
        extend(data, state, first)
    return True
