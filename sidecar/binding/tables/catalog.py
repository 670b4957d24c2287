"""What a query result speaks of: its columns, labels and periods."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.language import dated_cells, periods, ranges
from sidecar.binding.language.days import Calendar
from sidecar.binding.language.labels import LabelIndex
from sidecar.binding.language.periods import NOTHING, Period
from sidecar.binding.language.row_sets import Rows, common
from sidecar.binding.language.words import STOP, name_words
from sidecar.binding.tables import numbered_rows, told_units, unit_tables
from sidecar.binding.tables.columns import ColumnFacts, Role, facts
from sidecar.binding.tables.entities import Entities
from sidecar.binding.tables.flags import Flag, is_flag
from sidecar.binding.tables.numbered import Part, parts
from sidecar.binding.tables.phrases import NAMELESS, is_period
from sidecar.binding.tables.row_cells import RowCells
from sidecar.binding.tables.row_names import RowNames
from sidecar.binding.tables.row_periods import RowPeriods, row_periods
from sidecar.binding.tables.row_units import RowUnits
from sidecar.binding.tables.siblings import MOST_SIBLINGS, are_siblings
from sidecar.binding.tables.sides import Side, sides
from sidecar.binding.tables.texts import Texts
from sidecar.binding.tables.total_rows import TotalRows
from sidecar.binding.tables.unit_tables import Units
from sidecar.binding.tables.ways import Scaling
from sidecar.binding.units import ColumnUnit
from sidecar.evidence import learnt
from sidecar.evidence.index import TableIndex
from sidecar.model import memory
from sidecar.model.cached import cached_property

_PERIOD = 50  # rows that take as much as a period that is kept does beside its own
_FEW_ROWS, _TIMES_KEPT = 2_000, 2  # rows of kept periods: so many, and those of the table twice
_NO_ROWS = np.empty(0, np.int64)


class Catalog:
    """What is known about one query result.

    Attributes:
        columns: What each column is.
        cells: Where its numbers lie.
        labels: The indexed label columns.
        title: The stems of its title and query id.
    """

    def __init__(self, index: TableIndex, units: Units = unit_tables.NONE) -> None:
        table = index.table
        self._index = ref(index)  # it keeps this: else neither would ever be let go of
        self._rows_in: dict[tuple[Period, Period | None], Rows] = {}
        self.table = table
        self.rows = table.row_count
        self._kept, self._most_kept = 0, _FEW_ROWS + _TIMES_KEPT * self.rows
        names = sum(len(column.synonyms) for column in table.columns)
        memory.spend(learnt.COLUMN * len(table.columns) + learnt.NAME * names)
        told = told_units.units_of(table, units)
        self.columns = [facts(table, place, unit) for place, unit in enumerate(told)]
        self.cells = RowCells(table, self.columns)
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
    def labels(self) -> list[LabelIndex]:
        """An index of each label column that has not too many labels."""
        labels = [(c, self.table.data[c.place]) for c in self.columns if c.role is Role.LABEL]
        cells = ((c, self.units.labels(c.place, told)) for c, told in labels)
        found = [
            Flag(c, v) if is_flag(v) else LabelIndex(c.place, v, self.table.columns[c.place].name)
            for c, v in cells
        ]
        found += numbered_rows.labels(self.table, self.columns)
        usable = [each for each in found if each.usable]
        for each in usable:
            each.alone = len(usable) == 1
        return usable

    def labels_of(self, column: int) -> LabelIndex:
        """The index of one label column."""
        return self._labels_of[column]

    @cached_property
    def _labels_of(self) -> dict[int, LabelIndex]:
        return {labels.column: labels for labels in self.labels}

    @cached_property
    def entities(self) -> Entities:
        """What its rows are about."""
        return Entities(self.labels, self.row_periods)

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
    def units(self) -> RowUnits:
        """The units that a column tells of each row."""
        return RowUnits(self.table, self.columns)

    @cached_property
    def totals(self) -> TotalRows:
        """Its rows that sum up others."""
        return TotalRows(self.labels, self.columns, self.title, self.rows)

    @cached_property
    def row_periods(self) -> RowPeriods:
        """The period of each row, of all its columns of periods together."""
        return row_periods(self.table, self.columns)

    @cached_property
    def calendar(self) -> Calendar | None:
        """The days and hours of its rows; None where they have none."""
        if self.rows > learnt.MOST_TOLD:
            return None
        stamps: list[datetime | None] = [None] * self.rows
        for column in self.columns:
            if column.role is Role.PERIOD:
                for row, value in enumerate(self.table.data[column.place]):
                    stamps[row] = stamps[row] or dated_cells.moment(value)
        return Calendar(stamps) if any(stamps) else None

    @cached_property
    def timed(self) -> bool:
        """Whether each row has a time of its own, so that labels describe rows, not name them."""
        columns = (c for c in self.columns if c.role is Role.PERIOD)
        few = 2 < self.rows <= learnt.MOST_TOLD
        return few and any(len(set(self.table.data[c.place])) == self.rows for c in columns)

    @cached_property
    def below(self) -> frozenset[int]:
        """The columns with numbers that are less than nothing."""
        return frozenset(at for at, one in enumerate(self.table.cells) if (one.values < 0).any())

    @cached_property
    def has_periods(self) -> bool:
        """Whether rows are, or have, periods."""
        return any(column.role is Role.PERIOD for column in self.columns)

    @cached_property
    def _distinct_periods(self) -> Mapping[Period, Rows]:
        return self.row_periods.rows()

    def rows_in(self, period: Period, until: Period | None = None) -> Rows:
        """The rows that lie in a period, or from one to another, both included."""
        if (known := self._rows_in.get((period, until))) is None:
            known = self._find_rows(period) if until is None else self._between(period, until)
            if self._kept + known.size + _PERIOD <= self._most_kept:
                self._kept += known.size + _PERIOD
                self._rows_in[period, until] = known
                memory.spend(known.nbytes)
        return known

    def _find_rows(self, period: Period) -> Rows:
        distinct = self._distinct_periods if self.has_periods else {}
        if period.year and period.half and not any(p.year for p in distinct):
            period = period._replace(year=None)  # rows of one year do not tell which
        inside = (distinct[known] for known in distinct if period.covers(known))
        return np.sort(np.concatenate([_NO_ROWS, *inside]))

    def _between(self, first: Period, last: Period) -> Rows:
        inside = ranges.between(self.period_order, first, last)
        return np.sort(np.concatenate([_NO_ROWS, *(self._distinct_periods[p] for p in inside)]))

    def periods_of(self, rows: Rows | None) -> list[Period]:
        """The distinct periods of some rows (None: of all), earliest first."""
        if rows is None:
            return self.period_order
        return sorted((p for p in self.row_periods.of(rows) if p.known), key=periods.order)

    def rows_at(self, period: Period, rows: Rows | None) -> Rows:
        """The rows among some (None: all) that have exactly this period."""
        at = self._distinct_periods[period]
        return at if rows is None else common(at, rows)

    @cached_property
    def period_order(self) -> list[Period]:
        """The distinct periods of the rows, earliest first."""
        return sorted(self._distinct_periods, key=periods.order)

    @cached_property
    def newest(self) -> Period:
        """The last period of its rows or columns; nothing where it has none."""
        last = [*self.period_order[-1:], *(column.period for column in self.pivoted)]
        return max(last, key=periods.order, default=NOTHING)

    @cached_property
    def label_words(self) -> frozenset[str]:
        """The words of the names of its label columns."""
        return frozenset(
            w
            for labels in self.labels
            if not labels.is_flag
            for p in self.columns[labels.column].phrases
            for w in p.words
        )

    @cached_property
    def label_names(self) -> frozenset[str]:
        """What rows are called: the last words of its label columns' names that tell anything."""
        return frozenset(
            next((word for word in reversed(p.words) if word not in NAMELESS), p.words[-1])
            for labels in self.labels
            if not labels.is_flag
            for p in self.columns[labels.column].phrases
            if p.weight == 1
        )

    @cached_property
    def kinds(self) -> list[list[ColumnFacts]]:
        """The measures, those together that numbers are compared with in the same way."""
        found: defaultdict[Scaling, list[ColumnFacts]] = defaultdict(list)
        for column in self.measures:
            found[column.scaling].append(column)
        return list(found.values())

    @cached_property
    def sole(self) -> list[ColumnFacts]:
        """The columns that need no name, since the table measures one thing."""
        if len(self.measures) == 1:
            return self.measures
        families = {id(self._families.get(c.place)) for c in self.measures}
        one = len(families) == 1 and len(self.pivoted) == len(self.measures)
        return self.measures if one and self.measures else []

    @cached_property
    def named(self) -> list[frozenset[str]]:
        """The words of the names of each column."""
        return [
            frozenset(w for phrase in c.phrases if phrase.weight == 1 for w in phrase.words)
            for c in self.columns
        ]

    @cached_property
    def texts(self) -> Texts:
        """Its text cells that hold numbers."""
        return Texts(self.table)

    @cached_property
    def siblings(self) -> list[tuple[ColumnFacts, ColumnFacts]]:
        """Measures that are written as a pair, in that order: "wins-losses", made and attempted."""
        if len(self.measures) > MOST_SIBLINGS:
            return []
        return [
            (a, b)
            for a in self.measures
            for b in self.measures
            if a is not b and a.place < b.place and are_siblings(a, b)
        ]

    @cached_property
    def sides(self) -> dict[int, Side]:
        """The columns that are of one of two sides, by their places."""
        return sides(self.columns)

    @cached_property
    def parts(self) -> dict[int, Part]:
        """The columns that are numbered, by their places."""
        return parts(self.measures)

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
