"""The period of each row of a table, of all its columns of periods together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import overload

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.language.dated_cells import day_first
from sidecar.binding.language.periods import NOTHING, Period
from sidecar.binding.language.row_sets import Rows
from sidecar.binding.tables.columns import ColumnFacts, Role
from sidecar.binding.tables.numbered_periods import of_cells
from sidecar.binding.tables.table_years import dated, fiscal
from sidecar.evidence.factored import Codes, RowGroups, factored, first_seen, merged
from sidecar.model import memory
from sidecar.model.evidence import Table

_ROW = 100  # bytes of a row while periods are found: its place in a few arrays


class RowPeriods(Sequence[Period]):
    """The periods of rows, each distinct one held once.

    Args:
        distinct: The periods.
        codes: The place of each row's period among these.
    """

    def __init__(self, distinct: Sequence[Period], codes: Codes) -> None:
        self._distinct, self._codes = distinct, codes

    def __len__(self) -> int:
        return self._codes.size

    @overload
    def __getitem__(self, row: int) -> Period: ...
    @overload
    def __getitem__(self, row: slice) -> list[Period]: ...
    def __getitem__(self, row: int | slice) -> Period | list[Period]:
        if isinstance(row, slice):
            return [self._distinct[code] for code in self._codes[row].tolist()]
        return self._distinct[int(self._codes[row])]

    def of(self, rows: Rows | NDArray[np.uint32]) -> list[Period]:
        """The distinct periods of some rows, in the order of the table.

        No set: how periods are hashed differs from process to process, and days of the week have
        no other order than that of the table.
        """
        return [self._distinct[code] for code in np.unique(self._codes[rows]).tolist()]

    def rows(self) -> Mapping[Period, Rows]:
        """The rows of each period that is known."""
        if not any(period.known for period in self._distinct):
            return {}
        memory.spend(memory.REFERENCE * len(self) + memory.OBJECT * len(self._distinct))
        return _RowsOf(self._distinct, RowGroups(self._codes, len(self._distinct)))


class _RowsOf(Mapping[Period, Rows]):
    """The rows of each period that is known, by its place among all."""

    def __init__(self, distinct: Sequence[Period], groups: RowGroups) -> None:
        self._places = {period: place for place, period in enumerate(distinct) if period.known}
        self._groups = groups

    def __getitem__(self, period: Period) -> Rows:
        return self._groups[self._places[period]]

    def __iter__(self) -> Iterator[Period]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def row_periods(table: Table, columns: Sequence[ColumnFacts]) -> RowPeriods:
    """The periods of the rows of a table."""
    dating = [column for column in columns if column.role is Role.PERIOD]
    memory.fits(_ROW * table.row_count if dating else 0)
    memory.spend(4 * table.row_count)
    periods, codes = [NOTHING], np.zeros(table.row_count, np.int32)
    for column in dating:
        cells, own = factored(table.data[column.place])
        of_cell = of_cells(table.columns[column.place].name)
        told, places = _distinct(map(of_cell, day_first(cells)))
        pairs = codes.astype(np.int64) * len(told) + places[own] if told else codes
        first, codes = first_seen(pairs)
        both = (divmod(pair, len(told)) for pair in pairs[first].tolist())
        periods, places = _distinct(periods[a].merged(told[b]) for a, b in both)
        codes = places[codes]
    yearly = (dated(period, table.title) for period in fiscal(periods))
    periods, places = _distinct(yearly)
    return RowPeriods(periods, places[codes])


def _distinct(periods: Iterable[Period]) -> tuple[list[Period], Codes]:
    """The distinct ones of some periods, in their order, and the place of each."""
    found, codes = merged(periods)
    memory.spend(memory.OBJECT * len(found))
    return found, codes
