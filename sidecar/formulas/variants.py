"""Changed copies of the evidence, over which a query is run again.

A copy is a schema of views, one for each table and called like it, and a query is sent there by its
syntax tree: so copies cost no memory, and only the columns that a query reads are changed at all.
Nothing that a formula may call tells one schema from another.

Which cells may change depends on the query: what it picks, joins and groups rows by is kept, since
a name or a year that was changed is only not found any more. So the views are made for each query.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

import duckdb

from sidecar.formulas.columns import ColumnInfo, Tables, quoted
from sidecar.formulas.statement import Examined
from sidecar.formulas.tree import Connection, parse, sql, tables

Fetch = Callable[[str], list[tuple[object, ...]]]
"""Runs a query, with whatever bounds its time, and gives its first two rows."""


class Change(Enum):
    """How a copy differs from the evidence."""

    MORE = "more"
    """Every measure is greater by one part in ten millions."""
    LESS = "less"
    """Every measure is less by as much."""
    SCALED = "scaled"
    """Every measure is multiplied, each cell by another factor."""
    MIRRORED = "mirrored"
    """Every measure is multiplied, shifted and changes its sign."""
    EVEN = "even"
    """Every second row is gone."""
    ODD = "odd"
    """The other rows are gone."""
    FIRST = "first"
    """The second half of the rows is gone."""
    LAST = "last"
    """The first half is gone."""
    FEW = "few"
    """All rows but the first eighth are gone."""


NOISE = (Change.MORE, Change.LESS)
MOVES = tuple(change for change in Change if change not in NOISE)
_ROWS = {
    Change.EVEN: "rowid % 2 = 0",
    Change.ODD: "rowid % 2 = 1",
    Change.FIRST: "rowid < (SELECT (count(*) + 1) // 2 FROM {table})",
    Change.LAST: "rowid >= (SELECT count(*) // 2 FROM {table})",
    Change.FEW: "rowid < (SELECT greatest(1, count(*) // 8) FROM {table})",
}
_NOISE = {Change.MORE: "1.0000001", Change.LESS: "0.9999999"}


@dataclass(frozen=True)
class _Cells:
    """Which columns of a query's tables a copy leaves as they are."""

    examined: Examined

    def kept(self, place: tuple[str, str], change: Change) -> bool:
        """Whether a column stays as it is."""
        compared = change in NOISE and place in self.examined.compared
        return place in self.examined.held or place not in self.examined.reads or compared


class Variants:
    """The changed copies of the tables of one connection."""

    def __init__(
        self, connection: Connection, described: Tables, fetch: Fetch | None = None
    ) -> None:
        """Make copies of tables.

        Args:
            connection: Where the tables are, in the schema "main".
            described: Their columns.
            fetch: What runs a query and gives its first two rows.
        """
        self._connection = connection
        self._tables = described
        self._fetch = fetch or (lambda query: connection.execute(query).fetchmany(2))
        self._made: dict[str, str] = {}

    def again(self, query: str) -> Decimal | None:
        """Give the value of a query over the evidence as it is."""
        return value_of(self._fetch(query))

    def run(self, query: str, examined: Examined, change: Change) -> Decimal | None:
        """Give the value of a query over a changed copy.

        Returns:
            The value; None where it gives no finite number there.
        """
        tree = parse(self._connection, query)
        names = {name.lower(): name for name in self._tables}
        for node in tables(tree):
            name = names.get(node["table_name"].lower())
            if name is not None:
                self._make(name, examined, change)
                node["schema_name"] = change.value
                node["qualified_name"] = {"path": [change.value, node["table_name"]]}
        try:
            return value_of(self._fetch(sql(self._connection, tree)))
        except duckdb.InterruptException:
            raise
        except duckdb.Error:
            return None

    def close(self) -> None:
        """Drop the copies."""
        for change in Change:
            self._connection.execute(f"DROP SCHEMA IF EXISTS {change.value} CASCADE")
        self._made.clear()

    def _make(self, name: str, examined: Examined, change: Change) -> None:
        """Make the changed view of a table, unless the last query had the same."""
        cells = _Cells(examined)
        listed = ", ".join(
            f"{_changed(info, number, change, cells.kept((name, info.name), change))} "
            f"AS {quoted(info.name)}"
            for number, info in enumerate(self._tables[name])
        )
        table = f"main.{quoted(name)}"
        rows = _ROWS.get(change)
        where = f" WHERE {rows.format(table=table)}" if rows else ""
        view = f"{change.value}.{quoted(name)}"
        text = f"CREATE OR REPLACE VIEW {view} AS SELECT {listed} FROM {table}{where}"  # noqa: S608
        if self._made.get(view) != text:
            self._connection.execute(f"CREATE SCHEMA IF NOT EXISTS {change.value}")
            self._connection.execute(text)
            self._made[view] = text


def value_of(rows: list[tuple[object, ...]]) -> Decimal | None:
    """Give the only value of a result, where it is a finite number."""
    if len(rows) != 1 or len(rows[0]) != 1:
        return None
    value = rows[0][0]
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return None
    exact = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    return exact if exact.is_finite() else None


def _changed(info: ColumnInfo, number: int, change: Change, kept: bool) -> str:
    """A column as a copy has it."""
    cell = quoted(info.name)
    step = f"((rowid * 7919 + {(number + 1) * 1049}) % 997)"
    if kept or change in _ROWS:
        return cell
    if info.number:
        return _number(cell, info.type, change, step)
    if change in _NOISE:
        return cell
    if info.date:
        return f"({cell} + to_days(CAST(1 + {step} % 61 AS INTEGER)))::{info.type}"
    return {
        "VARCHAR": f"translate({cell}, '0123456789', '3456789012')",
        "BOOLEAN": f"({cell} <> ({step} % 2 = 0))",
    }.get(info.type, cell)


def _number(cell: str, kind: str, change: Change, step: str) -> str:
    """A number as a copy has it; where it would leave its type, as it is."""
    if change in _NOISE:
        return f"{cell}::DOUBLE * {_NOISE[change]}"
    factor = f"(1.15 + 0.75 * {step} / 996)"
    moved = f"{cell} * {factor}"
    if change is Change.MIRRORED:
        moved = f"-({cell} + 1 + {step} % 7) * {factor}"
    return f"coalesce(TRY_CAST({moved} AS {kind}), {cell})"
