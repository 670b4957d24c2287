"""The text of a source: cut into pieces that a model can read, and searched for what it quotes."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from sidecar.claims import dates, lookup, plain
from sidecar.claims.grids import SourceGrids, add_bars
from sidecar.claims.plain import normalize
from sidecar.claims.vocabulary import NameVocabulary
from sidecar.model.cached import cached_property
from sidecar.model.text import Text
from sidecar.text.options import TooManyNumbers
from sidecar.text.sentences import split_sentences
from sidecar.work import check_abandoned

LEFT_OUT = re.compile(r"\[\s*(?:\.\.\.|…)\s*\]|\.\.\.+|…")
_BREAK = 500
"""How far before its end a piece of a source may end, so that it ends with a line or sentence."""

_SCALES = {
    3: re.compile(r"\bthousands?\b|(?<![\d,.])000s?\b|(?-i:\bk\b)", re.IGNORECASE),
    6: re.compile(r"\bmillions?\b|\bm(?:n|ln|io)?\b", re.IGNORECASE),
    9: re.compile(r"\bbillions?\b|\bbl?n\b", re.IGNORECASE),
    12: re.compile(r"\btrillions?\b|\btr?n\b", re.IGNORECASE),
}
_ROW_END = re.compile(r"(?<=[^\n])\n(?=[^\n]*[|\t])|(?<=\|)[ \t]*\n")
_REACH = 1000
"""How far a sentence is looked at before and behind what is quoted of it: some never end."""

_SENTENCE_END = re.compile(r"\n+|(?<=[.!?])\s+")


_GAP = " […] "
_DIVIDED = re.compile(r"[-‐][ \t]{0,20}\n")
_STOPPED = re.compile(r"[\"'”’)\]*_]*[.!?…]")
_FIRST_LINE = re.compile(r"\A\s*[^\n]{0,150}[^\s.!?](?=[ \t]*\n)")
_HEADING = re.compile(r"(?:\A|\n)[ \t]{0,20}((?:#{1,6} )?[^\n|]{2,100}[^\n|.!?,;])(?=\n)")
"""A short line that is no sentence."""


def find_scales(said: str) -> frozenset[int]:
    """The powers of ten that some words name: 3 for "thousands"."""
    return frozenset(power for power, named in _SCALES.items() if named.search(said))


class LocatedQuote(NamedTuple):
    """A quote as it stands in a source.

    Attributes:
        start: Where, in characters.
        end: Where it ends.
        text: The words there, in the form in which they are compared.
    """

    start: int
    end: int
    text: str


class QuotedSentence(NamedTuple):
    """A sentence or table row of a source that is quoted, or a part of which is.

    Attributes:
        text: All of it; before a row, the header of its table on a line of its own.
        quoted: Which parts of it are quoted, in characters of it.
        row: Where the row begins; 0 in a sentence, the end in a header.
        caption: The line above the table.
    """

    text: str
    quoted: Sequence[tuple[int, int]]
    row: int = 0
    caption: str = ""


class SourceDocument:
    """The text of one source.

    Args:
        string: As it was given or fetched.

    Attributes:
        string: Without what nobody sees.
        plain: The same in the form in which quotes and claims are compared with it.
    """

    def __init__(self, string: str) -> None:
        self.string = plain.drop_unseen(string)
        self.plain = normalize(self.string)

    def windows(self, size: int, overlap: int) -> list[str]:
        """Pieces of at most ``size`` characters, each of which begins before the last one ends."""
        pieces, start = [], 0
        while len(self.string) - start > size:
            end = self._end(start, start + size)
            pieces.append(self.string[start:end])
            start = max(end - overlap, start + 1)
        return [*pieces, self.string[start:]]

    def find(self, quote: str) -> Sequence[LocatedQuote]:
        """The places of a quote: one, or more where it leaves words out ("...").

        Case, punctuation and white space may differ; words and their order may not.

        Returns:
            The places in their order; nothing where a part of it does not stand there, or is too
            short to tell.
        """
        shown = plain.drop_unseen(quote)
        said = normalize(shown)
        places = self._places(said)
        if said != shown and not self._is_written(shown, places):
            places = []
        return [LocatedQuote(start, end, self.plain[start:end]) for start, end in places]

    def _places(self, quote: str) -> list[lookup.Place]:
        """The places of a quote in the form in which it is compared."""
        passages = [part for part in LEFT_OUT.split(quote) if lookup.WORD.search(part)]
        found = self._words.find(passages) or self._glued.find(passages)
        if not found and self._divided is not None:
            found = self._divided.find(passages)
        if found or len(passages) != 1:
            return found
        return self._rows(quote) or self._lines(quote)

    def _rows(self, quote: str) -> list[lookup.Place]:
        """The places of a header and a row below it, which are one quote."""
        rows = (
            self._words.find_row(quote, grid.header, grid.rows[-1][1]) for grid in self._grids.every
        )
        return next(filter(None, rows), [])

    def _lines(self, quote: str) -> list[lookup.Place]:
        """The places of lines that stand apart, or of a short quote that is a whole line."""
        lines = [line for line in quote.split("\n") if lookup.WORD.search(line)]
        if len(lines) < 2:
            return self._words.find_short(quote, self._is_whole)
        found = [place for line in lines for place in self._places(line)[:1]]
        return found if len(found) == len(lines) else []

    def _is_written(self, quote: str, places: Sequence[lookup.Place]) -> bool:
        """Whether signs of a quote that only look like others stand in the source as well.

        A quote may be plainer than its source; who writes it otherwise does not quote.
        """
        strange = {
            sign for sign in quote if not sign.isascii() and normalize(sign + "a") != sign + "a"
        }
        mixed = {sign for sign in quote if not sign.isascii() and sign.isalpha()}
        here = "".join(self.string[start:end] for start, end in places)
        return all(sign in here for sign in (strange & mixed))

    def _is_whole(self, place: lookup.Place) -> bool:
        """Whether a place is a whole sentence or a line of two words and more."""
        start, end = place
        first, last = self.plain.rfind("\n", 0, start) + 1, self.plain.find("\n", end)
        line = first, last if last >= 0 else len(self.plain)
        if len(lookup.WORD.findall(self.plain, start, end)) > 1 and self._is_alone(place, line):
            return True
        ended = _STOPPED.match(self.plain, end) is not None
        return ended and self._is_alone(place, self.sentence_at(start))

    def _is_alone(self, place: lookup.Place, within: tuple[int, int]) -> bool:
        """Whether no other word stands beside a place within another one."""
        first, last = within
        before, behind = self.plain[first : place[0]], self.plain[place[1] : last]
        return not (lookup.WORD.search(before) or lookup.WORD.search(behind))

    def has(self, name: str) -> bool:
        """Whether what has digits in a name stands in it, from the first to the last of them."""
        return self._words.has_digits_of(normalize(plain.drop_unseen(name)))

    def has_words(self, said: str) -> bool:
        """Whether some words stand in it one after the other, wherever."""
        return self._words.has(normalize(plain.drop_unseen(said)))

    def evidence(self, quoted: Sequence[LocatedQuote]) -> str:
        """Some quotes in one line, as they stand in the source; pages without their tags."""
        pieces = (self.string[one.start : one.end] for one in quoted)
        shown = (
            one.text if "<" in piece else piece for one, piece in zip(quoted, pieces, strict=True)
        )
        return _GAP.join(" ".join(one.split()) for one in shown)

    def around(self, quoted: Sequence[LocatedQuote]) -> list[QuotedSentence]:
        """The sentences that some quotes stand in: what is left out of a quote may turn it round.

        Args:
            quoted: Places, in their order.
        """
        found: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for one in quoted:
            first = bisect_right(self._ends, one.start)
            for start, end in self._sentences[first:]:
                check_abandoned()
                if start >= one.end:
                    break
                near = max(start, one.start - _REACH), min(end, one.end + _REACH)
                inside = max(one.start, start) - near[0], min(one.end, end) - near[0]
                found.setdefault(near, []).append(inside)
        return [self._sentence(start, end, parts) for (start, end), parts in found.items()]

    def _sentence(self, start: int, end: int, quoted: Sequence[tuple[int, int]]) -> QuotedSentence:
        """A sentence; with the header of its table, if it is a row of one."""
        text = self.plain[start:end]
        first = start + len(text) - len(text.lstrip())
        found = self._grids.find_row(first)
        if found is None:
            row = len(text) if self._grids.is_header(first) else 0
            return QuotedSentence(text, quoted, row)
        grid = found[1]
        header = self.plain[grid.header[0] : grid.header[1]] + "\n"
        if grid.separator != " ":
            header = add_bars(header, grid.separator)
        row = len(header)
        return QuotedSentence(
            header + add_bars(text, grid.separator),
            [(first + row, last + row) for first, last in quoted],
            row,
            self.plain[grid.caption[0] : grid.caption[1]],
        )

    def sentence_at(self, place: int) -> tuple[int, int]:
        """Where the sentence that holds a place begins and ends."""
        at = min(bisect_right(self._ends, place), len(self._sentences) - 1)
        return self._sentences[at]

    def headings(self, quoted: Sequence[LocatedQuote]) -> str:
        """The first line of a source, and the headings and captions above its quotes."""
        found = {self._headings[0]} if self._headings else set[tuple[int, int]]()
        for one in quoted:
            at = bisect_right(self._headings, (one.start, 0))
            found.update(self._headings[max(0, at - 2) : at])
            if grid := self._grids.find_row(one.start):
                found.add(grid[1].caption)
        return "\n".join(self.plain[start:end] for start, end in sorted(found))

    @cached_property
    def _headings(self) -> list[tuple[int, int]]:
        """The first line, and lines that are short, stand alone and are no sentence."""
        first = _FIRST_LINE.search(self.plain)
        rest = (match.span(1) for match in _HEADING.finditer(self.plain))
        return sorted({*rest, *([first.span()] if first else [])})

    @cached_property
    def _grids(self) -> SourceGrids:
        return SourceGrids(self.plain)

    @cached_property
    def scales(self) -> frozenset[int]:
        """Powers of ten that it names somewhere, as the header of a table may."""
        return find_scales(self.plain)

    @cached_property
    def dated(self) -> dates.DateStamp:
        """What all of its dates name; its years alone, where it has more numbers than are read."""
        try:
            return dates.find_stamp(self.plain)
        except TooManyNumbers:
            return dates.make_stamp((), self.plain)

    @cached_property
    def _sentences(self) -> list[tuple[int, int]]:
        """Where sentences begin and end, without gaps between them; rows of tables are some."""
        text = Text(self.plain)
        bytes_ = np.array([one.end for one in split_sentences(text)], np.int64)
        ends = {*text.char_offsets(bytes_).tolist(), len(self.plain)}
        if "|" in self.plain or "\t" in self.plain:
            ends |= {match.end() for match in _ROW_END.finditer(self.plain)}
        for grid in self._grids.every:
            check_abandoned()
            lines = (grid.header, *grid.rows)
            ends |= {grid.header[0], *(min(end + 1, len(self.plain)) for _, end in lines)}
        return list(pairwise([0, *sorted(ends - {0})]))

    @cached_property
    def _ends(self) -> list[int]:
        return [end for _, end in self._sentences]

    @cached_property
    def _words(self) -> lookup.WordIndex:
        return lookup.WordIndex(self.plain, lookup.WORD)

    @cached_property
    def _glued(self) -> lookup.WordIndex:
        return lookup.WordIndex(self.plain, lookup.GLUED)

    @cached_property
    def _divided(self) -> lookup.WordIndex | None:
        """The words, those that are divided at the end of a line as one; None without any."""
        is_divided = _DIVIDED.search(self.plain) is not None
        return lookup.WordIndex(self.plain, lookup.DIVIDED) if is_divided else None

    @cached_property
    def vocabulary(self) -> NameVocabulary:
        """Its words, in which names are looked for."""
        return NameVocabulary(self.plain)

    def _end(self, start: int, end: int) -> int:
        """Where a piece ends that may be so long: behind a line or sentence, if there is one."""
        ends = [m.end() for m in _SENTENCE_END.finditer(self.string, max(start, end - _BREAK), end)]
        return ends[-1] if ends and ends[-1] > start else end
