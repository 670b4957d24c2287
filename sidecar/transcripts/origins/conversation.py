"""A conversation as it is searched: its passages with their words, numbers, dates and times."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from decimal import Decimal

from sidecar.model.text import Span
from sidecar.model.transcript import Message, Role
from sidecar.transcripts.origins.dates import PartialDate, find_ranges
from sidecar.transcripts.origins.durations import DurationUnit, find_durations, read_unit
from sidecar.transcripts.origins.figures import (
    NO_ECHOES,
    Echoes,
    read_decimal,
    read_echoes,
    read_figures,
)
from sidecar.transcripts.origins.haystack import Haystack, Match, compact
from sidecar.transcripts.origins.judgement import Origin
from sidecar.transcripts.origins.leaves import name_key
from sidecar.transcripts.origins.passages import Passage, is_scalar, read_passages
from sidecar.transcripts.origins.relative_dates import Relative, find_relative
from sidecar.transcripts.origins.spoken import find_spoken
from sidecar.work.job import check_abandoned

_PRESENT = re.compile(
    r"(?:(?:\b|_)(?:today|current|now|present)(?:\b|_)"
    r"|(?:\A|[.\n])\s*(?:(?:the )?(?:date|day)|it is)\b)[^.\n]{0,40}\Z",
    re.IGNORECASE,
)
_SAID_BEFORE = 60  # characters before a date that may call it the present one
_PARTS_OF_UNIT = {"g": 1000, "ml": 1000, "m": 1000, "cm": 100}
"""How many of a unit make the next larger one."""

_LARGEST_CERTAIN = 31  # numbers that need no support in what a calculator is given


class Conversation:
    """What was said and returned before a call, and where.

    Attributes:
        today: The day that the caller gave, or that a system text or a tool calls the present one.
        today_origin: Where that is said.
        passages: What may support a value.
        words: The words of the passages, to be searched.
        numbers: Where each number stands.
        percentages: Those of the numbers that are percentages.
        stated: The numbers that the assistant said, which by themselves support nothing.
        dates: Where dates stand, by their day of the month; 0 for whole months.
        ranges: Dates that bound a range.
        relatives: Words of the user that name days by other days.
        times: Where each time of day stands.
        durations: How many days, and how many minutes, something is said to last.
    """

    def __init__(self, before: Iterable[Message], today: date | None = None) -> None:
        self.today = today
        self.today_origin = Origin("system", -1, "", "", Span(0, 0)) if today else None
        self.passages: list[Passage] = []
        self.words = Haystack()
        self._spoken: list[tuple[str, Match]] = []
        self.numbers: dict[Decimal, list[Match]] = defaultdict(list)
        self.percentages: set[Decimal] = set()
        self.stated: set[Decimal] = set()
        self.dates: dict[int, dict[PartialDate, list[Match]]] = defaultdict(dict)
        self.ranges: list[tuple[PartialDate, PartialDate, Match]] = []
        self.relatives: dict[Relative, Match] = {}
        self.times: dict[int, list[Match]] = defaultdict(list)
        self.durations: dict[DurationUnit, dict[int, Match]] = {"days": {}, "minutes": {}}
        before = list(before)
        for passage in read_passages(before):
            self._add(passage)
        for message in before:
            if message.role is Role.ASSISTANT and message.text:
                self.stated.update(value for _, _, value, _ in read_figures(message.text).numbers)

    def origin(self, match: Match, how: str = "") -> Origin:
        """The place of a match."""
        return self.passages[match.passage].origin(match.start, match.end, how)

    def quote(self, match: Match) -> str:
        """What stands at a match."""
        return self.passages[match.passage].string[match.start : match.end]

    def is_user(self, match: Match) -> bool:
        """Whether the user says it."""
        return self.passages[match.passage].source == "user"

    def find_words(self, value: str) -> Iterator[Match]:
        """Where a value stands as it is, but for case and separators."""
        needle = compact(value)
        for match in self.words.find(value):
            call = self.passages[match.passage].call
            if not call or not read_echoes(call.arguments).repeats(needle):
                yield match
        yield from (match for digits, match in self._spoken if digits == needle)

    def _add(self, passage: Passage) -> None:
        check_abandoned()
        echoes = read_echoes(passage.call.arguments) if passage.call else NO_ECHOES
        if is_scalar(passage) and not self._knows(echoes.numbers):
            return
        number = len(self.passages)
        self.passages.append(passage)
        self.words.add(passage.string)
        if passage.is_number:
            value = read_decimal(passage.string)
            if value is not None and value not in echoes.numbers:
                self.numbers[value].append(Match(number, 0, len(passage.string)))
        elif not passage.is_key and not passage.string.isalpha():
            self._add_figures(number, passage, echoes)
        if passage.source == "user":
            for start, end, digits in find_spoken(passage.string):
                self._spoken.append((digits, Match(number, start, end)))
            for start, end, unit, length in find_durations(passage.string):
                self._add_duration(Match(number, start, end), unit, length)
            for start, end, relative in find_relative(passage.string, self.today):
                self.relatives.setdefault(relative, Match(number, start, end))

    def _add_figures(self, number: int, passage: Passage, echoes: Echoes) -> None:
        figures = read_figures(passage.string)
        if passage.is_value and compact(passage.string) not in echoes.words:
            echoes = NO_ECHOES  # it says more than the call did
        for start, end, value, symbol in figures.numbers:
            self._add_number(Match(number, start, end), value, symbol, echoes)
        for start, end, dates in figures.dates:
            self._add_date(Match(number, start, end), dates, echoes)
        for start, end, minute in figures.times:
            if minute not in echoes.times:
                self.times[minute].append(Match(number, start, end))
        if not passage.is_value:
            for start, end, low, high in find_ranges(passage.string, list(figures.dates)):
                self.ranges.append((low, high, Match(number, start, end)))

    def _add_number(self, place: Match, value: Decimal, symbol: str, echoes: Echoes) -> None:
        if value not in echoes.numbers:
            self.numbers[value].append(place)
        if symbol == "%":
            self.numbers[value / 100].append(place)
            self.percentages.add(value)
        if parts := _PARTS_OF_UNIT.get(symbol):
            self.numbers[value / parts].append(place)
        if unit := read_unit(symbol):
            self._add_duration(place, unit[0], int(value * unit[1]))

    def _add_duration(self, place: Match, unit: DurationUnit, length: int) -> None:
        self.durations[unit].setdefault(length, place)
        self.numbers[Decimal(length)].append(place)

    def _add_date(self, place: Match, dates: list[PartialDate], echoes: Echoes) -> None:
        if not self.today and self._is_present(place):
            self.today = dates[0].resolve()
            self.today_origin = self.origin(place)
        for one in dates:
            if one not in echoes.dates:
                self.dates[one.day].setdefault(one, []).append(place)

    def _is_present(self, place: Match) -> bool:
        """Whether a date is called the present one, by the system or by a tool."""
        passage = self.passages[place.passage]
        if passage.source == "user":
            return False
        before = passage.string[max(0, place.start - _SAID_BEFORE) : place.start]
        named = before or name_key(passage.path) or passage.source
        return bool(_PRESENT.search(named))

    def _knows(self, numbers: Iterable[Decimal]) -> bool:
        """Whether every number that needs support has some."""
        return all(abs(one) <= _LARGEST_CERTAIN or one in self.numbers for one in numbers)
