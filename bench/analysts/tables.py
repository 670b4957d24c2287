"""Small tables that an expression of a narrative can read: exact, and by name.

``sales["North"].q1`` is a cell, ``sales(region="North").q1`` a list of cells, ``len(sales)`` the
number of rows. Columns go by their name in lower case with underscores: ``Revenue (QAR m)`` is
``revenue_qar_m``, and ``2023`` is ``y2023``.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

Cell = int | float | str | None
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def slug(name: str) -> str:
    """The name of a column inside an expression."""
    plain = re.sub(r"\W+", "_", name.lower()).strip("_")
    return f"y{plain}" if plain[:1].isdigit() else plain


def parse(text: str) -> tuple[list[str], list[list[Cell]]]:
    """Columns and rows of comma-separated text, numbers as numbers and nothing as None."""
    head, *body = csv.reader(io.StringIO(text), skipinitialspace=True)
    rows = [[_cell(value.strip()) for value in line] for line in body if line]
    if any(len(row) != len(head) for row in rows):
        raise ValueError(f"a row of another length than {head}")
    return head, rows


def _cell(text: str) -> Cell:
    if not text:
        return None
    if not _NUMBER.fullmatch(text):
        return text
    return float(text) if "." in text else int(text)


def _exact(cell: Cell) -> Any:
    return Fraction(str(cell)) if isinstance(cell, int | float) else cell


class Row:
    """One row; its cells are attributes."""

    def __init__(self, cells: dict[str, Any]) -> None:
        self._cells = cells

    def __getattr__(self, name: str) -> Any:
        try:
            return self._cells[name]
        except KeyError:
            raise AttributeError(f"no column {name} among {list(self._cells)}") from None

    def starts_with(self, labels: Sequence[Cell]) -> bool:
        """Whether the leading cells are these."""
        return list(self._cells.values())[: len(labels)] == list(labels)

    def leading(self, count: int) -> tuple[Any, ...]:
        """Its leading cells."""
        return tuple(list(self._cells.values())[:count])

    def across(self, first: str, last: str) -> list[Any]:
        """The cells from one column to another, both included."""
        names = list(self._cells)
        return [self._cells[n] for n in names[names.index(first) : names.index(last) + 1]]


class AnalystTable:
    """Rows of one result, or those that a filter left."""

    def __init__(self, columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
        self._columns = [slug(name) for name in columns]
        self._rows = [
            Row({c: _exact(cell) for c, cell in zip(self._columns, row, strict=True)})
            for row in rows
        ]

    def __getitem__(self, labels: Cell | tuple[Cell, ...]) -> Row:
        """The only row whose leading cells are these labels."""
        wanted = labels if isinstance(labels, tuple) else (labels,)
        (row,) = [row for row in self._rows if row.starts_with(wanted)]
        return row

    def __call__(self, *tests: Callable[[Row], bool], **cells: Any) -> AnalystTable:
        """The rows that pass every test and have these cells, or one of several."""
        kept = AnalystTable(self._columns, ())
        kept._rows = [
            row
            for row in self._rows
            if all(test(row) for test in tests)
            and all(
                getattr(row, name) in wanted
                if isinstance(wanted, tuple)
                else getattr(row, name) == wanted
                for name, wanted in cells.items()
            )
        ]
        return kept

    def __getattr__(self, name: str) -> list[Any]:
        if name not in self._columns:
            raise AttributeError(f"no column {name} among {self._columns}")
        return [value for row in self._rows if (value := getattr(row, name)) is not None]

    def numeric(self) -> list[str]:
        """The columns that hold numbers alone."""
        return [
            name
            for name in self._columns
            if (cells := getattr(self, name)) and all(isinstance(c, Fraction) for c in cells)
        ]

    def labels(self) -> set[str]:
        """The cells that are names with a numeral in them, which a text may repeat."""
        cells = (getattr(row, name) for row in self._rows for name in self._columns)
        return {cell for cell in cells if isinstance(cell, str) and re.search(r"\d", cell)}

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)
