"""Times that a text states, compared with the time cells of its query results: "2:05:58", "7 p.m.".

A time is not a quantity: it equals a cell or it does not. It is compared where the sentence names
the row, or a column of times; elsewhere it may be about anything and is not judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import time
from decimal import Decimal
from typing import NamedTuple

import numpy as np

from sidecar.evidence.values import CodedValues
from sidecar.model.evidence import Table
from sidecar.model.number import Skipped, SkipReason
from sidecar.model.report import Finding, Repair, Severity, Verdict
from sidecar.model.text import Span, Text
from sidecar.text.sentences import split_sentences

_CLOCK = re.compile(
    r"(?P<hour>\d{1,3})(?:[:.](?P<minute>[0-5]\d))?(?::(?P<second>[0-5]\d(?:\.\d{1,9})?))?"
    r"\s?(?P<half>[AaPp])?(?(half)\.?[Mm]\.?|(?:hrs|Uhr)?)"
)
_WORD = re.compile(r"[^\W_]+")
_MOST_VALUES = 10_000  # distinct values of a column that are looked at
_SAMPLE = 20
_HOUR, _MINUTE, _NOON = 3600, 60, 12
_CODE = {True: "WRONG_ROW", False: "CLAIM_NOT_FOUND"}


class Clock(NamedTuple):
    """A time as it is written: in seconds, and how many seconds its last written place has."""

    seconds: Decimal
    step: int

    def agrees(self, cell: Clock) -> bool:
        """Whether a cell says the same, as far as this is written: 14:30 of 14:30:00."""
        step = max(self.step, cell.step)
        return self.seconds // step == cell.seconds // step


class _TimeColumn(NamedTuple):
    """A column of times: its name, and the time of each row that has one."""

    words: frozenset[str]
    rows: dict[int, tuple[Clock, str]]


class _TimeTable(NamedTuple):
    """A table with its columns of times, of which there is at least one."""

    table: Table
    columns: list[_TimeColumn]

    def named(self, said: Sequence[str]) -> list[_TimeColumn]:
        """The columns of times that share a word with a sentence."""
        return [each for each in self.columns if not each.words.isdisjoint(said)]

    def cells(self) -> Iterator[tuple[Clock, str]]:
        """The times of all of its columns."""
        for each in self.columns:
            yield from each.rows.values()


def parse_clock(written: str) -> Clock | None:
    """What a time says; None where it is none, or an hour without its half of the day."""
    match = _CLOCK.fullmatch(written.strip())
    if match is None or not (match["minute"] or match["half"]):
        return None
    hour = int(match["hour"])
    if match["half"]:
        if not 1 <= hour <= _NOON:
            return None
        hour = hour % _NOON + (_NOON if match["half"] in "Pp" else 0)
    seconds = Decimal(hour * _HOUR + int(match["minute"] or 0) * _MINUTE)
    return Clock(seconds + Decimal(match["second"] or 0), 1 if match["second"] else _MINUTE)


def judge_times(text: Text, skipped: Iterable[Skipped], tables: Sequence[Table]) -> list[Finding]:
    """What is wrong with the times of a text.

    Args:
        text: The text.
        skipped: What was read in it as no quantity.
        tables: The query results.
    """
    stated = list(_stated(text, skipped))
    timed = list(_tables_of_times(tables)) if stated else []
    if not timed:
        return []
    spans = split_sentences(text)
    found = []
    for span, stated_time in stated:
        sentence = next((s for s in spans if s.start <= span.start < s.end), span)
        said = _words(text.slice(sentence))
        one = _judged(text, span, stated_time, said, timed)
        alone = sum(sentence.start <= other.start < sentence.end for other, _ in stated) == 1
        if one is not None:  # of two times, one may be that of another day
            found.append(one if alone else replace(one, repair=None, severity=None))
    return found


def _stated(text: Text, skipped: Iterable[Skipped]) -> Iterator[tuple[Span, Clock]]:
    """The times of a text that can be compared."""
    for each in skipped:
        if each.reason is SkipReason.TIME:
            read = parse_clock(text.slice(each.span))
            if read is not None:
                yield each.span, read


def _judged(
    text: Text, span: Span, stated: Clock, said: Sequence[str], tables: Sequence[_TimeTable]
) -> Finding | None:
    """What is wrong with one time; None where a cell of what is named agrees, or nothing is."""
    named = [cell for each in tables for cell in _named_cells(each, said)]
    if not named or any(stated.agrees(cell) for cell, _ in named):
        return None
    elsewhere = any(stated.agrees(cell) for each in tables for cell, _ in each.cells())
    only = {shown for _, shown in named}
    right = only.pop() if len(only) == 1 else ""
    return _finding(text.slice(span), span, _CODE[elsewhere], right)


def _finding(written: str, span: Span, code: str, right: str) -> Finding:
    """What is reported about a time, with a repair where the right one is known."""
    where = f"; the cell has {right!r}" if right else ""
    return Finding(
        code=code,
        verdict=Verdict.CONTRADICTED,
        span=span,
        message=f"{written!r} differs from the time cells that the sentence names{where}",
        details={"text": written} | ({"right": right} if right else {}),
        repair=Repair(span, right) if right else None,
        severity=Severity.ERROR if right else None,
    )


def _named_cells(timed: _TimeTable, said: Sequence[str]) -> Iterator[tuple[Clock, str]]:
    """The times of a table in the rows and columns that a sentence names, if it names any."""
    table = timed.table
    rows, columns = _named(table, said), timed.named(said)
    if rows or columns or table.row_count == 1:
        for each in columns or timed.columns:
            for row in rows or range(table.row_count):
                if row in each.rows:
                    yield each.rows[row]


def _words(string: str) -> list[str]:
    return [match[0].casefold() for match in _WORD.finditer(string)]


def _tables_of_times(tables: Iterable[Table]) -> Iterator[_TimeTable]:
    """The tables that have columns of times."""
    for table in tables:
        columns = _columns(table)
        if columns:
            yield _TimeTable(table, columns)


def _columns(table: Table) -> list[_TimeColumn]:
    """The columns of a table whose cells are times."""
    found = []
    for place, column in enumerate(table.columns):
        rows = dict(_times(table.data[place]))
        if rows:
            words = frozenset(_words(f"{column.name} {column.label}".replace("_", " ")))
            found.append(_TimeColumn(words, rows))
    return found


def _times(data: Sequence[object]) -> Iterator[tuple[int, tuple[Clock, str]]]:
    """The time of each row, where the distinct values of a column are times."""
    if not isinstance(data, CodedValues) or len(data.distinct) > _MOST_VALUES:
        return
    sample = [value for value in data.distinct[:_SAMPLE] if value is not None]
    if not sample or any(_of(value) is None for value in sample):
        return
    known = [_of(value) for value in data.distinct]
    for row, code in enumerate(data.codes.tolist()):
        value = known[code]
        if value is not None:
            yield row, value


def _of(value: object) -> tuple[Clock, str] | None:
    if isinstance(value, time):
        value = value.isoformat()
    read = parse_clock(value) if isinstance(value, str) and ":" in value else None
    return None if read is None else (read, str(value).strip())


def _named(table: Table, said: Sequence[str]) -> list[int]:
    """The rows that a sentence names by a label: all of its words, one after the other."""
    joined = f" {' '.join(said)} "
    rows: set[int] = set()
    for data in table.data:
        if not isinstance(data, CodedValues) or len(data.distinct) > _MOST_VALUES:
            continue
        codes = [
            code
            for code, value in enumerate(data.distinct)
            if isinstance(value, str) and _of(value) is None and _is_said(value, joined)
        ]
        if codes and len(codes) < len(data.distinct):
            rows |= set(np.flatnonzero(np.isin(data.codes, codes)).tolist())
    return sorted(rows)


def _is_said(label: str, joined: str) -> bool:
    words = " ".join(_words(label))
    return bool(words) and f" {words} " in joined
