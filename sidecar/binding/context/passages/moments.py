"""Which rows of a table the periods, days and times of day of a passage mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from sidecar.binding.context.passages.dating import PeriodMention
from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.passages.source import Source
from sidecar.binding.language.days import Calendar, DayMention
from sidecar.binding.language.periods import NOTHING, Period
from sidecar.binding.language.row_sets import Rows, common
from sidecar.binding.tables.catalog import Catalog
from sidecar.text.vocabulary import one_of

_TOGETHER = 1.2
_EDGE = 0.5  # "since 2021" and "from 2021 to 2024" hardly mean 2021 itself
_RUNNING = one_of("running cumulative cumulatively cumulated accumulated ytd")
_JOINS = frozenset({"and", ",", "&", "+"})


class Moment(NamedTuple):
    """Rows that a passage names by their time.

    Attributes:
        rows: The rows.
        start: Index of the first token that names them.
        end: Index past the last one.
        period: The period; ``NOTHING`` where it has no name of its own.
        until: The last one of a range of periods.
        worth: How much it counts: days that are named together count more than each of them.
        open: Whether it is an end of a range with one end ("since 2021"), or that range.
    """

    rows: Rows
    start: int
    end: int
    period: Period = NOTHING
    until: Period | None = None
    worth: float = 1.0
    open: bool = False


def moments(passages: Sequence[Passage], known: Catalog) -> list[Moment]:
    """The periods and days that a passage names, and those that it joins by "and".

    Args:
        passages: The passage, and those before it, nearest first.
        known: The table.
    """
    passage = passages[0]
    key = id(known), *map(id, passages)
    if key not in passage.found:
        passage.found[key] = _find(passages, known)
    return passage.found[key]


def _find(passages: Sequence[Passage], known: Catalog) -> list[Moment]:
    passage = passages[0]
    ranges = [m for m in passage.periods if m.until is not None]
    found = [
        Moment(
            known.rows_in(m.period, m.until),
            m.start,
            m.end,
            m.period,
            m.until,
            _EDGE if m.edge or any(_is_end(m, each) for each in ranges) else 1.0,
            m.edge or NOTHING in (m.period, m.until),
        )
        for m in passage.periods
    ]
    calendar = known.calendar
    if calendar is not None:
        for day in passage.days:
            rows = _rows(passages, day, calendar)
            found.append(Moment(rows, day.start, day.end))
    found = [m for m in found if 0 < m.rows.size < known.rows + (m.until is not None)]
    return found if "respectively" in passage.stems else [*found, *_joined(passage, found)]


def _is_end(mention: PeriodMention, ranged: PeriodMention) -> bool:
    """Whether a period is but the first or last one of a range."""
    ends = mention.start == ranged.start, mention.end == ranged.end
    return mention.until is None and any(ends)


def preceding(found: Sequence[Moment], known: Catalog) -> Iterator[Moment]:
    """The periods of the data that a value of each of some may have moved from.

    That is the one right before it, and of a part of a year the same part of the year before.
    """
    order = known.period_order
    for moment in found:
        inside = [i for i, p in enumerate(order) if moment.period.covers(p)]
        if not inside or moment.until is not None:
            continue
        one = len(inside) == 1 or moment.period.year is None  # the newest of a part of each year
        last = order[inside[-1]] if one else moment.period
        if last.year is not None:
            period = last._replace(year=last.year - 1)
            rows = known.rows_in(period)
            if rows.size:
                yield moment._replace(rows=rows, period=period)
        if one and inside[-1] > 0:
            period = order[inside[-1] - 1]
            yield moment._replace(rows=known.rows_at(period, None), period=period)


def named_by(
    place: Place, source: Source, passages: Sequence[Passage], known: Catalog
) -> list[Moment]:
    """The same for a number; where numbers run up, all of the year until each period is right."""
    named = moments(passages, known)
    if not (source.cell or source.first >= 0) or not _runs_up(place):
        return named
    found = []
    for one in named:
        first, last = Period(one.period.year), one.period
        rows = known.rows_in(first, last) if one.until is None and last.known else one.rows
        found.append(one._replace(rows=rows, period=first, until=last) if rows.size else one)
    return found


def _runs_up(place: Place) -> bool:
    """Whether a number is one of those that add up: below "Cumulative", behind "Running total:"."""
    told = [word.word for word in place.passage.words[: place.first]]
    list_ = told[: told.index(":")] if ":" in told else []
    return not _RUNNING.isdisjoint([*list_, *place.header.lower().split()])


def during(passage: Passage, known: Catalog) -> Iterator[Moment]:
    """The times of day that a passage names."""
    calendar = known.calendar
    for time in passage.times if calendar is not None else ():
        rows = calendar.during(time.hours) if calendar is not None else None
        if rows is not None and 0 < rows.size < known.rows:
            yield Moment(rows, time.start, time.end)


def _rows(passages: Sequence[Passage], day: DayMention, calendar: Calendar) -> Rows:
    if not day.after:
        return calendar.several(day.first, day.many)
    place = _before(passages, day.start, calendar)
    return np.empty(0, np.int64) if place is None else calendar.at(place + 1)


def _before(passages: Sequence[Passage], end: int | None, calendar: Calendar) -> int | None:
    """The place of the last day that was named, before a token of the first passage."""
    if not passages:
        return None
    passage = passages[0]
    named = {m.start: calendar.place(m.period) for m in passage.periods if m.until is None}
    named |= {day.start: None if day.after else calendar.index(day.first) for day in passage.days}
    after = {day.start for day in passage.days if day.after}
    for start in sorted(named, reverse=True):
        if end is not None and start >= end:
            continue
        place = _before(passages, start, calendar) if start in after else named[start]
        if place is not None:
            return place + (start in after)
    return _before(passages[1:], None, calendar)


def _joined(passage: Passage, found: Sequence[Moment]) -> Iterator[Moment]:
    """Days that are named together: "on Monday, Tuesday and Friday", "jun jul aug"."""
    together: Moment | None = None
    ranges = {(m.start, m.end) for m in found if m.until is not None}
    told = {(m.start, m.end): m for m in reversed(found)}  # of one place the first
    for first, last in pairwise(sorted(told.values(), key=lambda m: m.start)):
        begun = first if together is None else together
        apart = not common(begun.rows, last.rows).size
        ranged = (begun.start, last.end) in ranges  # "between May and July" is June as well
        if _is_listed(passage, first, last) and apart and last.until is None and not ranged:
            rows = np.union1d(begun.rows, last.rows)
            together = Moment(rows, begun.start, last.end, begun.period, last.period, _TOGETHER)
        else:
            if together is not None:
                yield together
            together = None
    if together is not None:
        yield together


def _is_listed(passage: Passage, first: Moment, last: Moment) -> bool:
    """Whether nothing but commas and the like parts two periods; nothing at all parts months."""
    if first.end == last.start:
        return first.period.month is not None and last.period.month is not None
    between = {word.word for word in passage.words[first.end : last.start]}
    return bool(between) and between <= _JOINS
