"""Every number of a text with its sentence and the source that the sentence names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.model.lazy import Lazy
from sidecar.model.number import Citation, NumericClaim, Skipped
from sidecar.model.text import Span, Text
from sidecar.text import citations, numbers, sentences
from sidecar.text.figures import Figures
from sidecar.text.hints import Hints, hints
from sidecar.text.layout import layout
from sidecar.text.masks import masks
from sidecar.text.options import ExtractOptions, TooManyNumbers


class Claims(Lazy[NumericClaim]):
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
        citations: What governs the numbers, each once.
    """

    def __init__(
        self,
        figures: Figures,
        spans: NDArray[np.int64],
        cited: NDArray[np.int64],
        citations: Sequence[Citation],
    ) -> None:
        super().__init__(len(figures))
        self.figures, self.cited, self.citations = figures, cited, citations
        self.spans = spans

    def take(self, indices: Sequence[int]) -> Claims:
        """Some of the claims."""
        return Claims(
            self.figures.take(indices), self.spans[indices], self.cited[indices], self.citations
        )

    def _make(self, indices: Sequence[int]) -> Iterable[NumericClaim]:
        rows = zip(
            self.figures.items(indices),
            map(_span, self.spans[indices].tolist()),
            map(self.citations.__getitem__, self.cited[indices].tolist()),
            strict=True,
        )
        return map(_claim, rows)


class Extraction(NamedTuple):
    """What a text says in numbers, in its order."""

    claims: Claims
    skipped: list[Skipped]


class Reader:
    """Reads a text once for each choice of options, whichever checks and threads ask for it.

    Args:
        text: Any text.

    Attributes:
        text: The text.
    """

    def __init__(self, text: Text) -> None:
        self.text = text
        self._lock = Lock()
        self._read: dict[ExtractOptions, Extraction | TooManyNumbers] = {}

    def extract(self, options: ExtractOptions) -> Extraction:
        """What the text says in numbers.

        Raises:
            TooManyNumbers: The text holds more than ``options.max_numbers``.
        """
        with self._lock:
            known = self._read.get(options)
            if known is None:
                try:
                    known = extract(self.text, options)
                except TooManyNumbers as error:
                    known = error
                self._read[options] = known
        if isinstance(known, TooManyNumbers):
            raise TooManyNumbers(known.limit)
        return known


def extract(text: Text, options: ExtractOptions) -> Extraction:
    """Reads every number of a text.

    Args:
        text: Any text.
        options: What counts as a number.

    Raises:
        TooManyNumbers: The text holds more than ``options.max_numbers``.
    """
    found = layout(text)
    worth_a_look = hints(text, found)
    figures, skipped = numbers.read(text, options, masks(text, found))
    bounds = np.concatenate((sentences.bounds(text, found), _NO_SENTENCE))
    at = _sentences(figures.starts, bounds)
    spans = bounds[at]
    for index in np.flatnonzero(at < 0).tolist():  # such as the number of an empty item
        spans[index] = text.line_span(text.line(int(figures.starts[index])))
    return Extraction(
        Claims(figures, spans, *_citations(text, worth_a_look, figures.starts, bounds, at)), skipped
    )


_NO_SENTENCE = np.zeros((1, 2), np.int64)
_span = partial(tuple.__new__, Span)
_claim = partial(tuple.__new__, NumericClaim)


def _sentences(places: NDArray[np.int64], bounds: NDArray[np.int64]) -> NDArray[np.int64]:
    """The index of the sentence that holds each place; -1 for a place between sentences.

    The last of the bounds is none's.
    """
    index = np.searchsorted(bounds[:-1, 0], places, side="right") - 1
    return np.where(places < bounds[index, 1], index, -1)


def _citations(
    text: Text,
    hints: Hints,
    places: NDArray[np.int64],
    bounds: NDArray[np.int64],
    at: NDArray[np.int64],
) -> tuple[NDArray[np.int64], list[Citation]]:
    """What governs each number, by the sources that its sentence names: its place in a list."""
    cited, known = np.zeros(len(places), np.int64), {citations.UNCITED: 0}
    if not hints.what.size:
        return cited, list(known)
    inside = bounds[np.flatnonzero(np.bincount(at[at >= 0]))]
    first, last = np.searchsorted(places, inside).T
    for index, sources in citations.named(text, inside, hints):
        governed = slice(first[index], last[index])
        starts: list[int] = text.char_offsets(places[governed]).tolist()
        if len(sources.prefixes) < 2 and len(sources.ids) < 2:  # they govern all of them
            del starts[1:]
        cited[governed] = [
            known.setdefault(sources.govern(start, text), len(known)) for start in starts
        ]
    return cited, list(known)
