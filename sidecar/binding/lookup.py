"""Many numbers against one table at once: the cells that agree best, in a few array operations."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.evidence.index import TableIndex

Mask = NDArray[np.bool_]


class Ask(NamedTuple):
    """One way to look a number up.

    Attributes:
        claim: Which claim asks.
        factor: A cell times this is compared with the number; negative for the opposite sign.
        low: Least cell that agrees.
        high: Greatest cell that agrees.
        near: The cell that would agree best.
        columns: The columns to look in. Shape (columns,).
    """

    claim: int
    factor: Decimal
    low: Decimal
    high: Decimal
    near: Decimal
    columns: Mask


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

    Of equally near ones the first column counts, and in it the first cell. At most ``most`` for
    each ask, from different columns; none where its columns hold no numbers.
    """
    if not asks or not index.table.cells:
        return [[] for _ in asks]
    found = index.find_many([a.low for a in asks], [a.high for a in asks], [a.near for a in asks])
    possible = np.stack([ask.columns for ask in asks]) & (found.cells >= 0)
    distances = np.full(possible.shape, np.inf)
    nears = np.array([float(ask.near) for ask in asks])
    for column, cells in enumerate(index.table.cells):
        rows = np.flatnonzero(possible[:, column])
        if rows.size:
            values = cells.values[found.cells[rows, column]]
            with np.errstate(over="ignore"):
                distances[rows, column] = np.abs(values - nears[rows])
    order = np.lexsort((distances, ~found.agrees, ~possible), axis=1)[:, :most]
    return [
        [
            _hit(index, ask, column, int(found.cells[row, column]), bool(found.agrees[row, column]))
            for column in order[row].tolist()
            if possible[row, column]
        ]
        for row, ask in enumerate(asks)
    ]


def _hit(index: TableIndex, ask: Ask, column: int, cell: int, agrees: bool) -> Hit:
    value = index.table.cells[column].exact(cell) * ask.factor
    return Hit(column, cell, value, agrees)
