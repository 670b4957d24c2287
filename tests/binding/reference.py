"""Binding by value, slowly: every number against every cell, in decimals."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from sidecar.model.evidence import Table


def agrees(low: Decimal, high: Decimal, tables: Sequence[Table]) -> bool:
    """Whether any number of any table lies between two borders."""
    return any(
        low <= cells.exact(i) <= high
        for table in tables
        for cells in table.cells
        for i in range(cells.values.size)
    )


def closest(value: Decimal, low: Decimal, high: Decimal, tables: Sequence[Table]) -> Decimal | None:
    """The least distance from a value to a number between the borders."""
    distances = [
        abs(cells.exact(i) - value)
        for table in tables
        for cells in table.cells
        for i in range(cells.values.size)
        if low <= cells.exact(i) <= high
    ]
    return min(distances, default=None)
