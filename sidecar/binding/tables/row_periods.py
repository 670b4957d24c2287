"""The period of each row of a table, of all its columns of periods together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from sidecar.binding.language.dated_cells import day_first
from sidecar.binding.language.periods import NOTHING, Period
from sidecar.binding.tables.columns import ColumnFacts, Role
from sidecar.binding.tables.numbered_periods import of_cells
from sidecar.binding.tables.table_years import dated, fiscal
from sidecar.evidence.factored import Codes, factored, first_seen, merged
from sidecar.model import memory
from sidecar.model.evidence import Table

_ROW = 100  # bytes of a row while periods are found: its place in a few arrays


class RowPeriods(NamedTuple):
    """The periods of rows, each distinct one held once.

    Attributes:
        distinct: The periods, in the order of the rows.
        codes: The place of each row's period among these.
    """

    distinct: Sequence[Period]
    codes: Codes


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
