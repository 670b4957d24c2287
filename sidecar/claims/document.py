"""The text of a source: cut into pieces that a model can read, and searched for what it quotes."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from sidecar.claims import dates, lookup, unseen
from sidecar.model.cached import cached_property
from sidecar.model.text import Text
from sidecar.text.options import TooManyNumbers
from sidecar.text.sentences import sentences

_LEFT_OUT = re.compile(r"\[\s*(?:\.\.\.|…)\s*\]|\.\.\.+|…")
_BREAK = 500
"""How far before its end a piece of a source may end, so that it ends with a line or sentence."""

_SCALES = {
    3: re.compile(r"\bthousands?\b|\b000s?\b|(?-i:\bk\b)", re.IGNORECASE),
    6: re.compile(r"\bmillions?\b|\bm(?:n|ln|io)?\b", re.IGNORECASE),
    9: re.compile(r"\bbillions?\b|\bbl?n\b", re.IGNORECASE),
    12: re.compile(r"\btrillions?\b|\btr?n\b", re.IGNORECASE),
}
_ROW_END = re.compile(r"(?<=[^\n])\n(?=[^\n]*[|\t])|(?<=\|)[ \t]*\n")
_REACH = 1000
"""How far a sentence is looked at before and behind what is quoted of it: some never end."""

_SENTENCE_END = re.compile(r"\n+|(?<=[.!?])\s+")


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


class Sentence(NamedTuple):
    """A sentence or table row of a source that is quoted, or a part of which is.

    Attributes:
        text: All of it.
        quoted: Which parts of it are quoted, in characters of it.
    """

    text: str
    quoted: Sequence[tuple[int, int]]


class Document:
    """The text of one source.

    Args:
        string: As it was given or fetched.

    Attributes:
        string: Without what nobody sees.
    """

    def __init__(self, string: str) -> None:
        self.string = unseen.shown(string)

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
        parts = _LEFT_OUT.split(unseen.shown(quote))
        passages = [part for part in parts if lookup.WORD.search(part)]
        places = self._words.find(passages) or self._glued.find(passages)
        return [Quoted(start, end, self.string[start:end]) for start, end in places]

    def has(self, name: str) -> bool:
        """Whether what has digits in a name stands in it, from the first to the last of them."""
        return self._words.has_digits_of(unseen.shown(name))

    def around(self, quoted: Sequence[Quoted]) -> list[Sentence]:
        """The sentences that some quotes stand in: what is left out of a quote may turn it round.

        Args:
            quoted: Places, in their order.
        """
        found: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for one in quoted:
            first = bisect_right(self._ends, one.start)
            for start, end in self._sentences[first:]:
                if start >= one.end:
                    break
                near = max(start, one.start - _REACH), min(end, one.end + _REACH)
                inside = max(one.start, start) - near[0], min(one.end, end) - near[0]
                found.setdefault(near, []).append(inside)
        return [Sentence(self.string[start:end], parts) for (start, end), parts in found.items()]

    @cached_property
    def scales(self) -> frozenset[int]:
        """Powers of ten that it names somewhere, as the header of a table may."""
        return frozenset(power for power, named in _SCALES.items() if named.search(self.string))

    @cached_property
    def dated(self) -> dates.Stamp:
        """What all of its dates name; its years alone, where it has more numbers than are read."""
        try:
            return dates.found(self.string)
        except TooManyNumbers:
            return dates.stamp((), self.string)

    @cached_property
    def _sentences(self) -> list[tuple[int, int]]:
        """Where sentences begin and end, without gaps between them; rows of tables are some."""
        text = Text(self.string)
        bytes_ = np.array([one.end for one in sentences(text)], np.int64)
        ends = {*text.char_offsets(bytes_).tolist(), len(self.string)}
        if "|" in self.string or "\t" in self.string:
            ends |= {match.end() for match in _ROW_END.finditer(self.string)}
        return list(pairwise([0, *sorted(ends - {0})]))

    @cached_property
    def _ends(self) -> list[int]:
        return [end for _, end in self._sentences]

    @cached_property
    def _words(self) -> lookup.Words:
        return lookup.Words(self.string, lookup.WORD)

    @cached_property
    def _glued(self) -> lookup.Words:
        return lookup.Words(self.string, lookup.GLUED)

    def _end(self, start: int, end: int) -> int:
        """Where a piece ends that may be so long: behind a line or sentence, if there is one."""
        ends = [m.end() for m in _SENTENCE_END.finditer(self.string, max(start, end - _BREAK), end)]
        return ends[-1] if ends and ends[-1] > start else end
