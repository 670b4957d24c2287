"""Tables that tell the unit of each row in a column of its own: indicator, value, unit."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.binding.context.columns import ColumnFacts, Role
from sidecar.binding.context.labels import Rows
from sidecar.binding.context.quantities import is_level
from sidecar.binding.context.ways import scaling
from sidecar.binding.context.words import name_words, stem
from sidecar.binding.units import ColumnUnit, parse
from sidecar.model.evidence import Table
from sidecar.model.number import Unit
from sidecar.text.vocabulary import one_of

_NAMES = frozenset(map(stem, one_of("unit units uom measure currency")))
_MOST = 100  # units of one table


class RowUnits:
    """The units of the rows of one table; none where no column tells them.

    Only a table with a single measure is told so: where there are several, a column of units, or of
    currencies, does not say which of them it is of.

    Args:
        table: The table.
        columns: What its columns are.
    """

    def __init__(self, table: Table, columns: Sequence[ColumnFacts]) -> None:
        measures = [c for c in columns if c.role is Role.MEASURE]
        self._measure = measures[0] if len(measures) == 1 else None
        self._units: Sequence[ColumnUnit] = ()
        self._told: dict[ColumnUnit, ColumnFacts] = {}
        if self._measure is None or self._measure.unit.kind is not None:
            return
        for column in columns:
            name = name_words(table.columns[column.place].name)
            if column.role is not Role.LABEL or _NAMES.isdisjoint(name):
                continue  # such as the measure "unit cost" itself
            said = table.data[column.place]
            distinct = dict.fromkeys(said)
            known = {v: _unit(v) for v in distinct} if len(distinct) <= _MOST else {}
            if any(unit.kind is not None for unit in known.values()):
                self._units = [known[value] for value in said]

    def __bool__(self) -> bool:
        """Whether rows have units."""
        return bool(self._units)

    def of(self, column: ColumnFacts, rows: Rows | None) -> ColumnFacts:
        """A column with the unit that some rows (None: all) have; as it is where they differ."""
        if not self._units or column is not self._measure:
            return column
        inside = self._units if rows is None else [self._units[row] for row in rows.tolist()]
        first = inside[0] if inside else ColumnUnit()
        if first.kind is None or any(unit != first for unit in inside):
            return column
        if first not in self._told:
            words = {w for phrase in column.phrases if phrase.weight == 1 for w in phrase.words}
            self._told[first] = column._replace(
                unit=first,
                level=is_level(words, first),
                scaling=scaling(first, fraction=False, change=column.change),
            )
        return self._told[first]


def _unit(value: object) -> ColumnUnit:
    """A unit as a cell tells it; none where it is no unit that is known."""
    unit = parse(value) if isinstance(value, str) else ColumnUnit()
    unknown = unit.kind is Unit.MEASURE and unit.symbol == value and len(unit.symbol) > 4
    return ColumnUnit() if unknown else unit
