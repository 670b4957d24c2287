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
from sidecar.reports.html.anchors import Anchors, NumberAnchor, Passage
from sidecar.reports.html.emphasis import emphasis
from sidecar.reports.html.markup import Html, element, joined
from sidecar.text.blocks import Block, BlockKind, blocks

# Passages that may overlap, as stretches of text that do not.


class Stretch(NamedTuple):
    """Text under the same passages: the worst style, and the passages that begin here."""

    span: Span
    style: str
    begins: Sequence[Passage]


def stretches(passages: Sequence[Passage]) -> list[Stretch]:
    """The passages, which may overlap, as stretches that do not."""
    begins: dict[int, list[Passage]] = {}
    ends: dict[int, list[Passage]] = {}
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
            found.append(Stretch(Span(start, end), worst[1], begins.get(start, ())))
    return found


_DEEPEST = 6


def narrative(text: Text, anchors: Anchors) -> Html:
    """The whole text as markup."""
    return joined(*_Writer(text, anchors).document())


class _Writer:
    def __init__(self, text: Text, anchors: Anchors) -> None:
        self._text = text
        self._numbers = _apart(anchors.numbers)
        self._starts = [number.span.start for number in self._numbers]
        self._stretches = stretches(anchors.passages)
        self._ends = [stretch.span.end for stretch in self._stretches]
        self._unflagged = 0  # the first stretch whose passages have no flag yet
        self._marked = [stretch for span in _prose(text) for stretch in emphasis(text, span)]
        self._marked_ends = [stretch.span.end for stretch in self._marked]

    def document(self) -> Iterator[Html]:
        """Block after block, and what stands between them."""
        position = 0
        for is_row, group in groupby(
            blocks(self._text), lambda block: block.kind is BlockKind.TABLE_ROW
        ):
            found = list(group)
            for rows in self._tables(found) if is_row else ([block] for block in found):
                first = rows[0].marker or rows[0].span
                yield self._between(Span(position, min(first.start, rows[0].span.start)))
                yield self._table(rows) if is_row else self._block(rows[0])
                position = rows[-1].span.end
        yield self._between(Span(position, len(self._text.data)))

    def _between(self, span: Span) -> Html:
        """Markers and blank lines are not shown; anything that says something is."""
        if not _says_something(self._text.slice(span)):
            return Html()
        return element("p", self._inline(span), dir="auto")

    def _block(self, block: Block) -> Html:
        content = self._inline(block.span)
        depth = str(min(block.level, _DEEPEST))
        quoted = "quoted" if block.quoted else ""
        match block.kind:
            case BlockKind.HEADING:
                level = str(min(block.level + 2, _DEEPEST))  # below the page's own headings
                mark = f"h h{depth} {quoted}"
                return element(f"h{level}", content, class_=mark.rstrip(), dir="auto")
            case BlockKind.CODE:
                return element("pre", element("code", content), class_=quoted)
            case BlockKind.LIST_ITEM if block.marker is not None:
                written = self._text.slice(block.marker)
                bullet = written if written[0].isdigit() else "•"
                marker = element("span", bullet, class_="bullet")
                kind = f"item level{depth} {quoted}"
                words = element("span", content, class_="content")
                return element("p", marker, words, class_=kind.rstrip(), dir="auto")
        kind = f"level{depth} {quoted}" if block.level else quoted
        return element("p", content, class_=kind.rstrip(), dir="auto")

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

    def _table(self, rows: Sequence[Block]) -> Html:
        header = len(rows) > 1 and "-" in self._gap(rows[0], rows[1])
        written = [
            element(
                "tr",
                *(
                    element("th" if header and not index else "td", self._inline(cell), dir="auto")
                    for cell in row.cells
                ),
            )
            for index, row in enumerate(rows)
        ]
        return element("div", element("table", *written), class_="scroll", tabindex="0")

    def _inline(self, span: Span) -> Html:
        """A part of the text, with passages and numbers marked."""
        pieces = []
        position = span.start
        for index in range(bisect_right(self._ends, span.start), len(self._stretches)):
            stretch = self._stretches[index]
            if stretch.span.start >= span.end:
                break
            start, end = max(position, stretch.span.start), min(span.end, stretch.span.end)
            pieces.append(self._numbered(Span(position, start)))
            content = self._numbered(Span(start, end))
            pieces.append(
                element("span", *self._flags(index), content, class_=f"passage {stretch.style}")
            )
            position = end
        pieces.append(self._numbered(Span(position, span.end)))
        return joined(*pieces)

    def _flags(self, index: int) -> list[Html]:
        """Those of the passages that began up to here: a passage may begin with a marker."""
        begun = [
            p for stretch in self._stretches[self._unflagged : index + 1] for p in stretch.begins
        ]
        self._unflagged = max(self._unflagged, index + 1)
        return [_flag(passage) for passage in begun]

    def _numbered(self, span: Span) -> Html:
        """A part of the text that no passage begins or ends in."""
        pieces: list[str] = []
        position = span.start
        first = bisect_left(self._starts, span.start)
        for number in self._numbers[first : bisect_left(self._starts, span.end)]:
            end = min(number.span.end, span.end)
            pieces.append(self._words(Span(position, number.span.start)))
            pieces.append(_link(number, self._words(Span(number.span.start, end))))
            position = end
        pieces.append(self._words(Span(position, span.end)))
        return joined(*pieces)

    def _words(self, span: Span) -> Html:
        """Words without marks in them, emphasised where they are."""
        pieces: list[str] = []
        position = span.start
        for index in range(bisect_right(self._marked_ends, span.start), len(self._marked)):
            stretch = self._marked[index]
            if stretch.span.start >= span.end:
                break
            start, end = max(position, stretch.span.start), min(span.end, stretch.span.end)
            pieces.append(self._text.slice(Span(position, start)))
            if stretch.tags is not None:
                pieces.append(_within(stretch.tags, self._text.slice(Span(start, end))))
            position = end
        pieces.append(self._text.slice(Span(position, span.end)))
        return joined(*pieces)


def _prose(text: Text) -> Iterator[Span]:
    """Where emphasis may stand: every block but code, and every cell by itself."""
    for block in blocks(text):
        if block.kind is BlockKind.TABLE_ROW:
            yield from block.cells
        elif block.kind is not BlockKind.CODE:
            yield block.span


def _within(tags: Sequence[str], words: str) -> Html:
    """Words inside of elements."""
    written = joined(words)
    for tag in reversed(tags):
        written = element(tag, written)
    return written


def _link(number: NumberAnchor, written: str) -> Html:
    return element(
        "a",
        written,
        class_=f"n {number.style}",
        id=number.key,
        href=f"#{number.card}",
        aria_describedby=number.card,
    )


def _says_something(string: str) -> bool:
    return any(char.isalnum() for char in string)


def _flag(passage: Passage) -> Html:
    return element(
        "a",
        class_=f"flag {passage.style}",
        id=passage.key,
        href=f"#{passage.card}",
        aria_label=passage.label,
        aria_describedby=passage.card,
    )


def _apart(numbers: Sequence[NumberAnchor]) -> list[NumberAnchor]:
    """Those that do not overlap an earlier one."""
    kept: list[NumberAnchor] = []
    for number in sorted(numbers, key=lambda number: number.span):
        if not kept or number.span.start >= kept[-1].span.end:
            kept.append(number)
    return kept
