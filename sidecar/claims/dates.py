"""Dates of a claim against those of its source, whichever way either is written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sidecar.model.number import SkipReason
from sidecar.model.text import Text
from sidecar.text import numbers
from sidecar.text.masks import NO_HOLES
from sidecar.text.options import ExtractOptions

DATES = frozenset({SkipReason.YEAR, SkipReason.DATE})

_OPTIONS = ExtractOptions(max_numbers=100_000)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_TOKEN = re.compile(r"\d+s?|[^\W\d_]+")
_NAMED_MONTH = re.compile(
    r"\b(January|February|April|June|July|August|September|October|November|December)\b"
    r"|\b(?:in|of|since|by|until|from|to|last|this|early|late|mid|during|before|after)"
    r" (March|May|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b"
)
_MONTH_OF_ROW = re.compile(
    r"(?:\A|\n)[| \t]{0,20}(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?"
    r"(?:[ -]\d{2,4})?[ ]{0,20}(?=[|\t])"
)
"""The month that a row of a table begins with."""

_WEEKDAY = re.compile(r"\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b")
_PART = re.compile(
    r"\b(?:(?P<letter>[QH])(?P<digit>[1-4])|(?P<before>[1-4])(?P<behind>[QH])"
    r"|(?P<nth>first|second|third|fourth|1st|2nd|3rd|4th)[ -](?P<of>quarter|half))\b",
    re.IGNORECASE,
)
_NTH = {"f": 1, "s": 2, "t": 3, "1": 1, "2": 2, "3": 3, "4": 4}
_LIKE_YEAR = re.compile(r"(?<![\d.,])(?:1[5-9]|2[01])\d\d(?![\d]|[.,]\d)")
_SHORT_YEAR = re.compile(r"(?<!\d)(1[5-9]|2[01])\d\d\s?[-–/]\s?(\d\d)(?!\d)")
_FISCAL = re.compile(r"(?:FY|CY|['’])", re.IGNORECASE)
_YEAR_FIRST = re.compile(r"\d{4}\D")
_DECADE, _TURN, _YEAR_DIGITS = 10, 70, 4


class DateStamp(NamedTuple):
    """What some dates name.

    Attributes:
        years: With a century.
        decades: By their first years: "1990s".
        months: From 1 to 12.
        days: Of a month.
        either: Months or days: "05/03/2024".
        loose: What may be a year, or a number of four digits.
    """

    years: frozenset[int] = frozenset()
    decades: frozenset[int] = frozenset()
    months: frozenset[int] = frozenset()
    days: frozenset[int] = frozenset()
    either: frozenset[int] = frozenset()
    loose: frozenset[int] = frozenset()

    def or_else(self, others: DateStamp) -> DateStamp:
        """With the years of others where it has none, and their days where it has none."""
        made = self
        if not self.years and not self.decades:
            made = made._replace(years=others.years, decades=others.decades)
            made = made._replace(loose=self.loose | others.loose)
        if not self.months and not self.days and not self.either:
            made = made._replace(months=others.months, days=others.days, either=others.either)
        return made

    def lacks(self, claimed: DateStamp) -> str:
        """What a claim dates that these dates do not have, or ""."""
        for year in sorted(claimed.years - self.years - self.loose):
            return str(year)
        for decade in sorted(claimed.decades - self.decades):
            if not any(decade <= year < decade + _DECADE for year in self.years):
                return f"{decade}s"
        for name, of_claim, own in (
            ("month", claimed.months, self.months),
            ("day", claimed.days, self.days),
            ("day or month", claimed.either, self.months | self.days),
        ):
            if missing := of_claim - own - self.either:
                return f"{name} {min(missing)}"
        return ""


def find_stamp(string: str) -> DateStamp:
    """What the dates of a text name."""
    text = Text(string)
    _, skipped = numbers.read_numbers(text, _OPTIONS, NO_HOLES)
    dates = [text.slice(one.span) for one in skipped if one.reason in DATES]
    return make_stamp(dates, string)


def make_stamp(dates: Iterable[str], around: str = "") -> DateStamp:
    """What dates name.

    Args:
        dates: Each as it is written: "12 March 2024", "2024-03-12", "FY24".
        around: The text that they stand in.
    """
    months = [match[1] or match[2] for match in _NAMED_MONTH.finditer(around)]
    found = [_read(date) for date in [*dates, *months]]
    loose = {int(year) for year in _LIKE_YEAR.findall(around)}
    loose.update(int(match[1] + match[2]) for match in _SHORT_YEAR.finditer(around))
    joined = (frozenset[int]().union(*kind) for kind in zip(*found, strict=True))
    return DateStamp(*joined)._replace(loose=frozenset(loose))


def _read(date: str) -> DateStamp:
    """What one date names."""
    tokens = _TOKEN.findall(date)
    digits = [one for one in tokens if one.isdecimal()]
    years = frozenset(int(one) for one in digits if len(one) == _YEAR_DIGITS)
    decades = frozenset(int(one[:-1]) for one in tokens if one[0].isdecimal() and one[-1] == "s")
    names = {one[:3].lower() for one in tokens}
    months = frozenset(at for at, name in enumerate(_MONTHS, 1) if name in names)
    read = DateStamp(years, decades, months)
    small = [int(one) for one in digits if len(one) < _YEAR_DIGITS - 1]
    return _with_small(read, date.strip(), small) if small else read


def _with_small(known: DateStamp, date: str, small: Sequence[int]) -> DateStamp:
    """What the numbers of one or two digits in a date add to it."""
    if short := _SHORT_YEAR.fullmatch(date):
        return known._replace(years=known.years | {int(short[1] + short[2])})
    if _FISCAL.match(date) and len(small) == 1:
        year = small[0] + (2000 if small[0] < _TURN else 1900)
        return known._replace(years=known.years | {year})
    if _PART.match(date):
        return known  # "Q3 2024" has no day: ``find_date_parts`` tells it
    if known.months:
        return known._replace(days=frozenset(small))
    if _YEAR_FIRST.match(date):
        return known._replace(months=frozenset(small[:1]), days=frozenset(small[1:]))
    return known._replace(either=frozenset(small))


def find_date_parts(string: str) -> frozenset[str]:
    """Quarters, halves, months and days of the week that a text names, each with its kind."""
    found = set[str]()
    for match in _PART.finditer(string):
        kind = (match["letter"] or match["behind"] or match["of"][0]).lower()
        digit = match["digit"] or match["before"]
        found.add(f"{'h' if kind == 'h' else 'q'} {digit or _NTH[match['nth'][0].lower()]}")
    for match in _NAMED_MONTH.finditer(string):
        found.add(f"month {(match[1] or match[2])[:3].lower()}")
    found.update(f"month {match[1].lower()}" for match in _MONTH_OF_ROW.finditer(string))
    found.update(f"weekday {match[1].lower()}" for match in _WEEKDAY.finditer(string))
    return frozenset(found)


def find_lacking_part(claimed: frozenset[str], quoted: frozenset[str]) -> str:
    """A part of a year or week that a claim names, where the quotes name others of its kind."""
    kinds = {one.split()[0] for one in quoted}
    return min((one for one in claimed - quoted if one.split()[0] in kinds), default="")
