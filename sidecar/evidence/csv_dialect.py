"""The dialect of a CSV file: its separator and its decimal mark, found out from its cells.

The separator is the one with which the first lines are a table of two columns or more. If there are
several such, or none and the first line holds one, there is no way to know: that is an error.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sidecar.evidence.file_form import SEPARATORS
from sidecar.evidence.table_layout import LayoutRow, RaggedRow, TableBody, find_header

_SAMPLE = 1 << 16  # characters
_OWN = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)
NAMES = {",": "a comma", ";": "a semicolon", "\t": "a tab", "|": "a vertical bar"}


class AmbiguousSeparator(Exception):
    """Several characters may be the separator; the message names them."""


class SeparatedText(NamedTuple):
    """A file whose separator is known.

    Attributes:
        separator: What separates its cells.
        text: The file, without a line that only names the separator.
        lines_before: How many lines that took.
    """

    separator: str
    text: str
    lines_before: int = 0


def find_separator(text: str, given: str, usual: str) -> SeparatedText:
    """Find what separates the cells of a file.

    Args:
        text: The file.
        given: What the caller says, or "".
        usual: What counts where several are possible, or "".

    Raises:
        Ambiguous: If several characters do.
    """
    own = _OWN.match(text)
    if own:  # as Excel has it
        return SeparatedText(given or own[1], text[own.end() :], 1)
    if given:
        return SeparatedText(given, text)
    columns = {one: _columns(text, one) for one in SEPARATORS if one in text[:_SAMPLE]}
    possible = [one for one, count in columns.items() if count > 1]
    if usual in possible:
        return SeparatedText(usual, text)
    if len(possible) > 1:
        named = " or ".join(f"{NAMES[one]} ({columns[one]} columns)" for one in possible)
        raise AmbiguousSeparator(named)
    if possible:
        return SeparatedText(possible[0], text)
    return SeparatedText(_most_frequent(text), text)


def read_head(text: str, separator: str) -> list[LayoutRow]:
    """The first rows that are not empty.

    Raises:
        csv.Error: If the text is no CSV.
    """
    found = []
    is_after_gap = False
    for cells, line in _first_records(text, separator):
        if not any(map(str.strip, cells)):
            is_after_gap = True
            continue
        found.append(LayoutRow(cells, line, is_after_gap))
        is_after_gap = False
    return found


def read_records(text: str, separator: str) -> Iterator[tuple[list[str], int]]:
    """The lines of a file as cells, with the line that each ends in.

    Raises:
        csv.Error: If the text is no CSV.
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    for cells in reader:
        yield cells, reader.line_num


def _first_records(text: str, separator: str) -> Iterator[tuple[list[str], int]]:
    """Those of the first lines; a quoted cell in which they are cut off is left out."""
    is_cut = len(text) > _SAMPLE
    sample = text[: text.rfind("\n", 0, _SAMPLE) + 1 or _SAMPLE] if is_cut else text
    try:
        yield from read_records(sample, separator)
    except csv.Error as error:
        if not is_cut or "unexpected end" not in str(error):
            raise


def _columns(text: str, separator: str) -> int:
    """How many columns the first lines have; 0 where they are no table."""
    try:
        rows = read_head(text, separator)
        place = find_header(rows)
        names = [str(cell).strip() for cell in rows[place].cells] if rows else []
        body = TableBody(names, lambda _: None)
        for cells, line in _first_records(text, separator):
            if rows and line > rows[place].line:
                for _ in body.rows(cells, line):
                    pass
    except (csv.Error, RaggedRow):
        return 0
    return len(names)


def _most_frequent(text: str) -> str:
    """The separator that the first line has most often; a comma where it has none."""
    first = text.lstrip().partition("\n")[0]
    return max(SEPARATORS, key=first.count)


# The decimal mark of a CSV file: found out from its cells, and numbers in it as others read them.
#
#     0,5   1.234,5   1 234,56      only a comma can be the decimal mark
#     0.5   1,234.5   1,234,567     only a point can be
#     1,234   1.234                 either, where nothing else in the file tells
#
# In a file whose cells are separated by commas, a point is the decimal mark unless a cell tells
# otherwise: who writes decimals with a comma separates cells by something else.

_SIGN = r"[-+−–]?\s?"
_BODY = r"\d+(?:[.,\s'’]\d+)*"
_MONEY = r"(?:[A-Z]{0,3}[$€£¥₹]|[A-Z]{3})?\s?"
_AMOUNT = re.compile(rf"[(<>~≈]?{_SIGN}{_MONEY}{_SIGN}(?P<body>{_BODY})(?P<end>.{{0,24}})")
_UNIT = re.compile(r"\s?[^\d\s.,]\D*(?:\[\w{1,3}\]|\(\w\))?")
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:(?P<group>[.,\s'’])\d{3})(?:(?P=group)\d{3})*")
_WITH_COMMA = re.compile(  # at most forty digits, since a search may begin at every group
    r"(?<![\w.,])(?P<whole>\d{1,3}(?P<group>[.\s'’])\d{3}(?:(?P=group)\d{3}){0,11}|\d+)"
    r",(?P<part>\d+)(?![.,]?\d)"
)
_PLAIN = re.compile(rf"[-−]?{_BODY}")
_NO_DIGIT = re.compile(r"\D")


class MarkClue(NamedTuple):
    """A cell that says something about decimal marks.

    Attributes:
        mark: "," or "."; "" where it may be either.
        cell: What it holds.
        column: Which column it is in.
    """

    mark: str
    cell: str
    column: int


class Undecided(Exception):
    """The cells do not tell what the decimal mark is.

    Attributes:
        cells: Those that may be read in two ways, or that contradict each other.
    """

    def __init__(self, *cells: MarkClue) -> None:
        super().__init__("the decimal mark is not known")
        self.cells = cells


def find_decimal_mark(columns: Sequence[Iterable[str]], separator: str) -> str:
    """The decimal mark of a file.

    Args:
        columns: The distinct cells of each column.
        separator: What separates its cells.

    Raises:
        Undecided: If nothing tells, or cells contradict each other.
    """
    first: dict[str, MarkClue] = {}
    for column, cells in enumerate(columns):
        for cell in cells:
            # Once a point is found, a cell without commas can only tell by several points.
            if "." in first and "," not in cell and cell.count(".") < 2:
                continue
            mark = _mark(cell)
            if mark is not None and mark not in first:
                first[mark] = MarkClue(mark, cell, column)
        if "," in first and "." in first:
            raise Undecided(first[","], first["."])
    if "," in first:
        return ","
    if "." in first or "" not in first or separator == ",":
        return "."
    raise Undecided(first[""])


def rewrite_with_point(cell: str) -> str:
    """A cell of a file with decimal commas, its numbers as they are written with a point."""
    amount = _amount(cell)
    if amount is not None:
        start, end = amount
        body = _pointed(cell[start:end])
        return cell if body is None else f"{cell[:start]}{body}{cell[end:]}"
    return _WITH_COMMA.sub(lambda found: f"{_digits(found['whole'])}.{found['part']}", cell)


def is_plain(cell: str) -> bool:
    """Whether a cell is a number and nothing else, its groups of digits divided or not."""
    return _PLAIN.fullmatch(cell) is not None


def _mark(cell: str) -> str | None:
    """The decimal mark of a cell, "" where it may be either; None where it says nothing."""
    if "," not in cell and "." not in cell:
        return None
    amount = _amount(cell)
    if amount is None:
        return None
    body = cell[slice(*amount)]
    readings = [mark for mark in ",." if _reads(body, mark)]
    if len(readings) == 1:
        return readings[0] if "." in body or "," in body else None
    return "" if readings and ("," in body or "." in body) else None


def _reads(body: str, mark: str) -> bool:
    """Whether digits are a number with that decimal mark."""
    whole, found, part = body.partition(mark)
    if found and not part.isdigit():
        return False
    if whole.isdigit():
        return len(whole) == 1 or whole[0] != "0"
    groups = _GROUPED.fullmatch(whole)
    return groups is not None and groups["group"] != mark


def _pointed(body: str) -> str | None:
    if not _reads(body, ","):
        return None
    whole, found, part = body.partition(",")
    return f"{_digits(whole)}.{part}" if found else _digits(whole)


def _digits(text: str) -> str:
    return _NO_DIGIT.sub("", text)


def _amount(cell: str) -> tuple[int, int] | None:
    """Where the digits of a cell stand that is one number, perhaps with a sign and a unit."""
    found = _AMOUNT.fullmatch(cell.strip())
    if found is None or (found["end"] and not _UNIT.fullmatch(found["end"])):
        return None
    before = len(cell) - len(cell.lstrip())
    start, end = found.span("body")
    return before + start, before + end
