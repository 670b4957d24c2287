"""Tables of separated cells in a text: CSV, tab-separated lines, and what sqlite3 prints.

The names of columns are in the first line, unless the query gives them: ``North|12.5`` under
``SELECT region, total`` has two. Numbers are read as in files (``sidecar.evidence.csv_rows``).
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from typing import NamedTuple

from sidecar.evidence.csv_dialect import Undecided, find_decimal_mark
from sidecar.evidence.csv_rows import read_cell, read_cell_with_comma
from sidecar.transcripts.results.parts import Cell, Found, FoundTable, FoundUnread

_SEPARATORS = "\t|;,"
_LOOKED_AT = 50  # lines that a first row may take
_LONGEST = 80  # characters of a name
_ODD_ROW = FoundUnread("", "a row has another number of cells")
_SENTENCE = re.compile(r".*[.!?:]\s*", re.DOTALL)


class Block(NamedTuple):
    """What some lines of a text are.

    Attributes:
        end: The line after the last of them.
        found: What they hold.
    """

    end: int
    found: Sequence[Found]


def read_separated(
    lines: Sequence[str], start: int, end: int, names: Sequence[str]
) -> Block | None:
    """Read a table that begins at a line.

    Args:
        lines: Of the text.
        start: The line.
        end: The next empty line, which ends the table.
        names: Of the columns, as the query gives them.
    """
    for separator in _SEPARATORS:
        if not _may_separate(lines[start], separator):
            continue
        first = _record(lines, start, end, separator)
        if first is None or (separator in ",;" and any(cell[:1].isspace() for cell in first)):
            continue
        can_name = _are_names(first)
        is_data = len(first) == len(names) and (separator == "|" or not can_name)
        if is_data and not _same(first, names):
            return _read(lines[start:end], start, separator, names)
        second = _record(lines, start + 1, end, separator)
        if can_name and second is not None and len(second) == len(first):
            return _read(lines[start + 1 : end], start + 1, separator, first)
    return None


def _may_separate(line: str, separator: str) -> bool:
    """Whether a character is in a line, and not as in a sentence."""
    return separator in line and (
        separator not in ",;" or '"' in line or f"{separator} " not in line
    )


def _read(lines: Sequence[str], start: int, separator: str, names: Sequence[str]) -> Block:
    rows: list[list[str]] = []
    read = 0
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=separator, strict=True)
    try:
        for row in reader:
            if len(row) == 1 < len(names):
                break
            if len(row) != len(names):
                return Block(start + len(lines), [_ODD_ROW])
            rows.append(row)
            read = reader.line_num
    except csv.Error as error:
        return Block(start + len(lines), [FoundUnread("", f"it is not CSV: {error}")])
    columns = [list(column) for column in zip(*rows, strict=True)]
    try:
        mark = find_decimal_mark([filter(None, column) for column in columns], separator)
    except Undecided:
        problem = "the decimal mark of its numbers is not clear"
        return Block(start + read, [FoundUnread("", problem)])
    value = read_cell_with_comma if mark == "," else read_cell
    cells: list[list[Cell]] = [[value(cell) for cell in row] for row in rows]  # type: ignore[misc]
    return Block(start + read, [FoundTable("", [name.strip() for name in names], cells)])


def _record(lines: Sequence[str], start: int, end: int, separator: str) -> list[str] | None:
    some = (f"{line}\n" for line in lines[start : min(end, start + _LOOKED_AT)])
    try:
        return next(csv.reader(some, delimiter=separator, strict=True), None)
    except csv.Error:
        return None


def _are_names(cells: Sequence[str]) -> bool:
    """Whether cells name columns: different short words, of which the first may be empty."""
    if len(cells) < 2 or len({*cells}) < len(cells) or not all(cells[1:]):
        return False
    return not any(
        len(cell) > _LONGEST
        or _SENTENCE.fullmatch(cell)
        or (cell and not isinstance(read_cell(cell), str))
        for cell in cells
    )


def _same(cells: Sequence[str], names: Sequence[str]) -> bool:
    return [cell.strip().lower() for cell in cells] == [name.lower() for name in names]
