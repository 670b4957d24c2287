"""Every number of a text with its sentence and the source that the sentence names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sidecar.model.number import NumericClaim, Skipped
from sidecar.model.text import Span, Text
from sidecar.text import citations, numbers
from sidecar.text.masks import masks
from sidecar.text.options import ExtractOptions
from sidecar.text.outline import outline
from sidecar.text.sentences import split


class Extraction(NamedTuple):
    """What a text says in numbers, in its order."""

    claims: list[NumericClaim]
    skipped: list[Skipped]


def extract(text: Text, options: ExtractOptions) -> Extraction:
    """Reads every number of a text.

    Args:
        text: Any text.
        options: What counts as a number.

    Raises:
        TooManyNumbers: The text holds more than ``options.max_numbers``.
    """
    string = text.string
    blocks = outline(string)
    found, skipped = numbers.read(text, options, masks(string, blocks))
    if not found:
        return Extraction([], skipped)
    claims = []
    bounds = _bounds(text, split(string, blocks))
    start, end, sentence = next(bounds)
    sources = None
    for number in found:
        at = text.char_offset(number.span.start)
        while at >= end:
            start, end, sentence = next(bounds)
            sources = None
        if at < start:  # between sentences, such as the number of an empty list item
            line = text.line_span(text.line(number.span.start))
            claims.append(NumericClaim(number, line, citations.UNCITED))
            continue
        if sources is None:
            sources = citations.sources(string, start, end)
        uncited = sources is citations.NO_SOURCES
        citation = citations.UNCITED if uncited else sources.govern(at, text)
        claims.append(NumericClaim(number, sentence, citation))
    return Extraction(claims, skipped)


def _bounds(text: Text, spans: Iterator[tuple[int, int]]) -> Iterator[tuple[int, int, Span]]:
    """Sentences in code points and bytes, and one past the end of the text."""
    for start, end in spans:
        yield start, end, text.span(start, end)
    beyond = len(text.string) + 1
    yield beyond, beyond + 1, Span(len(text.data), len(text.data))
