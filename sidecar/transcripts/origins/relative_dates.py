"""Words that name days by other days: "tomorrow", "next Monday", "the day after"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTHS_IN_YEAR = 12
_MONTHS_OF = {"month": 1, "quarter": 3, "year": 12}


class Relative(NamedTuple):
    """Days that words name by another day.

    Attributes:
        first: The first of the days, counted from that day.
        last: The last one.
        anchored: Whether they count from a day that is named elsewhere, not from today.
    """

    first: int
    last: int
    anchored: bool

    @property
    def is_day(self) -> bool:
        """Whether it is one day counted from today."""
        return self.first == self.last and not self.anchored


_WORDS: tuple[tuple[str, int, int, bool], ...] = (
    (r"(?:the )?day after tomorrow", 2, 2, False),
    (r"(?:the )?day before yesterday", -2, -2, False),
    (r"tomorrow", 1, 1, False),
    (r"yesterday|last night", -1, -1, False),
    (r"übermorgen|après-demain|pasado mañana|dopodomani", 2, 2, False),
    (r"morgen|demain|mañana|domani|amanhã", 1, 1, False),
    (r"gestern|ayer|ieri|ontem", -1, -1, False),
    (r"heute|aujourd['’]hui|hoy|oggi|hoje", 0, 0, False),
    (r"today|tonight|(?:right )?now|immediately|this (?:morning|afternoon|evening)", 0, 0, False),
    (r"(?:the )?(?:next|following|very next) day|day after|(?:a|one) day later", 1, 1, True),
    (
        r"(?:the )?previous day|(?:day|evening|night) before|(?:a|one) day (?:earlier|before)",
        -1,
        -1,
        True,
    ),
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
    + rf"|\b(?P<whose>{_WHICH}|the|current) (?P<part>week|month|quarter|year)\b",
    re.IGNORECASE,
)


def find_relative(string: str, today: date | None) -> Iterator[tuple[int, int, Relative]]:
    """The days that words of a text name by other days, with their code points."""
    for match in _NAMED.finditer(string):
        row = next((at for at in range(len(_WORDS)) if match[f"w{at}"]), None)
        if row is not None:
            _, first, last, anchored = _WORDS[row]
            if anchored or today:
                yield *match.span(), Relative(first, last, anchored)
        elif today:
            for first, last in _days_named(match, today):
                yield *match.span(), Relative(first, last, False)


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
    """How far the days of a week, month, quarter or year may be from today."""
    step = {"last": -1, "past": -1, "previous": -1, "this": 0, "the": 0, "current": 0}.get(which, 1)
    if part == "week":
        monday = 7 * step - today.weekday()
        return [(monday, monday + 6)] if which != "past" else [(-7, 0)]
    months = _MONTHS_OF[part]
    start = (today.month - 1) // months * months + step * months
    first, behind = (_first_of_month(today.year, start + further) for further in (0, months))
    return [((first - today).days, (behind - today).days - 1)]


def _first_of_month(year: int, months: int) -> date:
    """The first day of a month, counted from January of a year."""
    return date(year + months // _MONTHS_IN_YEAR, months % _MONTHS_IN_YEAR + 1, 1)


def add_days(day: date, days: int) -> date | None:
    """A day counted from another; None beyond the calendar."""
    try:
        return day + timedelta(days)
    except OverflowError:
        return None
