"""A conversation as it is searched: its passages with their words, numbers, dates and times."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import NamedTuple

from sidecar.model.number import SkipReason
from sidecar.model.text import Text
from sidecar.model.transcript import Message, Role
from sidecar.text.numbers import scan_numbers
from sidecar.text.options import ExtractOptions
from sidecar.transcripts.origins.dates import (
    PartialDate,
    Relative,
    find_ranges,
    find_relative,
    read_dates,
)
from sidecar.transcripts.origins.haystack import Haystack, Match, compact
from sidecar.transcripts.origins.judgement import Origin
from sidecar.transcripts.origins.leaves import read_leaves
from sidecar.transcripts.origins.passages import Passage, is_scalar, read_passages
from sidecar.transcripts.origins.times import find_times

_OPTIONS = ExtractOptions(ignore_years=False, max_numbers=100_000)
_PRESENT = re.compile(r"\b(?:today|current|now|present)\b[^.\n]{0,40}$", re.IGNORECASE)
_DAYS_OF = {"day": 1, "week": 7, "fortnight": 14}
_NIGHTS = re.compile(r"[ -](?:night|day)s?\b", re.IGNORECASE)
_LARGEST_CERTAIN = 31  # numbers that need no support in what a calculator is given


class Figures(NamedTuple):
    """Numbers, dates and times of a text, each with its code points."""

    numbers: tuple[tuple[int, int, Decimal, str], ...]
    dates: tuple[tuple[int, int, list[PartialDate]], ...]
    times: tuple[tuple[int, int, int], ...]


@lru_cache(maxsize=16_384)
def read_figures(string: str) -> Figures:
    """The numbers, dates and times of a text."""
    text = Text(string)
    numbers, skipped = scan_numbers(text, _OPTIONS)
    found = []
    for one in numbers:
        start, end = text.char_offset(one.span.start), text.char_offset(one.span.end)
        symbol = one.symbol or ("day" if _NIGHTS.match(string, end) else "")
        found.append((start, end, one.value, symbol))
    dates = []
    for skip in skipped:
        if skip.reason in (SkipReason.DATE, SkipReason.YEAR):
            read = read_dates(text.slice(skip.span))
            if read:
                place = text.char_offset(skip.span.start), text.char_offset(skip.span.end)
                dates.append((*place, read))
    return Figures((*found,), (*dates,), (*find_times(string),))


class Conversation:
    """What was said and returned before a call, and where.

    Attributes:
        today: The day that the caller gave, or that a system text calls the present one.
        passages: What may support a value.
        durations: Days that the user's words count, with the passage that does.
    """

    def __init__(self, before: Iterable[Message], today: date | None = None) -> None:
        self.today = today
        self.today_origin = Origin("system", -1, "", "", Text("").span(0, 0)) if today else None
        self.passages: list[Passage] = []
        self.words = Haystack()
        self.numbers: dict[Decimal, list[Match]] = defaultdict(list)
        self.dates: dict[int, list[tuple[PartialDate, Match]]] = defaultdict(list)
        self.ranges: list[tuple[PartialDate, PartialDate, Match]] = []
        self.times: dict[int, list[Match]] = defaultdict(list)
        self.durations: list[tuple[int, Match]] = []
        self.relatives: list[tuple[Relative, Match]] = []
        self.stated: set[Decimal] = set()
        self.percentages: set[Decimal] = set()
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

    def find_words(self, value: str) -> Iterator[Match]:
        """Where a value stands as it is, but for case and separators."""
        needle = compact(value)
        for match in self.words.find(value):
            call = self.passages[match.passage].call
            if not call or needle not in read_echoes(call.arguments).words:
                yield match

    def _add(self, passage: Passage) -> None:
        echoes = read_echoes(passage.call.arguments) if passage.call else _SILENT
        if is_scalar(passage) and not self._knows(echoes.numbers):
            return
        number = len(self.passages)
        self.passages.append(passage)
        self.words.add(passage.string)
        if passage.is_number:
            value = read_decimal(passage.string)
            if value is not None and value not in echoes.numbers:
                self.numbers[value].append(Match(number, 0, len(passage.string)))
            return
        if not passage.is_key and not passage.string.isalpha():
            self._add_figures(number, passage, echoes)
        if passage.source == "user":
            for relative in find_relative(passage.string, self.today):
                self.relatives.append((relative, Match(number, relative.start, relative.end)))

    def _add_figures(self, number: int, passage: Passage, echoes: Echoes) -> None:
        figures = read_figures(passage.string)
        for start, end, value, symbol in figures.numbers:
            place = Match(number, start, end)
            if value not in echoes.numbers:
                self.numbers[value].append(place)
            if symbol == "%":
                self.numbers[value / 100].append(place)
                self.percentages.add(value)
            if symbol in _DAYS_OF and passage.source != "system":
                self.durations.append((int(value * _DAYS_OF[symbol]), place))
        for start, end, dates in figures.dates:
            self._add_date(Match(number, start, end), passage, dates, echoes)
        for start, end, minute in figures.times:
            if minute not in echoes.times:
                self.times[minute].append(Match(number, start, end))
        if not passage.is_value:
            for start, end, low, high in find_ranges(passage.string, list(figures.dates)):
                self.ranges.append((low, high, Match(number, start, end)))

    def _add_date(
        self, place: Match, passage: Passage, dates: list[PartialDate], echoes: Echoes
    ) -> None:
        before = passage.string[max(0, place.start - 60) : place.start]
        if not self.today and passage.source == "system" and _PRESENT.search(before):
            self.today = dates[0].resolve()
            self.today_origin = self.origin(place)
        for one in dates:
            if one not in echoes.dates:
                self.dates[one.day].append((one, place))

    def _knows(self, numbers: Iterable[Decimal]) -> bool:
        """Whether every number that needs support has some."""
        return all(abs(one) <= _LARGEST_CERTAIN or one in self.numbers for one in numbers)


class Echoes(NamedTuple):
    """What a result may only repeat: the values of its call's arguments."""

    words: frozenset[str]
    numbers: frozenset[Decimal]
    dates: frozenset[PartialDate]
    times: frozenset[int]


_SILENT = Echoes(frozenset(), frozenset(), frozenset(), frozenset())


@lru_cache(maxsize=4096)
def read_echoes(arguments: str) -> Echoes:
    """The values of a call's arguments."""
    leaves = [leaf for leaf in read_leaves(arguments) or () if not leaf.is_constant]
    figures = [read_figures(leaf.value) for leaf in leaves]
    return Echoes(
        frozenset(compact(leaf.value) for leaf in leaves),
        frozenset(number[2] for one in figures for number in one.numbers),
        frozenset(day for one in figures for found in one.dates for day in found[2]),
        frozenset(time[2] for one in figures for time in one.times),
    )


def read_decimal(written: str) -> Decimal | None:
    """A number of JSON; None where it is none that can be compared."""
    try:
        value = Decimal(written)
    except InvalidOperation:
        return None
    return value if value.is_finite() and abs(value.adjusted()) <= 30 else None
