"""A text as its sentences and their numbers, and the words between these."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from sidecar.model.cached import cached_property
from sidecar.model.number import Number, NumericClaim
from sidecar.model.text import Span, Text

# Pieces of the patterns that read the words between numbers.

HEDGE = (
    r"(?:(?:just |only |merely |well |exactly |precisely |some |about |around |roughly |nearly "
    r"|almost |approximately |approx\.? |over |under |at least |at most |up to |more than "
    r"|less than |fewer than |an estimated |an? |the |~ ?|≈ ?|c\. ?){0,3})"
)
"""Words and articles that stand right before a number."""

_CONNECTORS = r"and|but|while|whereas|with|as|or|because|despite|although|from|to|of|by|plus"
WORD = rf"(?:(?!(?:{_CONNECTORS})\b)[^\W\d_][\w'’/-]{{0,40}})"
"""A word that does not begin another part of the sentence."""

NOUNS = rf"(?: {WORD}){{0,5}}"
"""What is counted, after a number: " people in the north"."""

ASIDE = r"(?: ?\([^()\d]{0,30}(?:(?:19|20)\d\d)?\))?"
"""A remark in brackets, such as a year."""

_YEAR = rf"(?: (?:in|at|as of|by|for|during|on) (?:{WORD} ){{0,2}}(?:FY ?)?(?:19|20)\d\d)?"
DATED = rf"{NOUNS}{_YEAR}{ASIDE}"
"""What is counted, and when."""


def compile_caseless(pattern: str) -> re.Pattern[str]:
    """A pattern without regard to case."""
    return re.compile(pattern, re.IGNORECASE)


_REACH = 80  # code points between or around numbers that are looked at
_MARKED = re.compile(r"[*_\n\r\t\u00a0\u202f]|  ")
_SPACE = re.compile(r"\s+")
_EMPHASIS = re.compile(r"\*\*|__|(?<![\s\d])\*|\*(?![\s\d])")


class NumberInSentence(NamedTuple):
    """A number and its place in code points."""

    number: Number
    start: int
    end: int


class NumberSentence:
    """A sentence with at least one number.

    Attributes:
        text: The whole text.
        figures: Its numbers, in order.
        start: Where it begins, in code points.
        end: Where it ends.
    """

    def __init__(self, text: Text, span: Span, claims: Sequence[NumericClaim]) -> None:
        self.text = text
        self._said: dict[re.Pattern[str], bool] = {}
        self.start = text.char_offset(span.start)
        self.end = text.char_offset(span.end)
        self.figures = [
            NumberInSentence(n, text.char_offset(n.span.start), text.char_offset(n.span.end))
            for n in (claim.number for claim in claims)
        ]

    @cached_property
    def string(self) -> str:
        """Its words."""
        return self._words(self.start, self.end)

    def says(self, pattern: re.Pattern[str]) -> bool:
        """Whether a pattern is found anywhere in it; looked for once, however often it is asked."""
        if pattern not in self._said:
            self._said[pattern] = pattern.search(self.string) is not None
        return self._said[pattern]

    @cached_property
    def _gaps(self) -> list[str]:
        """The words before the first number, between two, and after the last one."""
        bounds = [self.start, *(end for f in self.figures for end in (f.start, f.end)), self.end]
        return [self._words(*bounds[i : i + 2]) for i in range(0, len(bounds), 2)]

    def before(self, index: int) -> str:
        """The words between a number and the one before it, or the sentence's beginning."""
        return self._gaps[index][-_REACH:]

    def after(self, index: int) -> str:
        """The words between a number and the next one, or the sentence's end."""
        return self._gaps[index + 1][:_REACH]

    def gap(self, index: int, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The match of all that stands between a number and the next one."""
        words = self._gaps[index + 1]
        return pattern.fullmatch(words) if len(words) <= _REACH else None

    def ends(self, index: int, pattern: re.Pattern[str]) -> bool:
        """Whether the words right after a number, which may hold more numbers, match."""
        start = self.figures[index].end
        return pattern.match(self._words(start, min(self.end, start + _REACH))) is not None

    def _words(self, start: int, end: int) -> str:
        """A part of the text, without emphasis and on one line."""
        words = self.text.string[start:end]
        if _MARKED.search(words):
            words = _SPACE.sub(" ", _EMPHASIS.sub("", words))
        return words

    def span(self, first: int, last: int) -> Span:
        """From one number to another."""
        return Span(self.figures[first].number.span.start, self.figures[last].number.span.end)

    def words(self, index: int) -> str:
        """A number as it is written."""
        return self.text.string[self.figures[index].start : self.figures[index].end]


def read_sentences(text: Text, claims: Sequence[NumericClaim]) -> Iterator[NumberSentence]:
    """The sentences that hold numbers."""
    for span, members in groupby(claims, key=lambda claim: claim.sentence):
        yield NumberSentence(text, span, list(members))


def are_adjacent(left: NumberSentence, right: NumberSentence) -> bool:
    """Whether one sentence follows the other in the same paragraph."""
    between = left.text.string[left.end : right.start]
    return between.isspace() and "\n\n" not in between and left.end < right.start
