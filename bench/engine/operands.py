"""Which cells an expression reads: the rows and columns that a number is intended to be of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from bench.analysts.derivations import evaluate
from bench.analysts.tables import AnalystTable, Row


class Operand(NamedTuple):
    """Cells that an expression reads together.

    Attributes:
        table: The table's name.
        rows: Places of its rows.
        column: The column as expressions call it; empty where rows alone are counted.
    """

    table: str
    rows: frozenset[int]
    column: str


class _Log:
    """What was read so far, but for what tests of rows read."""

    def __init__(self) -> None:
        self.found: list[Operand] = []
        self.is_paused = False

    def add(self, table: str, rows: Sequence[int], column: str) -> None:
        if not self.is_paused:
            self.found.append(Operand(table, frozenset(rows), column))


class _WatchedRow(Row):
    """A row that notes which of its cells are read."""

    def __init__(self, row: Row, table: str, place: int, log: _Log) -> None:
        super().__init__(row._cells)
        self._table, self._place, self._log = table, place, log

    def __getattr__(self, name: str) -> Any:
        value = super().__getattr__(name)
        self._log.add(self._table, (self._place,), name)
        return value

    def across(self, first: str, last: str) -> list[Any]:
        names = list(self._cells)
        return [getattr(self, name) for name in names[names.index(first) : names.index(last) + 1]]


class _WatchedTable(AnalystTable):
    """A table that notes which of its cells are read."""

    def __init__(
        self, table: str, columns: Sequence[str], rows: Sequence[_WatchedRow], log: _Log
    ) -> None:
        self._columns, self._rows, self._watched = list(columns), list(rows), rows
        self._table, self._log = table, log

    def __call__(self, *tests: Callable[[Row], bool], **cells: Any) -> AnalystTable:
        before, self._log.is_paused = self._log.is_paused, True
        left = {id(row) for row in super().__call__(*tests, **cells)}
        self._log.is_paused = before
        rows = [row for row in self._watched if id(row) in left]
        return _WatchedTable(self._table, self._columns, rows, self._log)

    def __getattr__(self, name: str) -> list[Any]:
        before, self._log.is_paused = self._log.is_paused, True
        values = super().__getattr__(name)
        self._log.is_paused = before
        self._log.add(self._table, self._places(), name)
        return values

    def __len__(self) -> int:
        self._log.add(self._table, self._places(), "")
        return len(self._rows)

    def _places(self) -> list[int]:
        return [row._place for row in self._watched]


def operands(expression: str, tables: Mapping[str, AnalystTable]) -> list[Operand]:
    """The cells that an expression reads, each once, in the order in which they are read."""
    log = _Log()
    watched = {
        name: _WatchedTable(
            name, table._columns, [_WatchedRow(r, name, at, log) for at, r in enumerate(table)], log
        )
        for name, table in tables.items()
    }
    evaluate(expression, watched)
    return list(dict.fromkeys(log.found))
