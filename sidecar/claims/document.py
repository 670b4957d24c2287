"""The text of a source: cut into pieces that a model can read, and searched for what it quotes."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from sidecar.citations.overlap import Cited
from sidecar.model.cached import cached_property

_UNSEEN = dict.fromkeys(
    sign
    for first, last in (
        (0x00AD, 0x00AD),
        (0x034F, 0x034F),
        (0x061C, 0x061C),
        (0x180E, 0x180E),
        (0x200B, 0x200F),
        (0x202A, 0x202E),
        (0x2060, 0x206F),
        (0xFE00, 0xFE0F),
        (0xFEFF, 0xFEFF),
        (0xE0000, 0xE007F),
    )
    for sign in range(first, last + 1)
)
"""Signs that nobody sees: a reader would not find them, and a model may be led by them."""

_IDEOGRAM = r"[\u2e80-\ud7af\uf900-\ufaff]"
_LETTER = r"[^\W_\u2e80-\ud7af\uf900-\ufaff]"
_WORD = re.compile(rf"{_IDEOGRAM}|{_LETTER}+")
_GLUED = re.compile(rf"{_IDEOGRAM}|(?:(?![A-Z]){_LETTER})+|[A-Z]+(?:(?![A-Z]){_LETTER})*")
"""Words that also begin at a capital: pages run words together ("OrangeAugust 25")."""

_LEFT_OUT = re.compile(r"\[\s*(?:\.\.\.|…)\s*\]|\.\.\.+|…")
_LEAST_WORDS = 3
"""Of a piece of a quote: one or two stand in any text."""

_BREAK = 500
"""How far before its end a piece of a source may end, so that it ends with a line or sentence."""

_SENTENCE_END = re.compile(r"\n+|(?<=[.!?])\s+")


_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|2[01])\d\d(?!\d)")
_YEARS = re.compile(r"(?<!\d)((?:1[5-9]|2[01])\d)\d\s?[-–/]\s?(\d\d)(?!\d)")


def years(string: str) -> set[str]:
    """The years in a string; "2018–19" has two."""
    short = {f"{match[1][:2]}{match[2]}" for match in _YEARS.finditer(string)}
    return {*_YEAR.findall(string), *short}


class Quoted(NamedTuple):
    """A quote as it stands in a source.

    Attributes:
        start: Where, in characters.
        end: Where it ends.
        text: The words there.
    """

    start: int
    end: int
    text: str


class Document:
    """The text of one source.

    Args:
        string: As it was given or fetched.

    Attributes:
        string: Without signs that nobody sees.
    """

    def __init__(self, string: str) -> None:
        self.string = string.translate(_UNSEEN)

    @cached_property
    def cited(self) -> Cited:
        """Its words and numbers."""
        return Cited(self.string)

    @cached_property
    def years(self) -> set[str]:
        """The years in it."""
        return years(self.string)

    def windows(self, size: int, overlap: int) -> list[str]:
        """Pieces of at most ``size`` characters, each of which begins before the last one ends."""
        pieces, start = [], 0
        while len(self.string) - start > size:
            end = self._end(start, start + size)
            pieces.append(self.string[start:end])
            start = max(end - overlap, start + 1)
        return [*pieces, self.string[start:]]

    def find(self, quote: str) -> Sequence[Quoted]:
        """The places of a quote: one, or more where it leaves words out ("...").

        Case, punctuation and white space may differ; words and their order may not.

        Returns:
            The places in their order; nothing where a part of it does not stand there, or is too
            short to tell.
        """
        parts = [part for part in _LEFT_OUT.split(quote.translate(_UNSEEN)) if _WORD.search(part)]
        for words in (self._words, self._glued):
            places = words.find(parts)
            if places:
                return [Quoted(start, end, self.string[start:end]) for start, end in places]
        return ()

    @cached_property
    def _words(self) -> _Words:
        return _Words(self.string, _WORD)

    @cached_property
    def _glued(self) -> _Words:
        return _Words(self.string, _GLUED)

    def _end(self, start: int, end: int) -> int:
        """Where a piece ends that may be so long: behind a line or sentence, if there is one."""
        ends = [m.end() for m in _SENTENCE_END.finditer(self.string, max(start, end - _BREAK), end)]
        return ends[-1] if ends and ends[-1] > start else end


class _Words:
    """The words of a text, to find others among them.

    Args:
        string: The text.
        pattern: What a word is.
    """

    def __init__(self, string: str, pattern: re.Pattern[str]) -> None:
        self._pattern = pattern
        words, self._places = _read(string, pattern)
        self._joined = f" {' '.join(words)} "
        # Where each word begins in ``_joined``, with the blank before it.
        self._begins = list(accumulate((len(word) + 1 for word in words), initial=0))[:-1]

    def find(self, parts: Sequence[str]) -> list[tuple[int, int]]:
        """The places of some passages, which must stand there one after the other."""
        found: list[tuple[int, int]] = []
        at = 0
        for part in parts:
            words, _ = _read(part, self._pattern)
            if len(words) < min(_LEAST_WORDS, len(self._places)) or at >= len(self._begins):
                return []
            place = self._joined.find(f" {' '.join(words)} ", self._begins[at])
            if place < 0:
                return []
            at = bisect_left(self._begins, place)
            found.append((self._places[at][0], self._places[at + len(words) - 1][1]))
            at += len(words)
        return found


def _read(string: str, pattern: re.Pattern[str]) -> tuple[list[str], list[tuple[int, int]]]:
    """The words of a string in one form, and where they stand."""
    words, places = [], []
    for match in pattern.finditer(string):
        word = match[0]
        words.append((word if word.isascii() else unicodedata.normalize("NFKC", word)).casefold())
        places.append(match.span())
    return words, places
