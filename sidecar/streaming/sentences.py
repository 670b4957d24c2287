"""Which sentences of a growing narrative are complete, and what they are read with.

A sentence is complete once the first word of what follows it is, or where nothing can be added to
it: behind a blank line, a heading or a row of a table. What it is judged with is a window: the text
before it, back to the start of a block, with the headings above and the head of its table. A window
begins only where the text from there on reads as it does in the whole: what would else become code
would not be judged.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from fastpath import blocks_state as column
from sidecar.model.text import Span, Text
from sidecar.streaming.narrative import GrowingNarrative
from sidecar.text.layout import Layout, read_layout
from sidecar.text.sentences import find_sentence_bounds

_CONTEXT = 300  # bytes before a sentence that it is read with, at least
_MOST_CONTEXT = 1_200  # bytes from which on a window starts inside a block
_CUT_CONTEXT = 600  # bytes of context that such a window has
_LONG = 4_000  # bytes of a window from which on looks become rarer
_LONGEST_HEAD = 2_000  # bytes of headings, or of the head of a table, that are read again
_FIRST_WORD = re.compile(rb"\S+\s|\S{40}")
_UNAMBIGUOUS = tuple(mark.encode() for mark in "。！？")
_BLANK_LINE = re.compile(rb"[^\S\n]*\n[^\S\n]*\n")
_SPACE = re.compile(rb"\s*")
_NEW_LINE = re.compile(rb"[^\S\n]*\n")
_OUTERMOST = re.compile(rb" {0,3}[^\s>]")
_WORD = re.compile(rb"[0-9A-Za-z\x80-\xff(\"'.]")
_KEPT = (column.KIND, column.START, column.END, column.LEVEL)
_ENDED_BY_LINE = (column.HEADING, column.TABLE_ROW)


class CompletedSentences(NamedTuple):
    """Sentences that have become complete, and what they are read with.

    Attributes:
        window: The text to judge; it ends with the last of them.
        offset: What is added to an offset in the window for one in the narrative.
        start: Where the first of them begins in the narrative.
        spans: Their places in the narrative, each with the white space behind it.
        open_from: Where the last block begins, which may go on.
    """

    window: Text
    offset: int
    start: int
    spans: list[Span]
    open_from: int


class _Block(NamedTuple):
    """A block of which something is kept, as whole lines; of a table its first two."""

    start: int
    end: int
    kind: int
    level: int
    is_outermost: bool


class SentenceReader:
    """Finds the sentences of one narrative as they become complete.

    Attributes:
        judged: The end of those that were given out, in bytes of the narrative.
    """

    def __init__(self, narrative: GrowingNarrative) -> None:
        self._narrative = narrative
        self.judged = 0
        self._blocks = [0]
        self._cuts = [0]
        self._last_block = -1
        self._enough = 0
        self._headings: list[_Block] = []
        self._table: _Block | None = None

    def complete(self) -> CompletedSentences | None:
        """The sentences that have become complete since the last call, if any.

        A long window, such as a block of code without any, or a list item with hundreds inside, is
        looked at again once it has grown by an eighth: all looks at a text together read no more
        than some nine times as much.
        """
        if self._narrative.whole < self._enough:
            return None
        start = self._window_start()
        self._enough = _next_look(start, self._narrative.whole)
        head = b"".join(self._heads(start))
        offset = start - len(head)
        text = Text((head + self._narrative.data[start : self._narrative.whole]).decode())
        layout = read_layout(text)
        spans, begin = list[Span](), self.judged
        places = _CutPlaces(text, layout)
        for first, end in _find_complete(text, layout, self.judged - offset):
            if (place := places.find(first)) is not None:
                self._cuts.append(place + offset)
            spans.append(Span(begin, end + offset))
            begin = end + offset
        if not spans:
            return None
        lines = Span(len(head), begin - offset)
        for block in _blocks(text, layout, lines):
            self._remember(block._replace(start=block.start + offset, end=block.end + offset))
        completed, self.judged = self.judged, begin
        self._enough = _next_look(self._window_start(), begin)
        window = Text(text.slice(Span(0, lines.end)))
        return CompletedSentences(window, offset, completed, spans, self._blocks[-1])

    def _window_start(self) -> int:
        start = self._blocks[max(0, bisect_right(self._blocks, self.judged - _CONTEXT) - 1)]
        if self.judged - start > _MOST_CONTEXT:
            place = bisect_right(self._cuts, self.judged - _CUT_CONTEXT) - 1
            start = max(start, self._cuts[max(0, place)])
        return start

    def _heads(self, start: int) -> Iterator[bytes]:
        """The headings above a window, and the head of the table that it begins in."""
        path: list[_Block] = []
        count = bisect_right(self._headings, start, key=lambda one: one.end)
        for one in self._headings[:count]:
            path = [*(above for above in path if above.level < one.level), one]
        self._headings[:count] = path  # windows begin ever later
        if self._table is not None and self._table.end <= start:
            path.append(self._table)
        for one in path:
            if one.end - one.start > _LONGEST_HEAD:
                continue
            yield bytes(self._narrative.data[one.start : one.end]).strip(b"\n") + b"\n"
            if one.kind == column.HEADING:
                yield b"\n"

    def _remember(self, block: _Block) -> None:
        """Keep where a block begins, and what stands above those that follow."""
        if block.start <= self._last_block:
            return
        if block.kind == column.TABLE_ROW:
            if self._table is None:
                self._table = block
            return
        self._table = None
        if block.kind == column.HEADING:
            self._headings.append(block)
        if block.is_outermost:
            self._blocks.append(block.start)
            self._last_block = block.start


def _blocks(text: Text, layout: Layout, within: Span) -> Iterator[_Block]:
    """The blocks that begin between two offsets."""
    data = text.data
    for row in layout.rows.tolist():
        kind, first, last, level = (row[at] for at in _KEPT)
        if not within.start <= first < within.end:
            continue
        start = data.rfind(b"\n", 0, first) + 1
        end = _line_end(data, last)
        if kind == column.TABLE_ROW:
            end = _line_end(data, end)
        if kind == column.HEADING:  # whose level does not tell whether it is in a list
            is_outermost = start == first or data.startswith(b"#", start)
        else:
            is_outermost = not level and kind not in {column.LIST_ITEM, column.TABLE_ROW}
        yield _Block(start, end, kind, level, is_outermost and not row[column.QUOTED])


class _CutPlaces:
    """Where in a long block a window may begin.

    Args:
        text: With the block.
        layout: Of the text.
    """

    def __init__(self, text: Text, layout: Layout) -> None:
        self._data = text.data
        self._rows = layout.rows[layout.rows[:, column.START].argsort(kind="stable")].tolist()
        self._starts = [row[column.START] for row in self._rows]
        self._sought_from, self._code = -1, 0

    def find(self, first: int) -> int | None:
        """Where one may begin that begins with a sentence; None where nowhere.

        What is indented further below belongs to an item, a quote or a paragraph, or is code: that
        takes all of the item or quote, and of a paragraph words, which open no other block. Code
        in the line may have begun before.
        """
        at = bisect_right(self._starts, first) - 1
        if at < 0:
            return None
        row, data = self._rows[at], self._data
        kind, start, level = row[column.KIND], row[column.START], row[column.LEVEL]
        if row[column.QUOTED]:
            return None
        if kind == column.LIST_ITEM and level == 1 and first == start:
            line = data.rfind(b"\n", 0, first) + 1
            return line if _OUTERMOST.match(data, line) else None
        if kind == column.TABLE_ROW:
            return None if level else first
        is_plain = kind == column.PARAGRAPH and not level and not self._has_code(start, first)
        return first if is_plain and _WORD.match(data, first) else None

    def _has_code(self, start: int, end: int) -> bool:
        if start != self._sought_from:
            found = self._data.find(b"`", start)
            self._sought_from, self._code = start, found if found >= 0 else len(self._data)
        return self._code < end


def _next_look(start: int, end: int) -> int:
    """Up to where a narrative must come until a window between two offsets is looked at again."""
    length = end - start
    return end + length // 8 if length > _LONG else 0


def _line_end(data: bytes, at: int) -> int:
    """The end of the line at an offset, with its line feed."""
    return data.find(b"\n", at) + 1 or len(data)


def _find_complete(text: Text, layout: Layout, start: int) -> Iterator[tuple[int, int]]:
    """The start of each complete sentence from an offset on, and the end of the space behind."""
    data, bounds = text.data, find_sentence_bounds(text, layout).tolist()
    rows = layout.rows.tolist()
    starts = sorted({first for first, _ in bounds} | {row[column.START] for row in rows})
    by_line = {row[column.START] for row in rows if row[column.KIND] in _ENDED_BY_LINE}
    for first, end in bounds:
        if end <= start:
            continue
        at = bisect_right(starts, max(first, end - 1))
        following = starts[at] if at < len(starts) else len(data)
        is_complete = (
            _FIRST_WORD.match(data, following) is not None
            or (data[first:end].endswith(_UNAMBIGUOUS) and following < len(data))
            or _BLANK_LINE.match(data, end) is not None
            or (first in by_line and _NEW_LINE.match(data, end) is not None)
        )
        if not is_complete:
            return
        space = _SPACE.match(data, end)
        yield first, space.end() if space else end
