"""Periods in texts, cells and column names: "Q2 2024", "7 January", "2023/24", "Monday", "W31".

A period is what is known of it: a year, a half, a quarter, a month, a day of the month, a day of
the week, a week of the year. One covers another where all that it knows is so there: "Q2" covers
2024-05-01.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Any, NamedTuple

from sidecar.work import check_abandoned, unless_abandoned

MONTHS = {
    name: number
    for number, names in enumerate(
        ("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul",
         "august aug", "september sep sept", "october oct", "november nov", "december dec"), 1
    )
    for name in names.split()
}  # fmt: skip
WEEKDAYS = {
    name: number
    for number, names in enumerate(
        ("monday mon", "tuesday tue tues", "wednesday wed", "thursday thu thur thurs",
         "friday fri", "saturday sat", "sunday sun")
    )
    for name in names.split()
}  # fmt: skip
_ORDINALS = {
    "first": 1,
    "1st": 1,
    "second": 2,
    "2nd": 2,
    "third": 3,
    "3rd": 3,
    "fourth": 4,
    "4th": 4,
}
MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
YEAR = r"(?P<year>(?:1[5-9]|20)\d\d)"
_SHORT = r"(?P<short>[0-4]\d)(?![\d%]|[.,]\d)"  # "in March 79 died" tells no year
_OF_YEAR = rf"(?:\s+(?:of\s+|in\s+)?(?:fy\s?)?{YEAR}\b)"
_PATTERNS = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b{YEAR}-(?P<month>\d\d)-(?P<day>\d\d)(?![\d-])",
        rf"\b{YEAR}[-/](?P<month>0[1-9]|1[0-2])(?![\d/-])",
        rf"\b{YEAR}[ -]?m(?P<month>0?[1-9]|1[0-2])\b",
        rf"(?<![\d.,/-])(?P<month>0?[1-9]|1[0-2])/(?P<day>1[3-9]|2\d|3[01])/{YEAR}\b",
        rf"(?<![\d.,/-])(?P<day>\d{{1,2}})([./-])(?P<month>0?[1-9]|1[0-2])\2{YEAR}\b",
        rf"\b(?P<day>\d{{1,2}})-(?P<month>{MONTH})-(?:{YEAR}|(?P<short>\d\d))\b",
        r"\b(?:on|by|since|until) the (?P<day>\d{1,2})(?:st|nd|rd|th)(?=\s*(?:[,;)]|\.(?!\d)|$))",
        rf"(?<!\bin )\b(?P<month>{MONTH})\.?\s+{_DAY}(?![\d%]|[.,]\d)(?:,?\s+(?:of\s+)?{YEAR}\b)?",
        rf"\b{_DAY}(?:\s+of)?\s+(?P<month>{MONTH})\b\.?(?:,?\s+{YEAR}\b)?",
        rf"\b(?P<month>{MONTH})\b\.?(?:(?:,?\s+(?:of\s+)?|[-/]){YEAR}\b|[-_ '’]+{_SHORT})",
        rf"\b(?P<month>{MONTH}){_SHORT}\b",
        rf"\b{YEAR}[ _/-]*(?:w|kw|cw|wk)[ _-]?(?P<week>[0-5]?\d)\b",
        rf"\b(?:w|(?:weeks?|wk|kw|cw)\.?[ _-]?)(?P<week>[0-5]\d|(?<=[ _-])\d)\b"
        rf"(?![%\d]|[.,]\d)(?:,?[ _/-](?:of\s+|in\s+)?{YEAR}\b)?",
        rf"\b(?:[fcas]y\s?)?{YEAR}(?:[ _/-]*q|-t)(?P<quarter>[1-4])\b",
        rf"\b(?:[fcas]y\s?)?{YEAR}[ _/-]*h(?P<half>[12])\b",
        rf"(?<![\d/.-])(?P<month>0[1-9]|1[0-2])[/-]{YEAR}\b",
        r"\bfy\s?['’]?(?P<short>\d\d)[ _-]*q(?P<quarter>[1-4])\b",
        r"\bfy\s?['’]?(?P<short>\d\d)[ _-]*h(?P<half>[12])\b",
        rf"\bq(?P<quarter>[1-4])\b"
        rf"(?:[ _,/-]*(?:of\s+)?(?:fy\s?)?(?:{YEAR}(?:/\d\d)?\b|['’]?{_SHORT}))?",
        rf"\b(?P<half>[12])h[ _'’]?(?:{YEAR}|(?P<short>\d\d))\b",
        rf"\b(?P<quarter>[1-4])q[ _]?(?:{YEAR}|(?P<short>\d\d))?\b",
        rf"\bh(?P<half>[12])\b(?:[ _,/-]*(?:of\s+)?(?:fy\s?)?(?:{YEAR}\b|['’]?{_SHORT}))?",
        rf"\b(?P<qword>{'|'.join(_ORDINALS)})[ -]quarter\b{_OF_YEAR}?",
        rf"(?<=quarter to the )(?P<qword>{'|'.join(_ORDINALS)})\b",
        rf"\b(?P<hword>first|second)[ -]half\b{_OF_YEAR}?",
        rf"\b(?:[fcas]y\s?)?{YEAR}\s?[/–-]\s?(?P<second>\d\d(?:\d\d)?)(?!\d|-\d)",
        rf"\b[fcas]y\s?(?:{YEAR}|['’]?(?P<short>\d\d))(?:/\d\d)?\b",
        rf"(?<![\d.,/$€£¥-]){YEAR}(?![\d/%]|[.,]\d|s\b)",
    )
]
_LONE_MONTH = re.compile(
    r"\b(January|February|March|April|May|June|July|August|September|October|November|December"
    r"|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec"
    r"|january|february|april|june|july|september|october|november|december"
    r"|jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec|(?<=\bin )(?:march|mar|may|august))\b\.?"
)
"""A month by itself; a word that may be another one only with a capital, or after "in"."""

_MONTHS_TOGETHER = re.compile(
    rf"\b(?:{MONTH})\b\.?"
    rf"(?:(?:\s*[,/&+–—-]\s*|\s(?:to|and|or|until|till|through|vs)\s|\s(?!may\b))"
    rf"(?:{MONTH})\b\.?)+",
    re.IGNORECASE,
)
"""Several months, none of which then is another word: "jan to mar", "apr/may", "jun jul aug"."""

_MONTH_OF_SEVERAL = re.compile(rf"\b({MONTH})\b\.?", re.IGNORECASE)

_WEEKDAY = re.compile(
    r"\b((?i:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)(?=s?\b)"
    r"|(?<=\b[Oo]n )(?:Mon|Tues?|Wed|Thur?s?|Fri|Sat|Sun)\b)s?"
)
"""A day of the week; short ones behind "on" alone."""

_HINT = re.compile(
    rf"\d{{4}}|\b(?:{MONTH})|\bq[1-4]|[1-4]q|\bh[12]\b|quarter|half|\b[fcas]y|[12]h|days?\b"
    r"|\bweek|\b[kc]?wk?[ _-]?\d|\d(?:st|nd|rd|th)\b|\bon (?:mon|tue|wed|thu|fri|sat|sun)",
    re.IGNORECASE,
)


class TimePeriod(NamedTuple):
    """What is known of a period; None where nothing is."""

    year: int | None = None
    half: int | None = None
    quarter: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    week: int | None = None

    def covers(self, other: TimePeriod) -> bool:
        """Whether the other lies in this one, as far as this one tells.

        A month alone decides: which quarter it lies in depends on where a year begins.
        """
        if self.month is not None:
            return (
                self.month == other.month
                and self.year in (None, other.year)
                and self.day in (None, other.day)
                and self.weekday in (None, other.weekday)
            )
        for mine, theirs in zip(self, other, strict=True):  # asked very often
            if mine is not None and mine != theirs:
                return False
        return True

    @property
    def known(self) -> int:
        """How many parts are known."""
        return len(self) - self.count(None)

    def merged(self, other: TimePeriod) -> TimePeriod:
        """Both together; this one where they differ."""
        return TimePeriod(*(a if a is not None else b for a, b in zip(self, other, strict=True)))


NOTHING = TimePeriod()

_WEEKS = 53


def order(period: TimePeriod) -> tuple[int, ...]:
    """A key that sorts periods, earliest first."""
    return tuple(-1 if part is None else part for part in (*period[:5], period.week))


def complete(year: int | None, month: int | None, day: int | None) -> TimePeriod:
    """A date with what follows from it."""
    weekday = None
    if year is not None and month is not None and day is not None:
        try:
            weekday = date(year, month, day).weekday()
        except ValueError:
            return NOTHING
    quarter = None if month is None else (month + 2) // 3
    half = None if month is None else 1 + (month > 6)
    return TimePeriod(year, half, quarter, month, day, weekday)


def in_week(year: int | None, week: int) -> TimePeriod:
    """A week of the year, with the half and quarter that it begins in."""
    if not 1 <= week <= _WEEKS:
        return NOTHING
    quarter = min(4, (week + 12) // 13)
    return TimePeriod(year, (quarter + 1) // 2, quarter, week=week)


def find(string: str) -> list[tuple[int, int, TimePeriod]]:
    """The periods of a text with their places in code points, in order, none inside another."""
    check_abandoned()
    if not _HINT.search(string):
        return []
    found: list[tuple[int, int, TimePeriod]] = []
    for pattern in _PATTERNS:
        check_abandoned()
        for match in pattern.finditer(string):
            check_abandoned()
            period = _period(match.groupdict())
            if period.known and not _taken(found, match.start(), match.end()):
                found.append((match.start(), match.end(), period))
    for match in unless_abandoned((*_LONE_MONTH.finditer(string), *_months_together(string))):
        if not _taken(found, match.start(), match.end()):
            month = MONTHS[match[1].lower()]
            found.append((match.start(), match.end(), complete(None, month, None)))
    for match in unless_abandoned(_WEEKDAY.finditer(string)):
        weekday = WEEKDAYS[match[1].lower()]
        found.append((match.start(), match.end(), TimePeriod(weekday=weekday)))
    return sorted(found)


def _months_together(string: str) -> Iterator[re.Match[str]]:
    """The months that are stated together."""
    for run in _MONTHS_TOGETHER.finditer(string):
        yield from _MONTH_OF_SEVERAL.finditer(string, run.start(), run.end())


def _taken(found: list[tuple[int, int, TimePeriod]], start: int, end: int) -> bool:
    return any(start < other_end and other_start < end for other_start, other_end, _ in found)


def _dated(year: int | None, month: str | None, day: str | None) -> TimePeriod:
    """A month or a day of one; a day alone is one of any month: "on the 13th"."""
    number = 0 if month is None else int(month) if month.isdigit() else MONTHS[month.lower()]
    if (month and not 1 <= number <= 12) or (day and not 1 <= int(day) <= 31):
        return NOTHING
    return complete(year, number or None, int(day) if day else None)


def _period(parts: dict[str, Any]) -> TimePeriod:
    short = parts.get("short")
    written = parts.get("year")
    year = int(written) if written else 2000 + int(short) if short else None
    second = parts.get("second")
    if second and year is not None and int(second) % 100 != (year + 1) % 100:
        return NOTHING  # "2010-15" is a range
    if parts.get("month") or parts.get("day"):
        return _dated(year, parts.get("month"), parts.get("day"))
    word = parts.get("qword") or parts.get("hword")
    if parts.get("quarter") or parts.get("qword"):
        quarter = int(parts.get("quarter") or 0) or _ORDINALS[str(word).lower()]
        return TimePeriod(year, (quarter + 1) // 2, quarter)
    if parts.get("half") or parts.get("hword"):
        return TimePeriod(year, int(parts.get("half") or 0) or _ORDINALS[str(word).lower()])
    return in_week(year, int(parts["week"])) if parts.get("week") else TimePeriod(year)
