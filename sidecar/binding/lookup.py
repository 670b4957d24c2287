"""Many numbers against one table at once: the cells that agree best, in a few array operations."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.evidence.index import TableIndex

Mask = NDArray[np.bool_]

_TIES = 8
_ULPS = 8 * float(np.finfo(np.float64).eps)


class Ask(NamedTuple):
    """One way to look a number up.

    Attributes:
        claim: Which claim asks.
        factor: A cell times this is compared with the number; negative for the opposite sign.
        low: Least cell that agrees.
        high: Greatest cell that agrees.
        near: The cell that would agree best.
        columns: The columns to look in. Shape (columns,).
        code: What agreement says against the number; "" where it supports it.
    """

    claim: int
    factor: Decimal
    low: Decimal
    high: Decimal
    near: Decimal
    columns: Mask
    code: str = ""


class Hit(NamedTuple):
    """The best cell for an ask, in one column.

    Attributes:
        column: The column.
        cell: The position in its ``Cells``.
        value: The exact cell times the factor of the ask.
        agrees: Whether it lies between the borders of the ask.
    """

    column: int
    cell: int
    value: Decimal
    agrees: bool


def look_up(index: TableIndex, asks: Sequence[Ask], most: int) -> list[list[Hit]]:
    """The best cells for each ask: those that agree before the others, then the nearest first.

    At most ``most`` for each ask, from different columns, and beside them those that floats cannot
    tell from the best (integers past 2**53): the caller compares exact values. Of equally near ones
    the first column comes first, and in it the first cell counts.
    """
    if not asks or not index.table.cells:
        return [[] for _ in asks]
    found = index.find_many([a.low for a in asks], [a.high for a in asks], [a.near for a in asks])
    possible = np.stack([ask.columns for ask in asks]) & (found.cells >= 0)
    nears = np.array([float(ask.near) for ask in asks])
    distances = _distances(index, found.cells, possible, nears)
    order = np.lexsort((distances, ~found.agrees, ~possible), axis=1)[:, : max(most, _TIES)]
    best = distances[np.arange(len(asks)), order[:, 0]]
    alike = best + _ULPS * np.abs(nears)
    inexact = any(cells.unscaled is not None for cells in index.table.cells)
    return [
        [
            _hit(index, ask, column, int(found.cells[row, column]), bool(found.agrees[row, column]))
            for place, column in enumerate(order[row].tolist())
            if possible[row, column]
            and (place < most or (inexact and distances[row, column] <= alike[row]))
        ]
        for row, ask in enumerate(asks)
    ]


def _distances(
    index: TableIndex, found: NDArray[np.int64], possible: Mask, nears: NDArray[np.float64]
) -> NDArray[np.float64]:
    """How far the found cells are from what is asked, in floats. Shape (asks, columns)."""
    distances = np.full(possible.shape, np.inf)
    for column, cells in enumerate(index.table.cells):
        rows = np.flatnonzero(possible[:, column])
        if rows.size:
            with np.errstate(over="ignore"):
                distances[rows, column] = np.abs(cells.values[found[rows, column]] - nears[rows])
    return distances


def _hit(index: TableIndex, ask: Ask, column: int, cell: int, agrees: bool) -> Hit:
    value = index.table.cells[column].exact(cell) * ask.factor
    return Hit(column, cell, value, agrees)
