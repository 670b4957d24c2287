"""Ranges of periods: in the calendar, in the names of columns, and among those of the data."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sidecar.binding.language.periods import (
    MONTH,
    MONTHS,
    NOTHING,
    YEAR,
    Period,
    complete,
    find,
)

_MONTHS_OF_NAME = re.compile(
    rf"(?:\b|_)({MONTH})\.?(?:_| ?[-–—/] ?| to )({MONTH})\.?(?![a-z])(?:[ _]{YEAR})?",
    re.IGNORECASE,
)
"""Two months in the name of a column: ``jan_mar``, "Jan–Mar 2024"."""

_MONTH_OF_NAME = re.compile(rf"(?:^|(?<=[_ .]))(?:{MONTH})(?=[_ .]|$)", re.IGNORECASE)
"""A month that is a word of the name of a column, where it is no other one: ``sales_mar_gbp``."""


def spanned(first: Period, last: Period) -> Period:
    """The quarter or half from one month to another; nothing where the two make none."""
    begin, end = first.month, last.month
    if begin is None or end is None or first.day is not None or first.year != last.year:
        return NOTHING
    if begin % 3 == 1 and end == begin + 2:
        return Period(first.year, first.half, first.quarter)
    return Period(first.year, first.half) if begin in (1, 7) and end == begin + 5 else NOTHING


def months_spanned(name: str) -> Iterator[tuple[int, int, Period]]:
    """The quarters and halves that a name tells by their months: "Jan–Mar 2024"."""
    for match in _MONTHS_OF_NAME.finditer(name):
        year = int(match["year"]) if match["year"] else None
        ends = (complete(year, MONTHS[match[i].lower()], None) for i in (1, 2))
        span = spanned(*ends)
        if span.known:
            yield match.start(), match.end(), span


def in_name(name: str) -> Iterator[tuple[int, int, Period]]:
    """The periods within the name of a column (``sales_2023``, "Q1 2024 (QAR m)")."""
    yield from months_spanned(name)
    spaced = name.replace("_", " ")
    yield from find(spaced) or find(spaced.replace(".", " "))
    for match in _MONTH_OF_NAME.finditer(name.strip()):
        yield match.start(), match.end(), complete(None, MONTHS[match[0].lower()], None)
