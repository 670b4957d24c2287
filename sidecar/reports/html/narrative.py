"""The narrative with all that is marked in it, its Markdown structure shown as structure.

Blocks are rendered, and inside of them emphasis and code; links, images and HTML are shown as they
are written, so that nothing acts, and so is every word that stands outside the known blocks: no
part of the text can hide.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from sidecar.model.text import Span, Text
from sidecar.reports.html.anchors import AnchoredPassage, Anchors, NumberAnchor
from sidecar.reports.html.emphasis import find_emphasis
from sidecar.text.block import Block, BlockKind
from sidecar.text.layout import read_blocks

# Passages that may overlap, as stretches of text that do not.


class PassageSpan(NamedTuple):
    """Text under the same passages: the worst style, and the passages that begin here."""

    span: Span
    style: str
    begins: Sequence[AnchoredPassage]


def split_passages(passages: Sequence[AnchoredPassage]) -> list[PassageSpan]:
    """The passages, which may overlap, as stretches that do not."""
    begins: dict[int, list[AnchoredPassage]] = {}
    ends: dict[int, list[AnchoredPassage]] = {}
    for passage in passages:
        begins.setdefault(passage.span.start, []).append(passage)
        ends.setdefault(passage.span.end, []).append(passage)
    cuts = sorted({*begins, *ends})
    open_now: Counter[tuple[int, str]] = Counter()
    found = []
    for start, end in pairwise(cuts):
        open_now.update((one.rank, one.style) for one in begins.get(start, ()))
        open_now.subtract((one.rank, one.style) for one in ends.get(start, ()))
        worst = max((style for style, count in open_now.items() if count > 0), default=None)
        if worst is not None:
            found.append(PassageSpan(Span(start, end), worst[1], begins.get(start, ())))
    return found


_DEEPEST = 6

# What the template writes: blocks of runs, each inside of one passage at most.


class StyledWords(NamedTuple):
    """Words inside of elements, the outer one first."""

    tags: Sequence[str]
    words: str


class MarkedWords(NamedTuple):
    """Words under the same passages.

    Attributes:
        style: How the passage is marked; "" where there is none.
        flags: The passages that begin here.
        parts: The pieces of each number, and of the words between them.
    """

    style: str
    flags: Sequence[AnchoredPassage]
    parts: Sequence[tuple[NumberAnchor | None, Sequence[StyledWords]]]


class ShownBlock(NamedTuple):
    """A paragraph, heading, item, block of code, or a table with all of its rows.

    Attributes:
        tag: The element that it is shown as.
        style: The class of that element, if it has one.
        runs: What it says.
        bullet: What stands before an item.
        rows: The cells of a table.
        header: Whether the first row is one.
    """

    tag: str
    style: str = ""
    runs: Sequence[MarkedWords] = ()
    bullet: str = ""
    rows: Sequence[Sequence[Sequence[MarkedWords]]] = ()
    header: bool = False


def read_narrative(text: Text, anchors: Anchors) -> Iterator[ShownBlock]:
    """The whole text, block after block."""
    return _NarrativeReader(text, anchors).document()


class _NarrativeReader:
    def __init__(self, text: Text, anchors: Anchors) -> None:
        self._text = text
        self._numbers = _apart(anchors.numbers)
        self._starts = [number.span.start for number in self._numbers]
        self._stretches = split_passages(anchors.passages)
        self._ends = [stretch.span.end for stretch in self._stretches]
        self._unflagged = 0  # the first stretch whose passages have no flag yet
        self._marked = [stretch for span in _prose(text) for stretch in find_emphasis(text, span)]
        self._marked_ends = [stretch.span.end for stretch in self._marked]

    def document(self) -> Iterator[ShownBlock]:
        """Block after block, and what stands between them."""
        position = 0
        for is_row, group in groupby(
            read_blocks(self._text), lambda block: block.kind is BlockKind.TABLE_ROW
        ):
            found = list(group)
            for rows in self._tables(found) if is_row else ([block] for block in found):
                first = rows[0].marker or rows[0].span
                yield from self._between(Span(position, min(first.start, rows[0].span.start)))
                yield self._table(rows) if is_row else self._block(rows[0])
                position = rows[-1].span.end
        yield from self._between(Span(position, len(self._text.data)))

    def _between(self, span: Span) -> Iterator[ShownBlock]:
        """Markers and blank lines are not shown; anything that says something is."""
        if _says_something(self._text.slice(span)):
            yield ShownBlock("p", runs=self._runs(span))

    def _block(self, block: Block) -> ShownBlock:
        runs, bullet = self._runs(block.span), ""
        depth, tag = min(block.level, _DEEPEST), "p"
        style = f"level{depth}" if depth else ""
        match block.kind:
            case BlockKind.HEADING:
                tag = f"h{min(block.level + 2, _DEEPEST)}"  # below the page's own headings
                style = f"h h{depth}"
            case BlockKind.CODE:
                tag, style = "pre", ""
            case BlockKind.LIST_ITEM if block.marker is not None:
                written = self._text.slice(block.marker)
                bullet = written if written[0].isdigit() else "•"
                style = f"item level{depth}"
        return ShownBlock(tag, f"{style} {'quoted' if block.quoted else ''}".strip(), runs, bullet)

    def _tables(self, rows: Sequence[Block]) -> Iterator[list[Block]]:
        """The rows of each table."""
        table: list[Block] = []
        for row in rows:
            if table and not self._goes_on(table[-1], row):
                yield table
                table = []
            table.append(row)
        yield table

    def _goes_on(self, row: Block, after: Block) -> bool:
        """Whether nothing but the end of a line, or the line under a header, lies between two."""
        gap = self._gap(row, after)
        return ("-" in gap or gap.count("\n") == 1) and not _says_something(gap)

    def _gap(self, row: Block, after: Block) -> str:
        return self._text.slice(Span(row.span.end, after.span.start))

    def _table(self, rows: Sequence[Block]) -> ShownBlock:
        header = len(rows) > 1 and "-" in self._gap(rows[0], rows[1])
        cells = [[self._runs(cell) for cell in row.cells] for row in rows]
        return ShownBlock("table", rows=cells, header=header)

    def _runs(self, span: Span) -> list[MarkedWords]:
        """A part of the text, with passages and numbers marked."""
        runs = []
        position = span.start
        for index in range(bisect_right(self._ends, span.start), len(self._stretches)):
            stretch = self._stretches[index]
            if stretch.span.start >= span.end:
                break
            start, end = max(position, stretch.span.start), min(span.end, stretch.span.end)
            runs.append(MarkedWords("", (), self._parts(Span(position, start))))
            parts = self._parts(Span(start, end))
            runs.append(MarkedWords(stretch.style, self._flags(index), parts))
            position = end
        runs.append(MarkedWords("", (), self._parts(Span(position, span.end))))
        return runs

    def _flags(self, index: int) -> list[AnchoredPassage]:
        """Those of the passages that began up to here: a passage may begin with a marker."""
        begun = [
            p for stretch in self._stretches[self._unflagged : index + 1] for p in stretch.begins
        ]
        self._unflagged = max(self._unflagged, index + 1)
        return begun

    def _parts(self, span: Span) -> list[tuple[NumberAnchor | None, Sequence[StyledWords]]]:
        """A part of the text that no passage begins or ends in."""
        parts: list[tuple[NumberAnchor | None, Sequence[StyledWords]]] = []
        position = span.start
        first = bisect_left(self._starts, span.start)
        for number in self._numbers[first : bisect_left(self._starts, span.end)]:
            end = min(number.span.end, span.end)
            parts.append((None, self._pieces(Span(position, number.span.start))))
            parts.append((number, self._pieces(Span(number.span.start, end))))
            position = end
        parts.append((None, self._pieces(Span(position, span.end))))
        return parts

    def _pieces(self, span: Span) -> list[StyledWords]:
        """Words without marks in them, emphasised where they are."""
        pieces = []
        position = span.start
        for index in range(bisect_right(self._marked_ends, span.start), len(self._marked)):
            stretch = self._marked[index]
            if stretch.span.start >= span.end:
                break
            start, end = max(position, stretch.span.start), min(span.end, stretch.span.end)
            pieces.append(StyledWords((), self._text.slice(Span(position, start))))
            if stretch.tags is not None:
                pieces.append(StyledWords(stretch.tags, self._text.slice(Span(start, end))))
            position = end
        pieces.append(StyledWords((), self._text.slice(Span(position, span.end))))
        return pieces


def _prose(text: Text) -> Iterator[Span]:
    """Where emphasis may stand: every block but code, and every cell by itself."""
    for block in read_blocks(text):
        if block.kind is BlockKind.TABLE_ROW:
            yield from block.cells
        elif block.kind is not BlockKind.CODE:
            yield block.span


def _says_something(string: str) -> bool:
    return any(char.isalnum() for char in string)


def _apart(numbers: Sequence[NumberAnchor]) -> list[NumberAnchor]:
    """Those that do not overlap an earlier one."""
    kept: list[NumberAnchor] = []
    for number in sorted(numbers, key=lambda number: number.span):
        if not kept or number.span.start >= kept[-1].span.end:
            kept.append(number)
    return kept
