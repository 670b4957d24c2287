"""Every number of a text with its sentence and the source that the sentence names."""

from __future__ import annotations

from functools import partial
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.model.number import Citation, NumericClaim, Skipped
from sidecar.model.text import Span, Text
from sidecar.text import citations, numbers, sentences
from sidecar.text.layout import layout
from sidecar.text.masks import masks
from sidecar.text.options import ExtractOptions, TooManyNumbers


class Extraction(NamedTuple):
    """What a text says in numbers, in its order."""

    claims: list[NumericClaim]
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
    read, skipped = numbers.read(text, options, masks(text, found))
    if not read:
        return Extraction([], skipped)
    places = np.array([number.span.start for number in read], np.int64)
    bounds = sentences.bounds(text, found)
    at = _sentences(places, bounds)
    spans = np.vstack((bounds, (0, 0)))[at]
    for index in np.flatnonzero(at < 0).tolist():  # such as the number of an empty item
        spans[index] = text.line_span(text.line(places[index]))
    rows = zip(read, map(_span, spans.tolist()), _citations(text, places, bounds, at), strict=True)
    return Extraction(list(map(_claim, rows)), skipped)


_span = partial(tuple.__new__, Span)
_claim = partial(tuple.__new__, NumericClaim)


def _sentences(places: NDArray[np.int64], bounds: NDArray[np.int64]) -> NDArray[np.int64]:
    """The index of the sentence that holds each place; -1 for a place between sentences."""
    index = np.searchsorted(bounds[:, 0], places, side="right") - 1
    return np.where(places < np.append(bounds[:, 1], 0)[index], index, -1)


def _citations(
    text: Text, places: NDArray[np.int64], bounds: NDArray[np.int64], at: NDArray[np.int64]
) -> list[Citation]:
    """What governs each number, by the sources that its sentence names."""
    used = np.unique(at[at >= 0])
    sources = {int(used[index]): found for index, found in citations.named(text, bounds[used])}
    if not sources:
        return [citations.UNCITED] * len(at)
    return [
        sources[index].govern(text.char_offset(place), text)
        if index in sources
        else citations.UNCITED
        for index, place in zip(at.tolist(), places.tolist(), strict=True)
    ]
