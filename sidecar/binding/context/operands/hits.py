"""The cells of one query result that agree with a number, or would in another unit or sign.

They are found once for all rows and columns that may be asked about. Nothing is kept of large
columns, and of columns in which very many cells agree.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Set
from decimal import Decimal
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.context.weighing.agreed import DISAGREES, Agreement
from sidecar.binding.context.weighing.agreement import Target
from sidecar.binding.language.row_sets import Rows
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import ColumnFacts
from sidecar.binding.tables.sorted_cells import SortedCells
from sidecar.binding.tables.ways import Scaling
from sidecar.evidence.learnt import MOST_CELLS
from sidecar.model.report import Grade

_MANY = 256
"""Cells of one kind that agree, past which columns with more than ``_MOST`` are left out."""

_MOST = 64
_SAMPLED = 4 * MOST_CELLS


class Hit(NamedTuple):
    """A cell that agrees, or would in another unit or sign.

    Attributes:
        place: Its place in its column's ``Cells``.
        row: Its row.
        agreement: How it compares.
    """

    place: int
    row: int
    agreement: Agreement


class Found(NamedTuple):
    """A cell that agrees with a number.

    Attributes:
        column: Its column.
        place: Its place in the column's ``Cells``.
        agreement: How closely it agrees.
        number: How many cells it stands for.
    """

    column: ColumnFacts
    place: int
    agreement: Agreement
    number: int = 1


class Agreeing(NamedTuple):
    """The cells of a column that agree with a number.

    Attributes:
        number: How many, about.
        total: Of how many.
        best: The place of the first that agrees best, and how it does.
    """

    number: int
    total: int
    best: tuple[int, Agreement] | None


class Seen(NamedTuple):
    """What a column is to a number.

    Attributes:
        unlike: Whether it is in another unit, which the text does not convert either.
        above: Whether the number is an amount larger than a wrong one attributed to any cell would
            be.
        silent: Whether none of its cells agrees, in whatever unit or with whatever sign.
    """

    unlike: bool
    above: bool
    silent: bool


class Hits:
    """The cells of one query result that agree with one number.

    Args:
        target: The number.
        known: The query result.
    """

    def __init__(self, target: Target, known: Catalog) -> None:
        self._target, self._known = target, known
        self._left_out: set[int] = set()
        found: defaultdict[int, dict[int, Hit]] = defaultdict(dict)
        for cells in known.cells.sorted:
            for low, high in target.spans(cells.column):
                first, last = cells.between(low, high)
                if first < last:
                    self._find(cells, first, last, found)
        self._columns = {column: sorted(hits.values()) for column, hits in found.items()}
        self._kept = known.cells.sorted_columns
        if self._left_out:
            self._kept -= self._left_out
        self._seen: dict[int, Seen] = {}
        self._kinds: dict[Scaling, tuple[bool, float]] = {}
        self._rows: dict[tuple[int, int], Hit] = {}
        for column, hits in self._columns.items():
            for hit in hits:
                best = self._rows.setdefault((column, hit.row), hit)
                if hit.agreement.grade > best.agreement.grade:
                    self._rows[column, hit.row] = hit

    def _find(
        self, cells: SortedCells, first: int, last: int, found: Mapping[int, dict[int, Hit]]
    ) -> None:
        """Compare a stretch of the cells of one kind: equal ones compare alike."""
        if last - first > _MANY:
            self._left_out.update(cells.frequent(first, last, _MOST))
        before, agreement = None, DISAGREES
        for value, column, place, row in cells.listed(first, last, self._left_out):
            if value != before:
                exact = partial(_exact, value)
                before, agreement = value, self._target.cell(value, exact, cells.column)
            if agreement is not DISAGREES:
                found[column][place] = Hit(place, row, agreement)

    def rows(self, column: int, *, rounded: bool = False) -> list[int]:
        """The rows in which a cell of a column agrees exactly, ascending.

        Args:
            column: The place of the column.
            rounded: Whether also those that agree as the words hedge the number, or cut off.
        """
        hits = self._columns.get(column, ())
        least = Grade.TOLERATED if rounded else Grade.EXACT
        agreeing = (hit for hit in hits if hit.agreement.grade >= least)
        return sorted({hit.row for hit in agreeing if not hit.agreement.amiss})

    def seen(self, column: ColumnFacts) -> Seen:
        """What a column is to the number."""
        seen = self._seen.get(id(column))
        if seen is None:
            seen = self._seen[id(column)] = self._see(column)
        return seen

    def _see(self, column: ColumnFacts) -> Seen:
        kind = self._kinds.get(column.scaling)
        if kind is None:
            fits, converts = self._target.fits(column), self._target.is_convertible(column)
            kind = fits is False and not converts, self._target.lifted(column)
            self._kinds[column.scaling] = kind
        unlike, bound = kind
        silent = column.place not in self._columns and self._keeps(column)
        return Seen(unlike, 0 < self._known.cells.most(column.place) < bound, silent)

    def at(self, column: ColumnFacts, row: int, first: int) -> tuple[int, Agreement]:
        """The number of a cell that compares best: its place, and how it compares.

        Args:
            column: Its column.
            row: Its row.
            first: The place of its first number.
        """
        if self._keeps(column):
            hit = self._rows.get((column.place, row))
            return (first, DISAGREES) if hit is None else (hit.place, hit.agreement)
        places = self._known.cells.of(column.place, np.array([row]))
        compared = ((place, self._compare(column, place)) for place in places.tolist())
        return max(compared, key=lambda found: found[1].grade)

    def among(self, column: ColumnFacts, rows: Rows | None, inside: Set[int] | None) -> Agreeing:
        """How many cells of a column agree in some rows (None: in all), and the best of them.

        Args:
            column: The column.
            rows: The rows.
            inside: The same as a set, unless they are very many.
        """
        many = rows is not None and inside is None
        if many or not self._keeps(column):
            return self._sampled(column, self._known.cells.of(column.place, rows)[:_SAMPLED])
        total = self._known.cells.count(column.place, inside)
        hits = [
            hit
            for hit in self._columns.get(column.place, ())
            if hit.agreement.grade is not Grade.NONE
            and (inside is None or hit.row in inside)
            and self._has_unit(column, hit.row)
        ]
        best = max(hits, key=lambda hit: hit.agreement.grade, default=None)
        return Agreeing(len(hits), total, None if best is None else (best.place, best.agreement))

    def _sampled(self, column: ColumnFacts, places: NDArray[np.int64]) -> Agreeing:
        values = self._known.table.cells[column.place].values[places]
        close = places[self._target.near(values, column)]
        compared = [(place, self._compare(column, place)) for place in close[:_MOST].tolist()]
        rows = self._known.table.cells[column.place].rows
        hits = [
            found
            for found in compared
            if found[1].grade is not Grade.NONE and self._has_unit(column, int(rows[found[0]]))
        ]
        best = max(hits, key=lambda found: found[1].grade, default=None)
        return Agreeing(len(hits) * close.size // max(1, len(compared)), int(places.size), best)

    def _has_unit(self, column: ColumnFacts, row: int) -> bool:
        """Whether the unit that a row tells, if it does, may be that of the number."""
        if not self._known.units.tells:
            return True
        told = self._known.units.of(column, np.array([row]))
        return told is column or self._target.fits(told) is not False

    def _keeps(self, column: ColumnFacts) -> bool:
        """Whether all its cells were compared; with the unit of some rows they were not."""
        return column.place in self._kept and column is self._known.columns[column.place]

    def _compare(self, column: ColumnFacts, place: int) -> Agreement:
        cells = self._known.table.cells[column.place]
        return self._target.cell(float(cells.values[place]), partial(cells.exact, place), column)


def _exact(value: float) -> Decimal:
    return Decimal(repr(value))
