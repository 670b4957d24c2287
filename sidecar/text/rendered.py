"""A text as it is shown, where markup stands inside a number: numbers are read there.

A reader sees 6578 where "6<b>57</b>8" or "&#54;578" is written (``markup``). The places of what is
read are those of what is written. Most texts have no such markup, and are read as they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from fastpath import holes as hole
from sidecar.model.number import Skipped
from sidecar.model.text import Span, Text
from sidecar.text.markup import Pair, Piece, pieces

Ints = NDArray[np.int64]


class Rendered:
    """What is shown of a text.

    Args:
        written: The text.
        found: What is shown in another way, in order and apart.
        pairs: Which pieces of markup belong together.

    Attributes:
        text: What is shown.
    """

    def __init__(self, written: Text, found: list[Piece], pairs: list[Pair]) -> None:
        string, size = written.string, len(written.string)
        parts: list[str] = []
        begins: list[Ints] = []
        ends: list[Ints] = []
        for (_, last, _), piece in pairwise([Piece(0, 0), *found, Piece(size, size)]):
            own = np.arange(written.byte_offset(last), written.byte_offset(piece.start))
            start, end = written.span(piece.start, piece.end)
            replaced = np.full(len(piece.shown.encode()), start)
            begins += [own, replaced]
            ends += [own + 1, np.full(replaced.size, end)]
            parts += [string[last : piece.start], piece.shown]
        self.text = Text("".join(parts))
        self._begins = np.concatenate([*begins, [len(written.data)]])
        self._ends = np.concatenate(ends)
        spans = [(written.span(*first[:2]), written.span(*last[:2])) for first, last in pairs]
        self._opened = {first.end: (first.start, last.start) for first, last in spans}
        self._closed = {last.start: (last.end, first.end) for first, last in spans}

    def holes(self, rows: Ints) -> Ints:
        """Holes of the text, as in ``fastpath.holes``, where they are in what is shown."""
        moved = rows.copy()
        moved[:, : hole.REASON] = np.searchsorted(self._begins, rows[:, : hole.REASON])
        return moved[moved[:, hole.START] < moved[:, hole.END]]

    def written(self, span: Span) -> Span:
        """Where the text has what is shown in a place: with both parts of markup, or with none."""
        start, end = int(self._begins[span.start]), int(self._ends[span.end - 1])
        first, closing = self._opened.get(start, (start, end))
        last, opening = self._closed.get(end, (end, start))
        return Span(first if closing < end else start, last if opening > start else end)

    def skipped(self, found: Iterable[Skipped]) -> list[Skipped]:
        """What was skipped, at its places in the text."""
        return [Skipped(self.written(span), reason) for span, reason in found]


def rendered(text: Text) -> Rendered | None:
    """What is shown of a text; None where no number differs from what is written.

    Args:
        text: Any text.
    """
    found, pairs = pieces(text.string, text.beyond)
    return Rendered(text, found, pairs) if found else None


def shown_text(string: str) -> str:
    """What is shown of a few words."""
    text = Text(string)
    found = rendered(text)
    return string if found is None else found.text.string
