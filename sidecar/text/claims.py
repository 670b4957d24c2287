"""Every number of a text with its sentence and the source that the sentence names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastpath import governed as scan
from sidecar.model.cached import LazySequence
from sidecar.model.number import Citation, NumericClaim, Skipped, SkipReason
from sidecar.model.text import Span, Text
from sidecar.text import citations, numbers, sentences
from sidecar.text.figures import NumberArrays
from sidecar.text.layout import Layout, find_hints, read_layout
from sidecar.text.masks import find_masks
from sidecar.text.options import ExtractOptions, TooManyNumbers

# The sentence of each number of a text, and the source that governs it there.

Ints = NDArray[np.int64]


class GovernedNumbers(NamedTuple):
    """What is said about the numbers of a text by the sentences they stand in.

    Attributes:
        spans: Start and end of the sentence of each. Shape (numbers, 2).
        cited: The place of what governs each among the citations.
        citations: What governs them, each once.
    """

    spans: Ints
    cited: Ints
    citations: Sequence[Citation]


def govern(text: Text, found: Layout, starts: Ints) -> GovernedNumbers:
    """What sentences say about the numbers that begin at some places, ascending."""
    bounds = sentences.find_sentence_bounds(text, found)
    if found.hints is None:
        return govern_slowly(text, found, starts)
    governed = scan.find(text.data, starts, bounds, found.hints)
    if governed is None:
        return govern_slowly(text, found, starts)
    spans = governed.sentences[: scan.GROUP].T
    if governed.strays:
        _stray(text, starts, spans)
    return GovernedNumbers(spans, *_cited(text, governed))


def govern_slowly(text: Text, found: Layout, starts: Ints) -> GovernedNumbers:
    """The same by the readers alone: what the compiled pass must equal."""
    bounds = np.concatenate((sentences.find_sentence_bounds(text, found), [(scan.NONE, scan.NONE)]))
    index = np.searchsorted(bounds[:-1, 0], starts, side="right") - 1
    at = np.where(starts < bounds[index, 1], index, -1)
    spans = bounds[at]
    _stray(text, starts, spans)
    inside = bounds[np.flatnonzero(np.bincount(at[at >= 0]))]
    first, last = np.searchsorted(starts, inside).T
    cited, known = np.zeros(len(starts), np.int64), {citations.UNCITED: 0}
    for sentence, sources in citations.find_named_sources(text, inside, find_hints(text, found)):
        here = slice(first[sentence], last[sentence])
        cited[here] = [
            known.setdefault(sources.govern(start, text), len(known))
            for start in text.char_offsets(starts[here]).tolist()
        ]
    return GovernedNumbers(spans, cited, list(known))


def _stray(text: Text, starts: Ints, spans: Ints) -> None:
    """Fills in the line for numbers that stand between sentences, such as in an empty item."""
    for stray in np.flatnonzero(spans[:, 0] < 0).tolist():
        spans[stray] = text.line_span(text.line(int(starts[stray])))


class _LazyCitations(LazySequence[Citation]):
    """Citations that are made when they are asked for: few of many are."""

    def __init__(
        self, text: Text, found: scan.GovernedScan, groups: Sequence[tuple[int, int]]
    ) -> None:
        super().__init__(len(groups))
        self._text, self._found, self._groups = text, found, groups

    def _make(self, indices: Sequence[int]) -> Iterator[Citation]:
        for prefix, query_id in (self._groups[index] for index in indices):
            span, family = None, ""
            if prefix != scan.NONE:
                start, end, *name = self._found.prefixes[prefix].tolist()
                span, family = Span(start, end), self._text.slice(Span(*name))
            named = _name(self._text, self._found.ids[query_id]) if query_id != scan.NONE else ""
            yield Citation(span, family, named)


def _name(text: Text, source: Ints) -> str:
    return text.slice(Span._make(source[2:].tolist()))


def _cited(text: Text, found: scan.GovernedScan) -> tuple[Ints, Sequence[Citation]]:
    """The citations, each once, and the place of each number's among them."""
    cited, groups = found.sentences[scan.GROUP], found.groups.tolist()
    if len(groups) == 1:
        return cited, [citations.UNCITED]
    names = [*(text.data[start:end] for _, _, start, end in found.ids.tolist()), b""]
    known: dict[tuple[int, bytes], int] = {}
    places: list[int] = []
    kept: list[tuple[int, int]] = []
    for prefix, query_id in groups:
        place = known.setdefault((prefix, names[query_id]), len(known))
        if place == len(kept):
            kept.append((prefix, query_id))
        places.append(place)
    return np.array(places)[cited], _LazyCitations(text, found, kept)


class TextClaims(LazySequence[NumericClaim]):
    """The numbers of a text, each with its sentence and source, as arrays and as objects.

    Args:
        figures: The numbers.
        spans: Start and end of the sentence of each.
        cited: The place of what governs each among the citations.
        citations: What governs them.

    Attributes:
        figures: The numbers; their values, units and places are to be had without an object.
        spans: Start and end of the sentence of each.
        cited: The place of what governs each number in ``citations``.
        citations: What governs the numbers, each once; nothing is the first.
    """

    def __init__(
        self,
        figures: NumberArrays,
        spans: NDArray[np.int64],
        cited: NDArray[np.int64],
        citations: Sequence[Citation],
    ) -> None:
        super().__init__(len(figures))
        self.figures, self.cited, self.citations = figures, cited, citations
        self.spans = spans

    @property
    def uncited(self) -> NDArray[np.int64]:
        """The places of the numbers that no source governs."""
        return np.flatnonzero(self.cited == 0)

    def take(self, indices: Sequence[int]) -> TextClaims:
        """Some of the claims."""
        return TextClaims(
            self.figures.take(indices), self.spans[indices], self.cited[indices], self.citations
        )

    def _make(self, indices: Sequence[int]) -> Iterable[NumericClaim]:
        cited = self.cited[indices].tolist()
        citations = {place: self.citations[place] for place in {*cited}}
        rows = zip(
            self.figures.items(indices),
            map(_span, self.spans[indices].tolist()),
            map(citations.__getitem__, cited),
            strict=True,
        )
        return map(_claim, rows)


class NumberExtraction(NamedTuple):
    """What a text says in numbers, in its order."""

    claims: TextClaims
    skipped: list[Skipped]


class ClaimReader:
    """Reads a text once for each choice of options, whichever checks and threads ask for it.

    Args:
        text: Any text.

    Attributes:
        text: The text.
    """

    def __init__(self, text: Text) -> None:
        self.text = text
        self._lock = Lock()
        self._read: dict[ExtractOptions, NumberExtraction | TooManyNumbers] = {}

    def extract(self, options: ExtractOptions) -> NumberExtraction:
        """What the text says in numbers.

        Raises:
            TooManyNumbers: The text holds more than ``options.max_numbers``.
        """
        with self._lock:
            known = self._known(options)
        if isinstance(known, TooManyNumbers):
            raise TooManyNumbers(known.limit)
        return known

    def _known(self, options: ExtractOptions) -> NumberExtraction | TooManyNumbers:
        """What was read; texts without ranks, and with them, are read once."""
        known = self._read.get(options)
        if known is None:
            try:
                if options.ordinals == "none":
                    known = _unranked(self._known(replace(options, ordinals="ranks")))
                else:
                    known = extract_numbers(self.text, options)
            except TooManyNumbers as error:
                known = error
            self._read[options] = known
        return known


def _unranked(found: NumberExtraction | TooManyNumbers) -> NumberExtraction | TooManyNumbers:
    """The same without ordinals, which join what is skipped."""
    if isinstance(found, TooManyNumbers):
        return found
    ranks = found.claims.figures.ordinals
    if not ranks:
        return found
    spans = [number.span for number in found.claims.figures.items(ranks)]
    kept = [at for at in range(len(found.claims)) if at not in {*ranks}]
    skipped = [*found.skipped, *(Skipped(span, SkipReason.ORDINAL) for span in spans)]
    return NumberExtraction(found.claims.take(kept), sorted(skipped))


def extract_numbers(text: Text, options: ExtractOptions) -> NumberExtraction:
    """Reads every number of a text.

    Args:
        text: Any text.
        options: What counts as a number.

    Raises:
        TooManyNumbers: The text holds more than ``options.max_numbers``.
    """
    found = read_layout(text)
    figures, skipped = numbers.read_numbers(text, options, find_masks(text, found), found.odd)
    return NumberExtraction(TextClaims(figures, *govern(text, found, figures.starts)), skipped)


_span = partial(tuple.__new__, Span)
_claim = partial(tuple.__new__, NumericClaim)
