"""What the sentences of a source that are quoted count and date, each of them read once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sidecar.claims.dates import DATES
from sidecar.claims.document import Sentence
from sidecar.model.number import Form, Number, Skipped, SkipReason
from sidecar.model.text import Span, Text
from sidecar.text import numbers
from sidecar.text.masks import NO_HOLES
from sidecar.text.options import ExtractOptions

_OPTIONS = ExtractOptions()
_ALL = ExtractOptions(ignore_years=False, ordinals="all")
_BEFORE = 20
_COUNTS = re.compile(r"(?:\bof|[:=|\t])\s*\Z", re.IGNORECASE)
"""Before four digits that are a number of things, and no year: "a staff of 1950"."""

_BASE = re.compile(r"\bfrom\s+\Z", re.IGNORECASE)
_CELLS = re.compile(r"[|\t]")


class Held(NamedTuple):
    """A number of a source.

    Attributes:
        number: The number.
        quoted: Whether a part of it is quoted: then the whole of it, and its unit, is what counts.
        in_row: Whether it stands in the row of a table, whose header may have its unit.
        in_brackets: Whether it stands in brackets, as negative ones do in accounts.
        is_base: Whether something rises or falls from it.
    """

    number: Number
    quoted: bool
    in_row: bool
    in_brackets: bool
    is_base: bool


class Told(NamedTuple):
    """A sentence of a source.

    Attributes:
        text: The sentence, or the row of a table.
        numbers: Its numbers.
        dates: Its dates and years, as they stand there.
    """

    text: str
    numbers: Sequence[Held]
    dates: Sequence[str]


def told(sentence: Sentence) -> Told:
    """A sentence, read.

    Raises:
        TooManyNumbers: If it has more numbers than are read.
    """
    string = sentence.text
    text = Text(string)
    found, skipped = numbers.read(text, _OPTIONS, NO_HOLES)
    dates = [text.slice(one.span) for one in skipped if one.reason in DATES]
    counted: Iterable[Number] = found
    if any(_is_number(text, one) for one in skipped):
        years = {one.span for one in skipped if not _is_number(text, one)}
        every, _ = numbers.read(text, _ALL, NO_HOLES)
        counted = [one for one in every if one.span not in years]
    in_row = _CELLS.search(string) is not None
    return Told(string, [_held(one, text, sentence, in_row) for one in counted], dates)


def _is_number(text: Text, one: Skipped) -> bool:
    """Whether what is no quantity as a rule is a rank, or counts something."""
    if one.reason is SkipReason.YEAR:
        return _COUNTS.search(_before(text, one.span)) is not None
    return one.reason is SkipReason.ORDINAL


def _held(number: Number, text: Text, sentence: Sentence, in_row: bool) -> Held:
    start, end = text.char_offset(number.span.start), text.char_offset(number.span.end)
    before = _before(text, number.span)
    return Held(
        number,
        any(first < end and start < last for first, last in sentence.quoted),
        in_row,
        before.endswith("(") and text.string[end:].startswith(")"),
        number.form is not Form.ORDINAL and _BASE.search(before) is not None,
    )


def _before(text: Text, span: Span) -> str:
    """What stands before a place."""
    start = text.char_offset(span.start)
    return text.string[max(0, start - _BEFORE) : start]
