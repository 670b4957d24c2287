"""Where a date comes from: it is written, in a range, counted from another day, or of a month."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from sidecar.transcripts.origins.conversation import Conversation
from sidecar.transcripts.origins.dates import NEAR, PartialDate, lies_between, make_day, read_dates
from sidecar.transcripts.origins.haystack import Match
from sidecar.transcripts.origins.judgement import Origin
from sidecar.transcripts.origins.relative_dates import Relative, add_days

_SHORTEST_MONTH = 27


def find_date(value: str, said: Conversation) -> Iterator[Origin]:
    """The places that support a date or a month."""
    for read in read_dates(value):
        day = read.resolve()
        if day:
            yield from _find_day(day, said)
            yield from _find_implied(day, said)
        elif read.day:
            for year in _list_years(said):
                if day := make_day(year, read.month, read.day):
                    yield from _find_day(day, said)
                    yield from _find_implied(day, said)
        else:
            yield from _find_month(read, said)


def _list_years(said: Conversation) -> list[int]:
    """The years that a date without one may be of."""
    if said.today:
        return [said.today.year, said.today.year + 1, said.today.year - 1]
    return sorted({one.year for dates in said.dates.values() for one in dates if one.year}) or [0]


def _find_day(day: date, said: Conversation) -> Iterator[Origin]:
    """A day where it is written, today among them."""
    for written, places in said.dates.get(day.day, {}).items():
        if written.fits(day, said.today):
            yield from map(said.origin, places)
    if day == said.today and said.today_origin:
        yield said.today_origin


def _find_implied(day: date, said: Conversation) -> Iterator[Origin]:
    """A day that lies in a range or in a month of the user's, or that is counted from another."""
    for low, high, place in said.ranges:
        if lies_between(day, low, high, said.today):
            yield said.origin(place)
    for month, places in said.dates.get(0, {}).items():
        if month._replace(day=day.day).fits(day, said.today):
            yield from (said.origin(place) for place in places if said.is_user(place))
    for relative, place in said.relatives.items():
        if not relative.anchored and _is_from_today(day, relative, said):
            yield said.origin(place, said.quote(place))
    for days, place in _list_distances(said):
        yield from _find_counted(day, days, place, said)


def _list_distances(said: Conversation) -> Iterator[tuple[int, Match]]:
    """How many days a day may be after another one by the words of the conversation."""
    for relative, place in said.relatives.items():
        if relative.anchored:
            yield from ((days, place) for days in range(relative.first, relative.last + 1))
    for days, place in said.durations["days"].items():
        if days <= NEAR:
            yield days, place
            yield -days, place


def _find_counted(day: date, days: int, place: Match, said: Conversation) -> Iterator[Origin]:
    """A day that is so many days after one that is named: as much the user's as that one is."""
    base = add_days(day, -days)
    if base is None:
        return
    how = said.quote(place)
    for origin in _find_day(base, said):
        is_users = origin.source == "user" or origin is said.today_origin
        yield said.origin(place, how) if is_users else replace(origin, how=how)
    for relative, words in said.relatives.items():
        if relative.is_day and _is_from_today(base, relative, said):
            yield said.origin(words, how)


def _is_from_today(day: date, relative: Relative, said: Conversation) -> bool:
    return said.today is not None and relative.first <= (day - said.today).days <= relative.last


def _find_month(month: PartialDate, said: Conversation) -> Iterator[Origin]:
    """A month: where it or a day of it is written, or named as "last month"."""
    for dates in said.dates.values():
        for one, places in dates.items():
            if one.month == month.month and one.year in (0, month.year):
                yield from map(said.origin, places)
    if not said.today:
        return
    for relative, place in said.relatives.items():
        first = add_days(said.today, relative.first)
        is_month = relative.last - relative.first >= _SHORTEST_MONTH and not relative.anchored
        if is_month and first and (first.year, first.month) == month[:2]:
            yield said.origin(place, said.quote(place))
    if (said.today.year, said.today.month) == month[:2] and said.today_origin:
        yield said.today_origin
