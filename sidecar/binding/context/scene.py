"""The text as the binder sees it: sentences with their words, and what those words name.

Each sentence knows what it says itself (columns, labels, periods), and what speaks for it from
around: the heading above, the line that leads a list, the header of a table, the sentences before.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from sidecar.binding.context import periods
from sidecar.binding.context.above import Above, above
from sidecar.binding.context.catalog import Catalog
from sidecar.binding.context.days import DayMention, TimeMention, days, times
from sidecar.binding.context.labels import Mention
from sidecar.binding.context.names import ColumnMention, Names
from sidecar.binding.context.periods import Period
from sidecar.binding.context.subjects import Subject, subjects
from sidecar.binding.context.words import Token, tokens
from sidecar.model.text import Text
from sidecar.text.block import Block, BlockKind
from sidecar.text.layout import as_blocks, in_chars, layout
from sidecar.text.sentences import bounds

_UNTIL = frozenset({"to", "until", "till", "through", "-", "–", "—", "up", "and"})


_LONGEST = 1200
"""Code points of a passage: what stands further away in an endless sentence does not count."""


class LabelMention(NamedTuple):
    """A label named in a text, and the query result it stands in."""

    table: int
    mention: Mention


class PeriodMention(NamedTuple):
    """A period named in a text.

    Attributes:
        period: The period.
        start: Index of its first token.
        end: Index past its last token.
        until: The last one, where the text names a range of periods.
    """

    period: Period
    start: int
    end: int
    until: Period | None = None


class Passage:
    """A stretch of text and what it names.

    Attributes:
        start: Where it starts, in code points.
        end: Where it ends.
        words: Its tokens.
    """

    def __init__(self, scene: Scene, start: int, end: int) -> None:
        self._scene = scene
        self.start = start
        self.end = end
        self.words: list[Token] = tokens(scene.string, start, end)
        self._starts = [w.start for w in self.words]
        self._costs: tuple[float, ...] | None = None
        self.found: dict[tuple[int, ...], list[Any]] = {}

    def costs(self, cost: Callable[[Token], float]) -> tuple[float, ...]:
        """What lies before each token, summed up; one more entry than tokens."""
        if self._costs is None:
            self._costs = tuple(accumulate(map(cost, self.words), initial=0.0))
        return self._costs

    def at(self, char: int) -> int:
        """The index of the token at or before a code point."""
        return max(0, bisect_right(self._starts, char) - 1)

    def after(self, char: int) -> int:
        """The index of the first token that starts at or past a code point."""
        return bisect_right(self._starts, char - 1)

    @cached_property
    def labels(self) -> list[LabelMention]:
        """The labels that it names."""
        return [
            LabelMention(table, mention)
            for table, known in enumerate(self._scene.catalogs)
            for labels in known.labels
            for mention in labels.find(self.words)
        ]

    @cached_property
    def subjects(self) -> list[Subject]:
        """The stretches that name rows, and the pronouns that stand for them."""
        return subjects(self.words, [labelled.mention for labelled in self.labels])

    @cached_property
    def columns(self) -> list[ColumnMention]:
        """The columns that it names, in whole or in good part."""
        return self._scene.names.find(self.words)

    @cached_property
    def periods(self) -> list[PeriodMention]:
        """The periods that it names."""
        string = self._scene.string[self.start : self.end]
        found = [
            PeriodMention(period, self.after(self.start + a), self.after(self.start + b))
            for a, b, period in periods.find(string)
        ]
        return [*found, *self._ranges(found)]

    def _ranges(self, found: Sequence[PeriodMention]) -> Iterator[PeriodMention]:
        """Ranges of periods: "January to March", "from 2019 until 2023"."""
        for first, last in pairwise(found):
            between = [w.word for w in self.words[first.end : last.start]]
            opens = self.words[first.start - 1].word if first.start else ""
            joined = between == ["and"] and opens != "between"
            if between and len(between) <= 2 and between[0] in _UNTIL and not joined:
                start, end = first.period, last.period
                if end.year is not None and start.year is None:
                    start = start.merged(Period(year=end.year))
                yield PeriodMention(start, first.start, last.end, end)

    def in_label(self, column: ColumnMention) -> bool:
        """Whether words that name a column are a part of a longer label of its table."""
        return any(
            labelled.table == column.table
            and labelled.mention.start <= column.start
            and column.end <= labelled.mention.end
            and labelled.mention.end - labelled.mention.start > column.end - column.start
            for labelled in self.labels
        )

    @cached_property
    def days(self) -> list[DayMention]:
        """The days that it names by their places: "the first day", "the following day"."""
        return list(days(self.words))

    @cached_property
    def times(self) -> list[TimeMention]:
        """The times of day that it names."""
        return list(times(self.words))

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of its words."""
        return frozenset(w.stem for w in self.words)


def _cut(string: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A sentence, or the pieces of one that is too long to be one."""
    while end - start > _LONGEST:
        space = string.rfind(" ", start + 1, start + _LONGEST)
        cut = space if space > 0 else start + _LONGEST
        yield start, cut
        start = cut
    yield start, end


class Scene:
    """A text with its sentences and what stands around them.

    Args:
        text: The text.
        catalogs: The query results.

    Attributes:
        string: The text; all places in it are code points.
    """

    def __init__(self, text: Text, catalogs: Sequence[Catalog]) -> None:
        self.string = text.string
        self.catalogs = catalogs
        self.names = Names(catalogs)
        found = layout(text)
        self.blocks = list(as_blocks(in_chars(text, found)))
        whole: list[tuple[int, int]] = text.char_offsets(bounds(text, found)).tolist()
        self._bounds = [part for start, end in whole for part in _cut(self.string, start, end)]
        self._starts = [start for start, _ in self._bounds]
        self._block_starts = [block.span.start for block in self.blocks]
        self._called: dict[str, list[ColumnMention]] = {}
        self._passages: dict[tuple[int, int], Passage] = {}

    def passage(self, start: int, end: int) -> Passage:
        """A stretch of the text; the same one for the same place."""
        known = self._passages.get((start, end))
        if known is None:
            known = self._passages[start, end] = Passage(self, start, end)
        return known

    def called(self, stem: str) -> list[ColumnMention]:
        """The columns whose names have a stem."""
        if stem not in self._called:
            self._called[stem] = self.names.find([Token(stem, 0, 0, stem)])
        return self._called[stem]

    def sentence(self, char: int) -> tuple[int, Passage]:
        """The sentence that holds a code point, and its number."""
        number = max(0, bisect_right(self._starts, char) - 1)
        start, end = self._bounds[number]
        if not start <= char < end:
            line = self.string.rfind("\n", 0, char) + 1
            stop = self.string.find("\n", char)
            return number, self.passage(line, len(self.string) if stop < 0 else stop)
        return number, self.passage(start, end)

    def before(self, number: int, count: int) -> list[Passage]:
        """The ``count`` sentences before one, nearest first, headings and table rows left out."""
        found: list[Passage] = []
        for earlier in range(number - 1, max(-1, number - 1 - 2 * count), -1):
            start, end = self._bounds[earlier]
            block = self._block(start)
            if block is not None and block.kind in (BlockKind.HEADING, BlockKind.TABLE_ROW):
                break
            found.append(self.passage(start, end))
            if len(found) == count:
                break
        return found

    def _block(self, char: int) -> Block | None:
        at = bisect_right(self._block_starts, char) - 1
        return self.blocks[at] if at >= 0 else None

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
        if lead >= 0 and self.blocks[lead].kind is BlockKind.PARAGRAPH:
            span = self.blocks[lead].span
            found.append(self.sentence(max(span.start, span.end - 1))[1])
        heading = self._above[at].heading
        while heading >= 0:
            found.append(self._of(self.blocks[heading]))
            heading = self._above[heading].heading
        return found

    @cached_property
    def _above(self) -> list[Above]:
        return above(self.blocks)

    def _of(self, block: Block) -> Passage:
        return self.passage(block.span.start, block.span.end)

    def cell(self, char: int) -> tuple[list[Passage], list[Passage]]:
        """For a place in a table: the passages that name its row, and those of its column."""
        at = bisect_right(self._block_starts, char) - 1
        block = self.blocks[at] if at >= 0 else None
        if block is None or block.kind is not BlockKind.TABLE_ROW:
            return [], []
        place = bisect_right([c.start for c in block.cells], char) - 1
        top = self._above[at].top
        header = self.blocks[top].cells
        columns = [header[place]] if top != at and 0 <= place < len(header) else []
        rows = [cell for cell in block.cells[:place] if cell.end > cell.start][:2]
        return (
            [self.passage(c.start, c.end) for c in rows],
            [self.passage(c.start, c.end) for c in columns],
        )
