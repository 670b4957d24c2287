"""Values that stand in a free text and need an origin: ids, amounts, dates, addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sidecar.transcripts.origins.figures import read_figures
from sidecar.transcripts.origins.judgement import Kind
from sidecar.transcripts.origins.kinds import EMAIL, PHONE, URL

_CODED = re.compile(
    r"(?<![\w-])(?!\d+-[a-z]+\b)#?(?=\w*\d\w*\d)"
    r"(?=[\w-]*(?:[A-Za-z]|\d{6}))[\w-]{5,}(?![\w-])"
)
_LIMIT = re.compile(r"\b(?:limit|offset|top|first|next)\s\Z", re.IGNORECASE)
_HUNDRED = 100
_FORMS = ((Kind.URL, URL), (Kind.EMAIL, EMAIL), (Kind.PHONE, PHONE), (Kind.ID, _CODED))

Part = tuple[Kind, int, int]


def find_parts(string: str) -> list[Part]:
    """The values in a text with their code points, in order; none overlaps another."""
    found: list[Part] = []
    taken = bytearray(len(string))
    for kind, start, end in _propose(string):
        if not any(taken[start:end]):
            taken[start:end] = b"\1" * (end - start)
            found.append((kind, start, end))
    return sorted(found, key=lambda part: part[1])


def _propose(string: str) -> Iterator[Part]:
    """What may be a value, the surest first."""
    figures = read_figures(string)
    for kind, form in _FORMS[:2]:
        for match in form.finditer(string):
            yield kind, *match.span()
    for start, end, dates in figures.dates:
        if len(dates) == 1 and dates[0].day and dates[0].month:
            yield Kind.DATE, start, end
    for kind, form in _FORMS[2:]:
        for match in form.finditer(string):
            yield kind, *match.span()
    for start, end, value, symbol in figures.numbers:
        bare = (
            not symbol
            and abs(value) >= _HUNDRED
            and not _LIMIT.search(string[max(0, start - 8) : start])
        )
        if bare or symbol.isupper():
            yield Kind.AMOUNT, start, end
