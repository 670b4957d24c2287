"""Tables in a text, and the prose around them.

Each line is looked at once: as a fence, as JSON or what Python prints, as a drawn or aligned table,
as separated cells, as names and values. What is none of these is prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sidecar.evidence.csv_rows import read_cell
from sidecar.transcripts import exact_json
from sidecar.transcripts.results import python_literals
from sidecar.transcripts.results.aligned import read_dashed, read_frame, read_series
from sidecar.transcripts.results.html_tables import has_table, read_html
from sidecar.transcripts.results.json_values import read_value
from sidecar.transcripts.results.pairs import read_pairs
from sidecar.transcripts.results.parts import Cell, Found, FoundTable, FoundText
from sidecar.transcripts.results.ruled import BOXES, is_rule, read_ruled
from sidecar.transcripts.results.separated import Block, read_separated

_FENCE = re.compile(r"\s*(```|~~~)[\w+-]*\s*")
_VALUE = re.compile(r"(?:[^\[{(\n]{0,60}: ?)?\s*(?=[\[{(])")
_QUOTE = re.compile(r"['\"(]")
_QUOTED = 200  # characters before the first quote
_AMOUNT = re.compile(r"[^\w\n\[{]{0,3}\d[\d.,' ]{0,39}[^\d\n]{0,16}")
_MOST_FAILED = 8  # values that turn out not to be one
_MOST_FENCES = 2  # in each other
_AFTER = frozenset(" \t\r;.,")


class Hints(NamedTuple):
    """What the call says about its result.

    Attributes:
        name: What a single number is called.
        columns: The names of columns, as the query gives them.
    """

    name: str
    columns: Sequence[str] = ()


def read_text(text: str, hints: Hints, level: int = 0) -> Iterator[Found]:
    """Find the tables and the prose of a text."""
    whole = text.strip()
    if not whole:
        return
    cell = read_cell(whole)
    if not isinstance(cell, str) or _AMOUNT.fullmatch(whole):
        yield FoundTable("", [hints.name], [[cell]], is_named=False)  # type: ignore[list-item]
    elif has_table(whole):
        yield from read_html(whole)
    else:
        text = text.replace("\r\n", "\n")
        yield from _Lines(text.translate(BOXES) if "─" in text else text, hints, level).read()


class _Lines:
    """The lines of a text, read from the first to the last."""

    def __init__(self, text: str, hints: Hints, level: int) -> None:
        self._text, self._hints, self._level = text, hints, level
        self._lines = text.split("\n")
        self._begins = _begins(self._lines)
        self._ends = _paragraph_ends(self._lines)
        self._failed = 0
        self._fences = level < _MOST_FENCES
        self._filled = sum(1 for line in self._lines if line.strip())

    def read(self) -> Iterator[Found]:
        prose: list[str] = []
        place = 0
        while place < len(self._lines):
            line = self._lines[place]
            block = self._block(place) if line.strip() else None
            if block is None:
                prose.append(line)
                place += 1
                continue
            yield from _prose(prose)
            prose = []
            yield from block.found
            place = block.end
        yield from _prose(prose)

    def _block(self, place: int) -> Block | None:
        lines, line = self._lines, self._lines[place]
        if self._fences and _FENCE.fullmatch(line):
            return self._fenced(place)
        value = _VALUE.match(line)
        if value and (block := self._value(place, value.end())):
            return block
        end = self._ends[place]
        begins = place == 0 or not lines[place - 1].strip()
        below = place + 1 < len(lines) and is_rule(lines[place + 1])
        if below or is_rule(line):
            return read_ruled(lines, place) or read_dashed(lines, place)
        if begins and (block := self._series(place, end)):
            return block
        return (
            read_frame(lines, place)
            or read_separated(lines, place, end, self._hints.columns)
            or read_pairs(lines, place, is_whole=self._filled == 1)
        )

    def _series(self, place: int, end: int) -> Block | None:
        return read_series(self._lines, place, end) if "dtype:" in self._lines[end - 1] else None

    def _fenced(self, place: int) -> Block | None:
        """What stands in a fence, read as a text of its own."""
        mark = self._lines[place].strip()[:3]
        for end in range(place + 1, len(self._lines)):
            if self._lines[end].strip() == mark:
                inner = "\n".join(self._lines[place + 1 : end])
                return Block(end + 1, list(read_text(inner, self._hints, self._level + 1)))
        self._fences = False
        return None

    def _value(self, place: int, column: int) -> Block | None:
        """A value of JSON or Python that begins in a line and ends one; objects may follow it."""
        values: list[object] = []
        start = self._begins[place] + column
        while self._failed < _MOST_FAILED:
            try:
                value, end = self._parse(start)
            except ValueError:
                self._failed += 1
                break
            after = self._text.find("\n", end)
            after = len(self._text) if after < 0 else after
            if not set(self._text[end:after][:80]) <= _AFTER:
                self._failed += 1
                break
            values.append(value)
            place += self._text.count("\n", self._begins[place], after) + 1
            is_row = isinstance(value, dict) and place < len(self._lines)
            if not is_row or not self._lines[place].startswith("{"):
                break
            start = self._begins[place]
        if not values:
            return None
        together = values[0] if len(values) == 1 else values
        return Block(place, list(read_value(together, self._hints.name)))

    def _parse(self, start: int) -> tuple[object, int]:
        """The value at a place: of JSON, or as Python prints lists, tuples and dicts."""
        quote = _QUOTE.search(self._text, start, start + _QUOTED)
        if quote is None or quote[0] == '"':
            try:
                return exact_json.parse_at(self._text, start)
            except exact_json.NotJson:
                self._failed += 1
        value, end = python_literals.parse_at(self._text, start)
        return ([value] if self._text[start] == "(" else value), end  # a tuple is one row


def _begins(lines: Sequence[str]) -> list[int]:
    """Where each line begins in the text."""
    places, position = [], 0
    for line in lines:
        places.append(position)
        position += len(line) + 1
    return places


def _paragraph_ends(lines: Sequence[str]) -> list[int]:
    """For each line the next one that is empty, or the end."""
    ends = [len(lines)] * len(lines)
    for place in range(len(lines) - 1, -1, -1):
        if not lines[place].strip():
            ends[place] = place
        elif place + 1 < len(lines):
            ends[place] = ends[place + 1]
    return ends


def _prose(lines: Sequence[str]) -> Iterator[Found]:
    text = "\n".join(lines).strip()
    if any(map(str.isalpha, text)):
        yield FoundText("", text)
    elif any(map(str.isdigit, text)):
        cells: list[Cell] = [line.strip() for line in lines if line.strip()]
        yield FoundTable("", ["value"], [[cell] for cell in cells], is_named=False)
