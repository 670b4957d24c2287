"""Query results from Python values, column by column.

Columns of one kind of number go through numpy whole; all others are held by their distinct values
(see ``coded``).
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from types import NoneType

import numpy as np
from numpy.typing import NDArray

from sidecar.evidence import coded, numbers, tables
from sidecar.evidence.budget import Budget
from sidecar.evidence.coded import ColumnData
from sidecar.evidence.errors import EvidenceMalformed, EvidenceTypeUnsupported
from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.evidence.tables import assemble
from sidecar.evidence.values import Numbers
from sidecar.model.evidence import Cells, Column, Table


def build(
    columns: Sequence[Column],
    data: Sequence[Sequence[object]],
    header: Header,
    limits: EvidenceLimits,
    *,
    row_count: int | None = None,
) -> Table:
    """Build a table from the values of its columns.

    Args:
        columns: The columns of the data, in order. What ``header.columns`` says of a name counts
            before what is said here.
        data: For each column its values: str, int, float, bool, Decimal, date, datetime, time or
            None.
        header: What the caller says about the query result.
        limits: What it is held to.
        row_count: Rows, where ``data`` cannot tell: a table without columns can have rows.

    Raises:
        EvidenceMalformed: If the columns differ in length or in number.
        EvidenceTypeUnsupported: If a value has another type.
        EvidenceTooLarge: If a limit is passed.
        EvidenceColumnUnknown: If the header describes a column that is not there.
    """
    budget = Budget(header, limits)
    described = tables.describe_columns(columns, budget)
    length = row_count if row_count is not None else len(data[0]) if data else 0
    if len(data) != len(columns) or any(len(values) != length for values in data):
        raise EvidenceMalformed(
            f"the columns of query result {header.query_id} differ in length or in number",
            query_id=header.query_id,
            format=header.format,
        )
    budget.rows(length)
    read = [
        read_column(column.name, values, budget)
        for column, values in zip(described, data, strict=True)
    ]
    return assemble(described, read, length, budget)


def read_column(name: str, values: Sequence[object], budget: Budget) -> ColumnData:
    """One column of its values; its name is for errors.

    Raises:
        EvidenceTypeUnsupported: If a value is of another type.
        EvidenceTooLarge: If a limit is passed.
    """
    kinds = set(map(type, values))
    if kinds <= {int, float, NoneType}:
        cells = _numeric(values, kinds, budget)
        if cells is not None:
            kind = float if float in kinds else int
            return ColumnData(Numbers(cells, len(values), kind), cells)
    strange = kinds.difference(coded.FLAT, [NoneType])
    if strange:
        kind_name = min(each.__name__ for each in strange)
        raise EvidenceTypeUnsupported(
            f"column {name!r} of query result {budget.header.query_id} holds a {kind_name}",
            query_id=budget.header.query_id,
            column=name,
            type=kind_name,
        )
    distinct, codes = _distinct(values, kinds)
    return coded.read(distinct, codes, budget)


def _numeric(values: Sequence[object], kinds: set[type], budget: Budget) -> Cells | None:
    """Take a column of numbers whole; None where 64 bits do not hold it exactly."""
    rows = np.arange(len(values), dtype=np.uint32)
    kept = values
    if NoneType in kinds:
        rows = rows[[value is not None for value in values]]
        kept = [value for value in values if value is not None]
    try:
        if float not in kinds:
            integers = np.array(kept, np.int64)
            budget.spend(rows.nbytes)
            return numbers.from_scaled(integers, 0, rows, budget)
        floats = np.array(kept, np.float64)
    except OverflowError:
        return None
    if int in kinds and (np.abs(floats) >= 2**53).any():  # 2**53 + 1 has become 2**53
        return None
    budget.spend(rows.nbytes + floats.nbytes)
    return numbers.from_floats(floats, rows)


def _distinct(values: Sequence[object], kinds: set[type]) -> tuple[list[object], NDArray[np.int32]]:
    """Find the distinct values, in the order of their first rows, and the place of each row's."""
    if not kinds.isdisjoint({float, Decimal}):
        values = [None if _is_not_finite(value) else value for value in values]
    if len(kinds - {NoneType}) == 1:
        place = {value: number for number, value in enumerate(dict.fromkeys(values))}
        codes = np.fromiter(map(place.__getitem__, values), np.int32, len(values))
        return list(place), codes
    # 1, 1.0 and True are equal in Python, and different cells.
    pairs = [(type(value), value) for value in values]
    pair_place = {pair: number for number, pair in enumerate(dict.fromkeys(pairs))}
    codes = np.fromiter(map(pair_place.__getitem__, pairs), np.int32, len(values))
    return [value for _, value in pair_place], codes


def _is_not_finite(value: object) -> bool:
    if isinstance(value, Decimal):
        return not value.is_finite()
    return isinstance(value, float) and not np.isfinite(value)
