"""Where a number stands, and what speaks for it from outside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from sidecar.binding.context.passages import asides
from sidecar.binding.context.passages.dating import PeriodMention
from sidecar.binding.context.passages.names import ColumnMention
from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.passages.scene import Scene
from sidecar.binding.context.passages.source import NUMERAL, Source, cost, end_of_pair
from sidecar.binding.context.passages.wholes import is_overview
from sidecar.binding.language import moves, subjects
from sidecar.binding.language.labels import Mention
from sidecar.binding.language.lists import Turn
from sidecar.binding.language.subjects import Subject
from sidecar.binding.language.words import STOP
from sidecar.model.cached import cached_property
from sidecar.model.why import Origin
from sidecar.text.vocabulary import one_of

_CLAUSES = one_of("with while whereas but although though before as and when where which")
_MARKS = frozenset({",", "–", "—"})
_AFTER = 8  # words after a number that may tell what it counts
_NEXT = 5  # words after a number that complete it
_MOVED = frozenset({"from", "to"})
_RANGED = 6  # words from "ranging" to an end of the range
WHOLE = frozenset(
    one_of(
        "group country overall total nationwide altogether list industry company world all network "
        "portfolio fleet chain"
    )
    | {"whol", "entir", "combin"}
)
"""Stems that stand for everything that a table has."""

_PLURAL = frozenset({"together", "both", "combin", "these", "they", "their", "them", "two"})
_SUMS = one_of("total totals sum all overall full year fy annual ytd year-to-date grand")
ASKED, LEAD, HEADING, EARLIER, TOPIC = 0.9, 0.75, 0.5, 0.6, 0.35


class Place:
    """One number in its sentence.

    Attributes:
        scene: The text.
        passage: The sentence.
        start: Where the number starts, in code points.
        first: Index of the number's first token.
        last: Index past its last token.
        turn: Which of several names it is attributed to, where the sentence says "respectively".
        period: The one of a range of periods that is its own, where a list has a number for each.
        led_by: The first number of its list, whose words tell what it is.
        since: From which token on names before it are its own, where it has such a one; else -1.
        until: Index past the number that it leads to, "from 90 to 88"; else -1.

    Args:
        scene: The text.
        start: Where the number starts, in code points.
        end: Where it ends.
    """

    def __init__(self, scene: Scene, start: int, end: int) -> None:
        self.scene = scene
        self.start = start
        self.number, self.passage = scene.sentence(start)
        self.first = self.passage.at(start)
        self.last = max(self.first + 1, self.passage.after(end))
        self._costs = self.passage.costs(cost)
        self._sources: list[Source] | None = None
        self.turn: Turn | None = None
        self.period: PeriodMention | None = None
        self.led_by: Place | None = None
        self.since = self.until = -1

    @cached_property
    def has_subject(self) -> bool:
        """Whether the sentence itself names a row, so that rows named before it count less."""
        return any(
            self.scene.catalogs[m.table].labels_of(m.mention.column).identifying
            for m in self.passage.labels
        )

    @property
    def may_be_below(self) -> bool:
        """Whether there is any value less than nothing that the number may be."""
        return self.scene.goes_below

    @cached_property
    def speaks_of_all(self) -> bool:
        """Whether the sentence speaks of the whole, so that rows named before it count less."""
        return not WHOLE.isdisjoint(self.passage.unnamed)

    @cached_property
    def speaks_of_several(self) -> bool:
        """Whether the sentence takes up several rows that were named before it."""
        return not _PLURAL.isdisjoint(self.passage.stems)

    def carried(self, source: Source, mention: Mention | None = None) -> float:
        """How strongly a pronoun takes up a name that a sentence before began with."""
        passage, name = self._antecedent
        if source.passage is not passage or name is None:
            return 0.0
        if mention is not None and not name.start <= mention.start < name.end:
            return 0.0
        return self._taken_up[0]

    @cached_property
    def _taken_up(self) -> tuple[float, int]:
        behind = (s for s in self.passage.subjects if self.own.attached(s.start))  # "in the latter"
        attached = [subject for subject in behind if subject.named < 0]
        first = attached[0].end if attached else self.first
        return subjects.carried(self.passage.words, attached or self.passage.subjects, first)

    @cached_property
    def _antecedent(self) -> tuple[Passage | None, Subject | None]:
        """The last sentence before that began with a name, and its name that is taken up."""
        link, which = self._taken_up
        for passage in self.scene.before(self.number) if link else ():
            first = passage.subjects[0] if passage.subjects else None
            if first is None or first.named < 0 or subjects.is_beside(passage.words, first):
                continue
            names = [name for name in passage.subjects if name.named >= 0]
            if which == subjects.FIRST:
                return passage, names[0]
            if len(names) >= -which:
                return passage, names[which]
            which += len(names)
        return None, None

    @cached_property
    def question(self) -> Passage | None:
        """The question that its sentence answers, where one stands right before it."""
        before = () if self.passage.asks else self.scene.before(self.number)[:1]
        return next((passage for passage in before if passage.asks), None)

    @cached_property
    def is_left(self) -> bool:
        """Whether the number is what a value moved from: "down from 40"."""
        return moves.is_left(self.passage.words, self.first, self.last)

    def is_left_for(self, source: Source) -> bool:
        """Whether the periods that a passage names are of what a value moved to from the number.

        As in "12 in June, up from 9", "from 9 to 12 in June", or in a sentence before.
        """
        if not self.is_left or source.first < 0:
            return self.is_left
        said, told = self.passage.periods, self.passage.words
        between = ((m, told[m.end : self.first] or told[self.last : m.start]) for m in said)
        return all(
            m.until is None
            and any(word.word in _MOVED for word in words)
            and not asides.is_compared(told, m.start)  # "to 8, from 9 in May, and B from 12 to 7"
            for m, words in between
        )

    @cached_property
    def ranges(self) -> bool:
        """Whether a range is stated right before the number: "varying between 8 and 19"."""
        words = self.passage.words[max(0, self.first - _RANGED) : self.first]
        return any(word.stem in moves.RANGING for word in words)

    def is_of_left(self, source: Source, start: int) -> bool:
        """Whether a name is attributed to what moved to the number: "from 40 in 2022 to 52"."""
        move = moves.before(self.passage.words, self.first) if source.first >= 0 else None
        return move is not None and move.start < start < move.end

    @property
    def in_table(self) -> bool:
        """Whether the number stands in a table."""
        return any(self.scene.cell(self.start))

    @property
    def in_header(self) -> bool:
        """Whether the number stands in the first row of a table."""
        return self.scene.is_header(self.start)

    @cached_property
    def in_brackets(self) -> bool:
        """Whether the number stands in brackets right after a name."""
        passage = self.passage
        return subjects.bracketed(passage.words, passage.subjects, self.first) is not None

    def is_done(self, start: int) -> bool:
        """Whether words, by their place in the text, stand in a later clause than the number."""
        words = self.passage.words[self.last : self.passage.at(start) + 1]
        return any(
            mark.word == ";" or (mark.word in _MARKS and word.word in _CLAUSES)
            for mark, word in pairwise(words)
        )

    def is_others(self, start: int) -> bool:
        """Whether words, by their place in the text, follow another number after this one."""
        between = range(self.last, self.passage.at(start))
        words, labelled = self.passage.words, self.passage.labelled
        return any(words[at].word[0].isdigit() and at not in labelled for at in between)

    def goes_on(self, source: Source, start: int) -> bool:
        """Whether words follow the number so closely that they complete it: "2 in the third"."""
        last = end_of_pair(self.passage.words, self.last)
        if source.first < 0 or not 0 <= start - last <= _NEXT:
            return False
        return all(cost(word) < NUMERAL for word in self.passage.words[last:start])

    @cached_property
    def own(self) -> Source:
        """The sentence itself."""
        return Source(self.passage, 1.0, self.first, self.last, self._costs)

    def sources(self) -> list[Source]:
        """All that speaks for the number, nearest first."""
        if self._sources is None:
            self._sources = list(self._find())
        return self._sources

    def _find(self) -> Iterator[Source]:
        scene = self.scene
        rows, columns, others = scene.cell(self.start)
        for passage in (*rows, *columns):
            yield Source(passage, 1.0, cell=True)
        yield self.own
        whole = any(all(w.word in _SUMS for w in header.words) for header in columns)
        for passage in () if whole else others:  # "Change" is that of what the others hold
            yield Source(passage, HEADING)
        around = scene.around(self.start)
        for passage in around[:1]:
            yield Source(passage, LEAD)
        fresh = not self.passage.once(is_overview)
        worth = EARLIER
        for passage in scene.before(self.number):
            answers = passage is self.question
            yield Source(passage, ASKED if answers else worth, periods=fresh or answers)
            worth *= 0.7
        for passage in around[1:]:
            yield Source(passage, HEADING)

    @cached_property
    def topic(self) -> list[Source]:
        """The sentence that the text opens with, which may tell whom all of it is about."""
        opening = self.scene.opening
        if opening is None or opening.start >= self.passage.start or opening.asks:
            return []
        return [Source(opening, TOPIC, periods=False)]

    @cached_property
    def header(self) -> str:
        """The header of its column, where it stands in a table of the text."""
        columns = self.scene.cell(self.start)[1]
        return self.scene.string[columns[0].start : columns[0].end] if columns else ""

    def origin(self, source: Source) -> Origin:
        """Where what speaks for the number stands."""
        if source.first >= 0:
            return Origin.SENTENCE
        if source.cell:
            return Origin.TABLE
        if self.scene.is_heading(source.passage.start):
            return Origin.HEADING
        earlier = source.passage in self.scene.before(self.number)
        return Origin.EARLIER if earlier else Origin.LEAD

    def words_after(self, count: int) -> list[str]:
        """The stems right after the number, at most eight, up to a mark."""
        return self._after[:count]

    @cached_property
    def _after(self) -> list[str]:
        stems = (word.stem for word in self.passage.words[self.last : self.last + _AFTER])
        return list(takewhile(lambda stem: stem[0].isalnum() or stem in "-–%", stems))

    def called(self, stems: Sequence[str]) -> list[ColumnMention]:
        """The columns whose names have one of some stems."""
        return [mention for each in stems for mention in self.scene.called(each)]

    def counts(self, start: int) -> bool:
        """Whether words of the sentence, which begin there in the text, follow at once."""
        if start < 0:
            return False
        at = self.passage.at(start)
        return self.last <= at <= self.last + 1

    @cached_property
    def counts_things(self) -> bool:
        """Whether a plural follows the number, so that it counts things: "812 visitors"."""
        words = self.passage.words[self.last : self.last + 2]
        return any(
            word.word.endswith("s") and word.stem != word.word and word.word not in STOP
            for word in takewhile(lambda word: word.word.isalpha() and word.word not in STOP, words)
        )

    def head(self) -> str:
        """The noun that the number counts: the first word after it that names something."""
        return self._head

    @cached_property
    def _head(self) -> str:
        noun = next(filter(str.isalpha, self.words_after(3)), "")
        return "" if noun in STOP else noun
