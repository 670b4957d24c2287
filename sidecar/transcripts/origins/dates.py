"""Dates as people write them, also without a year or a day, and ranges of them.

``sidecar.text.numbers`` finds where dates stand; here they are read into days.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from itertools import pairwise
from typing import NamedTuple

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_PART = re.compile(r"\d+|[^\W\d_]+")
_ISO = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?"
)
_FORM = re.compile(
    r"\d{4}-(?:0[1-9]|1[0-2])|[A-Z][a-z]{2,8} \d{4}|\d{4}[-/.]\d\d?[-/.]\d\d?"
    r"|\d\d?[-/.]\d\d?[-/.](?:\d{4}|\d\d)"
    r"|(?:[A-Z][a-z]+,? )?(?:[A-Z][a-z]{2,8}\.? \d\d?(?:st|nd|rd|th)?,? \d{4}"
    r"|\d\d?(?:st|nd|rd|th)?(?: of)? [A-Z][a-z]{2,8}\.?,? \d{4})"
)
_YEAR_LENGTH, _SHORT_YEAR_TURN, _MONTHS_IN_YEAR = 4, 70, 12
NEAR = 366  # days within which a date without a year is looked for
_NEAR_MONTH = 31  # the same for a day without a month


class PartialDate(NamedTuple):
    """A date as it is written, or a month; 0 for what is left out."""

    year: int
    month: int
    day: int

    def fits(self, wanted: date, today: date | None) -> bool:
        """Whether it may name a day."""
        if self.day != wanted.day or self.month not in (0, wanted.month):
            return False
        if self.year:
            return self.year == wanted.year
        near = _NEAR_MONTH if not self.month else NEAR
        return today is None or abs((wanted - today).days) <= near

    def resolve(self) -> date | None:
        """The day, where all of it is written."""
        return make_day(*self) if all(self) else None


def make_day(year: int, month: int, day: int) -> date | None:
    """A day; None where the calendar has none such."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def is_date(value: str) -> bool:
    """Whether a whole value is a date, with or without a time."""
    return bool((_ISO.fullmatch(value) or _FORM.fullmatch(value)) and read_dates(value))


def read_dates(written: str) -> list[PartialDate]:
    """The days that one date may name: "5/6/2024" two, "May 20-22" its first and its last."""
    if iso := _ISO.match(written):
        read = [PartialDate(*(int(part) for part in iso.groups()))]
    else:
        read = _read_parts(_PART.findall(written))
    return [one for one in read if make_day(one.year or 2000, one.month or 1, one.day or 1)]


def _read_parts(parts: list[str]) -> list[PartialDate]:
    """The days that the words and figures of a date may name."""
    names = [part[:3].lower() for part in parts]
    month = next((_MONTHS.index(name) + 1 for name in names if name in _MONTHS), 0)
    figures = [part for part in parts if part.isdecimal()]
    year = next((int(part) for part in figures if len(part) == _YEAR_LENGTH), 0)
    small = [int(part) for part in figures if len(part) < _YEAR_LENGTH]
    if month:
        return [PartialDate(year, month, day) for day in small or [0] if year or day]
    return _read_figures(year, small)


def _read_figures(year: int, small: list[int]) -> list[PartialDate]:
    """The days of a date without words: "2024-06", "the 12th", "5/6/2024", "5/6/24"."""
    if len(small) == 3 and not year:
        short = small[2]
        return _read_figures(short + (2000 if short < _SHORT_YEAR_TURN else 1900), small[:2])
    if len(small) == 2:
        one, other = small
        return [PartialDate(year, *order) for order in sorted({(one, other), (other, one)})]
    if len(small) == 1:
        return [PartialDate(year, small[0], 0) if year else PartialDate(0, 0, small[0])]
    return []


_MONTH = re.compile(
    r"\b(?:in|of|for|during|since|until|from|to|by|with|this|next|last|late|early|mid) "
    r"(?P<month>january|february|march|april|may|june|july|august|september|october|november"
    r"|december)\b(?!\.? ?\d)",
    re.IGNORECASE,
)


def find_months(string: str) -> Iterator[tuple[int, int, list[PartialDate]]]:
    """Months of a text that have neither day nor year: "in June"."""
    for match in _MONTH.finditer(string):
        month = _MONTHS.index(match["month"][:3].lower()) + 1
        yield *match.span("month"), [PartialDate(0, month, 0)]


_BETWEEN = re.compile(
    r"\s*(?:,? ?(?:to|and|or|until|till|through|thru|-|–|—)(?: the)?)\s*", re.IGNORECASE
)
_LONGEST_RANGE = 62


def find_ranges(
    string: str, found: list[tuple[int, int, list[PartialDate]]]
) -> Iterator[tuple[int, int, PartialDate, PartialDate]]:
    """Dates of a text that bound a range: "between May 20 and 24"."""
    for start, end, dates in found:
        if len(dates) == 2 and dates[0][:2] == dates[1][:2] and dates[0] < dates[1]:
            yield start, end, dates[0], dates[1]
    for (start, middle, one), (behind, end, other) in pairwise(found):
        if len(one) == len(other) == 1 and _BETWEEN.fullmatch(string, middle, behind):
            month = one[0].month if other[0].month == 0 else other[0].month
            yield start, end, one[0], other[0]._replace(month=month)


def lies_between(wanted: date, low: PartialDate, high: PartialDate, today: date | None) -> bool:
    """Whether a day lies in a range."""
    year = low.year or high.year or wanted.year
    first = make_day(low.year or year, low.month, low.day)
    last = make_day(high.year or year, high.month, high.day)
    if not first or not last or not first <= wanted <= last:
        return False
    if not (low.year or high.year) and today and abs((wanted - today).days) > NEAR:
        return False
    return (last - first).days <= _LONGEST_RANGE
