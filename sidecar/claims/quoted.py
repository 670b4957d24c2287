"""What the sentences of a source that are quoted count and date, each of them read once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sidecar.citations.overlap import content_words
from sidecar.claims.dates import DATES
from sidecar.claims.document import QuotedSentence, find_scales
from sidecar.claims.grids import split_bars
from sidecar.model.number import Number, NumberForm, Skipped, SkipReason
from sidecar.model.text import Span, Text
from sidecar.text import numbers
from sidecar.text.masks import NO_HOLES
from sidecar.text.options import ExtractOptions

_OPTIONS = ExtractOptions()
_ALL = ExtractOptions(ignore_years=False, ordinals="all")
_BEFORE = 20
_COUNTS = re.compile(r"(?:\bof|[:=|\t])\s*\Z", re.IGNORECASE)
"""Before four digits that are a number of things, and no year: "a staff of 1950"."""

_MONTH = re.compile(
    r"\b(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*\b|\b(?:quarter|half)\b", re.I
)
_BASE = re.compile(r"\bfrom\s+\Z", re.IGNORECASE)
_CELLS = re.compile(r"[|\t]")


class SourceNumber(NamedTuple):
    """A number of a source.

    Attributes:
        number: The number.
        quoted: Whether a part of it is quoted: then the whole of it, and its unit, is what counts.
        in_row: Whether it stands in the row of a table, whose header may have its unit.
        scales: Powers of ten that the header of its own column names; None where that is not known.
        in_brackets: Whether it stands in brackets, as negative ones do in accounts.
        is_base: Whether something rises or falls from it.
    """

    number: Number
    quoted: bool
    in_row: bool
    scales: frozenset[int] | None
    in_brackets: bool
    is_base: bool


class ReadSentence(NamedTuple):
    """A sentence of a source.

    Attributes:
        text: The sentence, or the row of a table below its header.
        label: The words of a row itself, beside months; nothing in a sentence.
        numbers: Its numbers.
        dates: Its dates and years, as they stand there.
    """

    text: str
    label: frozenset[str]
    numbers: Sequence[SourceNumber]
    dates: Sequence[str]


def read_quoted(sentence: QuotedSentence) -> ReadSentence:
    """A sentence, read.

    Raises:
        TooManyNumbers: If it has more numbers than are read.
    """
    string = sentence.text
    text = Text(string)
    found, skipped = numbers.read_numbers(text, _OPTIONS, NO_HOLES)
    dates = [text.slice(one.span) for one in skipped if one.reason in DATES]
    counted: Iterable[Number] = found
    if any(_is_number(text, one, sentence.row) for one in skipped):
        years = {one.span for one in skipped if not _is_number(text, one, sentence.row)}
        every, _ = numbers.read_numbers(text, _ALL, NO_HOLES)
        counted = [one for one in every if one.span not in years]
    headed = _headed(sentence)
    label = (
        content_words(_MONTH.sub(" ", string[sentence.row :])) if sentence.row else frozenset[str]()
    )
    return ReadSentence(
        string, label, [_held(one, text, sentence, headed) for one in counted], dates
    )


def _headed(sentence: QuotedSentence) -> Sequence[frozenset[int]]:
    """The scales that the header of each column of a row names; nothing where there is none."""
    header = sentence.text[: sentence.row]
    return [find_scales(cell) for cell in split_bars(header)] if "|" in header else ()


def _is_number(text: Text, one: Skipped, row: int) -> bool:
    """Whether what is no quantity as a rule is a rank, or counts something.

    In a table the years of the header and of the first column are years.
    """
    if one.reason is SkipReason.YEAR:
        if row and not text.string[row : text.char_offset(one.span.start)].strip("| \t"):
            return False
        return _COUNTS.search(_before(text, one.span)) is not None
    return one.reason is SkipReason.ORDINAL


def _held(
    number: Number, text: Text, sentence: QuotedSentence, headed: Sequence[frozenset[int]]
) -> SourceNumber:
    in_row = sentence.row > 0 or _CELLS.search(sentence.text) is not None
    start, end = text.char_offset(number.span.start), text.char_offset(number.span.end)
    before = _before(text, number.span)
    return SourceNumber(
        number,
        any(first < end and start < last for first, last in sentence.quoted),
        in_row,
        _scales_at(sentence, start, headed),
        before.endswith("(") and text.string[end:].startswith(")"),
        number.form is not NumberForm.ORDINAL and _BASE.search(before) is not None,
    )


def _scales_at(
    sentence: QuotedSentence, place: int, headed: Sequence[frozenset[int]]
) -> frozenset[int] | None:
    """The scales of the column that a place in a row is in; None where no header names any."""
    column = sentence.text[sentence.row : place].strip().removeprefix("|").count("|")
    if not any(headed) or place < sentence.row or column >= len(headed):
        return None
    return headed[column]


def _before(text: Text, span: Span) -> str:
    """What stands before a place."""
    start = text.char_offset(span.start)
    return text.string[max(0, start - _BEFORE) : start]
