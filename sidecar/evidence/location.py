"""Where a number stands, in words that a person can follow."""

from __future__ import annotations

from sidecar.model.evidence import Table


def location(table: Table, column: int, cell: int) -> str:
    """Name a cell: ``data[5].salary``, or ``data[5].size#2`` for the second number of a string."""
    cells = table.cells[column]
    place = f"data[{cells.rows.item(cell)}].{table.columns[column].name}"
    ordinal = 0 if cells.ordinals is None else int(cells.ordinals[cell])
    return f"{place}#{ordinal}" if ordinal > 1 else place
