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

from sidecar.evidence.values import Coded
from sidecar.model.evidence import Table
from sidecar.model.number import Skipped, SkipReason
from sidecar.model.report import Finding, Repair, Severity, Verdict
from sidecar.model.text import Span, Text
from sidecar.text.sentences import sentences

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


class _Times(NamedTuple):
    """A column of times: its name, and the time of each row that has one."""

    words: frozenset[str]
    rows: dict[int, tuple[Clock, str]]


def clock(written: str) -> Clock | None:
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


def findings(text: Text, skipped: Iterable[Skipped], tables: Sequence[Table]) -> list[Finding]:
    """What is wrong with the times of a text.

    Args:
        text: The text.
        skipped: What was read in it as no quantity.
        tables: The query results.
    """
    told = [(s.span, clock(text.slice(s.span))) for s in skipped if s.reason is SkipReason.TIME]
    stated = [(span, time_) for span, time_ in told if time_ is not None]
    columns = [(table, _columns(table)) for table in tables] if stated else []
    columns = [(table, each) for table, each in columns if each]
    if not columns:
        return []
    spans = sentences(text)
    found = []
    for span, stated_time in stated:
        sentence = next((s for s in spans if s.start <= span.start < s.end), span)
        said = _words(text.slice(sentence))
        one = _judged(text, span, stated_time, said, columns)
        alone = sum(sentence.start <= other.start < sentence.end for other, _ in stated) == 1
        if one is not None:  # of two times, one may be that of another day
            found.append(one if alone else replace(one, repair=None, severity=None))
    return found


def _judged(
    text: Text,
    span: Span,
    stated: Clock,
    said: Sequence[str],
    columns: Sequence[tuple[Table, list[_Times]]],
) -> Finding | None:
    """What is wrong with one time; None where a cell of what is named agrees, or nothing is."""
    named_cells: list[tuple[Clock, str]] = []
    every: list[Clock] = []
    for table, times in columns:
        named = _named(table, said)
        typed = [each for each in times if not each.words.isdisjoint(said)]
        every += [cell for each in times for cell, _ in each.rows.values()]
        if named or typed or table.row_count == 1:
            rows = named or range(table.row_count)
            for each in typed or times:
                named_cells += [each.rows[row] for row in rows if row in each.rows]
    if not named_cells or any(stated.agrees(cell) for cell, _ in named_cells):
        return None
    written = text.slice(span)
    only = {shown for _, shown in named_cells}
    right = only.pop() if len(only) == 1 else ""
    elsewhere = any(map(stated.agrees, every))
    where = f"; the cell has {right!r}" if right else ""
    return Finding(
        code=_CODE[elsewhere],
        verdict=Verdict.CONTRADICTED,
        span=span,
        message=f"{written!r} differs from the time cells that the sentence names{where}",
        details={"text": written} | ({"right": right} if right else {}),
        repair=Repair(span, right) if right else None,
        severity=Severity.ERROR if right else None,
    )


def _words(string: str) -> list[str]:
    return [match[0].casefold() for match in _WORD.finditer(string)]


def _columns(table: Table) -> list[_Times]:
    """The columns of a table whose cells are times."""
    found = []
    for place, column in enumerate(table.columns):
        rows = dict(_times(table.data[place]))
        if rows:
            words = frozenset(_words(f"{column.name} {column.label}".replace("_", " ")))
            found.append(_Times(words, rows))
    return found


def _times(data: Sequence[object]) -> Iterator[tuple[int, tuple[Clock, str]]]:
    """The time of each row, where the distinct values of a column are times."""
    if not isinstance(data, Coded) or len(data.distinct) > _MOST_VALUES:
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
    read = clock(value) if isinstance(value, str) and ":" in value else None
    return None if read is None else (read, str(value).strip())


def _named(table: Table, said: Sequence[str]) -> list[int]:
    """The rows that a sentence names by a label: all of its words, one after the other."""
    joined = f" {' '.join(said)} "
    rows: set[int] = set()
    for data in table.data:
        if not isinstance(data, Coded) or len(data.distinct) > _MOST_VALUES:
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
