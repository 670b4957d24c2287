"""Where passages stand in a text, by their words: case, punctuation and spaces may differ."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise

from sidecar.model.cached import cached_property

_IDEOGRAM = r"(?:(?=\w)[\u2e80-\ud7af\uf900-\ufaff])"
_LETTER = r"[^\W_\u2e80-\ud7af\uf900-\ufaff]"
WORD = re.compile(rf"{_IDEOGRAM}|{_LETTER}+")
GLUED = re.compile(rf"{_IDEOGRAM}|(?:(?![A-Z]){_LETTER})+|[A-Z]+(?:(?![A-Z]){_LETTER})*")
"""Words that also begin at a capital: pages run words together ("OrangeAugust 25")."""

DIVIDED = re.compile(rf"{_IDEOGRAM}|{_LETTER}+(?:[-‐]\s*\n\s*{_LETTER}+)*")
"""Words that may be divided at the end of a line."""

_DIVISION = re.compile(r"[-‐]\s*\n\s*")
_LEAST_WORDS = 3
"""Of a passage: one or two stand in any text."""

_MOST_PLACES = 100
"""Places of a short passage that are looked at."""

_NEAR = 200
"""Characters between a shorter passage and the next one: "Twelve people ... were hurt"."""

_OUTSIDE = re.compile(r"\A[\W_]+|[\W_]+\Z")

Place = tuple[int, int]


class WordIndex:
    """The words of a text, to find others among them.

    Args:
        string: The text.
        pattern: What a word is.
    """

    def __init__(self, string: str, pattern: re.Pattern[str]) -> None:
        self._string, self._pattern = string, pattern

    @cached_property
    def _read(self) -> tuple[list[str], list[Place]]:
        return _read(self._string, self._pattern)

    @property
    def _places(self) -> list[Place]:
        return self._read[1]

    @cached_property
    def _joined(self) -> str:
        return f" {' '.join(self._read[0])} "

    @cached_property
    def _begins(self) -> list[int]:
        """Where each word begins in ``_joined``, with the blank before it."""
        return list(accumulate((len(word) + 1 for word in self._read[0]), initial=0))[:-1]

    def find(self, passages: Sequence[str]) -> list[Place]:
        """The places of some passages, which must stand there one after the other.

        Returns:
            Places in characters; none where one of the passages does not stand there, where all
            are too short to tell, or where a short one is far from the others.
        """
        said = [_read(passage, self._pattern)[0] for passage in passages]
        longest = max(map(len, said), default=0)
        if longest < _LEAST_WORDS and longest < len(self._places):
            return []
        found = self._as_written(passages) or self._by_words(said)
        for place, (before, behind) in enumerate(pairwise(found)):
            short = min(len(said[place]), len(said[place + 1])) < _LEAST_WORDS
            if short and behind[0] - before[1] > _NEAR:
                return []
        return found

    def _as_written(self, passages: Sequence[str]) -> list[Place]:
        """The places of passages that stand there to the letter: most quotes do."""
        found: list[Place] = []
        at = 0
        for passage in passages:
            said = _OUTSIDE.sub("", passage)
            start = self._string.find(said, at)
            at = start + len(said)
            if start < 0 or self._is_within(start) or self._is_within(at):
                return []
            found.append((start, at))
        return found

    def _is_within(self, at: int) -> bool:
        """Whether a place is within a word."""
        return at > 0 and self._pattern.fullmatch(self._string, at - 1, at + 1) is not None

    def _by_words(self, said: Sequence[Sequence[str]]) -> list[Place]:
        """The places of passages that have other signs or spaces between their words."""
        found: list[Place] = []
        at = 0
        for words in said:
            at = self._at(words, at)
            if at < 0:
                return []
            found.append((self._places[at][0], self._places[at + len(words) - 1][1]))
            at += len(words)
        return found

    def find_row(self, passage: str, header: Place, until: int) -> list[Place]:
        """The places of a header and, somewhere below it, of a row that a passage has behind it.

        Args:
            passage: What is looked for.
            header: Where the header stands.
            until: Where the table ends.
        """
        said = _read(passage, self._pattern)[0]
        first = bisect_left(self._places, (header[0], 0))
        last = bisect_left(self._places, (header[1], 0))
        named, row = said[: last - first], said[last - first :]
        if not named or not row or self._read[0][first:last] != named:
            return []
        at = self._at(row, last)
        if at < 0 or self._places[at + len(row) - 1][1] > until:
            return []
        places = self._places
        return [
            (places[first][0], places[last - 1][1]),
            (places[at][0], places[at + len(row) - 1][1]),
        ]

    def find_short(self, passage: str, is_whole: Callable[[Place], bool]) -> list[Place]:
        """The first place of a short passage that is a whole sentence or line."""
        said = _read(passage, self._pattern)[0]
        at = self._at(said, 0) if said else -1
        for _ in range(_MOST_PLACES):
            if at < 0:
                break
            place = self._places[at][0], self._places[at + len(said) - 1][1]
            if is_whole(place):
                return [place]
            at = self._at(said, at + 1)
        return []

    def has(self, said: str) -> bool:
        """Whether some words stand there one after the other."""
        words = _read(said, self._pattern)[0]
        return not words or self._at(words, 0) >= 0

    def has_digits_of(self, name: str) -> bool:
        """Whether what has digits in a name stands there, from the first to the last of them."""
        words = _read(name, self._pattern)[0]
        numbered = [at for at, word in enumerate(words) if any(sign.isdigit() for sign in word)]
        return not numbered or self._at(words[numbered[0] : numbered[-1] + 1], 0) >= 0

    def _at(self, words: Sequence[str], first: int) -> int:
        """Which word some words begin with, from one on; -1 where they do not stand there."""
        if first >= len(self._begins):
            return -1
        place = self._joined.find(f" {' '.join(words)} ", self._begins[first])
        return bisect_left(self._begins, place) if place >= 0 else -1


def _read(string: str, pattern: re.Pattern[str]) -> tuple[list[str], list[Place]]:
    """The words of a string in one form, and where they stand."""
    words, places = [], []
    for match in pattern.finditer(string):
        word = match[0]
        if "\n" in word:
            word = _DIVISION.sub("", word)
        words.append((word if word.isascii() else unicodedata.normalize("NFKC", word)).casefold())
        places.append(match.span())
    return words, places
