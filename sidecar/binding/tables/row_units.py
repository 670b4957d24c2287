"""Tables whose rows tell what they measure: indicator, value, unit; KPI, Q1, Q2.

The unit stands in a column of its own, or in the label of each row: "Revenue (EUR m)".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import repeat

from sidecar.binding.language.row_sets import Rows
from sidecar.binding.language.words import name_words, stem
from sidecar.binding.sizes import sized
from sidecar.binding.tables.column_units import is_unit
from sidecar.binding.tables.columns import CHANGES, ColumnFacts, Role
from sidecar.binding.tables.quantities import is_level
from sidecar.binding.tables.ways import scaling
from sidecar.binding.units import ColumnUnit, parse
from sidecar.model.evidence import Table
from sidecar.model.number import Unit
from sidecar.text.vocabulary import one_of

_UNITS = frozenset(map(stem, one_of("unit units uom measure currency")))
_NAMES = frozenset(map(stem, one_of("indicator metric variable series kpi statistic measure")))
_NONE = ColumnUnit()
_IN_LABEL = re.compile(r"\s*(?:[(\[]([^()\[\]]{1,12})[)\]]|(?<=\s)(%))$")
_CODE = re.compile("[A-Z]")  # sizes, sexes, teams: "Men (M)"
_MOST = 100  # units, and names of what is measured, of one table; rows whose labels tell units


class RowUnits:
    """What each row of one table measures, and in which unit; nothing where no column tells it.

    Only a table with a single measure is stated so, or one with the same in several periods: where
    there are others, a column of units, or of currencies, does not say which of them it is of.

    Args:
        table: The table.
        columns: What its columns are.

    Attributes:
        names: The column that tells what is measured; -1 where none does.
        tells: Whether the rows tell anything.
    """

    def __init__(self, table: Table, columns: Sequence[ColumnFacts]) -> None:
        self._measures = _measures(columns)
        self.names = -1
        self._rows: dict[int, Sequence[ColumnFacts]] = {}
        self._told: dict[tuple[int, ColumnUnit, bool, bool], ColumnFacts] = {}
        self.tells = False
        if not self._measures:
            return
        names, units = self._said(table, columns)
        if units or names:
            rows = list(zip(units or repeat(_NONE), names or repeat(None), strict=False))
            for measure in self._measures:
                told = {each: self._facts(measure, *each) for each in dict.fromkeys(rows)}
                self._rows[measure.place] = [told[each] for each in rows]
            self.tells = bool(rows)

    def _said(
        self, table: Table, columns: Sequence[ColumnFacts]
    ) -> tuple[Sequence[object], Sequence[ColumnUnit]]:
        """What the rows are called that tell what they measure, and their units."""
        self.names, names = _called(table, columns, _NAMES)
        _, cells = _called(table, columns, _UNITS)
        units = [_unit(value) for value in cells]
        if all(unit.kind is None for unit in units):
            place = next((c.place for c in columns if c.role is Role.LABEL), -1)
            labels = table.data[place] if place >= 0 else ()
            units = [_in_label(value) for value in labels] if len(labels) <= _MOST else []
        if all(unit.kind is None for unit in units) or any(m.unit.kind for m in self._measures):
            units = []
        if units and not names and (len(self._measures) > 1 or not cells):
            self.names = min(c.place for c in columns if c.role is Role.LABEL)
            names = table.data[self.names]
        return names, units

    def _facts(self, measure: ColumnFacts, said: ColumnUnit, name: object) -> ColumnFacts:
        """A measure as the rows with a unit and a name have it."""
        unit = said if measure.unit.kind is None else measure.unit
        words = {w for phrase in measure.phrases if phrase.weight == 1 for w in phrase.words}
        words.update(name_words(name) if isinstance(name, str) else ())
        change = measure.change or not CHANGES.isdisjoint(words)
        level = measure.level or is_level(words, unit)
        key = measure.place, unit, change, level
        if key not in self._told:
            told = scaling(unit, fraction=measure.fraction, change=change)
            self._told[key] = measure._replace(unit=unit, change=change, level=level, scaling=told)
        return self._told[key]

    def labels(self, place: int, cells: Sequence[object]) -> Sequence[object]:
        """The cells of a column of labels, without the units of what they measure."""
        return list(map(_without_unit, cells)) if place == self.names else cells

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
        told = self._rows.get(column.place, ())
        return [told[row] for row in rows.tolist()] if told and rows is not None else told


def _in_label(value: object) -> ColumnUnit:
    """The unit at the end of what a row is called: "Revenue (EUR m)", "Gross margin %"."""
    told = _IN_LABEL.search(value) if isinstance(value, str) else None
    if told is None or _CODE.fullmatch(said := told[1] or told[2]):
        return _NONE
    unit = parse(said)
    known = unit.kind is not Unit.MEASURE or is_unit(said.lower(), told.string)
    return unit if known or sized(unit.symbol)[0] else _NONE


def _without_unit(value: object) -> object:
    """What a row is called but for its unit."""
    told = isinstance(value, str) and _in_label(value).kind is not None
    return _IN_LABEL.sub("", value) if told and isinstance(value, str) else value


def _measures(columns: Sequence[ColumnFacts]) -> Sequence[ColumnFacts]:
    """The columns that hold what the rows measure: the only one, or one for each period."""
    measures = [column for column in columns if column.role is Role.MEASURE]
    dated = [column for column in measures if column.period.known]
    return measures if len(measures) == 1 else dated if len(dated) > 1 else ()


def _called(
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
