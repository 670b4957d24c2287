"""Tables whose rows have units of their own: indicator, value, unit; KPI, Q1, Q2.

The unit stands in a column of its own, or in the label of each row: "Revenue (EUR m)".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.language.words import name_words, stem
from sidecar.binding.sizes import sized
from sidecar.binding.tables.barred import is_level
from sidecar.binding.tables.column_units import is_unit
from sidecar.binding.tables.columns import ColumnFacts, Role
from sidecar.binding.tables.ways import scaling
from sidecar.binding.units import ColumnUnit, parse
from sidecar.model.evidence import Table
from sidecar.model.number import Unit
from sidecar.text.vocabulary import one_of

_UNITS = frozenset(map(stem, one_of("unit units uom measure currency")))
_NONE = ColumnUnit()
_IN_LABEL = re.compile(r"\s*(?:[(\[]([^()\[\]]{1,12})[)\]]|(?<=\s)(%))$")
_CODE = re.compile("[A-Z]")  # sizes, sexes, teams: "Men (M)"
_MOST = 100  # units of one table; rows whose labels tell units


class UnitRows(NamedTuple):
    """The rows of a column that have one unit.

    Attributes:
        facts: The column as they have it.
        rows: Which rows they are. Shape (rows of the table,).
    """

    facts: ColumnFacts
    rows: NDArray[np.bool_]


def row_units(table: Table, columns: Sequence[ColumnFacts]) -> Mapping[int, Sequence[UnitRows]]:
    """The columns whose rows tell their units, by their places, each with the rows of each unit.

    Only a table with a single measure is so, or one with the same in several periods: where there
    are others, a column of units, or of currencies, does not say which of them it is of.
    """
    measures = _measures(columns)
    if not measures or any(one.unit.kind for one in measures):
        return {}
    units = _in_cells(table, columns) or _in_labels(table, columns)
    if not units or all(unit.kind is None for unit in units):
        return {}
    distinct = list(dict.fromkeys(units))
    place = {unit: at for at, unit in enumerate(distinct)}
    codes = np.array([place[unit] for unit in units])
    return {
        one.place: [UnitRows(_with_unit(one, unit), codes == place[unit]) for unit in distinct]
        for one in measures
    }


def _measures(columns: Sequence[ColumnFacts]) -> Sequence[ColumnFacts]:
    """The columns that hold what the rows measure: the only one, or one for each period."""
    measures = [column for column in columns if column.role is Role.MEASURE]
    dated = [column for column in measures if column.period.known]
    return measures if len(measures) == 1 else dated if len(dated) > 1 else ()


def _with_unit(column: ColumnFacts, unit: ColumnUnit) -> ColumnFacts:
    """A column as rows of a unit have it."""
    if unit.kind is None:
        return column
    words = {w for phrase in column.phrases if phrase.weight == 1 for w in phrase.words}
    signed = column.scaling.signed
    own = scaling(unit, fraction=False, change=column.change, signed=signed)
    level = column.level or is_level(words, unit)
    return column._replace(unit=unit, fraction=False, level=level, scaling=own)


def _in_cells(table: Table, columns: Sequence[ColumnFacts]) -> list[ColumnUnit]:
    """The units that a column of units tells; nothing where it is all that names the rows."""
    labels = [column for column in columns if column.role is Role.LABEL]
    for column in labels if len(labels) > 1 else ():
        name = name_words(table.columns[column.place].name)
        if not _UNITS.isdisjoint(name):
            cells = table.data[column.place]
            distinct = dict.fromkeys(cells)
            if len(distinct) <= _MOST:
                known = {cell: _unit(cell) for cell in distinct}
                return [known[cell] for cell in cells]
    return []


def _in_labels(table: Table, columns: Sequence[ColumnFacts]) -> list[ColumnUnit]:
    """The units at the ends of the labels of rows."""
    place = next((c.place for c in columns if c.role is Role.LABEL), -1)
    labels = table.data[place] if place >= 0 else ()
    return list(map(_in_label, labels)) if len(labels) <= _MOST else []


def _in_label(value: object) -> ColumnUnit:
    """The unit at the end of what a row is called: "Revenue (EUR m)", "Gross margin %"."""
    told = _IN_LABEL.search(value) if isinstance(value, str) else None
    if told is None or _CODE.fullmatch(said := told[1] or told[2]):
        return _NONE
    unit = parse(said)
    known = unit.kind is not Unit.MEASURE or is_unit(said.lower(), told.string)
    return unit if known or sized(unit.symbol)[0] else _NONE


def _unit(value: object) -> ColumnUnit:
    """A unit as a cell tells it; none where it is no unit that is known."""
    unit = parse(value) if isinstance(value, str) else _NONE
    unknown = unit.kind is Unit.MEASURE and unit.symbol == value and len(unit.symbol) > 4
    return _NONE if unknown else unit
