"""Which cell agrees with a number: lookups over all columns of a table, for many claims at once.

For each claim and column the answer is the cell closest to what was claimed among those that agree,
or among all where none agrees; of equally close ones, the first. Agreement and closeness are
decided exactly (``sorted_column``).
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.evidence import sorted_column
from sidecar.evidence.borders import borders
from sidecar.evidence.sorted_column import SortedColumn
from sidecar.model.evidence import Table


class Match(NamedTuple):
    """The cell of one column that speaks for or against a claim.

    Attributes:
        column: Its column.
        cell: Its place in the column's ``Cells``.
        value: What it holds, exactly.
        agrees: Whether that lies between the claim's borders.
    """

    column: int
    cell: int
    value: Decimal
    agrees: bool


class Matches(NamedTuple):
    """The matches of all claims in all columns.

    Attributes:
        cells: The cell of each match, -1 where a column has no numbers. Shape (claims, columns).
        agrees: Whether it agrees. Shape (claims, columns).
    """

    cells: NDArray[np.int64]
    agrees: NDArray[np.bool_]


class TableIndex:
    """Lookups over one table. Columns are sorted when they are first looked at.

    May be used from any thread: a column is sorted once, the others wait for it.

    Attributes:
        table: What is looked up.
        full_nbytes: Memory of the table and of the indexes of all its columns, built or not.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.full_nbytes = table.nbytes + sum(map(sorted_column.nbytes, table.cells))
        self._columns: list[SortedColumn | None] = [None] * len(table.cells)
        self._lock = Lock()

    def find(self, column: int, low: Decimal, high: Decimal, near: Decimal) -> Match | None:
        """Look one claim up in one column; None where the column has no numbers."""
        if not self.table.cells[column].values.size:
            return None
        found, agrees = sorted_column.search(self._column(column), borders([low], [high], [near]))
        return self._match(column, int(found[0]), bool(agrees[0]))

    def find_many(
        self, lows: Sequence[Decimal], highs: Sequence[Decimal], nears: Sequence[Decimal]
    ) -> Matches:
        """Look many claims up in every column.

        Args:
            lows: Least value that agrees, for each claim; finite.
            highs: Greatest value that agrees.
            nears: The value claimed.
        """
        claims = borders(lows, highs, nears)
        shape = (len(nears), len(self.table.cells))
        matches = Matches(np.full(shape, -1, np.int64), np.zeros(shape, np.bool_))
        for column, cells in enumerate(self.table.cells):
            if cells.values.size:
                found = sorted_column.search(self._column(column), claims)
                matches.cells[:, column], matches.agrees[:, column] = found
        return matches

    def match(self, matches: Matches, claim: int, column: int) -> Match | None:
        """Give one of the matches with its value."""
        cell = int(matches.cells[claim, column])
        return None if cell < 0 else self._match(column, cell, bool(matches.agrees[claim, column]))

    def _match(self, column: int, cell: int, agrees: bool) -> Match:
        return Match(column, cell, self.table.cells[column].exact(cell), agrees)

    def _column(self, column: int) -> SortedColumn:
        built = self._columns[column]
        if built is None:
            with self._lock:
                built = self._columns[column]
                if built is None:
                    built = sorted_column.build(self.table.cells[column])
                    self._columns[column] = built
        return built
