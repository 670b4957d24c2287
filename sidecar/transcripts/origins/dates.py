"""Dates as people write them, also without a year, and days that are counted from another day.

``sidecar.text.numbers`` finds where dates stand; here they are read into days.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
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
        year, month, day = (int(part) for part in iso.groups())
        return [PartialDate(year, month, day)] if make_day(year, month, day) else []
    parts = _PART.findall(written)
    names = [part[:3].lower() for part in parts]
    months = [_MONTHS.index(name) + 1 for name in names if name in _MONTHS]
    figures = [part for part in parts if part.isdecimal()]
    year = next((int(part) for part in figures if len(part) == _YEAR_LENGTH), 0)
    small = [int(part) for part in figures if len(part) < _YEAR_LENGTH]
    if months and not small:
        return [PartialDate(year, months[0], 0)] if year else []
    if months:
        return [PartialDate(year, months[0], day) for day in small if _is_day(year, months[0], day)]
    if not year and len(small) == 3:
        year = small.pop()
        year += 2000 if year < _SHORT_YEAR_TURN else 1900
    if len(small) == 1:
        return _read_single(year, small[0])
    if len(small) != 2:
        return []
    orders = {(small[0], small[1]), (small[1], small[0])}
    return [PartialDate(year, m, d) for m, d in sorted(orders) if _is_day(year, m, d)]


def _read_single(year: int, figure: int) -> list[PartialDate]:
    """The month of "2024-06", the day of "the 12th"."""
    if year:
        return [PartialDate(year, figure, 0)] if 1 <= figure <= _MONTHS_IN_YEAR else []
    return [PartialDate(0, 0, figure)] if _is_day(0, 1, figure) else []


_MONTH = re.compile(
    r"\b(?:in|of|for|during|since|until|from|to|by|this|next|last|late|early|mid) "
    r"(?P<month>January|February|March|April|May|June|July|August|September|October|November"
    r"|December)\b(?!\.? ?\d)",
)


def find_months(string: str) -> Iterator[tuple[int, int, list[PartialDate]]]:
    """Months of a text that have neither day nor year: "in June"."""
    for match in _MONTH.finditer(string):
        month = _MONTHS.index(match["month"][:3].lower()) + 1
        yield *match.span("month"), [PartialDate(0, month, 0)]


def _is_day(year: int, month: int, day: int) -> bool:
    return make_day(year or 2000, month, day) is not None


class Relative(NamedTuple):
    """Words that name days by another day.

    Attributes:
        start: Their first code point.
        end: The code point behind them.
        first: The first of the days, counted from that day.
        last: The last one.
        anchored: Whether they count from a day that is named elsewhere, not from today.
    """

    start: int
    end: int
    first: int
    last: int
    anchored: bool

    @property
    def is_day(self) -> bool:
        """Whether they name one day from today."""
        return self.first == self.last and not self.anchored


_WORDS: tuple[tuple[str, int, int, bool], ...] = (
    (r"(?:the )?day after tomorrow", 2, 2, False),
    (r"(?:the )?day before yesterday", -2, -2, False),
    (r"tomorrow", 1, 1, False),
    (r"yesterday|last night", -1, -1, False),
    (r"today|tonight|(?:right )?now|immediately|this (?:morning|afternoon|evening)", 0, 0, False),
    (r"(?:the )?(?:next|following|very next) day|day after|(?:a|one) day later", 1, 1, True),
    (r"(?:the )?previous day|day before|(?:a|one) day (?:earlier|before)", -1, -1, True),
    (r"a week (?:later|after)|(?:the )?(?:following week|week after)", 7, 7, True),
    (r"a week (?:earlier|before|prior)|(?:the )?week before", -7, -7, True),
    (r"a week from (?:now|today)|in a week", 7, 7, False),
    (r"a week ago", -7, -7, False),
    (r"a (?:couple|few) (?:of )?days", 2, 4, True),
)
_WHICH = "next|this|last|past|coming|previous|upcoming|following"
_NAMED = re.compile(
    "|".join(rf"(?P<w{at}>\b(?:{words})\b)" for at, (words, *_) in enumerate(_WORDS))
    + rf"|\b(?:(?P<which>{_WHICH}) )?"
    r"(?P<day>(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekend)s?\b"
    + rf"|\b(?P<whose>{_WHICH}) (?P<part>week|month)\b",
    re.IGNORECASE,
)


def find_relative(string: str, today: date | None) -> Iterator[Relative]:
    """Words of a text that name days by other days: "tomorrow", "next Monday", "the day after"."""
    for match in _NAMED.finditer(string):
        start, end = match.span()
        row = next((at for at in range(len(_WORDS)) if match[f"w{at}"]), None)
        if row is not None:
            _, first, last, anchored = _WORDS[row]
            if anchored or today:
                yield Relative(start, end, first, last, anchored)
        elif today:
            for first, last in _days_named(match, today):
                yield Relative(start, end, first, last, False)


def _days_named(match: re.Match[str], today: date) -> list[tuple[int, int]]:
    """How far the days may be from today that a weekday, week or month names."""
    if match["day"]:
        return _week_days((match["which"] or "").lower(), match["day"].lower(), today)
    return _period(match["whose"].lower(), match["part"].lower(), today)


def _week_days(which: str, name: str, today: date) -> list[tuple[int, int]]:
    """How far a day of the week may be from today."""
    names = ("sat", "sun") if name == "weekend" else (name[:3],)
    ahead = [(_DAYS.index(one) - today.weekday()) % 7 for one in names]
    if which in ("last", "past", "previous"):
        return [(days - 7, days - 7) for days in ahead] + [(days - 14, days - 14) for days in ahead]
    near = [(days, days) for days in ahead]
    return near if which == "this" else [*near, *((days + 7, days + 7) for days in ahead)]


def _period(which: str, part: str, today: date) -> list[tuple[int, int]]:
    """How far the days of a week or month may be from today."""
    step = {"this": 0, "last": -1, "past": -1, "previous": -1}.get(which, 1)
    if part == "week":
        monday = 7 * step - today.weekday()
        return [(monday, monday + 6)] if which != "past" else [(-7, 0)]
    first, behind = (_first_of_month(today, step + further) for further in (0, 1))
    return [((first - today).days, (behind - today).days - 1)]


def _first_of_month(day: date, months: int) -> date:
    """The first day of a month, counted from that of a day."""
    number = day.year * _MONTHS_IN_YEAR + day.month - 1 + months
    return date(number // _MONTHS_IN_YEAR, number % _MONTHS_IN_YEAR + 1, 1)


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


def add_days(day: date, days: int) -> date | None:
    """A day counted from another; None beyond the calendar."""
    try:
        return day + timedelta(days)
    except OverflowError:
        return None
