"""Many numbers against one table at once: the cells that agree best, in a few array operations."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.evidence.index import TableIndex

Mask = NDArray[np.bool_]
Floats = NDArray[np.float64]

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
    possible = np.array([ask.columns for ask in asks])
    distances = np.where(possible, found.distances, np.inf)
    if most == 1 and all(cells.unscaled is None for cells in index.table.cells):
        chosen = _nearest(distances, found.agrees)
    else:
        nears = np.array([abs(float(ask.near)) for ask in asks])
        chosen = _ranked(distances, found.agrees, most, _ULPS * nears)
    cells, agrees = found.cells.tolist(), found.agrees.tolist()
    return [
        [_hit(index, ask, column, cells[row][column], agrees[row][column]) for column in columns]
        for row, (ask, columns) in enumerate(zip(asks, chosen, strict=True))
    ]


def _nearest(distances: Floats, agrees: Mask) -> list[list[int]]:
    """The best column for each ask, where floats tell all columns apart."""
    agreeing = np.where(agrees, distances, np.inf)
    columns = np.where(np.isfinite(agreeing).any(axis=1), agreeing.argmin(1), distances.argmin(1))
    found = np.isfinite(distances[np.arange(columns.size), columns])
    return [[c] if f else [] for c, f in zip(columns.tolist(), found.tolist(), strict=True)]


def _ranked(distances: Floats, agrees: Mask, most: int, slack: Floats) -> list[list[int]]:
    """The ``most`` best columns for each ask, and those that floats cannot tell from the best."""
    order = np.lexsort((distances, ~agrees), axis=1)[:, : max(most, _TIES)]
    ranked = np.take_along_axis(distances, order, axis=1)
    wanted = np.isfinite(ranked)
    wanted[:, most:] &= ranked[:, most:] <= ranked[:, :1] + slack[:, None]
    return [columns[keep].tolist() for columns, keep in zip(order, wanted, strict=True)]


def _hit(index: TableIndex, ask: Ask, column: int, cell: int, agrees: bool) -> Hit:
    value = index.table.cells[column].exact(cell) * ask.factor
    return Hit(column, cell, value, agrees)
