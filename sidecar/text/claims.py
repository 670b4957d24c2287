"""Every number of a text with its sentence and the source that the sentence names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.model.lazy import Lazy
from sidecar.model.number import Citation, NumericClaim, Skipped, SkipReason
from sidecar.model.text import Span, Text
from sidecar.text import numbers
from sidecar.text.figures import Figures
from sidecar.text.governed import govern
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
        citations: What governs the numbers, each once; nothing is the first.
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

    @property
    def uncited(self) -> NDArray[np.int64]:
        """The places of the numbers that no source governs."""
        return np.flatnonzero(self.cited == 0)

    def take(self, indices: Sequence[int]) -> Claims:
        """Some of the claims."""
        return Claims(
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
            known = self._known(options)
        if isinstance(known, TooManyNumbers):
            raise TooManyNumbers(known.limit)
        return known

    def _known(self, options: ExtractOptions) -> Extraction | TooManyNumbers:
        """What was read; texts without ranks, and with them, are read once."""
        known = self._read.get(options)
        if known is None:
            try:
                if options.ordinals == "none":
                    known = _unranked(self._known(replace(options, ordinals="ranks")))
                else:
                    known = extract(self.text, options)
            except TooManyNumbers as error:
                known = error
            self._read[options] = known
        return known


def _unranked(found: Extraction | TooManyNumbers) -> Extraction | TooManyNumbers:
    """The same without ordinals, which join what is skipped."""
    if isinstance(found, TooManyNumbers):
        return found
    ranks = found.claims.figures.ordinals
    if not ranks:
        return found
    spans = [number.span for number in found.claims.figures.items(ranks)]
    kept = [at for at in range(len(found.claims)) if at not in {*ranks}]
    skipped = [*found.skipped, *(Skipped(span, SkipReason.ORDINAL) for span in spans)]
    return Extraction(found.claims.take(kept), sorted(skipped))


def extract(text: Text, options: ExtractOptions) -> Extraction:
    """Reads every number of a text.

    Args:
        text: Any text.
        options: What counts as a number.

    Raises:
        TooManyNumbers: The text holds more than ``options.max_numbers``.
    """
    found = layout(text)
    figures, skipped = numbers.read(text, options, masks(text, found), found.odd)
    return Extraction(Claims(figures, *govern(text, found, figures.starts)), skipped)


_span = partial(tuple.__new__, Span)
_claim = partial(tuple.__new__, NumericClaim)
