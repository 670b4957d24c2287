"""The formulas that come with a narrative, and the text that is judged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sidecar.model.formula import Formula
from sidecar.model.text import Span, Text
from sidecar.text.footnotes import blanked, footnotes


class Declared(NamedTuple):
    """A narrative whose footnotes with queries were read.

    Attributes:
        text: What is judged: footnotes with queries, and what refers to them, are spaces in it.
        formulas: Those of the request, then those of footnotes. The span of a footnote's is empty,
            where a marker begins: the number before it is intended.
        written: The narrative as it was written, where ``text`` differs from it.
    """

    text: Text
    formulas: Sequence[Formula]
    written: Text | None


def place(narrative: Text, words: str) -> Span:
    """Where the words of a number stand, which a formula names it by.

    Raises:
        ValueError: With a sentence: they stand there not at all, or more than once.
    """
    wanted = words.encode("utf-8", "replace")
    start = narrative.data.find(wanted) if wanted else -1
    if start < 0:
        raise ValueError("it is not in the narrative")
    if narrative.data.find(wanted, start + 1) >= 0:
        raise ValueError("it stands there more than once: give the span of the right one")
    return Span(start, start + len(wanted))


def declared(narrative: Text, given: Sequence[Formula]) -> Declared:
    """Read the formulas of a narrative beside those that the request gives."""
    notes = footnotes(narrative.string)
    if not notes:
        return Declared(narrative, given, None)
    offset = narrative.byte_offset
    formulas = [
        Formula(Span(offset(place), offset(place)), note.query)
        for note in notes
        for place, _ in note.markers
    ]
    return Declared(Text(blanked(narrative.string, notes)), [*given, *formulas], narrative)
