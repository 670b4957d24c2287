"""How near words are to a number, in its own sentence and in what else speaks for it.

Nearness falls with what lies between: commas, conjunctions, brackets and other numbers cut links
more than words do.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol

from sidecar.binding.context.passages import asides
from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.language import subjects
from sidecar.binding.language.labels import Mention
from sidecar.binding.language.lists import Span, Turn, chosen
from sidecar.binding.language.words import STOP, Token

_BARRIERS = {
    ",": 0.8, ";": 2.5, ":": 0.5, "(": 0.6, ")": 0.6, "—": 1.2, "–": 0.3, ".": 1.0, "|": 2.0,
    "and": 0.5, "but": 1.5, "while": 1.5, "whereas": 1.5, "compared": 1.0, "versus": 0.8,
    "vs": 0.8, "with": 0.4, "although": 1.5, "though": 1.5, "followed": 1.2, "then": 0.6,
    "from": 0.2, "against": 0.6, "than": 0.4,
}  # fmt: skip
_WORD = 0.06
NUMERAL = 0.5
_DECAY = 0.75
_LED = 1.2  # what lies between the head of a list and its items: "Churn: Mini 8.2%, Craft 11.3%"
_AFTER = 0.8  # a name after its number is less likely its subject
_MARKS = frozenset({",", "–", "—", ";"})
_CLAUSES = frozenset({"but", "while", "whereas", "although", "though"})
_ARTICLES = frozenset({"the", "our", "its", "their"})
_OPENING = frozenset({":", ";", "(", "–", "—"})
_OTHERS = 0.3  # of a name that is attributed to another number
_OPENS_NAME = frozenset({"if", "for", "at", "in", "on"})
_GLOSSED = 3  # words from a number to a name in brackets: "374 visitors (May)"
_BEHIND = 5  # words between a number of a list and its name
_BY_WAY = frozenset({"by", "through", "via", "into", "from"})
_OUT_OF = ["out", "of"]
_TAKEN_UP = frozenset({"which", "whom", "them", "these", "those"})
JOINTS = frozenset({"-", "–", "for", "of"})
"""What stands between the two numbers of a pair."""


def opens_whole(words: Sequence[Token], first: int) -> bool:
    """Whether parts are attributed to a number: "Of 566 students, the north has 146"."""
    at = first - 1 - (first > 0 and words[first - 1].word in _ARTICLES)
    start = at - (at > 0 and words[at - 1].word == "out")  # "out of 566 students"
    opens = start == 0 or (start > 0 and words[start - 1].word in _OPENING)
    return at >= 0 and words[at].word == "of" and opens


def end_of_pair(words: Sequence[Token], last: int) -> int:
    """The index past the second number of a pair whose first one ends at ``last``; else that."""
    at = last
    while at < len(words) and words[at].word in JOINTS:
        at += 1
    joined = last < at < len(words) and words[at].word[0].isdigit()
    return at + 1 if joined else last


def cost(word: Token) -> float:
    """How much a word, mark or numeral cuts links."""
    return _BARRIERS.get(word.word, NUMERAL if word.word[0].isdigit() else _WORD)


def _of_which(passage: Passage) -> list[int]:
    """Where a passage tells parts of what it has told: "9, of which the north 4", "4 of them"."""
    pairs = enumerate(pairwise(passage.words))
    return [at for at, (a, b) in pairs if a.word == "of" and b.word in _TAKEN_UP]


def _contrasts(passage: Passage) -> list[int]:
    """Where a clause begins that sets something against what is before: ", but"."""
    pairs = enumerate(pairwise(passage.words))
    return [at for at, (mark, word) in pairs if mark.word in _MARKS and word.word in _CLAUSES]


def _commas(passage: Passage) -> list[int]:
    return [at for at, word in enumerate(passage.words) if word.word == ","]


def _counting_colons(passage: Passage) -> list[int]:
    """Where a colon leads a number."""
    pairs = enumerate(pairwise(passage.words))
    return [at for at, (mark, word) in pairs if mark.word == ":" and word.word[0].isdigit()]


def _stands_in(places: Sequence[int], start: int, end: int) -> bool:
    """Whether one of some sorted places lies from one token on and before another."""
    return bisect_left(places, start) < bisect_left(places, end)


def _colons(passage: Passage) -> list[int]:
    """Where the colons of a passage stand."""
    return [at for at, word in enumerate(passage.words) if word.word == ":"]


class Stretch(Protocol):
    """Words of a passage: of a label, a column or a period."""

    @property
    def start(self) -> int:
        """Index of the first token."""

    @property
    def end(self) -> int:
        """Index past the last one."""


class Source(NamedTuple):
    """A passage that speaks for a number, and how much.

    Attributes:
        passage: What it says.
        worth: How much its words count.
        first: Index of the number's first token, where it stands in the passage itself; else -1.
        last: Index past its last token.
        costs: What lies before each token, summed up; empty where it does not matter.
        periods: Whether its periods count.
        cell: Whether it names the row or column of a table in the text.
    """

    passage: Passage
    worth: float
    first: int = -1
    last: int = -1
    costs: tuple[float, ...] = ()
    periods: bool = True
    cell: bool = False

    def near(self, start: int, end: int) -> float:
        """How strongly words at these tokens are linked with the number."""
        if self.first < 0:
            return self.worth
        if self.attached(start) or self.heads(end) or self.is_glossed((start, end)):
            return 1.0
        if end <= self.first:
            near = float(_DECAY ** self._apart(end))
            return near * _OTHERS if self.is_beside(start, end) else near
        if start >= self.last:
            near = float(_AFTER * _DECAY ** (self.costs[start] - self.costs[self.last]))
            words = self.passage.words
            led = asides.leads_next(words, start, end, self.last)
            others = led or self.is_of_compared(start, end)
            return near * _OTHERS if others else near
        return 1.0

    def _apart(self, end: int) -> float:
        """What lies between words and the number; what leads a list is attributed to all of it."""
        apart = self.costs[self.first] - self.costs[end]
        colons = self.passage.once(_colons)
        colon = colons[bisect_left(colons, self.first) - 1] if colons else self.first
        if end <= colon < self.first:
            return min(apart, self.costs[colon] - self.costs[end] + _LED)
        return apart

    def is_of_compared(self, start: int, end: int) -> bool:
        """Whether a name belongs to what the number is compared with: "16% after 15% in 2023".

        Or of a part of it ("9, of which the north 4", "of 9 sites, the north has 4"), or of what it
        leads: "7 million (2023: 5 million)", "four; in the north: two".
        """
        words = self.passage.words
        if not 0 <= self.first < self.last <= start:
            return False
        if asides.is_led(words, start, end):
            return True
        once = self.passage.once
        if _stands_in(once(_contrasts), self.last, start - 1):
            return True
        if opens_whole(words, self.first) and _stands_in(once(_commas), self.last, start):
            return True
        if _stands_in(once(_of_which), self.last, start - 1):
            return True
        return asides.is_compared(words, start, self.last)

    def labels(self, table: int, *, several: bool) -> Sequence[Mention]:
        """The labels of a table that it names; those only compared with are not carried over."""
        found, words = self.passage.labels_of(table), self.passage.words
        if self.first >= 0 or self.cell or several:
            return found
        return [mention for mention in found if not subjects.is_beside(words, mention)]

    def is_of_part(self, start: int) -> bool:
        """Whether a name behind the number is attributed to a part of it: "9, of which 4 at night".

        Or of one in a list that a colon opens: "9: 5 by day and 4 at night".
        """
        if not 0 <= self.first < self.last <= start:
            return False
        once, words = self.passage.once, self.passage.words
        if _stands_in(once(_of_which), self.last + 1, start - 1):
            return True
        if _stands_in(once(_of_which), self.last, start - 1) and any(
            word.word[0].isdigit() for word in words[self.last : start]
        ):
            return True
        return _stands_in(once(_counting_colons), self.last, start - 1)

    def is_beside(self, start: int, end: int) -> bool:
        """Whether words tell of a number beside: one compared with, or in brackets."""
        if self.first < 0:
            return asides.is_aside(self.passage, start, end)
        if start < self.last:
            return asides.is_closed(self.passage, start, end, self.first)
        words = self.passage.words
        return (
            asides.is_led(words, start, end)
            or asides.is_compared(words, start, self.last)
            or asides.is_of_bracket(self.passage, start, self.first, self.last)
            or asides.is_base(words, start, self.last)
        )

    def attached(self, start: int, last: int = -1) -> bool:
        """Whether a name follows the number at once: "374 in August", "326 by mail".

        Args:
            start: Where it stands.
            last: Index past what the number goes with: "from 90 to 88 for chat"; else -1.
        """
        last = max(last, self.last)
        if not 0 <= self.first < last < start <= last + 2:
            return False
        between = [word.word for word in self.passage.words[last:start]]
        if between == _OUT_OF:
            return start in self.passage.labelled
        by_way = between[0] in _BY_WAY and start in self.passage.labelled
        return (between[0] in asides.PLACING or by_way) and between[1:] in ([], ["the"])

    def heads(self, end: int) -> bool:
        """Whether the number stands in brackets right after words: "more than in May (374)"."""
        return 0 < end == self.first - 1 and self.passage.words[end].word == "("

    def is_glossed(self, span: Span) -> bool:
        """Whether a name alone stands in brackets after the number: "374 (May)"."""
        words, (start, end) = self.passage.words, span
        if end >= len(words) or not self.last < start <= self.last + _GLOSSED:
            return False
        counted = all(word.word.isalpha() for word in words[self.last : start - 1])
        return counted and words[start - 1].word == "(" and words[end].word == ")"

    def owned(
        self, spans: Sequence[Span], turn: Turn | None, since: int = -1, until: int = -1
    ) -> frozenset[Span]:
        """Which of several names of one kind are the number's own, so that others hardly count.

        Args:
            spans: Where they stand.
            turn: Which of them is intended, where the sentence says "respectively".
            since: From which token on names before it are its own, in a list of numbers; else -1.
            until: Index past the number that it leads to, "from 90 to 88"; else -1.
        """
        if self.first < 0:
            return frozenset()
        if turn is not None:
            its = chosen(self.passage.words, spans, turn)
            return frozenset() if its is None else frozenset({its})
        attached = frozenset(
            s for s in spans if self.attached(s[0], until) or self.heads(s[1]) or self.is_glossed(s)
        )
        if attached or since < 0:
            return attached
        before = frozenset(s for s in spans if since <= s[0] and s[1] <= self.first)
        return before or frozenset(s for s in spans if self._follows(s[0]))

    def _follows(self, start: int) -> bool:
        """Whether a name stands behind the number: "120 if it is a Pico"."""
        words = self.passage.words[self.last : start]
        opened = 0 < len(words) <= _BEHIND and words[0].word in _OPENS_NAME
        return opened and all(word.word in STOP for word in words)

    @property
    def told_before(self) -> Source | None:
        """The same for the number that this one is compared with: "12 in May, after 9 in April"."""
        words = self.passage.words
        if not asides.compares(words, self.first - 1):
            return None
        for at in range(self.first - 2, -1, -1):
            if words[at].word[0].isdigit():
                return self._replace(first=at, last=at + 1)
        return None

    def subject(self, mention: Mention) -> float | None:
        """How strongly a name is linked as the number's subject; None where it is none."""
        if self.first < 0:
            return None
        passage = self.passage
        return subjects.link(passage.words, passage.subjects, mention, self.first)

    def nearness(self, mention: Mention) -> float:
        """How strongly a name is linked with the number: as its subject, or by its distance."""
        subject = self.subject(mention)
        return self.near(mention.start, mention.end) if subject is None else subject

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where words stand in the text, if this is the number's own sentence; else (-1, -1)."""
        return (-1, -1) if self.first < 0 else self.passage.span(start, end)
