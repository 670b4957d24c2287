"""The numbers, dates and times of a text."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import NamedTuple

from sidecar.model.number import SkipReason
from sidecar.model.text import Text
from sidecar.text.numbers import scan_numbers
from sidecar.text.options import ExtractOptions
from sidecar.transcripts.origins.dates import PartialDate, find_months, read_dates
from sidecar.transcripts.origins.haystack import compact
from sidecar.transcripts.origins.leaves import read_leaves
from sidecar.transcripts.origins.times import find_times

_OPTIONS = ExtractOptions(ignore_years=False, max_numbers=100_000_000)  # conversations are bounded
_NIGHTS = re.compile(r"[ -](?:night|day)s?\b", re.IGNORECASE)
_ENDS_DAY = re.compile(
    r"\s*(?:\Z|[-–.,;:!?)\n]|(?:to|and|or|until|till|through|for|at|in|on|if|please|then)\b"
    r"|of (?:this|next|that|the)\b)",
    re.IGNORECASE,
)
_LARGEST_POWER = 30
_SHORTEST_PART = 4  # of an argument
_HALF = re.compile(r"\b(\d{1,6}) and a half\b")
_COMMA = re.compile(r"(?<![\d.,])(\d{1,6}),(\d{1,2})(?![\d.,])")
_ONE_HALF = Decimal("0.5")


class Figures(NamedTuple):
    """Numbers, dates and times of a text, each with its code points.

    Attributes:
        numbers: With their values and units.
        dates: Each with the days that it may name.
        times: In minutes after midnight.
    """

    numbers: tuple[tuple[int, int, Decimal, str], ...]
    dates: tuple[tuple[int, int, list[PartialDate]], ...]
    times: tuple[tuple[int, int, int], ...]


@lru_cache(maxsize=16_384)
def read_figures(string: str) -> Figures:
    """The numbers, dates and times of a text."""
    text = Text(string)
    found, skipped = scan_numbers(text, _OPTIONS)
    numbers = []
    for one in found:
        start, end = text.char_offset(one.span.start), text.char_offset(one.span.end)
        symbol = one.symbol or ("day" if _NIGHTS.match(string, end) else "")
        numbers.append((start, end, one.value, symbol))
    for match in _COMMA.finditer(string):
        numbers.append((*match.span(), Decimal(f"{match[1]}.{match[2]}"), ""))
    for match in _HALF.finditer(string):
        numbers.append((*match.span(), int(match[1]) + _ONE_HALF, ""))
    dates = list(find_months(string))
    for skip in skipped:
        start, end = text.char_offset(skip.span.start), text.char_offset(skip.span.end)
        if read := _read_skipped(string, start, end, skip.reason):
            dates.append((start, end, read))
    dates.sort(key=lambda one: one[:2])
    return Figures((*numbers,), (*dates,), (*find_times(string),))


def _read_skipped(string: str, start: int, end: int, reason: SkipReason) -> list[PartialDate]:
    """The days that something may name which is no number: "May 20", "2024-06", "the 12th"."""
    if reason is SkipReason.ORDINAL:
        is_day = string[max(0, start - 4) : start].lower() == "the " and _ENDS_DAY.match(
            string, end
        )
        return read_dates(string[start:end]) if is_day else []
    return read_dates(string[start:end]) if reason in (SkipReason.DATE, SkipReason.YEAR) else []


def read_amount(value: str) -> Decimal | None:
    """The one number of a value."""
    plain = read_decimal(value)
    if plain is not None:
        return plain
    numbers = read_figures(value).numbers
    return numbers[0][2] if len(numbers) == 1 else None


def read_decimal(written: str) -> Decimal | None:
    """A number of JSON; None where it is none that can be compared."""
    try:
        value = Decimal(written)
    except InvalidOperation:
        return None
    return value if value.is_finite() and abs(value.adjusted()) <= _LARGEST_POWER else None


class Echoes(NamedTuple):
    """What a result may only repeat: the values of its call's arguments."""

    words: frozenset[str]
    joined: str
    numbers: frozenset[Decimal]
    dates: frozenset[PartialDate]
    times: frozenset[int]

    def repeats(self, needle: str) -> bool:
        """Whether a value is an argument, or what has digits a part of one."""
        if needle in self.words:
            return True
        is_coded = len(needle) >= _SHORTEST_PART and any(map(str.isdigit, needle))
        return is_coded and needle in self.joined


NO_ECHOES = Echoes(frozenset(), "", frozenset(), frozenset(), frozenset())


@lru_cache(maxsize=4096)
def read_echoes(arguments: str) -> Echoes:
    """The values of a call's arguments."""
    leaves = [leaf for leaf in read_leaves(arguments) or () if not leaf.is_constant]
    figures = [read_figures(leaf.value) for leaf in leaves]
    words = frozenset(compact(leaf.value) for leaf in leaves)
    return Echoes(
        words,
        "\n".join(words),
        frozenset(number[2] for one in figures for number in one.numbers),
        frozenset(day for one in figures for found in one.dates for day in found[2]),
        frozenset(time[2] for one in figures for time in one.times),
    )
