"""Cells and names that are a period as a whole: "2024-03-11 08:00", "202403", "Jan-Mar 2023".

What is no period inside a text may be one where nothing else stands beside it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from functools import lru_cache

from sidecar.binding.language.periods import (
    MONTH,
    MONTHS,
    NOTHING,
    WEEKDAYS,
    YEAR,
    TimePeriod,
    complete,
    find,
)
from sidecar.model.cached import cache_if_short

# Ranges of periods: in the calendar, in the names of columns, and among those of the data.

_MONTHS_OF_NAME = re.compile(
    rf"(?:\b|_)({MONTH})\.?(?:_| ?[-–—/] ?| to )({MONTH})\.?(?![a-z])(?:[ _]{YEAR})?",
    re.IGNORECASE,
)
"""Two months in the name of a column: ``jan_mar``, "Jan–Mar 2024"."""

_MONTH_OF_NAME = re.compile(rf"(?:^|(?<=[_ .]))(?:{MONTH})(?=[_ .]|$)", re.IGNORECASE)
"""A month that is a word of the name of a column, where it is no other one: ``sales_mar_gbp``."""


def spanned(first: TimePeriod, last: TimePeriod) -> TimePeriod:
    """The quarter or half from one month to another; nothing where the two make none."""
    begin, end = first.month, last.month
    if begin is None or end is None or first.day is not None or first.year != last.year:
        return NOTHING
    if begin % 3 == 1 and end == begin + 2:
        return TimePeriod(first.year, first.half, first.quarter)
    return TimePeriod(first.year, first.half) if begin in (1, 7) and end == begin + 5 else NOTHING


def months_spanned(name: str) -> Iterator[tuple[int, int, TimePeriod]]:
    """The quarters and halves that a name tells by their months: "Jan–Mar 2024"."""
    for match in _MONTHS_OF_NAME.finditer(name):
        year = int(match["year"]) if match["year"] else None
        ends = (complete(year, MONTHS[match[i].lower()], None) for i in (1, 2))
        span = spanned(*ends)
        if span.known:
            yield match.start(), match.end(), span


def in_name(name: str) -> Iterator[tuple[int, int, TimePeriod]]:
    """The periods within the name of a column (``sales_2023``, "Q1 2024 (QAR m)")."""
    yield from months_spanned(name)
    spaced = name.replace("_", " ")
    yield from find(spaced) or find(spaced.replace(".", " "))
    for match in _MONTH_OF_NAME.finditer(name.strip()):
        yield match.start(), match.end(), complete(None, MONTHS[match[0].lower()], None)


# Years of two digits at the end of the names of columns: ``offers_23``, ``offers_24``.

_NAME = re.compile(r"(.*[A-Za-z].*?)[ _'’.-]+(\d\d)")
_FIRST, _LAST = 10, 49
_APART = 3  # years between two columns that are called the same


def short_year(names: Sequence[str], place: int) -> TimePeriod:
    """The year that a column's name ends with; nothing where it ends with none.

    Args:
        names: The names of all columns of its table.
        place: Its place among them.
    """
    years = _years(tuple(names))
    match = _NAME.fullmatch(names[place])
    year = int(match[2]) if match is not None else 0
    return TimePeriod(2000 + year) if year in years else NOTHING


@lru_cache(maxsize=64)
def _years(names: tuple[str, ...]) -> frozenset[int]:
    """The two digits that are years, by the columns that are called the same."""
    alike: defaultdict[str, set[int]] = defaultdict(set)
    for name in names:
        match = _NAME.fullmatch(name)
        if match is not None and _FIRST <= int(match[2]) <= _LAST:
            alike[match[1].lower()].add(int(match[2]))
    return frozenset(
        year
        for years in alike.values()
        for year in years
        if any(0 < abs(year - other) <= _APART for other in years)
    )


_LONGEST = 40
_TIMED = re.compile(r"(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d")
_STAMP = re.compile(r"((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])?")
"""A month or day without marks: "202403", "20240311"."""

_SLASHED = re.compile(r"\s*(\d{1,2})/(\d{1,2})/(\d{4})\b")
_MONTHS_OF_YEAR = 12


@cache_if_short(65536)
def whole(string: str) -> TimePeriod:
    """The period that a cell or name is, as a whole; nothing where it is anything else."""
    string = string.strip()
    if len(string) > _LONGEST:
        return NOTHING
    timed = _TIMED.match(string)
    if timed:
        string = timed[1]
    for start, end, period in (*months_spanned(string), *find(string.replace("_", " "))):
        if start == 0 and end >= len(string):
            return period
    lower = string.lower().rstrip(".")
    if lower in MONTHS:
        return complete(None, MONTHS[lower], None)
    if lower in WEEKDAYS:
        return TimePeriod(weekday=WEEKDAYS[lower])
    return stamped(string)


def stamped(string: str) -> TimePeriod:
    """The month or day that a row of digits is; nothing where it is none."""
    stamp = _STAMP.fullmatch(string)
    if stamp is None:
        return NOTHING
    return complete(int(stamp[1]), int(stamp[2]), int(stamp[3]) if stamp[3] else None)


def of_value(value: object) -> TimePeriod:
    """The period of a cell; nothing where it is none."""
    if isinstance(value, datetime | date):
        return complete(value.year, value.month, value.day)
    if isinstance(value, str):
        return whole(value)
    return NOTHING


def day_first(cells: Sequence[object]) -> Sequence[object]:
    """The cells of a column, dates that put the month first ("10/04/2024") turned round.

    What a date alone does not tell, another one of its column does: "10/18/2024".
    """
    matches = [_SLASHED.match(cell) if isinstance(cell, str) else None for cell in cells]
    dates = [(int(m[1]), int(m[2])) for m in matches if m]
    first, second = (max(each) for each in zip(*dates, strict=True)) if dates else (0, 0)
    if not first <= _MONTHS_OF_YEAR < second:
        return cells
    return [
        f"{m[2]}/{m[1]}/{m[3]}{m.string[m.end() :]}" if m else cell
        for m, cell in zip(matches, cells, strict=True)
    ]
