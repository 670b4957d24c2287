"""Which cell agrees with a number: lookups over all columns of a table, for many claims at once.

For each claim and column the answer is the cell closest to what was claimed among those that agree,
or among all where none agrees; of equally close ones, the first. Agreement and closeness are
decided exactly (``column_lookup``).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastpath.closest import AGREES, ClosestCells, Flags
from fastpath.sorted_columns import SortedColumns
from sidecar.evidence import derived
from sidecar.evidence.column_lookup import ExactColumn, FloatColumns, prepare_borders
from sidecar.evidence.index_builder import BUILDER, IndexBuilder
from sidecar.model.cached import cached_property
from sidecar.model.evidence import Table

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Positions = NDArray[np.int64]

OFTEN = 10
"""Lookups of many claims after which the columns are sorted: who has asked so often asks again."""

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
        distances: How far it is from what was claimed, as floats; infinite where there is none.
            Shape (claims, columns).
    """

    cells: Positions
    agrees: Mask
    distances: Floats

    def put(self, column: int, cells: Positions, agrees: Mask, distances: Floats) -> None:
        """Put the matches of a column in."""
        self.cells[:, column], self.agrees[:, column] = cells, agrees
        self.distances[:, column] = distances


class TableIndex:
    """Lookups over one table, which may be used from any thread.

    Columns lie in buckets at first, and are sorted by the builder once that pays.

    Attributes:
        table: What is looked up.
        nbytes: Memory of the table and of the indexes of all its columns, built or not.
        bounds: Of all numbers, a little wide. What lies outside of them agrees with nothing, and
            need not be looked up. Known before the first request.

    Args:
        table: What is to be looked up.
        builder: Sorts the columns.
    """

    def __init__(self, table: Table, builder: IndexBuilder = BUILDER) -> None:
        self.table = table
        filled = [(place, cells) for place, cells in enumerate(table.cells) if cells.values.size]
        floats = {place: cells for place, cells in filled if cells.unscaled is None}
        self._floats = FloatColumns(list(floats.values()))
        self._exact = {
            place: ExactColumn(cells) for place, cells in filled if cells.unscaled is not None
        }
        self._floats_at = {place: at for at, place in enumerate(floats)}
        self._indexes: tuple[FloatColumns | ExactColumn, ...] = (
            self._floats,
            *self._exact.values(),
        )
        self._places = np.array([*floats, -1], np.int64)  # and none for none
        self.nbytes = table.nbytes + sum(index.nbytes for index in self._indexes)
        self.bounds = _bounds([*self._floats.ends, *(each.ends for each in self._exact.values())])
        self._builder = builder
        self._lookups = 0
        self._asked = False

    @cached_property
    def full_nbytes(self) -> int:
        """The same with what checks learn of the table and keep with it, about."""
        return self.nbytes + derived.estimate_nbytes(self.table)

    @cached_property
    def days(self) -> dict[int, int]:
        """How many distinct days each column of dates covers, by column."""
        return derived.count_days(self.table)

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return sum(index.size for index in self._indexes)

    @property
    def unsorted(self) -> int:
        """How many numbers are not sorted yet."""
        return sum(index.size for index in self._indexes if index.ordered is None)

    def build(self) -> None:
        """Sort all columns, here and now."""
        for index in self._indexes:
            index.build()

    @property
    def sorted_floats(self) -> tuple[SortedColumns, Positions] | None:
        """The columns that have numbers, and their numbers in the table; None until sorted.

        Also where floats do not tell what cells are.
        """
        ordered = None if self._exact else self._floats.ready
        return None if ordered is None else (ordered, self._places)

    def filled(self, columns: Flags) -> Flags:
        """Of some columns, or of some for each of many claims, those that have numbers."""
        is_full = len(self._places) > len(self.table.cells)
        return columns if is_full else np.ascontiguousarray(columns[..., self._places[:-1]])

    def closest_floats(
        self, near: Floats, least: Floats, greatest: Floats, wanted: Flags
    ) -> tuple[Positions, ClosestCells] | None:
        """Find the closest cell to each float, among those within borders before all others.

        Args:
            near: What a cell should be closest to; each stands for its shortest decimal.
            least: Least cell within the borders of each.
            greatest: Greatest.
            wanted: The columns of each. Shape (claims, columns).

        Returns:
            The column of each cell, of equally close ones the first, -1 where there is none; and
            the cells. None where floats do not tell what cells are.
        """
        if self._exact:
            return None
        columns, chosen = self._floats.chosen(near, (least, greatest), near, self.filled(wanted))
        self._sort_soon(near.size)
        return self._places[columns], chosen

    def find(self, column: int, low: Decimal, high: Decimal, near: Decimal) -> Match | None:
        """Look one claim up in one column; None where the column has no numbers."""
        claims = prepare_borders([low], [high], [near])
        if column in self._exact:
            cells, agrees = self._exact[column].search(claims)
            return self._match(column, int(cells[0]), bool(agrees[0]))
        if not self.table.cells[column].values.size:
            return None
        found = self._floats.closest_in(self._floats_at[column], claims)
        return self._match(column, int(found.places[0]), bool(found.flags[0] & AGREES))

    def closest(
        self,
        lows: Sequence[Decimal],
        highs: Sequence[Decimal],
        nears: Sequence[Decimal],
        wanted: Mask,
    ) -> list[Match | None] | None:
        """Look many claims up, each in some columns, for the closest cell in all of these.

        Args:
            lows: See ``find_many``.
            highs: See ``find_many``.
            nears: See ``find_many``.
            wanted: The columns of each. Shape (claims, columns).

        Returns:
            The match of each claim, of equally close columns the first; None where the columns have
            no numbers. None for all, where floats do not tell which is closer.
        """
        if self._exact:
            return None
        asked = self.filled(wanted.view(np.uint8))
        columns, found = self._floats.closest(prepare_borders(lows, highs, nears), asked)
        self._sort_soon(len(nears))
        rows = zip(
            self._places[columns].tolist(), found.places.tolist(), found.flags.tolist(), strict=True
        )
        return [
            self._match(column, cell, bool(flags & AGREES)) if column >= 0 else None
            for column, cell, flags in rows
        ]

    def find_many(
        self, lows: Sequence[Decimal], highs: Sequence[Decimal], nears: Sequence[Decimal]
    ) -> Matches:
        """Look many claims up in every column.

        Args:
            lows: Least value that agrees, for each claim; finite.
            highs: Greatest value that agrees.
            nears: The value claimed.
        """
        claims = prepare_borders(lows, highs, nears)
        shape = (len(nears), len(self.table.cells))
        matches = Matches(np.full(shape, -1), np.zeros(shape, np.bool_), np.full(shape, np.inf))
        for place, column in self._exact.items():
            cells, agrees = column.search(claims)
            with np.errstate(over="ignore"):
                distances = np.abs(column.cells.values[cells] - claims.near)
            matches.put(place, cells, agrees, distances)
        for place, at in self._floats_at.items():
            found = self._floats.closest_in(at, claims)
            matches.put(place, found.places, found.flags & AGREES != 0, found.distances)
        self._sort_soon(len(nears))
        return matches

    def match(self, matches: Matches, claim: int, column: int) -> Match | None:
        """Give one of the matches with its value."""
        cell = int(matches.cells[claim, column])
        return None if cell < 0 else self._match(column, cell, bool(matches.agrees[claim, column]))

    def _match(self, column: int, cell: int, agrees: bool) -> Match:
        return Match(column, cell, self.table.cells[column].exact(cell), agrees)

    def _sort_soon(self, claims: int) -> None:
        """Have the columns sorted, where they are looked up often enough."""
        if self._asked or not claims:
            return
        self._lookups += 1
        if self._lookups >= OFTEN or claims >= LARGE:
            self._asked = not self.unsorted or self._builder.ask(self)


def _bounds(ends: Sequence[tuple[float, float]]) -> tuple[float, float]:
    low = min((least for least, _ in ends), default=math.inf)
    high = max((greatest for _, greatest in ends), default=-math.inf)
    return math.nextafter(low, -math.inf), math.nextafter(high, math.inf)
