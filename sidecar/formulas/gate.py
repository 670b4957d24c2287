"""A query is believed only where its value moves when the data move.

A copy keeps the cells that a query picks, joins or groups rows by: a name or a year that was
changed would only not be found any more. Whatever else the query reads is changed.

``statement`` has seen that the value is made of the evidence. Here the query is run again. Over
evidence that differs by next to nothing it must give next to the same value: one that leaps asks
whether the data are those of this request, and has the number in hand. Over evidence whose cells
are scaled, or half of whose rows are gone, it must at least once give a number that the text does
not state.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from decimal import Decimal
from enum import Enum

import duckdb

from sidecar.formulas.columns import ColumnInfo, Tables, quote
from sidecar.formulas.flows import Place
from sidecar.formulas.statement import QueryExamination
from sidecar.formulas.tree import EngineConnection, Node, Refusal, find_tables, write_sql


class DataChange(Enum):
    """How a copy differs from the evidence."""

    MORE = "more"
    """Every measure is greater by one part in ten millions."""
    LESS = "less"
    """Every measure is less by as much."""
    SCALED = "scaled"
    """Every measure is multiplied: by its column, by its row, and by what picks its row."""
    MIRRORED = "mirrored"
    """So it is, and shifted, and of the other sign."""
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
    SOME = "these"
    """Some of the labels that pick rows, or are counted, are gone, with their rows."""
    OTHERS = "those"
    """The other labels are gone."""
    GAPS = "gaps"
    """Every third measure is missing."""


NOISE = (DataChange.MORE, DataChange.LESS)
"""Changes that may move a value by next to nothing."""
MOVES = (
    *(
        DataChange.SCALED,
        DataChange.EVEN,
        DataChange.ODD,
        DataChange.SOME,
        DataChange.OTHERS,
        DataChange.MIRRORED,
    ),
    *(DataChange.FIRST, DataChange.LAST, DataChange.FEW, DataChange.GAPS),
)
"""Changes of which one at least must move it."""
WHOLE = (DataChange.SCALED,)
"""Those that leave all rows and signs, for a query that takes as many rows as it writes: of fewer
rows, or where none is left above nought, the count of them would seem to move."""

_ROWS = {
    DataChange.EVEN: "rowid % 2 = 0",
    DataChange.ODD: "rowid % 2 = 1",
    DataChange.FIRST: "rowid < (SELECT (count(*) + 1) // 2 FROM {table})",
    DataChange.LAST: "rowid >= (SELECT count(*) // 2 FROM {table})",
    DataChange.FEW: "rowid < (SELECT greatest(1, count(*) // 8) FROM {table})",
    DataChange.SOME: "{label} % 2 = 0",
    DataChange.OTHERS: "{label} % 2 = 1",
}
_DIGITS = "0123456789"
_NOISE = {DataChange.MORE: "1.0000001", DataChange.LESS: "0.9999999"}


def write_select(
    name: str, columns: Sequence[ColumnInfo], examined: QueryExamination, change: DataChange
) -> str:
    """Give the SELECT of a changed copy.

    Args:
        name: The table, in the schema "main".
        columns: Its columns.
        examined: What the query does that is run over the copy.
        change: How the copy differs.
    """
    read = [info.name for info in columns if (name, info.name) in examined.reads]
    held = [column for column in read if (name, column) in examined.held]
    named = ", ".join(quote(column) for column in held or read)
    label = f"hash({named})" if named else "rowid"
    cells = (
        quote(info.name)
        if _is_unchanged((name, info.name), examined, change)
        else f"{_cell(info, number, label, change)} AS {quote(info.name)}"
        for number, info in enumerate(columns)
    )
    table = f"main.{quote(name)}"
    rows = _ROWS.get(change, "true").format(table=table, label=label)
    return f"SELECT {', '.join(cells)} FROM {table} WHERE {rows}"  # noqa: S608 (quoted)


def _is_unchanged(place: Place, examined: QueryExamination, change: DataChange) -> bool:
    """Whether a copy has the cells of a column as they are."""
    held = place in examined.held or place not in examined.reads
    return held or change in _ROWS or (change in NOISE and place in examined.compared)


def _cell(info: ColumnInfo, number: int, label: str, change: DataChange) -> str:
    """A cell as a copy has it that changes it."""
    cell = quote(info.name)
    step = f"((rowid * 7919 + {number * 1049}) % 997)"
    if change is DataChange.GAPS:
        return f"CASE WHEN {step} % 3 > 0 THEN {cell} END"
    if info.number:
        return _number(info, number, change, label)
    if change in NOISE:
        return cell
    if info.date:
        return f"({cell} + to_days(CAST(1 + {step} % 61 AS INTEGER)))::{info.type}"
    return {
        "VARCHAR": _text(cell, number, change),
        "BOOLEAN": f"{step} % 4 = 0" if change is DataChange.SCALED else f"NOT {cell}",
    }.get(info.type, cell)


def _text(cell: str, number: int, change: DataChange) -> str:
    """A text whose digits are others in each row and column, as numbers are: "8.7%" is "3.2%".

    Two cells that are equal differ then, so that a change of nought between them moves as well.
    """
    step = f"hash(rowid, {number}, '{change.value}') % 9"
    turned = f"substr('{_DIGITS * 2}', CAST(2 + {step} AS BIGINT), 10)"
    return f"translate({cell}, '{_DIGITS}', {turned})"


def _number(info: ColumnInfo, number: int, change: DataChange, label: str) -> str:
    """A number as a copy has it; where it would leave its type, as it is."""
    cell = quote(info.name)
    if change in _NOISE:
        return f"{cell}::DOUBLE * {_NOISE[change]}"
    least = 1150 + 100 * (number * 3 % 7)
    # Two rows may by chance have nearly one factor, which no ratio shows: not twice, though.
    drawn = f"hash(rowid, {number}{', 1' if change is DataChange.MIRRORED else ''})"
    factor = f"(({least} + {drawn} % 500) * (10 + {label} % 7) / 1e4)"
    moved = f"{cell} * {factor}"
    if change is DataChange.MIRRORED:
        moved = f"-({cell} + 1 + {number % 7}) * {factor}"
    return moved if info.type == "DOUBLE" else f"coalesce(TRY_CAST({moved} AS {info.type}), {cell})"


# A query over the evidence as it is, and over changed copies of it.


class QueryVariants:
    """One query over the copies of the tables that it reads."""

    def __init__(
        self,
        connection: EngineConnection,
        described: Tables,
        tree: Node,
        examined: QueryExamination,
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

    def values(self, *changes: DataChange | None) -> list[Decimal | None]:
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
            return [extract_value([(cell,)]) for cell in rows[0]]
        return [extract_value(self._fetched(self._over(change))) for change in changes]

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
        for node in find_tables(copied):
            name = names.get(node["table_name"].lower())
            if name is not None:
                mark = self._marks.setdefault(name, f"{stem}{len(self._marks)}_")
                node["alias"] = node["alias"] or node["table_name"]
                node["table_name"] = mark
                node["qualified_name"] = {"path": [mark]}
        return write_sql(self._connection, copied)

    def _over(self, change: DataChange | None) -> str:
        """The query as it reads a copy."""
        text = self._text
        for name, mark in self._marks.items():
            text = text.replace(mark, self._copy(name, change))
        return text

    def _copy(self, name: str, change: DataChange | None) -> str:
        if change is None:
            return f"main.{quote(name)}"
        return f"({write_select(name, self._tables[name], self._examined, change)})"


def extract_value(rows: list[tuple[object, ...]]) -> Decimal | None:
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
    variants: QueryVariants, examined: QueryExamination, value: Decimal, low: Decimal, high: Decimal
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


def _moves(examined: QueryExamination) -> list[DataChange]:
    """The changes of which one must move the value; first the one that is likely to."""
    if examined.limited:
        return list(WHOLE)
    counts = not any(column for _, column in examined.values)
    return [*MOVES[counts:], *MOVES[:counts]]  # no change of cells moves a number of rows


def _near(moved: Decimal | None, value: Decimal) -> bool:
    return moved is not None and abs(moved - value) <= abs(value) * _NEAR
