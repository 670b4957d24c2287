"""Places of the data in words: ``Italy, 2007, pop`` for ``data[47].pop`` of a query result."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from sidecar.binding.tables.catalog import Catalog, catalogs
from sidecar.evidence.index import TableIndex
from sidecar.model.cached import cached_property
from sidecar.model.formatting import format_label
from sidecar.model.report import Reading

LONGEST = 160
"""Characters of the words for a place."""

ROW_COUNT = "row_count"

_ROWS = re.compile(r"data\[(\d{1,9}(?::\d{1,9}|(?:,\d{1,9})*(?:,…)?))\](?=[.\[])")
_CELL = re.compile(r"data\[(\d{1,9})\]\.(.+)", re.DOTALL)
"""A cell, as most places are."""

_ORDINAL = re.compile(r"#(\d{1,9})")
_OF_ALL = re.compile(r"(sum|mean|median|min|max|range)\(")
_FUNCTIONS = {"min": "minimum", "max": "maximum"}
_COUNTS = (
    (re.compile(r"row_count"), "the number of rows"),
    (re.compile(r"count\(period\)"), "the number of rows of the period"),
    (
        re.compile(r"count\(period, ([^()=]+=.+)\)", re.DOTALL),
        r"the number of rows of the period with \1",
    ),
    (re.compile(r"count\(([^()=]+=.+)\)", re.DOTALL), r"the number of rows with \1"),
    (re.compile(r"distinct\((.+)\)", re.DOTALL), r"the number of different values of \1"),
    (re.compile(r"periods"), "the number of periods"),
)
"""Counts as formulas have them, and in words."""

_QUOTED = re.compile(r'\["([^"\\]*)"\]')
"""A column that is quoted, since its name ends like an ordinal."""

_LISTED = 3
"""Rows that are named one by one."""


class _FormulaPart(NamedTuple):
    """The words for some cells of a formula, and where these stand in it.

    Attributes:
        start: Where the cells begin.
        end: Where they end.
        words: The words for them.
        column: The name of their column.
    """

    start: int
    end: int
    words: str
    column: str


class PlaceNames:
    """The words for places in the query results of a request.

    Args:
        results: The query results.
    """

    def __init__(self, results: Sequence[TableIndex]) -> None:
        self._results = results

    @cached_property
    def _known(self) -> dict[str, Catalog]:
        return {known.table.query_id: known for known in catalogs(self._results)}

    def of(self, reading: Reading) -> str:
        """The words for the place of a reading; "" where there are none that say more.

        A cell is called by what tells its row, and its column; a derivation by its formula, with
        the cells in it called so.
        """
        formula = reading.formula or reading.location
        if reading.formula or formula == ROW_COUNT:
            for form, words in _COUNTS:
                if found := form.fullmatch(formula):
                    return format_label(found.expand(words), LONGEST)
        known = self._known.get(reading.query_id)
        if known is None:
            return ""
        if (cell := _CELL.fullmatch(formula)) and cell[2] in known.column_names:
            return _of_row(int(cell[1]), format_label(cell[2]), known)
        parts = _parts(formula, known)
        if not parts or (len(parts) > 1 and self._are_shared(parts)):
            return ""
        if (parts[0].start, parts[0].end) == (0, len(formula)):
            return format_label(parts[0].words, LONGEST)
        return format_label(_told(formula, parts), LONGEST)

    def _are_shared(self, parts: Sequence[_FormulaPart]) -> bool:
        """Whether several results have the columns, so that a formula may be of more than one."""
        names = {part.column for part in parts}
        holding = [
            known
            for known in self._known.values()
            if not names.isdisjoint(column.name for column in known.table.columns)
        ]
        return len(holding) > 1


def _parts(formula: str, known: Catalog) -> list[_FormulaPart]:
    """The cells of a formula with the words for them, in their order."""
    found = []
    for rows in _ROWS.finditer(formula):
        column, end = _column(formula, rows.end(), known)
        if not column:
            continue
        ordinal = _ORDINAL.match(formula, end)
        last, past = _column(formula, end, known, separator=":")
        words = (
            format_label(column) if not last else f"{format_label(column)} to {format_label(last)}"
        )
        if ordinal is not None:
            words, past = f"{words}, number {ordinal[1]}", ordinal.end()
        found.append(_FormulaPart(rows.start(), past, _words(rows[1], words, known), column))
    return found


def _column(formula: str, at: int, known: Catalog, separator: str = ".") -> tuple[str, int]:
    """The column that is named at a place of a formula, "" where none is, and where it ends."""
    if formula.startswith(separator, at):
        start = at + len(separator)
        names = (column.name for column in known.table.columns)
        name = max((each for each in names if formula.startswith(each, start)), key=len, default="")
        return name, start + len(name)
    quoted = _QUOTED.match(formula, at)
    return (quoted[1], quoted.end()) if quoted else ("", at)


def _words(rows: str, column: str, known: Catalog) -> str:
    """Some rows of a column: "Italy, 2007, pop", "pop over Italy and Malta", "pop over 30 rows"."""
    if rows.isdigit():
        return _of_row(int(rows), column, known)
    first, colon, last = rows.partition(":")
    if "…" in rows:
        return f"{column} over several rows"
    listed = range(int(first), int(last)) if colon else [int(row) for row in rows.split(",")]
    if not 1 < len(listed) <= _LISTED:
        return f"{column} over {len(listed)} rows"
    if max(listed, default=0) >= known.rows:
        return column
    names = [known.row_names.name(row) for row in listed]
    several = "; " if any("," in name for name in names) else ", "
    return f"{column} over {several.join(names[:-1])} and {names[-1]}"


def _of_row(row: int, column: str, known: Catalog) -> str:
    if row >= known.rows:
        return column
    named = known.row_names.name(row) if known.rows > 1 else known.row_names.label(row)
    return f"{named}, {column}" if named else column


def _told(formula: str, parts: Sequence[_FormulaPart]) -> str:
    """A formula with words for its cells: "the sum of pop over 30 rows"."""
    whole = _OF_ALL.match(formula)
    (start, end, words, _), *others = parts
    if whole is not None and not others and (whole.end(), formula[end:]) == (start, ")"):
        return f"the {_FUNCTIONS.get(whole[1], whole[1])} of {words}"
    written, position = "", 0
    for start, end, words, _ in parts:
        alone = formula[start - 1 : start] == "(" and formula[end : end + 1] == ")"
        written += formula[position:start] + (words if alone else f"[{words}]")
        position = end
    return written + formula[position:]
