"""What a query result speaks of: its columns, labels and periods."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary, ref

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.language import periods
from sidecar.binding.language.dated_cells import day_first
from sidecar.binding.language.periods import NOTHING, TimePeriod
from sidecar.binding.language.words import STOP, name_words
from sidecar.binding.tables import told_units, unit_texts
from sidecar.binding.tables.columns import ColumnFacts, Role, facts
from sidecar.binding.tables.numbered_periods import dated, fiscal, of_cells
from sidecar.binding.tables.phrases import is_period
from sidecar.binding.tables.row_names import RowNames
from sidecar.binding.tables.row_units import UnitRows, row_units
from sidecar.binding.tables.unit_texts import Units
from sidecar.binding.units import ColumnUnit
from sidecar.evidence import derived
from sidecar.evidence.index import TableIndex
from sidecar.evidence.values import Codes, factorize_column, factorize_values, find_first_rows
from sidecar.model import memory
from sidecar.model.cached import cached_property
from sidecar.model.evidence import Table

# The catalogs of the query results of a request, learnt once and kept with each of them.

_KEPT: WeakKeyDictionary[TableIndex, tuple[Units, Catalog]] = WeakKeyDictionary()


def catalogs(indexes: Sequence[TableIndex]) -> list[Catalog]:
    """The catalogs of the query results of a request, which may tell units of each other."""
    told = unit_texts.units_from_tables([index.table for index in indexes])
    return [_catalog(index, units) for index, units in zip(indexes, told, strict=True)]


def _catalog(index: TableIndex, units: Units) -> Catalog:
    """The catalog of a query result; the last one is kept, and made anew for other units."""
    told, known = _KEPT.get(index, (units, None))
    if known is None or told != units:
        known = Catalog(index, units)
        _KEPT[index] = units, known
    return known


# The period of each row of a table, of all its columns of periods together.

_ROW = 100  # bytes of a row while periods are found: its place in a few arrays


class RowPeriods(NamedTuple):
    """The periods of rows, each distinct one held once.

    Attributes:
        distinct: The periods, in the order of the rows.
        codes: The place of each row's period among these.
    """

    distinct: Sequence[TimePeriod]
    codes: Codes


def row_periods(table: Table, columns: Sequence[ColumnFacts]) -> RowPeriods:
    """The periods of the rows of a table."""
    dating = [column for column in columns if column.role is Role.PERIOD]
    memory.ensure_fits(_ROW * table.row_count if dating else 0)
    memory.spend(4 * table.row_count)
    periods, codes = [NOTHING], np.zeros(table.row_count, np.int32)
    for column in dating:
        cells, own = factorize_column(table.data[column.place])
        of_cell = of_cells(table.columns[column.place].name)
        told, places = _distinct(map(of_cell, day_first(cells)))
        pairs = codes.astype(np.int64) * len(told) + places[own] if told else codes
        first, codes = find_first_rows(pairs)
        both = (divmod(pair, len(told)) for pair in pairs[first].tolist())
        periods, places = _distinct(periods[a].merged(told[b]) for a, b in both)
        codes = places[codes]
    yearly = (dated(period, table.title) for period in fiscal(periods))
    periods, places = _distinct(yearly)
    return RowPeriods(periods, places[codes])


def _distinct(periods: Iterable[TimePeriod]) -> tuple[list[TimePeriod], Codes]:
    """The distinct ones of some periods, in their order, and the place of each."""
    found, codes = factorize_values(periods)
    memory.spend(memory.OBJECT * len(found))
    return found, codes


class Catalog:
    """What is known about one query result.

    Attributes:
        columns: What each column is.
        title: The stems of its title and query id.
    """

    def __init__(self, index: TableIndex, units: Units = unit_texts.NONE) -> None:
        table = index.table
        self._index = ref(index)  # it keeps this: else neither would ever be let go of
        self.table = table
        self.rows = table.row_count
        names = sum(len(column.synonyms) for column in table.columns)
        memory.spend(derived.COLUMN * len(table.columns) + derived.NAME * names)
        told = told_units.units_of(table, units)
        self.columns = [facts(table, place, unit) for place, unit in enumerate(told)]
        self.measures = [c for c in self.columns if c.role is Role.MEASURE]
        pivoted = [c for c in self.measures if c.period.known]
        self.pivoted = sorted(pivoted, key=lambda c: periods.order(c.period))
        self.title = frozenset(
            w for w in name_words(f"{table.title} {table.query_id} {table.family}") if w not in STOP
        )

    @property
    def index(self) -> TableIndex:
        """The query result.

        Raises:
            ReferenceError: If nobody holds it any longer.
        """
        index = self._index()
        if index is None:
            raise ReferenceError("a catalog lives no longer than its query result")
        return index

    @cached_property
    def column_names(self) -> frozenset[str]:
        """What its columns are called."""
        return frozenset(column.name for column in self.table.columns)

    @cached_property
    def by_unit(self) -> dict[ColumnUnit, NDArray[np.bool_]]:
        """The columns that have the same unit, be it declared or read from their names."""
        units = [column.unit for column in self.columns]
        return {unit: np.array([each == unit for each in units]) for unit in dict.fromkeys(units)}

    @cached_property
    def are_measures(self) -> NDArray[np.bool_]:
        """Which of its columns measure."""
        return np.array([column.role is Role.MEASURE for column in self.columns], np.bool_)

    @cached_property
    def row_names(self) -> RowNames:
        """What its rows are called."""
        return RowNames(self.table, self.columns)

    @cached_property
    def row_periods(self) -> RowPeriods:
        """The period of each row, of all its columns of periods together."""
        return row_periods(self.table, self.columns)

    @cached_property
    def row_units(self) -> Mapping[int, Sequence[UnitRows]]:
        """The columns whose rows tell their units, with the rows of each unit."""
        return row_units(self.table, self.columns)

    def family(self, column: ColumnFacts) -> list[ColumnFacts]:
        """The columns that hold the same for other periods, earliest first; none if it has none."""
        return self._families.get(column.place, [])

    @cached_property
    def _families(self) -> dict[int, list[ColumnFacts]]:
        """The columns that share a name, but for their periods, by the place of each."""
        named: list[tuple[set[tuple[str, ...]], list[ColumnFacts]]] = []
        for column in self.pivoted:
            own = _names(column)
            names, members = next(
                (f for f in named if f[0] & own or not (f[0] or own)), (set[tuple[str, ...]](), [])
            )
            if not members:
                named.append((names, members))
            names |= own
            members.append(column)
        return {column.place: members for _, members in named for column in members}


def _names(column: ColumnFacts) -> set[tuple[str, ...]]:
    """What a column is called, but for its period."""
    words = {phrase.words for phrase in column.phrases if phrase.weight == 1}
    return {w for w in words if not all(is_period(word) for word in w)}
