"""What candidates are computed of: the cells of measures over rows, and their exact values."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.aggregates import Aggregates
from sidecar.binding.engine.evidence import EngineEvidence, ViewMeasure
from sidecar.binding.engine.row_sets import RowSet
from sidecar.binding.tables.catalog import Catalog
from sidecar.evidence.tables import name_rows

Ints = NDArray[np.int64]
Cell = tuple[int, int]
"""A column of a query result, and a place among its numbers."""

_ADDED = 1_000  # cells, at most, that are added up exactly
_LISTED = 10  # cells, at least, that are found


class MeasureOperand(NamedTuple):
    """One measure over some rows.

    Attributes:
        name: What its cells are called: ``data[0:4].sales``.
        size: How many there are.
        cells: Where they lie; of very many the first ones.
        values: What these are exactly.
        is_level: Whether sums of them mean nothing.
    """

    name: str
    size: int
    cells: Sequence[Cell]
    values: Sequence[Decimal]
    is_level: bool

    @property
    def whole(self) -> Decimal:
        """All of them together, as they are compared: a sum, or the mean of levels."""
        total = sum(self.values, Decimal(0))
        return total / len(self.values) if self.is_level else total

    @property
    def written(self) -> str:
        """The same as a formula has it."""
        if self.size == 1:
            return self.name
        return f"mean({self.name})" if self.is_level else f"sum({self.name})"


class OperandFinder:
    """Finds the cells of measures.

    Args:
        evidence: The query results.
        catalogs: What is known of them.
        aggregates: Of row sets.
    """

    def __init__(
        self, evidence: EngineEvidence, catalogs: Sequence[Catalog], aggregates: Aggregates
    ) -> None:
        self._evidence, self._catalogs, self._aggregates = evidence, catalogs, aggregates

    def of(self, rows: RowSet, measure: ViewMeasure) -> MeasureOperand:
        """A measure over a row set."""
        return self.at(measure, self._aggregates.rows(rows))

    def at(self, measure: ViewMeasure, places: Ints) -> MeasureOperand:
        """A measure over some rows of its view."""
        places = places[~np.isnan(measure.values[places])]
        view = self._evidence.views[measure.view]
        known = self._catalogs[view.table]
        first = places[: _ADDED if places.size <= _ADDED else _LISTED]
        columns = self._columns(measure, first)
        found = self._cells(known, columns, view.table_rows[first], measure.values[first])
        cells = list(zip(columns.tolist(), found.tolist(), strict=True))
        values = [known.table.cells[column].exact(at) for column, at in cells]
        named = self._columns(measure, places) if view.rows != known.rows else columns
        names = [known.table.columns[c].name for c in dict.fromkeys(named.tolist())]
        rows = view.table_rows[places]  # in order
        distinct = rows if view.rows == known.rows else rows[np.diff(rows, prepend=-1) > 0]
        name = f"{name_rows(distinct)}.{names[0]}" if names else ""
        name += f":{names[-1]}" if len(names) > 1 else ""
        return MeasureOperand(
            name, places.size, cells, values, measure.is_level or places.size == 1
        )

    def _columns(self, measure: ViewMeasure, places: Ints) -> Ints:
        """The column of the query result that each row of a view has its value in."""
        view = self._evidence.views[measure.view]
        known = self._catalogs[view.table]
        if view.rows == known.rows:
            return np.full(places.size, measure.column)
        dated = view.dimensions[-1]  # columns called by periods were turned into rows
        family = known.family(known.columns[measure.column])
        by_period = {each.period: each.place for each in family}
        columns = np.array([by_period.get(period, -1) for period in dated.periods or ()])
        found: Ints = columns[dated.codes[places]]
        return found

    @staticmethod
    def _cells(known: Catalog, columns: Ints, rows: Ints, values: NDArray[np.float64]) -> Ints:
        """Where numbers of rows lie among those of their columns."""
        found = np.zeros(rows.size, np.int64)
        for column in sorted({*columns.tolist()}):
            cells, here = known.table.cells[column], columns == column
            wanted = rows[here].astype(cells.rows.dtype)
            at = cells.rows.searchsorted(wanted)
            if cells.ordinals is not None:  # several numbers of one text
                for _ in range(int(cells.ordinals.max(initial=0))):
                    at = at + (cells.values[at] != values[here])
            found[here] = at
        return found
