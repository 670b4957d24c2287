"""Days and times of day: "the first day", "the following day", "in the evening".

What a text says of days is found without any table. Which rows that means depends on the days that
a table has: its first, or the one after the day that was named before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import islice, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.language.periods import Period, complete
from sidecar.binding.language.row_sets import Rows
from sidecar.binding.language.words import Token
from sidecar.evidence.factored import RowGroups
from sidecar.text.vocabulary import one_of

_ORDINALS = {
    word: place
    for place, words in enumerate(
        ("first 1st", "second 2nd", "third 3rd", "fourth 4th", "fifth 5th", "sixth 6th",
         "seventh 7th")
    )
    for word in words.split()
} | {"last": -1, "final": -1}  # fmt: skip
_NUMERALS = {
    word: number
    for number, words in enumerate(
        ("one 1", "two 2", "three 3", "four 4", "five 5", "six 6", "seven 7"), 1
    )
    for word in words.split()
}
_DAY = timedelta(days=1)
_MOST_DAYS = 60  # that are told apart
_NEXT = one_of("next following subsequent")
_HOURS = {
    "night": (20, 21, 22, 23, 0, 1, 2, 3, 4, 5), "overnight": (20, 21, 22, 23, 0, 1, 2, 3, 4, 5),
    "nighttime": (20, 21, 22, 23, 0, 1, 2, 3, 4, 5), "midnight": (23, 0, 1), "dawn": (5, 6, 7),
    "daytime": (8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19),
    "morning": (5, 6, 7, 8, 9, 10, 11), "noon": (11, 12, 13), "midday": (11, 12, 13),
    "afternoon": (12, 13, 14, 15, 16, 17), "evening": (17, 18, 19, 20, 21, 22),
}  # fmt: skip


class DayMention(NamedTuple):
    """A day that a text names by its place in a row of days.

    Attributes:
        start: Index of its first token.
        end: Index past its last token.
        first: The place of the day, or of the first of several; negative from the end.
        many: How many days.
        after: Whether it is the day after the one that was named before.
    """

    start: int
    end: int
    first: int = 0
    many: int = 1
    after: bool = False


class TimeMention(NamedTuple):
    """A time of day that a text names."""

    start: int
    end: int
    hours: tuple[int, ...]


def days(words: Sequence[Token]) -> Iterator[DayMention]:
    """The days that a text names by their places."""
    for at, word in enumerate(words):
        if word.word == "tomorrow":
            yield DayMention(at, at + 1, after=True)
        if word.stem != "day":
            continue
        before = [w.word for w in words[max(0, at - 2) : at]]
        number = _NUMERALS.get(words[at + 1].word) if at + 1 < len(words) else None
        if before and before[-1] in _NEXT:
            yield DayMention(at - 1, at + 1, after=True)
        elif before and before[-1] in _ORDINALS:
            yield from _ordinals(words, at)
        elif len(before) == 2 and before[0] in _ORDINALS and before[1] in _NUMERALS:
            count = _NUMERALS[before[1]]
            first = _ORDINALS[before[0]]
            yield DayMention(at - 2, at + 1, -count if first < 0 else first, count)
        elif number is not None and word.word == "day":
            yield DayMention(at, at + 2, number - 1)


def _ordinals(words: Sequence[Token], at: int) -> Iterator[DayMention]:
    """The ordinals before the word "day": "the third and fourth days"."""
    start = at - 1
    while start >= 0 and (words[start].word in _ORDINALS or words[start].word in ("and", ",")):
        if words[start].word in _ORDINALS:
            yield DayMention(start, start + 1, _ORDINALS[words[start].word])
        start -= 1


def times(words: Sequence[Token]) -> Iterator[TimeMention]:
    """The times of day that a text names."""
    for at, word in enumerate(words):
        hours = _HOURS.get(word.word.removesuffix("s"))
        before = [w.word for w in words[max(0, at - 2) : at]]
        if word.word == "day" and (before == ["during", "the"] or before[-1:] == ["by"]):
            hours = _HOURS["daytime"]
        if hours is not None:
            yield TimeMention(at, at + 1, hours)


class Calendar:
    """The days of a table's rows, and the hours where it has several rows a day.

    Args:
        stamps: The moment of each row; None where it has none.

    Attributes:
        days: The days, in order.
        span: How many days pass from the first row to the end of the last one's time.
    """

    def __init__(self, stamps: Sequence[datetime | None]) -> None:
        by_hour: defaultdict[int, list[int]] = defaultdict(list)
        for row, stamp in enumerate(stamps):
            if stamp is not None:
                by_hour[stamp.hour].append(row)
        days = [None if stamp is None else stamp.date() for stamp in stamps]
        self.days = sorted({day for day in days if day is not None})
        places: dict[date | None, int] = {day: place for place, day in enumerate(self.days)}
        codes = np.array([places.get(day, -1) for day in days], np.int32)
        self._rows = RowGroups(codes, len(self.days))
        self._hours: Mapping[int, list[int]] = by_hour if len(by_hour) > 1 else {}
        self._step = min((b - a for a, b in pairwise(sorted(by_hour))), default=1)
        known = sorted({stamp for stamp in stamps if stamp is not None})
        step = min((b - a for a, b in pairwise(known)), default=_DAY)
        self.span = round((known[-1] - known[0] + step) / _DAY) if known else 0

    def split(self, rows: NDArray[np.uint32]) -> list[NDArray[np.int64]]:
        """The places of some rows, day by day; none where each day is a row."""
        if not self._hours:
            return []
        days = (np.flatnonzero(np.isin(rows, inside)) for inside in islice(self._rows, _MOST_DAYS))
        return [places for places in days if places.size]

    def at(self, place: int) -> Rows:
        """The rows of a day by its place; none where there is no such day."""
        inside = -len(self.days) <= place < len(self.days)
        return self._rows[place % len(self.days)] if inside else np.empty(0, np.int64)

    def index(self, place: int) -> int | None:
        """A place counted from the start; None where there is no such day."""
        counted = place + len(self.days) if place < 0 else place
        return counted if 0 <= counted < len(self.days) else None

    def several(self, first: int, count: int) -> Rows:
        """The rows of several days in a row."""
        places = range(first, first + count)
        found = [self.at(place) for place in places]
        return np.sort(np.concatenate(found)) if found else np.empty(0, np.int64)

    def place(self, period: Period) -> int | None:
        """The place of the one day that a period is, or None."""
        if period.day is None and period.weekday is None:
            return None
        inside = [
            i for i, d in enumerate(self.days) if period.covers(complete(d.year, d.month, d.day))
        ]
        return inside[0] if inside else None

    def during(self, hours: Sequence[int]) -> Rows:
        """The rows that stand for some hours: most of the time up to the next row lies in them.

        None where the table does not tell hours apart.
        """
        meant = [
            row
            for hour, rows in self._hours.items()
            if 2 * sum((hour + h) % 24 in hours for h in range(self._step)) >= self._step
            for row in rows
        ]
        return np.array(sorted(meant), np.int64)
