"""Query results from the bytes of row messages, column by column.

A compiled pass finds the cells (``fastpath.row_bytes``). Columns of numbers then go through numpy
whole; of texts, dates and decimals each distinct one is read once.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, time
from decimal import Decimal, InvalidOperation
from functools import partial

import numpy as np
from numpy.typing import NDArray

from fastpath import row_bytes
from fastpath.row_bytes import CellKind, MeasuredRows, ScannedRows
from sidecar.evidence import column_data, tables
from sidecar.evidence.budget import Budget
from sidecar.evidence.column_data import ColumnData
from sidecar.evidence.errors import EvidenceMalformed
from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.evidence.tables import assemble_table
from sidecar.evidence.values import NumberValues
from sidecar.model.evidence import Column, Table
from sidecar.work import check_abandoned

# What is written in a cell of a row message, as a value.

MAX_DECIMAL_DIGITS = 40

CELL_BYTES = 48
"""What a cell may take on its way: as a Python object, with its place in a list."""


def read_value(kind: str, text: str, header: Header) -> object:
    """The value of a text, an exact decimal, a date or a time.

    Raises:
        EvidenceMalformed: If it is none.
    """
    try:
        return _READ[kind](text)
    except (ValueError, InvalidOperation) as error:
        raise malformed_rows(f"{text[:80]!r} is not a valid {kind}", header) from error


def read_decimal(text: str, header: Header) -> Decimal:
    """The value of an exact decimal.

    Raises:
        EvidenceMalformed: If it is none.
    """
    try:
        return parse_decimal(text)
    except (ValueError, InvalidOperation) as error:
        raise malformed_rows(f"{text[:80]!r} is not a valid decimal", header) from error


def malformed_rows(why: str, header: Header) -> EvidenceMalformed:
    """The error for row messages that cannot be used."""
    return EvidenceMalformed(
        f"query result {header.query_id} is malformed: {why}",
        query_id=header.query_id,
        format=header.format,
    )


def parse_decimal(text: str) -> Decimal:
    """An exact decimal of at most ``MAX_DECIMAL_DIGITS`` digits.

    Raises:
        ValueError: If it is none, or InvalidOperation.
    """
    value = Decimal(text)
    if not value.is_finite() or len(value.as_tuple().digits) > MAX_DECIMAL_DIGITS:
        raise ValueError(text)
    if abs(value.adjusted()) > MAX_DECIMAL_DIGITS:
        raise ValueError(text)
    return value


def _moment(text: str) -> datetime | time:
    """A date, a timestamp or a time of day."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return time.fromisoformat(text)


_READ: dict[str, Callable[[str], object]] = {
    "text": str,
    "decimal": parse_decimal,
    "date": _moment,
}


_TEXTS = frozenset({CellKind.TEXT, CellKind.DECIMAL, CellKind.DATE})
_WHOLE = 2**53  # past it a float is not every integer


def decode_rows(payload: bytes, header: Header, limits: EvidenceLimits) -> Table | None:
    """Decode row messages; None without compiled kernels.

    Raises:
        EvidenceMalformed: If the bytes are no such message, or rows differ in width.
        EvidenceTooLarge: If a limit is passed.
        EvidenceColumnUnknown: If the header describes a column that is not there.
    """
    budget = Budget(header, limits)
    try:
        measured = row_bytes.measure(payload, limits.max_columns)
    except ValueError as error:
        raise malformed_rows(str(error), header) from None
    if measured is None:
        return None
    columns = _columns(payload, measured, budget)
    scanned = row_bytes.fill(payload, measured)
    length = measured.rows
    data = [
        _column(payload, scanned.part(slice(start, start + length)), budget)
        for start in range(0, len(columns) * length, length or 1)
    ]
    empty = ColumnData([], column_data.NONE)
    return assemble_table(columns, data or [empty] * len(columns), length, budget)


def _columns(payload: bytes, measured: MeasuredRows, budget: Budget) -> tuple[Column, ...]:
    """The columns, once everything is known to be within the limits."""
    budget.rows(measured.rows)
    budget.columns(len(measured.names))
    budget.needs(CELL_BYTES * len(measured.names) * measured.rows)
    if measured.odd_row >= 0:
        width = len(measured.names)
        raise malformed_rows(f"row {measured.odd_row} does not have {width} cells", budget.header)
    names = [_text(payload[each], budget.header) for each in measured.names]
    return tables.describe_columns([Column(name=name) for name in names], budget)


def _column(payload: bytes, cells: ScannedRows, budget: Budget) -> ColumnData:
    check_abandoned()
    kinds = {CellKind(kind) for kind in np.flatnonzero(np.bincount(cells.kinds)).tolist()}
    held = kinds - {CellKind.NULL}
    if held <= {CellKind.NUMBER, CellKind.INTEGER}:
        column = _numeric(cells, held, budget)
        if column is not None:
            return column
    if len(held) == 1 and held <= _TEXTS:
        return _texts(payload, cells, held.pop(), budget)
    return tables.read_column("", _values(payload, cells, budget.header), budget)


def _numeric(cells: ScannedRows, held: set[CellKind], budget: Budget) -> ColumnData | None:
    """A column of numbers, as ``tables`` has it; None where 64 bits do not hold it exactly."""
    length = cells.kinds.size
    present = np.flatnonzero(cells.kinds).astype(np.uint32)
    kept = cells.values if present.size == length else cells.values[present]
    budget.spend(present.nbytes)
    if CellKind.NUMBER not in held:
        found = column_data.cells_from_scaled(kept, 0, present, budget)
        return ColumnData(NumberValues(found, length, int), found)
    floats = kept.view(np.float64)
    if CellKind.INTEGER in held:
        whole = cells.kinds[present] == CellKind.INTEGER
        integers = kept[whole]
        floats = floats.copy()
        floats[whole] = integers
        if (np.abs(floats) >= _WHOLE).any():
            return None
    budget.spend(floats.nbytes)
    found = column_data.cells_from_floats(floats, present)
    return ColumnData(NumberValues(found, length, float), found)


def _texts(payload: bytes, cells: ScannedRows, kind: CellKind, budget: Budget) -> ColumnData:
    """A column of texts of one kind, of which each distinct one is read once."""
    written = _written(payload, cells)
    place = {each: number for number, each in enumerate(dict.fromkeys(written))}
    codes = np.fromiter(map(place.__getitem__, written), np.int32, len(written))
    del written
    distinct = [
        None
        if each is None
        else read_value(kind.name.lower(), _text(each, budget.header), budget.header)
        for each in place
    ]
    return column_data.make_coded_column(distinct, codes, budget)


def _written(payload: bytes, cells: ScannedRows) -> list[bytes | None]:
    starts = cells.values
    ends = starts + cells.sizes
    if cells.kinds.all():
        return [payload[a:b] for a, b in zip(starts.tolist(), ends.tolist(), strict=True)]
    present = cells.kinds.tolist()
    spans = zip(present, starts.tolist(), ends.tolist(), strict=True)
    return [payload[a:b] if kind else None for kind, a, b in spans]


def _values(payload: bytes, cells: ScannedRows, header: Header) -> list[object]:
    """The values of a column of several kinds."""
    values: NDArray[np.object_] = np.full(cells.kinds.size, None, np.object_)
    for kind in CellKind:
        at = np.flatnonzero(cells.kinds == kind)
        if kind in _TEXTS:
            some = cells.part(at)
            as_value = partial(_value, kind, header)
            values[at] = np.fromiter(map(as_value, _written(payload, some)), object, at.size)
        elif kind is CellKind.NUMBER:
            values[at] = cells.values[at].view(np.float64).tolist()
        elif kind is CellKind.BOOLEAN:
            values[at] = cells.values[at].astype(bool).tolist()
        elif kind is CellKind.INTEGER:
            values[at] = cells.values[at].tolist()
    listed: list[object] = values.tolist()
    return listed


def _value(kind: CellKind, header: Header, written: bytes) -> object:
    return read_value(kind.name.lower(), _text(written, header), header)


def _text(written: bytes, header: Header) -> str:
    try:
        return written.decode()
    except UnicodeDecodeError:
        raise malformed_rows("a text is not UTF-8", header) from None
