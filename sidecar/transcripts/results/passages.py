"""The numbers of texts as evidence: each sentence of a tool's text is a row, its numbers are cells.

A search returns passages, and the answer states their numbers: "6.21 births per woman". A number
in a sentence has no row and no column to be named by, so it supports what equals it only where few
numbers could.
"""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.model.text import Span, Text
from sidecar.text.layout import read_layout
from sidecar.text.sentences import find_sentence_bounds
from sidecar.transcripts.results.parts import MOST_CELL, ExtractedSource, ExtractedTable

QUERY_ID = "passages"


def make_passages(sources: Sequence[ExtractedSource]) -> ExtractedTable | None:
    """The sentences of all texts that hold digits, each with its text's id; None without any."""
    rows = [
        (source.id, sentence) for source in sources for sentence in _split_sentences(source.text)
    ]
    if not rows:
        return None
    last = sources[-1]
    return ExtractedTable(
        query_id=QUERY_ID,
        title="sentences of texts that tools returned",
        tool="",
        message=last.message,
        call_id="",
        path="",
        columns=("source", "passage"),
        rows=tuple(rows),
    )


def _split_sentences(string: str) -> list[str]:
    text = Text(string)
    bounds = find_sentence_bounds(text, read_layout(text)).tolist()
    sentences = [text.slice(Span(start, end)).strip()[:MOST_CELL] for start, end in bounds]
    return [sentence for sentence in sentences if any(map(str.isdigit, sentence))]
