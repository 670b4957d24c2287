"""Which cell agrees with a number: lookups over all columns of a table, for many claims at once.

For each claim and column the answer is the cell closest to what was claimed among those that agree,
or among all where none agrees; of equally close ones, the first. Agreement and closeness are
decided exactly (``float_column``, ``exact_column``).
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.evidence import days
from sidecar.evidence.borders import borders
from sidecar.evidence.exact_column import ExactColumn
from sidecar.evidence.float_column import FloatColumn
from sidecar.evidence.index_builder import BUILDER, IndexBuilder
from sidecar.model.evidence import Table

PASSES = 10
"""Lookups of many claims after which the columns are sorted: that costs about as much."""

LARGE = 512
"""Claims of one lookup for which they are sorted at once."""


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
    """Lookups over one table, which may be used from any thread.

    Columns are passed over at first, and sorted by the builder once that pays.

    Attributes:
        table: What is looked up.
        full_nbytes: Memory of the table and of the indexes of all its columns, built or not.

    Args:
        table: What is to be looked up.
        builder: Sorts the columns.
    """

    def __init__(self, table: Table, builder: IndexBuilder = BUILDER) -> None:
        self.table = table
        self._columns = [
            FloatColumn(cells) if cells.unscaled is None else ExactColumn(cells)
            for cells in table.cells
        ]
        self.full_nbytes = table.nbytes + sum(column.nbytes for column in self._columns)
        self._builder = builder
        self._passes = 0
        self._asked = False

    @cached_property
    def span(self) -> tuple[Decimal, Decimal] | None:
        """Bounds of all numbers, a little wide; None where there are none.

        What lies outside of them agrees with nothing, and need not be looked up.
        """
        values = [cells.values for cells in self.table.cells if cells.values.size]
        if not values:
            return None
        low = np.nextafter(min(float(v.min()) for v in values), -np.inf)
        high = np.nextafter(max(float(v.max()) for v in values), np.inf)
        return Decimal(float(low)), Decimal(float(high))

    @cached_property
    def days(self) -> dict[int, int]:
        """How many distinct days each column of dates covers, by column."""
        return days.covered(self.table)

    @property
    def unsorted(self) -> int:
        """How many numbers a lookup has to pass over."""
        return sum(c.cells.values.size for c in self._columns if not c.built)

    def build(self) -> None:
        """Sort all columns, here and now."""
        for column in self._columns:
            column.build()

    def find(self, column: int, low: Decimal, high: Decimal, near: Decimal) -> Match | None:
        """Look one claim up in one column; None where the column has no numbers."""
        if not self.table.cells[column].values.size:
            return None
        found, agrees = self._columns[column].search(borders([low], [high], [near]))
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
        if not nears:
            return matches
        for place, column in enumerate(self._columns):
            if column.cells.values.size:
                found = column.search(claims)
                matches.cells[:, place], matches.agrees[:, place] = found
        if not self._asked:
            self._sort_soon(len(nears))
        return matches

    def match(self, matches: Matches, claim: int, column: int) -> Match | None:
        """Give one of the matches with its value."""
        cell = int(matches.cells[claim, column])
        return None if cell < 0 else self._match(column, cell, bool(matches.agrees[claim, column]))

    def _match(self, column: int, cell: int, agrees: bool) -> Match:
        return Match(column, cell, self.table.cells[column].exact(cell), agrees)

    def _sort_soon(self, claims: int) -> None:
        """Have the columns sorted, where they have been passed over often enough."""
        self._passes += 1
        if self._passes >= PASSES or claims >= LARGE:
            self._asked = not self.unsorted or self._builder.ask(self)
