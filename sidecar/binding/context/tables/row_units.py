"""Tables that tell in columns of their own what each row measures: indicator, value, unit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat

from sidecar.binding.context.language.labels import Rows
from sidecar.binding.context.language.words import name_words, stem
from sidecar.binding.context.tables.columns import CHANGES, ColumnFacts, Role
from sidecar.binding.context.tables.quantities import is_level
from sidecar.binding.context.tables.ways import scaling
from sidecar.binding.units import ColumnUnit, parse
from sidecar.model.evidence import Table
from sidecar.model.number import Unit
from sidecar.text.vocabulary import one_of

_UNITS = frozenset(map(stem, one_of("unit units uom measure currency")))
_NAMES = frozenset(map(stem, one_of("indicator metric variable series kpi statistic measure")))
_MOST = 100  # units, and names of what is measured, of one table


class RowUnits:
    """What each row of one table measures, and in which unit; nothing where no column tells it.

    Only a table with a single measure is told so: where there are several, a column of units, or of
    currencies, does not say which of them it is of.

    Args:
        table: The table.
        columns: What its columns are.

    Attributes:
        names: The column that tells what is measured; -1 where none does.
        tells: Whether the rows tell anything.
    """

    def __init__(self, table: Table, columns: Sequence[ColumnFacts]) -> None:
        measures = [c for c in columns if c.role is Role.MEASURE]
        self._measure = measures[0] if len(measures) == 1 else None
        self.names = -1
        self._rows: Sequence[ColumnFacts] = ()
        self._told: dict[tuple[ColumnUnit, bool, bool], ColumnFacts] = {}
        self.tells = False
        if self._measure is None:
            return
        _, units = _said(table, columns, _UNITS)
        if self._measure.unit.kind or all(_unit(v).kind is None for v in dict.fromkeys(units)):
            units = ()
        self.names, names = _said(table, columns, _NAMES)
        if units or names:
            rows = list(zip(units or repeat(None), names or repeat(None), strict=False))
            told = {each: self._facts(self._measure, *each) for each in dict.fromkeys(rows)}
            self._rows = [told[each] for each in rows]
            self.tells = bool(self._rows)

    def _facts(self, measure: ColumnFacts, said: object, name: object) -> ColumnFacts:
        """The measure as the rows with a unit and a name have it."""
        unit = _unit(said) if measure.unit.kind is None else measure.unit
        words = {w for phrase in measure.phrases if phrase.weight == 1 for w in phrase.words}
        words.update(name_words(name) if isinstance(name, str) else ())
        change = measure.change or not CHANGES.isdisjoint(words)
        level = measure.level or is_level(words, unit)
        key = unit, change, level
        if key not in self._told:
            told = scaling(unit, fraction=measure.fraction, change=change)
            self._told[key] = measure._replace(unit=unit, change=change, level=level, scaling=told)
        return self._told[key]

    def of(self, column: ColumnFacts, rows: Rows | None) -> ColumnFacts:
        """A column as some rows (None: all) have it; as it is where they differ."""
        if not self.tells:
            return column
        told = self._of(column, rows)
        return told[0] if told and all(each is told[0] for each in told) else column

    def differ(self, column: ColumnFacts, rows: Rows | None) -> bool:
        """Whether some rows (None: all) measure unlike things, or in several units."""
        if not self.tells:
            return False
        told = self._of(column, rows)
        return any(each is not told[0] for each in told)

    def _of(self, column: ColumnFacts, rows: Rows | None) -> Sequence[ColumnFacts]:
        if column is not self._measure:
            return ()
        return self._rows if rows is None else [self._rows[row] for row in rows.tolist()]


def _said(
    table: Table, columns: Sequence[ColumnFacts], names: frozenset[str]
) -> tuple[int, Sequence[object]]:
    """The place of the labels that are called by one of some names, and these, unless many."""
    for column in columns:
        name = name_words(table.columns[column.place].name)
        if column.role is Role.LABEL and not names.isdisjoint(name):
            cells = table.data[column.place]
            if len(dict.fromkeys(cells)) <= _MOST:
                return column.place, cells
    return -1, ()


def _unit(value: object) -> ColumnUnit:
    """A unit as a cell tells it; none where it is no unit that is known."""
    unit = parse(value) if isinstance(value, str) else ColumnUnit()
    unknown = unit.kind is Unit.MEASURE and unit.symbol == value and len(unit.symbol) > 4
    return ColumnUnit() if unknown else unit
