"""Where the table is in a sheet or CSV file: below titles, above footnotes.

    Staff by region                       a title: one filled cell
    Source: staff register                a note
                                          a gap: an empty line, or a row of empty cells
    Region;2022;2023                      the header
    North;1234;1301                       the rows
    (1) Full-time equivalents             a note

A line above the header is left out only if a gap or its form shows that it is no part of the table,
a line below the rows only if it cannot be a row. Any other line that does not have the shape of the
table is an error. What is left out is reported.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sidecar.evidence.file_form import Notice

Cells = Sequence[object]
"""The cells of one row; None or "" where one is empty."""

_NOTE = re.compile(r"\s*(?:[*†‡§©#]|[_=-]{3,}|\(?\d{1,2}\)|\[\w{1,3}\]|[^\W\d][\w ()]{0,30}:)")
_LEAST_WORDS = 4  # of a sentence
_HIGHEST = 30  # rows above a header, at most
_NUMBER = re.compile(r"[-+]?[\d.,]*\d[\d.,]*")
_VALUE = re.compile(r"[-−+]\d+|[-−+]?\d*[.,]\d+|[1-9]\d{4,}")
_YEAR = re.compile(r"[12]\d{3}")


class RaggedRow(Exception):
    """A row that is no part of the table.

    Attributes:
        problem: Why, in words.
        line: Where it stands, from 1.
    """

    def __init__(self, problem: str, line: int) -> None:
        super().__init__(problem)
        self.problem, self.line = problem, line


class LayoutRow(NamedTuple):
    """A row that is not empty.

    Attributes:
        cells: Its cells.
        line: Where it stands, from 1.
        after_gap: Whether an empty line or row is above it.
    """

    cells: Cells
    line: int
    after_gap: bool


def find_header(rows: Sequence[LayoutRow]) -> int:
    """The place of the header among the first rows that are not empty.

    Raises:
        Ragged: If the first row may be a title or the header, or if the header has two rows.
    """
    widths = Counter(len(row.cells) for row in rows if _filled(row.cells) > 1)
    width = max(widths, key=lambda each: (widths[each], each), default=0)
    place = _comments(rows, width) or _below_titles(rows, width)
    if _has_second(rows, place):
        problem = "has a header of two rows: write the whole name of each column in one"
        raise RaggedRow(problem, rows[place].line)
    if rows and _has_units(rows[place].cells, rows[place + 1 : place + 3]):
        problem = "has a row of units or years below its header: write each in the column's name"
        raise RaggedRow(problem, rows[place + 1].line)
    return place


def _below_titles(rows: Sequence[LayoutRow], width: int) -> int:
    first = next((n for n, row in enumerate(rows) if _fills(row, width)), 0)
    if not first or _is_apart(rows, first, width):
        return _below_gap(rows, first)
    top = rows[0].cells
    if first == 1 and _filled(top) == 1 and not is_missing(top[0]) and _names(rows[1].cells):
        problem = "has one name above a row of several: if it is a title, delete it"
        raise RaggedRow(problem, rows[0].line)
    return 0


def _has_second(rows: Sequence[LayoutRow], place: int) -> bool:
    """Whether a row of names stands below a header, and fills a gap between its names."""
    if place + 1 >= len(rows):
        return False
    pairs = zip(rows[place].cells[1:], rows[place + 1].cells[1:], strict=False)
    fills = any(is_missing(above) and not is_missing(below) for above, below in pairs)
    return fills and _names(rows[place + 1].cells)


def _has_units(header: Cells, rows: Sequence[LayoutRow]) -> bool:
    """Whether units, or the years of repeated names, stand below a header and above numbers."""
    if len(rows) < 2 or len(rows[0].cells) != len(rows[1].cells):
        return False
    (label, *units), (below, *values) = (row.cells for row in rows)
    if not is_missing(label) or is_missing(below) or _filled(units) < 2:
        return False
    words = [str(unit).strip() for unit in units if not is_missing(unit)]
    is_repeated = len({*header}) < len(header)
    parts = all(map(_YEAR.fullmatch, words)) if is_repeated else False
    numbers = [_NUMBER.fullmatch(str(value).strip()) for value in values]
    return any(numbers) and (parts or not any(map(str.isdigit, "".join(words))))


class TableBody:
    """Takes the rows below a header one by one, and tells notes from rows.

    Args:
        names: Of the columns, as the header has them.
        notice: Is notified of which lines are not read as data.
    """

    def __init__(self, names: Sequence[str], notice: Notice) -> None:
        self._names, self._width, self._notice = names, len(names), notice
        self._empty = 0
        self._is_after_gap = False
        self._notes: list[int] = []
        self._ragged: RaggedRow | None = None

    def rows(self, cells: Cells, line: int) -> Iterator[Cells]:
        """The rows that a further line makes: none, itself, or empty rows before it.

        Raises:
            Ragged: If it has another number of cells, repeats the header, or is below notes.
        """
        width = self._width
        is_full = len(cells) == width and (cells[-1] or width == 1)
        if is_full and not self._notes and not _is_prose(cells):
            if self._is_after_gap or cells[0] == self._names[0]:
                self._check_is_no_header(cells, line)
                yield from self._empty_rows()
                self._is_after_gap = False
            yield cells
            return
        filled = _filled(cells)
        if not filled:
            self._is_after_gap = True
            self._empty += bool(len(cells) == width and cells)
        elif self._is_footnote(cells, filled):
            self._notes.append(line)
            self._ragged = self._ragged or self._misshapen(cells, line)
        elif self._notes and self._ragged:
            raise self._ragged
        else:
            yield from self._empty_rows()
            self._is_after_gap = False
            yield self._fitted(cells, line)

    def end(self) -> None:
        """Report what below the last row is not read."""
        if self._notes:
            self._notice(f"{_lines(self._notes)} below the table: not read as data")
        if self._empty:
            count = "a row" if self._empty == 1 else f"{self._empty} rows"
            self._notice(f"{count} of empty cells below the table: not read as data")

    def _check_is_no_header(self, cells: Cells, line: int) -> None:
        """Refuse a second table: its header has the names of this one, or some of them."""
        pairs = zip(cells, self._names, strict=True)
        same = sum(bool(name) and str(cell).strip() == name for cell, name in pairs)
        if self._width > 1 and (same == self._width or (same and self._is_after_gap)):
            raise RaggedRow("repeats names of its header: a file holds one table", line)

    def _is_footnote(self, cells: Cells, filled: int) -> bool:
        width = self._width
        if width == 1:
            return False
        if _is_prose(cells):
            return True
        if self._notes:
            return len(cells) < width or filled == 1
        if self._is_after_gap and filled == 1 and len(cells) != width:
            return any(map(str.isalpha, str(cells[0])))
        is_padded = len(cells) == width and not self._is_after_gap
        return filled == 1 and _is_marked(cells) if is_padded else _is_note(cells, width)

    def _empty_rows(self) -> Iterator[Cells]:
        for _ in range(self._empty):
            yield [None] * self._width
        self._empty = 0

    def _fitted(self, cells: Cells, line: int) -> Cells:
        """The cells of a row; a separator too many at its end makes no cell."""
        if len(cells) < self._width or not all(map(is_missing, cells[self._width :])):
            raise self._misshapen(cells, line)
        return cells[: self._width]

    def _misshapen(self, cells: Cells, line: int) -> RaggedRow:
        if len(cells) == self._width:
            return RaggedRow("has further rows below a note: delete the note", line)
        return RaggedRow(f"has {len(cells)} cells in a row, and {self._width} columns", line)


def drop_empty_end(names: list[str], columns: list[list[object]]) -> None:
    """Take away the last columns that have neither a name nor a cell: a separator too many."""
    while len(names) > 1 and not names[-1].strip() and all(map(is_missing, columns[-1])):
        names.pop()
        columns.pop()


def report_titles(rows: Sequence[LayoutRow], place: int, notice: Notice) -> None:
    """Report the lines above the header that are not read."""
    if place:
        notice(f"{_lines([row.line for row in rows[:place]])} above the table: not read as data")


def report_numbers(names: Sequence[str], notice: Notice) -> None:
    """Report a name that looks like a value: the file may have no header."""
    found = next((name for name in names if _VALUE.fullmatch(name)), None)
    if found is not None:
        notice(f"the first row is read as names, and one is {found}: if it is data, add a header")


def _lines(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"line {numbers[0]} is"
    return f"lines {numbers[0]} to {numbers[-1]} are"


def _below_gap(rows: Sequence[LayoutRow], first: int) -> int:
    """The header, if a gap and a row that fills more cells than all above it follow."""
    most = max((_filled(row.cells) for row in rows[: first + 1]), default=0)
    for place in range(first + 1, min(len(rows), _HIGHEST)):
        filled = _filled(rows[place].cells)
        if filled > most and rows[place].after_gap and _names(rows[place].cells):
            return place
        most = max(most, filled)
    return first


def _comments(rows: Sequence[LayoutRow], width: int) -> int:
    """How many rows above a header begin with "#", if they are no header themselves."""
    count = 0
    while count < len(rows) and str(rows[count].cells[0]).startswith("#"):
        count += 1
    is_header = count == 1 and len(rows[0].cells) == width
    below = rows[count : count + 1]
    is_above = below and len(below[0].cells) == width and _names(below[0].cells)
    return count if is_above and not is_header else 0


def _is_apart(rows: Sequence[LayoutRow], place: int, width: int) -> bool:
    """Whether what stands above a row differs from it, and the row can be a header."""
    above = all(_is_note(row.cells, width) for row in rows[:place])
    return place < _HIGHEST and _names(rows[place].cells) and (rows[place].after_gap or above)


def _fills(row: LayoutRow, width: int) -> bool:
    return len(row.cells) == width and _filled(row.cells) > 1


def _names(cells: Cells) -> bool:
    """Whether cells can name columns: no numbers but years, and the first is no number."""
    words = [str(cell).strip() for cell in cells if not is_missing(cell)]
    numbers = [word for word in words if _NUMBER.fullmatch(word)]
    starts = not is_missing(cells[0]) and words[:1] == numbers[:1]
    return not starts and all(map(_YEAR.fullmatch, numbers))


def _is_note(cells: Cells, width: int) -> bool:
    """Whether a row is one sentence, or begins as notes do and is no full row."""
    if is_missing(cells[0]):
        return False
    if _filled(cells) == 1:
        return _is_marked(cells) or len(str(cells[0]).split()) >= _LEAST_WORDS
    return len(cells) != width and _is_marked(cells)


def _is_prose(cells: Cells) -> bool:
    """Whether a row is a marked sentence that was cut at its commas: a space begins each part."""
    last = cells[-1]
    if not isinstance(last, str) or not last.startswith(" ") or len(cells) == 1:
        return False
    parts = [str(cell) for cell in cells[1:]]
    cut = all(part.startswith(" ") and any(map(str.isalpha, part)) for part in parts)
    return cut and _is_marked(cells)


def _is_marked(cells: Cells) -> bool:
    return not is_missing(cells[0]) and _NOTE.match(str(cells[0])) is not None


def _filled(cells: Cells) -> int:
    return sum(not is_missing(cell) for cell in cells)


def is_missing(cell: object) -> bool:
    """Whether a cell is empty, or holds nothing but spaces."""
    return cell is None or (isinstance(cell, str) and (not cell or cell.isspace()))
