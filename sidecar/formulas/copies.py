"""How copies of the evidence are changed, as the SELECT that each of them is.

A copy keeps the cells that a query picks, joins or groups rows by: a name or a year that was
changed would only not be found any more. Whatever else the query reads is changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from sidecar.formulas.columns import ColumnInfo, quoted
from sidecar.formulas.flows import Place
from sidecar.formulas.statement import Examined


class Change(Enum):
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


NOISE = (Change.MORE, Change.LESS)
"""Changes that may move a value by next to nothing."""
MOVES = (
    *(Change.SCALED, Change.EVEN, Change.ODD, Change.SOME, Change.OTHERS, Change.MIRRORED),
    *(Change.FIRST, Change.LAST, Change.FEW, Change.GAPS),
)
"""Changes of which one at least must move it."""
WHOLE = (Change.SCALED,)
"""Those that leave all rows and signs, for a query that takes as many rows as it writes: of fewer
rows, or where none is left above nought, the count of them would seem to move."""

_ROWS = {
    Change.EVEN: "rowid % 2 = 0",
    Change.ODD: "rowid % 2 = 1",
    Change.FIRST: "rowid < (SELECT (count(*) + 1) // 2 FROM {table})",
    Change.LAST: "rowid >= (SELECT count(*) // 2 FROM {table})",
    Change.FEW: "rowid < (SELECT greatest(1, count(*) // 8) FROM {table})",
    Change.SOME: "{label} % 2 = 0",
    Change.OTHERS: "{label} % 2 = 1",
}
_DIGITS = "0123456789"
_NOISE = {Change.MORE: "1.0000001", Change.LESS: "0.9999999"}


def select(name: str, columns: Sequence[ColumnInfo], examined: Examined, change: Change) -> str:
    """Give the SELECT of a changed copy.

    Args:
        name: The table, in the schema "main".
        columns: Its columns.
        examined: What the query does that is run over the copy.
        change: How the copy differs.
    """
    read = [info.name for info in columns if (name, info.name) in examined.reads]
    held = [column for column in read if (name, column) in examined.held]
    named = ", ".join(quoted(column) for column in held or read)
    label = f"hash({named})" if named else "rowid"
    cells = (
        quoted(info.name)
        if _kept((name, info.name), examined, change)
        else f"{_cell(info, number, label, change)} AS {quoted(info.name)}"
        for number, info in enumerate(columns)
    )
    table = f"main.{quoted(name)}"
    rows = _ROWS.get(change, "true").format(table=table, label=label)
    return f"SELECT {', '.join(cells)} FROM {table} WHERE {rows}"  # noqa: S608 (quoted)


def _kept(place: Place, examined: Examined, change: Change) -> bool:
    """Whether a copy has the cells of a column as they are."""
    held = place in examined.held or place not in examined.reads
    return held or change in _ROWS or (change in NOISE and place in examined.compared)


def _cell(info: ColumnInfo, number: int, label: str, change: Change) -> str:
    """A cell as a copy has it that changes it."""
    cell = quoted(info.name)
    step = f"((rowid * 7919 + {number * 1049}) % 997)"
    if change is Change.GAPS:
        return f"CASE WHEN {step} % 3 > 0 THEN {cell} END"
    if info.number:
        return _number(info, number, change, label)
    if change in NOISE:
        return cell
    if info.date:
        return f"({cell} + to_days(CAST(1 + {step} % 61 AS INTEGER)))::{info.type}"
    return {
        "VARCHAR": _text(cell, number, change),
        "BOOLEAN": f"{step} % 4 = 0" if change is Change.SCALED else f"NOT {cell}",
    }.get(info.type, cell)


def _text(cell: str, number: int, change: Change) -> str:
    """A text whose digits are others in each row and column, as numbers are: "8.7%" is "3.2%".

    Two cells that are equal differ then, so that a change of nought between them moves as well.
    """
    step = f"hash(rowid, {number}, '{change.value}') % 9"
    turned = f"substr('{_DIGITS * 2}', CAST(2 + {step} AS BIGINT), 10)"
    return f"translate({cell}, '{_DIGITS}', {turned})"


def _number(info: ColumnInfo, number: int, change: Change, label: str) -> str:
    """A number as a copy has it; where it would leave its type, as it is."""
    cell = quoted(info.name)
    if change in _NOISE:
        return f"{cell}::DOUBLE * {_NOISE[change]}"
    least = 1150 + 100 * (number * 3 % 7)
    factor = f"(({least} + hash(rowid, {number}) % 500) * (10 + {label} % 7) / 1e4)"
    moved = f"{cell} * {factor}"
    if change is Change.MIRRORED:
        moved = f"-({cell} + 1 + {number % 7}) * {factor}"
    return moved if info.type == "DOUBLE" else f"coalesce(TRY_CAST({moved} AS {info.type}), {cell})"
