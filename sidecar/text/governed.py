"""The sentence of each number of a text, and the source that governs it there.

The compiled pass of ``fastpath.governed`` tells both where nothing beyond ASCII stands in a source.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastpath import governed as scan
from sidecar.model.lazy import Lazy
from sidecar.model.number import Citation
from sidecar.model.text import Span, Text
from sidecar.text import citations, sentences
from sidecar.text.hints import hints
from sidecar.text.layout import Layout

Ints = NDArray[np.int64]


class Governed(NamedTuple):
    """What is said about the numbers of a text by the sentences they stand in.

    Attributes:
        spans: Start and end of the sentence of each. Shape (numbers, 2).
        cited: The place of what governs each among the citations.
        citations: What governs them, each once.
    """

    spans: Ints
    cited: Ints
    citations: Sequence[Citation]


def govern(text: Text, found: Layout, starts: Ints) -> Governed:
    """What sentences say about the numbers that begin at some places, ascending."""
    bounds = sentences.bounds(text, found)
    if found.hints is None:
        return govern_slowly(text, found, starts)
    governed = scan.find(text.data, starts, bounds, found.hints)
    if governed is None:
        return govern_slowly(text, found, starts)
    spans = governed.sentences[: scan.GROUP].T
    if governed.strays:
        _stray(text, starts, spans)
    return Governed(spans, *_cited(text, governed))


def govern_slowly(text: Text, found: Layout, starts: Ints) -> Governed:
    """The same by the readers alone: what the compiled pass must equal."""
    bounds = np.concatenate((sentences.bounds(text, found), [(scan.NONE, scan.NONE)]))
    index = np.searchsorted(bounds[:-1, 0], starts, side="right") - 1
    at = np.where(starts < bounds[index, 1], index, -1)
    spans = bounds[at]
    _stray(text, starts, spans)
    inside = bounds[np.flatnonzero(np.bincount(at[at >= 0]))]
    first, last = np.searchsorted(starts, inside).T
    cited, known = np.zeros(len(starts), np.int64), {citations.UNCITED: 0}
    for sentence, sources in citations.named(text, inside, hints(text, found)):
        here = slice(first[sentence], last[sentence])
        cited[here] = [
            known.setdefault(sources.govern(start, text), len(known))
            for start in text.char_offsets(starts[here]).tolist()
        ]
    return Governed(spans, cited, list(known))


def _stray(text: Text, starts: Ints, spans: Ints) -> None:
    """Fills in the line for numbers that stand between sentences, such as in an empty item."""
    for stray in np.flatnonzero(spans[:, 0] < 0).tolist():
        spans[stray] = text.line_span(text.line(int(starts[stray])))


class _Citations(Lazy[Citation]):
    """Citations that are made when they are asked for: few of many are."""

    def __init__(self, text: Text, found: scan.Governed, groups: Sequence[tuple[int, int]]) -> None:
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


def _cited(text: Text, found: scan.Governed) -> tuple[Ints, Sequence[Citation]]:
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
    return np.array(places)[cited], _Citations(text, found, kept)
