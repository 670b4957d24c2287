"""A query over the evidence as it is, and over changed copies of it.

A copy is a SELECT that stands in the query in place of the table, so it costs no memory, and only
the columns that the query reads are computed at all. Nothing that a formula may call tells it from
the table. The query is written from its syntax tree, once: where a table stands, there is a mark.
"""

from __future__ import annotations

import json
from decimal import Decimal

import duckdb

from sidecar.formulas.columns import Tables, quoted
from sidecar.formulas.copies import Change, select
from sidecar.formulas.statement import Examined
from sidecar.formulas.tree import Connection, Node, sql, tables


class Variants:
    """One query over the copies of the tables that it reads."""

    def __init__(
        self, connection: Connection, described: Tables, tree: Node, examined: Examined
    ) -> None:
        """Make a query ready to be run again.

        Args:
            connection: Where the tables are, in the schema "main".
            described: Their columns.
            tree: The query, as ``tree.parse`` gives it.
            examined: What it does.
        """
        self._connection = connection
        self._tables = described
        self._examined = examined
        self._marks: dict[str, str] = {}
        self._text = self._marked(tree)

    def values(self, *changes: Change | None) -> list[Decimal | None]:
        """Give the values over some copies, in their order.

        Args:
            changes: How they differ from the evidence; None is the evidence itself.

        Returns:
            The values; None where the query gives no finite number.
        """
        # one statement for all is quicker, where none of them fails
        together = ", ".join(f"({self._over(change)})" for change in changes)
        rows = self._fetched(f"SELECT {together}")
        if rows:
            return [value_of([(cell,)]) for cell in rows[0]]
        return [value_of(self._fetched(self._over(change))) for change in changes]

    def _fetched(self, query: str) -> list[tuple[object, ...]]:
        """The first two rows of a query; none where it fails."""
        try:
            return self._connection.execute(query).fetchmany(2)
        except (duckdb.InterruptException, duckdb.FatalException):
            raise
        except duckdb.Error:
            return []

    def _marked(self, tree: Node) -> str:
        """The query with a mark in place of each table."""
        written, stem = json.dumps(tree), "copy_"
        copied = json.loads(written)
        while stem in written:
            stem += "_"
        names = {name.lower(): name for name in self._tables}
        for node in tables(copied):
            name = names.get(node["table_name"].lower())
            if name is not None:
                mark = self._marks.setdefault(name, f"{stem}{len(self._marks)}_")
                node["alias"] = node["alias"] or node["table_name"]
                node["table_name"] = mark
                node["qualified_name"] = {"path": [mark]}
        return sql(self._connection, copied)

    def _over(self, change: Change | None) -> str:
        """The query as it reads a copy."""
        text = self._text
        for name, mark in self._marks.items():
            text = text.replace(mark, self._copy(name, change))
        return text

    def _copy(self, name: str, change: Change | None) -> str:
        if change is None:
            return f"main.{quoted(name)}"
        return f"({select(name, self._tables[name], self._examined, change)})"


def value_of(rows: list[tuple[object, ...]]) -> Decimal | None:
    """Give the only value of a result, where it is a finite number."""
    if len(rows) != 1 or len(rows[0]) != 1:
        return None
    value = rows[0][0]
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return None
    exact = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    return exact if exact.is_finite() else None
