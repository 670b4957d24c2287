"""Changed copies of the evidence, over which a query is run again.

A copy is a schema of views, one for each table and called like it, and a query is sent there by its
syntax tree: so copies cost no memory, and only the columns that a query reads are computed at all.
Nothing that a formula may call tells one schema from another.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import duckdb

from sidecar.formulas.columns import Tables, quoted
from sidecar.formulas.copies import Change, select
from sidecar.formulas.statement import Examined
from sidecar.formulas.tree import Connection, parse, sql, tables

Fetch = Callable[[str], list[tuple[object, ...]]]
"""Runs a query, with whatever bounds its time, and gives its first two rows."""


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
        try:
            return value_of(self._fetch(self._sent(query, examined, change)))
        except duckdb.InterruptException:
            raise
        except duckdb.Error:
            return None

    def _sent(self, query: str, examined: Examined, change: Change) -> str:
        """Give a query as it reads a copy, which is made."""
        tree = parse(self._connection, query)
        names = {name.lower(): name for name in self._tables}
        for node in tables(tree):
            name = names.get(node["table_name"].lower())
            if name is not None:
                self._make(name, examined, change)
                node["schema_name"] = change.value
                node["qualified_name"] = {"path": [change.value, node["table_name"]]}
        return sql(self._connection, tree)

    def close(self) -> None:
        """Drop the copies."""
        for change in Change:
            self._connection.execute(f"DROP SCHEMA IF EXISTS {change.value} CASCADE")
        self._made.clear()

    def _make(self, name: str, examined: Examined, change: Change) -> None:
        """Make the changed view of a table, unless the last query had the same."""
        view = f"{change.value}.{quoted(name)}"
        text = select(name, self._tables[name], examined, change)
        if self._made.get(view) != text:
            self._connection.execute(f"CREATE SCHEMA IF NOT EXISTS {change.value}")
            self._connection.execute(f"CREATE OR REPLACE VIEW {view} AS {text}")
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
