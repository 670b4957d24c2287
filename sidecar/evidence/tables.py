"""Putting a table together from its decoded columns."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.evidence.budget import Budget
from sidecar.evidence.coded import ColumnData
from sidecar.model.evidence import Column, Table


def assemble(
    columns: tuple[Column, ...], read: Sequence[ColumnData], row_count: int, budget: Budget
) -> Table:
    """Make the table, accounted with what its columns have spent."""
    return Table(
        query_id=budget.header.query_id,
        family=budget.header.family,
        title=budget.header.title,
        columns=columns,
        row_count=row_count,
        cells=tuple(column.cells for column in read),
        data=tuple(column.data for column in read),
        nbytes=budget.used,
        text_numbers=budget.text_numbers,
    )
