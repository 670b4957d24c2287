"""The text as the binder sees it: sentences with their words, and what those words name.

Each sentence knows what it says itself (columns, labels, periods), and what speaks for it from
around: the heading above, the line that leads a list, the header of a table, the sentences before.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.context.passages.asides import is_aside
from sidecar.binding.context.passages.dating import Before, PeriodMention
from sidecar.binding.context.passages.document import Document
from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.language import periods
from sidecar.binding.language.above import Above, above
from sidecar.binding.language.lines import first_line, own_lines
from sidecar.binding.language.periods import NOTHING
from sidecar.binding.tables.catalog import Catalog
from sidecar.model import memory
from sidecar.model.cached import cached_property
from sidecar.model.text import Text
from sidecar.text.block import Block, BlockKind
from sidecar.text.layout import as_blocks, in_chars, layout
from sidecar.text.sentences import bounds

_MOST_BEFORE = 3
_BESIDE = 16  # columns of a table in the text, to either side, that speak for a number as well

_LONGEST = 1200
"""Code points of a passage: what stands further away in an endless sentence does not count."""


def _cut(string: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A sentence, or the pieces of one that is too long to be one."""
    while end - start > _LONGEST:
        space = string.rfind(" ", start + 1, start + _LONGEST)
        cut = space if space > 0 else start + _LONGEST
        yield start, cut
        start = cut
    yield start, end


_PIECE = 200  # bytes of a sentence or line, as its places are kept
_MANY_ROWS = 1000
_SIBLINGS = 50  # of an item or a row that are looked at


class Scene(Document):
    """A text with its sentences and what stands around them.

    Args:
        text: The text.
        catalogs: The query results.
    """

    def __init__(self, text: Text, catalogs: Sequence[Catalog]) -> None:
        super().__init__(text.string, catalogs)
        found = layout(text)
        self.blocks = list(as_blocks(in_chars(text, found)))
        whole: list[tuple[int, int]] = text.char_offsets(bounds(text, found)).tolist()
        memory.spend(_PIECE * (len(whole) + self.string.count("\n")))
        lines = [line for start, end in whole for line in own_lines(self.string, start, end)]
        self._bounds = [part for start, end in lines for part in _cut(self.string, start, end)]
        self._starts = [start for start, _ in self._bounds]
        self._block_starts = [block.span.start for block in self.blocks]
        self._before: dict[int, list[Passage]] = {}
        self._passages: dict[tuple[int, int], Passage] = {}

    def passage(self, start: int, end: int) -> Passage:
        """A stretch of the text; the same one for the same place."""
        known = self._passages.get((start, end))
        if known is None:
            known = self._passages[start, end] = Passage(self, start, end, self.named_before)
        return known

    def close(self) -> None:
        """Let go of the passages, which know the scene: circles wait for a full collection.

        That takes the interpreter for itself, half a second after some requests of a megabyte.
        """
        for passage in self._passages.values():
            passage.close()
        self._passages.clear()
        self._before.clear()

    def sentence(self, char: int) -> tuple[int, Passage]:
        """The sentence that holds a code point, and its number."""
        number = max(0, bisect_right(self._starts, char) - 1)
        start, end = self._bounds[number] if self._bounds else (0, 0)  # a lone "192." is an item
        if not start <= char < end:
            line = self.string.rfind("\n", 0, char) + 1
            stop = self.string.find("\n", char)
            return number, self.passage(line, len(self.string) if stop < 0 else stop)
        return number, self.passage(start, end)

    def sentences(self, chars: NDArray[np.int64]) -> NDArray[np.int64]:
        """The numbers of the sentences that hold some code points."""
        return np.maximum(np.searchsorted(self._starts, chars, side="right") - 1, 0)

    def in_tables(self, chars: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which code points lie in a row of a table."""
        rows = [False, *(block.kind is BlockKind.TABLE_ROW for block in self.blocks)]
        return np.array(rows)[np.searchsorted(self._block_starts, chars, side="right")]

    def passages(self, char: int) -> list[Passage]:
        """All that may name what a number speaks of, where it stands."""
        number, passage = self.sentence(char)
        rows, columns, others = self.cell(char)
        return [passage, *self.before(number), *self.around(char), *rows, *columns, *others]

    def named_before(self, char: int) -> Before:
        """The last period that is named before a sentence, and the newest of the data."""
        newest = max((known.newest for known in self.catalogs), key=periods.order, default=NOTHING)
        number = max(0, bisect_right(self._starts, char) - 1)
        for passage in self.before(number):
            named = [
                m
                for m in passage.periods
                if m.period.known and m.until != NOTHING  # "since 2021" is until the newest
                if not (m.edge or is_aside(passage, m.start, m.end))
            ]
            if named:
                return Before(named[-1], newest, self._years)
        return Before(PeriodMention(newest, 0, 0), newest, self._years)

    @cached_property
    def _years(self) -> bool:
        """Whether the rows of any table are of parts of several years."""
        orders = (known.period_order for known in self.catalogs if known.has_periods)
        return any(len({p.year for p in order if p.half and p.year}) > 1 for order in orders)

    def before(self, number: int) -> list[Passage]:
        """The last three sentences before one, nearest first, headings and table rows left out."""
        found = self._before.get(number)
        if found is None:
            found = self._before[number] = list(self._find_before(number))
        return found

    def _find_before(self, number: int) -> Iterator[Passage]:
        for start, end in reversed(self._bounds[max(0, number - _MOST_BEFORE) : number]):
            block = self._block(start)
            if block is not None and block.kind in (BlockKind.HEADING, BlockKind.TABLE_ROW):
                break
            yield self.passage(start, end)

    def _block(self, char: int) -> Block | None:
        at = bisect_right(self._block_starts, char) - 1
        return self.blocks[at] if at >= 0 else None

    @cached_property
    def opening(self) -> Passage | None:
        """The first sentence, which may tell whom all of the text is about.

        Texts over tables of many rows are about many of them, so that there is none.
        """
        if any(known.rows > _MANY_ROWS for known in self.catalogs):
            return None
        for start, end in self._bounds:
            block = self._block(start)
            if block is None or block.kind not in (BlockKind.HEADING, BlockKind.TABLE_ROW):
                return self.passage(start, end)
        return None

    def is_heading(self, char: int) -> bool:
        """Whether a code point lies in a heading."""
        block = self._block(char)
        return block is not None and block.kind is BlockKind.HEADING

    def is_header(self, char: int) -> bool:
        """Whether a code point lies in the first row of a table."""
        at = bisect_right(self._block_starts, char) - 1
        row = at >= 0 and self.blocks[at].kind is BlockKind.TABLE_ROW
        return row and self._above[at].top == at

    def around(self, char: int) -> list[Passage]:
        """What speaks for a place beside its sentence, nearest first.

        The header of its table column, the line that leads its list, the headings above.
        """
        at = bisect_right(self._block_starts, char) - 1
        if at < 0:
            return []
        found: list[Passage] = []
        item = self._above[at].item
        while item >= 0:
            found.append(self._of(self.blocks[item]))
            item = self._above[item].item
        lead = self._above[at].lead
        first = first_line(self.string, self.blocks[at].span, char)
        if first is not None:
            found.append(self.passage(*first))
        if lead >= 0 and self.blocks[lead].kind is BlockKind.PARAGRAPH:
            span = self.blocks[lead].span
            found.append(self.sentence(max(span.start, span.end - 1))[1])
        heading = self._above[at].heading
        while heading >= 0:
            found.append(self._of(self.blocks[heading]))
            heading = self._above[heading].heading
        return found

    def listed_above(self, char: int) -> list[Passage]:
        """The items of the list that the paragraph at a place comes right behind, and its lead."""
        last = bisect_right(self._block_starts, char) - 1
        if last < 1 or self.blocks[last].kind is not BlockKind.PARAGRAPH:
            return []
        first = last
        while first and self.blocks[first - 1].kind is BlockKind.LIST_ITEM:
            first -= 1
        lead = self._above[first].lead if first < last else -1
        led = [self._of(self.blocks[lead])] if lead >= 0 else []
        return [*map(self._of, self.blocks[first:last]), *led]

    def siblings(self, char: int) -> list[Passage]:
        """The other items of the list that a place is in, or what leads the rows of its table."""
        at = bisect_right(self._block_starts, char) - 1
        kind = self.blocks[at].kind if at >= 0 else None
        if kind not in (BlockKind.LIST_ITEM, BlockKind.TABLE_ROW):
            return []
        first, last = at, at + 1
        while first and self.blocks[first - 1].kind is kind:
            first -= 1
        while last < len(self.blocks) and self.blocks[last].kind is kind:
            last += 1
        others = [self.blocks[each] for each in range(first, last) if each != at]
        if kind is BlockKind.LIST_ITEM:
            return [self._of(block) for block in others[:_SIBLINGS]]
        cells = [block.cells[0] for block in others[:_SIBLINGS] if block.cells]
        return [self.passage(cell.start, cell.end) for cell in cells]

    @cached_property
    def _above(self) -> list[Above]:
        return above(self.blocks, self.string)

    def _of(self, block: Block) -> Passage:
        return self.passage(block.span.start, block.span.end)

    def cell(self, char: int) -> tuple[list[Passage], list[Passage], list[Passage]]:
        """For a place in a table: what names its row, what its column, and what the others."""
        at = bisect_right(self._block_starts, char) - 1
        block = self.blocks[at] if at >= 0 else None
        if block is None or block.kind is not BlockKind.TABLE_ROW:
            return [], [], []
        place = bisect_right(block.cells, char, key=attrgetter("start")) - 1
        top = self._above[at].top
        header = self.blocks[top].cells
        columns = [header[place]] if top != at and 0 <= place < len(header) else []
        near = header[max(0, place - _BESIDE) : place + _BESIDE + 1] if columns else []
        others = [c for c in near if c not in columns]
        rows = islice((c for c in block.cells[:place] if c.end > c.start), 2)
        return (
            [self.passage(c.start, c.end) for c in rows],
            [self.passage(c.start, c.end) for c in columns],
            [self.passage(c.start, c.end) for c in others if c.end > c.start],
        )
