"""The decimal mark of a CSV file: found out from its cells, and numbers in it as others read them.

    0,5   1.234,5   1 234,56      only a comma can be the decimal mark
    0.5   1,234.5   1,234,567     only a point can be
    1,234   1.234                 either, where nothing else in the file tells

In a file whose cells are separated by commas, a point is the decimal mark unless a cell tells
otherwise: who writes decimals with a comma separates cells by something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

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


class Found(NamedTuple):
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

    def __init__(self, *cells: Found) -> None:
        super().__init__("the decimal mark is not known")
        self.cells = cells


def decimal_mark(columns: Sequence[Iterable[str]], separator: str) -> str:
    """The decimal mark of a file.

    Args:
        columns: The distinct cells of each column.
        separator: What separates its cells.

    Raises:
        Undecided: If nothing tells, or cells contradict each other.
    """
    first: dict[str, Found] = {}
    for column, cells in enumerate(columns):
        for cell in cells:
            # Once a point is found, a cell without commas can only tell by several points.
            if "." in first and "," not in cell and cell.count(".") < 2:
                continue
            mark = _mark(cell)
            if mark is not None and mark not in first:
                first[mark] = Found(mark, cell, column)
        if "," in first and "." in first:
            raise Undecided(first[","], first["."])
    if "," in first:
        return ","
    if "." in first or "" not in first or separator == ",":
        return "."
    raise Undecided(first[""])


def with_point(cell: str) -> str:
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
