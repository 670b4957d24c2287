"""Where a date comes from: it is written, in a range, counted from another day, or of a month."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from sidecar.transcripts.origins.conversation import Conversation
from sidecar.transcripts.origins.dates import NEAR, PartialDate, lies_between, read_dates
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
            for one, place in said.dates.get(read.day, ()):
                if one[1:] == read[1:]:
                    yield said.origin(place)
        else:
            yield from _find_month(read, said)


def _find_day(day: date, said: Conversation) -> Iterator[Origin]:
    """A day where it is written, today among them."""
    for written, place in said.dates.get(day.day, ()):
        if written.fits(day, said.today):
            yield said.origin(place)
    if day == said.today and said.today_origin:
        yield said.today_origin


def _find_implied(day: date, said: Conversation) -> Iterator[Origin]:
    """A day that lies in a range or in a month of the user's, or that is counted from another."""
    for low, high, place in said.ranges:
        if lies_between(day, low, high, said.today):
            yield said.origin(place)
    for month, place in said.dates.get(0, ()):
        if said.is_user(place) and month._replace(day=day.day).fits(day, said.today):
            yield said.origin(place)
    for relative, place in said.relatives:
        if _is_named(day, relative, said):
            yield said.origin(place, said.quote(place))
    for days, place in said.durations["days"].items():
        if days <= NEAR and (_is_base(day, -days, said) or _is_base(day, days, said)):
            yield said.origin(place, f"{days} days")


def _is_named(day: date, relative: Relative, said: Conversation) -> bool:
    """Whether words name a day by today, or by another day that is known."""
    if not relative.anchored:
        return _is_from_today(day, relative, said)
    return any(_is_base(day, -days, said) for days in range(relative.first, relative.last + 1))


def _find_month(month: PartialDate, said: Conversation) -> Iterator[Origin]:
    """A month: where it or a day of it is written, or named as "last month"."""
    for dates in said.dates.values():
        for one, place in dates:
            if one.month == month.month and one.year in (0, month.year):
                yield said.origin(place)
    if not said.today:
        return
    for relative, place in said.relatives:
        first = add_days(said.today, relative.first)
        is_month = relative.last - relative.first >= _SHORTEST_MONTH and not relative.anchored
        if is_month and first and (first.year, first.month) == month[:2]:
            yield said.origin(place, said.quote(place))
    if (said.today.year, said.today.month) == month[:2] and said.today_origin:
        yield said.today_origin


def _is_from_today(day: date, relative: Relative, said: Conversation) -> bool:
    return said.today is not None and relative.first <= (day - said.today).days <= relative.last


def _is_base(day: date, days: int, said: Conversation) -> bool:
    """Whether the day that is so far from another one is named."""
    base = add_days(day, days)
    if base is None:
        return False
    return any(True for _ in _find_day(base, said)) or any(
        one.is_day and _is_from_today(base, one, said) for one, _ in said.relatives
    )
