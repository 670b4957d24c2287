"""Query results from CSV files, with every number exact.

Read with the standard library rather than ``pyarrow.csv``: that needs an optional package, turns
12.10 into a binary float and "007" into 7, and types a whole column by its first rows. Here each
cell is typed by itself:

    12, -3        an integer
    12.50, 1e3    a number, equal to what is written
    007, 1,234    text, as it stands (numbers inside text are looked up too)
    nothing       NULL; CSV cannot tell it from an empty string
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from decimal import Decimal

from sidecar.evidence import rows
from sidecar.evidence.budget import Budget
from sidecar.evidence.errors import EvidenceMalformed
from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Column, Table

# Forty digits and a two-digit exponent are what the reader of numbers takes; more stays text.
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,39})")
_DECIMAL = re.compile(
    r"-?(?:(?:0|[1-9][0-9]{0,39})(?:\.[0-9]{1,40})?|\.[0-9]{1,40})(?:[eE][+-]?[0-9]{1,2})?"
)
_FLOAT_CHARACTERS = 15


def decode(data: bytes, header: Header, limits: EvidenceLimits, *, delimiter: str = ",") -> Table:
    """Decode a CSV file in UTF-8 whose first row names the columns.

    Raises:
        EvidenceMalformed: If it is not UTF-8, has no header, or a row has too many or few cells.
        EvidenceTooLarge: If a limit is passed.
        EvidenceColumnUnknown: If the header describes a column that is not there.
    """
    budget = Budget(header, limits)
    reader = csv.reader(
        io.StringIO(_text(data, header), newline=""), delimiter=delimiter, strict=True
    )
    records = _records(reader, header)
    names = next(records, [])
    if not any(map(str.strip, names)):
        raise _malformed(header, "is empty: its first row should name the columns", 1)
    budget.columns(len(names))
    columns: list[list[object]] = [[] for _ in names]
    count = 0
    for count, record in enumerate(records, 1):
        budget.rows(count)
        if len(record) != len(names):
            problem = f"has {len(record)} cells in a row, and {len(names)} columns"
            raise _malformed(header, problem, reader.line_num)
        for column, cell in zip(columns, record, strict=True):
            column.append(_value(cell))
    described = [Column(name=name) for name in names]
    return rows.build(described, columns, header, limits, row_count=count)


def _text(data: bytes, header: Header) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _malformed(header, "is not UTF-8", data.count(b"\n", 0, error.start) + 1) from None


def _records(reader: Iterator[list[str]], header: Header) -> Iterator[list[str]]:
    """The rows; lines without anything are none."""
    while True:
        try:
            record = next(reader, None)
        except csv.Error as error:
            line: int = reader.line_num  # type: ignore[attr-defined]
            raise _malformed(header, f"is not CSV: {error}", line) from None
        if record is None:
            return
        if record:
            yield record


def _value(cell: str) -> object:
    if not cell:
        return None
    if _INTEGER.fullmatch(cell):
        return int(cell)
    if _DECIMAL.fullmatch(cell):
        # A double gives back any number of 15 digits exactly. Columns of floats are decoded whole,
        # which is why not everything is a Decimal; an exponent could leave the double's range.
        short = len(cell) <= _FLOAT_CHARACTERS and "e" not in cell and "E" not in cell
        return float(cell) if short else Decimal(cell)
    return cell


def _malformed(header: Header, problem: str, line: int) -> EvidenceMalformed:
    return EvidenceMalformed(
        f"query result {header.query_id} {problem} (line {line})",
        query_id=header.query_id,
        format="csv",
        line=line,
    )
