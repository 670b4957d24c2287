"""The tables in the text of a source: which line is the header of which rows.

A table is a run of lines with as many cells each: with bars or tabs (Markdown, HTML, copied
sheets), with semicolons or commas (CSV), or, as in the text of a PDF, numbers behind a label, under
a line that is no sentence.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

Place = tuple[int, int]
"""A line, in characters."""

_RULE = re.compile(r"[\s|:+-]*-[\s|:+-]*")
_LONGEST_CELL = 80
_LONGEST_HEADER = 120
_NUMBER = r"[($€£¥-]*\d[\d.,]*%?\)?"
_NUMBERS = re.compile(
    rf"(?:(?:[^\d\n]{{1,60}}|[QqHh][1-4]|FY ?\d{{2,4}})\s)?{_NUMBER}(?:\s+{_NUMBER})*\s*"
)
_CSV_COMMA = re.compile(r",(?=\S)(?!\d{3}(?!\d))|(?<=\D),(?=\S)|(?<=\d{4}),(?=\S)")
"""A comma between cells; one within a number or before a space is none."""

_SEPARATORS = {
    "|": re.compile(r"\|"),
    "\t": re.compile(r"\t"),
    ";": re.compile(r";(?!\s)"),
    ",": _CSV_COMMA,
}
_BEFORE_NUMBER = re.compile(r"(?<=\S)\s(?=[($€£¥-]*\d)")
_SENTENCE_END = re.compile(r"[.!?;:]\s*\Z")


class SourceGrid(NamedTuple):
    """A table.

    Attributes:
        header: Its first line.
        rows: The others, in order.
        caption: The line before it that is not empty; an empty place where there is none.
        separator: What stands between cells; " " where the text of a PDF has lost it.
    """

    header: Place
    rows: Sequence[Place]
    caption: Place
    separator: str


class SourceGrids:
    """The tables of a text.

    Args:
        string: The text in the form in which it is compared.
    """

    def __init__(self, string: str) -> None:
        self._string = string
        self.every = list(_grids(string))
        self._rows = sorted((row, grid) for grid in self.every for row in grid.rows)
        self._headers = [grid.header for grid in self.every]
        self._starts = [row[0] for row, _ in self._rows]

    def is_header(self, place: int) -> bool:
        """Whether a place is in the header of a table."""
        found = bisect_right(self._headers, (place, len(self._string))) - 1
        return found >= 0 and place < self._headers[found][1]

    def find_row(self, place: int) -> tuple[Place, SourceGrid] | None:
        """The row that a place is in, and its table."""
        found = bisect_right(self._starts, place) - 1
        if found < 0 or place >= self._rows[found][0][1]:
            return None
        return self._rows[found]


def split_bars(line: str) -> list[str]:
    """The cells of a line with bars."""
    return line.strip().removeprefix("|").removesuffix("|").split("|")


def add_bars(line: str, separator: str) -> str:
    """A line with bars between its cells, as long as it was; of a PDF, before its numbers."""
    return _SEPARATORS.get(separator, _BEFORE_NUMBER).sub("|", line)


def _grids(string: str) -> Iterator[SourceGrid]:
    if not any(sign in string for sign in "|\t;,") and "\n" not in string:
        return
    lines = _lines(string)
    at = 0
    while at < len(lines):
        run, separator = _run(string, lines, at)
        if run < 2:
            at += 1
            continue
        header, *rows = (line for line in lines[at : at + run] if not _is_rule(string, line))
        caption = next((one for one in reversed(lines[:at][-2:]) if one[0] < one[1]), (0, 0))
        if rows:
            yield SourceGrid(header, rows, caption, separator)
        at += run


def _lines(string: str) -> list[Place]:
    """The lines of a text that are not empty."""
    return [match.span() for match in re.finditer(r"[^\n]*\S[^\n]*", string)]


def _is_rule(string: str, line: Place) -> bool:
    said = string[line[0] : line[1]]
    return "|" in said and _RULE.fullmatch(said) is not None


def _run(string: str, lines: Sequence[Place], at: int) -> tuple[int, str]:
    """How many lines from one on are a table, and what parts their cells."""
    first = string[lines[at][0] : lines[at][1]]
    for separator in _SEPARATORS:
        if separator not in first or (width := _width(first, separator)) < 2:
            continue
        count = 1
        while at + count < len(lines) and _is_next(string, lines, at + count):
            line = lines[at + count]
            said = string[line[0] : line[1]]
            if not _is_rule(string, line) and _width(said, separator) != width:
                break
            count += 1
        if count > 1:
            return count, separator
    return _run_of_numbers(string, lines, at, first), " "


def _is_next(string: str, lines: Sequence[Place], at: int) -> bool:
    """Whether no empty line stands before one."""
    return string.count("\n", lines[at - 1][1], lines[at][0]) == 1


def _width(line: str, separator: str) -> int:
    """How many cells a line has; 0 where one is too long."""
    found = split_bars(add_bars(line, separator))
    return 0 if any(len(cell) > _LONGEST_CELL for cell in found) else len(found)


def _run_of_numbers(string: str, lines: Sequence[Place], at: int, first: str) -> int:
    """How many lines are a header, and numbers behind labels below it."""
    if len(first) > _LONGEST_HEADER or _SENTENCE_END.search(first) or _NUMBERS.fullmatch(first):
        return 0
    count = 1
    while at + count < len(lines) and _is_next(string, lines, at + count):
        start, end = lines[at + count]
        if end - start > _LONGEST_HEADER or not _NUMBERS.fullmatch(string, start, end):
            break
        count += 1
    return count if count > 2 else 0
