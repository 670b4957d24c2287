"""A query is believed only where its value moves when the data move.

``statement`` has seen that the value is made of the evidence. Here the query is run again. Over
evidence that differs by next to nothing it must give next to the same value: one that leaps asks
whether the data are those of this request, and has the number in hand. Over evidence whose cells
are scaled, or half of whose rows are gone, it must at least once give a number that the text does
not state.
"""

from __future__ import annotations

import json
from decimal import Decimal

import duckdb

from sidecar.formulas.columns import Tables, quoted
from sidecar.formulas.copies import MOVES, NOISE, WHOLE, Change, select
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.statement import Examined
from sidecar.formulas.tree import Connection, Node, sql, tables

# A query over the evidence as it is, and over changed copies of it.


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


_NEAR = Decimal("0.0001")


def judge(
    variants: Variants, examined: Examined, value: Decimal, low: Decimal, high: Decimal
) -> None:
    """Refuse a query whose value is not taken from the data.

    Args:
        variants: The query over changed copies of the evidence.
        examined: What its syntax tree shows.
        value: Its value over the evidence.
        low: The least value that agrees with the text.
        high: The greatest.

    Raises:
        Refusal: It gives another value when it is run again, leaps, or never moves.
    """
    likely, *others = _moves(examined)
    again, noisy, moved = variants.values(None, NOISE[0], likely)
    if again != value:
        raise Refusal("VALUE_NOT_REPEATABLE", f"{value} the first time, and not the second")
    if not (_near(noisy, value) or _near(variants.values(NOISE[1])[0], value)):
        raise Refusal("VALUE_JUMPS", f"{value}, and not where the data change by a ten-millionth")
    while moved is None or moved == value or low <= moved <= high:
        if not others:
            raise Refusal("VALUE_DOES_NOT_MOVE", f"{value}, whatever the data are")
        (moved,) = variants.values(others.pop(0))


def _moves(examined: Examined) -> list[Change]:
    """The changes of which one must move the value; first the one that is likely to."""
    if examined.limited:
        return list(WHOLE)
    counts = not any(column for _, column in examined.values)
    return [*MOVES[counts:], *MOVES[:counts]]  # no change of cells moves a number of rows


def _near(moved: Decimal | None, value: Decimal) -> bool:
    return moved is not None and abs(moved - value) <= abs(value) * _NEAR
