"""A stretch of text, usually a sentence, and what it names: columns, labels, periods, days."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from itertools import accumulate, pairwise
from typing import Any, TypeVar

from sidecar.binding.context.passages import dating
from sidecar.binding.context.passages.dating import Before, PeriodMention
from sidecar.binding.context.passages.document import Document
from sidecar.binding.context.passages.joins import Bridges, joined
from sidecar.binding.context.passages.labelled import LabelMention
from sidecar.binding.context.passages.names import ColumnMention
from sidecar.binding.context.passages.short_ranges import short_ranges
from sidecar.binding.language import edges, periods
from sidecar.binding.language.days import DayMention, TimeMention, days, times
from sidecar.binding.language.exceptions import exceptions
from sidecar.binding.language.labels import COMMON, Mention
from sidecar.binding.language.stretches import stretches
from sidecar.binding.language.subjects import Subject, subjects
from sidecar.binding.language.words import Token, name_words, tokens
from sidecar.binding.tables.catalog import Catalog
from sidecar.model.cached import cached_property

_NAMED = 0.8  # how much of a column's name is said by words that ask for nothing else
_TOLD = ["did", "you", "know"]
_AFTER_MARK = " \n\t*_\"'”’)"


T = TypeVar("T")


class Passage:
    """A stretch of text and what it names.

    Attributes:
        start: Where it starts, in code points.
        end: Where it ends.

    Args:
        document: The text that it is a stretch of.
        start: Where it starts, in code points.
        end: Where it ends.
        before: The last period that is named before a place.
    """

    def __init__(
        self, document: Document, start: int, end: int, before: Callable[[int], Before]
    ) -> None:
        self._document = document
        self._before = before
        self.start = start
        self.end = end
        self._costs: tuple[float, ...] | None = None
        self.found: dict[tuple[int, ...], list[Any]] = {}
        self._labels_of: dict[int, list[Mention]] = {}
        self._made: dict[Hashable, Any] = {}

    def close(self) -> None:
        """Let go of what was made of it, some of which knows it."""
        self._made.clear()
        self.found.clear()

    @cached_property
    def words(self) -> list[Token]:
        """Its tokens."""
        return tokens(self._document.string, self.start, self.end)

    @cached_property
    def _starts(self) -> list[int]:
        return [w.start for w in self.words]

    @property
    def catalogs(self) -> Sequence[Catalog]:
        """The query results that it may speak of."""
        return self._document.catalogs

    @property
    def bridges(self) -> Bridges:
        """The query results that have the same rows."""
        return self._document.bridges

    @property
    def string(self) -> str:
        """Its text."""
        return self._document.string[self.start : self.end]

    def once(self, make: Callable[[Passage], T]) -> T:
        """What a function makes of it, made at the first call."""
        if make not in self._made:
            self._made[make] = make(self)
        made: T = self._made[make]
        return made

    def costs(self, cost: Callable[[Token], float]) -> tuple[float, ...]:
        """What lies before each token, summed up; one more entry than tokens. Names cut nothing."""
        if self._costs is None:
            each = [
                0.0 if at in self.labelled else cost(word) for at, word in enumerate(self.words)
            ]
            self._costs = tuple(accumulate(each, initial=0.0))
        return self._costs

    def at(self, char: int) -> int:
        """The index of the token at or before a code point."""
        return max(0, bisect_right(self._starts, char) - 1)

    def after(self, char: int) -> int:
        """The index of the first token that starts at or past a code point."""
        return bisect_right(self._starts, char - 1)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where some of its tokens stand in the text, in code points."""
        return self.words[start].start, self.words[end - 1].end

    def of(self, known: Catalog, make: Callable[[Passage, Catalog], T]) -> T:
        """What a function makes of it and a query result, made at the first call."""
        key = make, id(known)
        if key not in self._made:
            self._made[key] = make(self, known)
        made: T = self._made[key]
        return made

    @cached_property
    def labels(self) -> list[LabelMention]:
        """The labels that it names; common words of them that name a column are no names.

        What is all of one label is no part of another: "Camping" is not the "Camp Stove".
        """
        called = {
            at
            for mention in self.columns
            if mention.strength >= _NAMED
            for at in range(mention.start, mention.end)
        }
        found = [
            LabelMention(table, mention)
            for table, known in enumerate(self._document.catalogs)
            for labels in known.labels
            for mention in labels.find(self.words)
            if (mention.whole > COMMON or mention.start not in called)
            and not (mention.value in known.totals.of(labels.column) and self._is_base(mention))
        ]
        whole = {(table, at.start, at.end) for table, at in found if at.whole == 1}
        return [
            each
            for each in found
            if (each.table, each.mention.start, each.mention.end) not in whole
            or not self._is_in_part(each)
        ]

    def _is_in_part(self, labelled: LabelMention) -> bool:
        """Whether but a part of what names a row is said."""
        table, mention = labelled
        known = self._document.catalogs[table]
        return mention.whole < 1 and known.labels_of(mention.column).identifying

    def _is_base(self, total: Mention) -> bool:
        """Whether a total is but what something is a part of: "its share of the total"."""
        said = [word.word for word in self.words[max(0, total.start - 2) : total.start]]
        return said[-1:] == ["of"] or said in (["of", "the"], ["of", "our"])

    def labels_of(self, table: int) -> list[Mention]:
        """The labels of one table that it names, and those that tell its rows in another one."""
        known = self._labels_of.get(table)
        if known is None:
            own = [labelled.mention for labelled in self.labels if labelled.table == table]
            known = [*own, *joined(self.labels, table, self.bridges)]
            self._labels_of[table] = known
        return known

    @cached_property
    def left_out(self) -> list[tuple[int, int]]:
        """The stretches in which it leaves out what it names: "excluding the North"."""
        spans = {(m.start, m.end) for _, m in self.labels}
        spans |= {(m.start, m.end) for m in self.periods if m.until is None}
        return list(exceptions(self.words, spans)) if spans else []

    @cached_property
    def labelled(self) -> frozenset[int]:
        """The indices of the tokens of these labels."""
        mentions = [labelled.mention for labelled in self.labels]
        return frozenset(at for m in mentions for at in range(m.start, m.end))

    @cached_property
    def subjects(self) -> list[Subject]:
        """The stretches that name rows, and the pronouns that stand for them."""
        grains = frozenset[str]().union(*(known.label_names for known in self._document.catalogs))
        return subjects(self.words, [labelled.mention for labelled in self.labels], grains)

    @cached_property
    def columns(self) -> list[ColumnMention]:
        """The columns that it names, in whole or in good part."""
        return self._document.names.find(self.words)

    @cached_property
    def naming(self) -> frozenset[int]:
        """The indices of the tokens that name columns: "average" of a column "average salary".

        Or that begin the name of a row: "average wage" of a row ``avg_wage``.
        """
        names = self._document.names.words
        found = {
            at
            for mention in self.columns
            if mention.strength >= _NAMED
            for at in range(mention.start, mention.end)
            if self.words[at].stem in names
        }
        for table, mention in self.labels:
            labels = self._document.catalogs[table].labels_of(mention.column)
            if mention.start and 0 <= mention.value < len(labels.values):
                value, before = labels.values[mention.value], self.words[mention.start - 1]
                found |= {mention.start - 1} if before.stem in name_words(value) else set()
        titles = [known.title for known in self._document.catalogs if known.sole]
        for at, (word, after) in enumerate(pairwise(self.words)):
            if any(word.stem in title and after.stem in title for title in titles):
                found.add(at)
        return frozenset(found)

    @cached_property
    def periods(self) -> list[PeriodMention]:
        """The periods that it names."""
        found = [
            PeriodMention(period, self.after(self.start + a), self.after(self.start + b))
            for a, b, period in periods.find(self.string)
        ]
        before = partial(self._before, self.start)
        found = dating.related(self.words, found, before)
        found = [m._replace(edge=edges.is_edge(self.words, m)) for m in found]
        oldest, newest = self._document.oldest, self._document.newest
        told = stretches(self.words, oldest, newest, lambda: before().mention.period)
        ends = [PeriodMention(s.first, s.start, s.end, s.last) for s in told]
        single = [m for m in found if m.until is None]
        spans = [*dating.joined_ranges(self.words, single), *short_ranges(self.words, single)]
        return [*found, *ends, *spans, *dating.open_ranges(self.words, single)]

    def in_label(self, column: ColumnMention) -> bool:
        """Whether words that name a column are a part of a longer label of its table."""
        return any(
            table == column.table
            and column.end <= label.end
            and label.end - label.start > column.end - column.start
            for table, label in self._labels_at.get(column.start, ())
        )

    @cached_property
    def _labels_at(self) -> Mapping[int, Sequence[LabelMention]]:
        """The labels that each token is of."""
        found: defaultdict[int, list[LabelMention]] = defaultdict(list)
        for labelled in self.labels:
            for at in range(labelled.mention.start, labelled.mention.end):
                found[at].append(labelled)
        return found

    @cached_property
    def days(self) -> list[DayMention]:
        """The days that it names by their places: "the first day", "the following day"."""
        return list(days(self.words))

    @cached_property
    def times(self) -> list[TimeMention]:
        """The times of day that it names."""
        return list(times(self.words))

    @cached_property
    def asks(self) -> bool:
        """Whether it is a question; "did you know that it sold 9?" tells."""
        marked = self.string.rstrip(_AFTER_MARK).endswith("?")
        return marked and [word.word for word in self.words[: len(_TOLD)]] != _TOLD

    @cached_property
    def unnamed(self) -> frozenset[str]:
        """The stems of the words that are no part of a label."""
        return frozenset(w.stem for at, w in enumerate(self.words) if at not in self.labelled)

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of its words."""
        return frozenset(w.stem for w in self.words)
