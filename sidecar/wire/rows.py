"""Row messages: from their bytes by a compiled pass, else by protobuf's own parser."""

from __future__ import annotations

from google.protobuf.message import DecodeError
from verifyd.v1 import evidence_pb2

from sidecar.evidence import row_bytes, rows
from sidecar.evidence.budget import Budget
from sidecar.evidence.header import Header
from sidecar.evidence.row_cells import CELL_BYTES, malformed, read
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Column, Table

_WRITTEN = frozenset({"text", "decimal", "date"})


def payload(message: evidence_pb2.QueryResult) -> bytes:
    """The rows of a query result as bytes; a request that the server reads holds them so."""
    held = message.rows
    return held if isinstance(held, bytes) else held.SerializeToString(deterministic=True)


def decode(data: bytes, header: Header, limits: EvidenceLimits) -> Table:
    """Decode row messages.

    Raises:
        VerifydError: If they do not parse, or pass a limit.
    """
    table = row_bytes.decode(data, header, limits)
    return parsed(data, header, limits) if table is None else table


def parsed(data: bytes, header: Header, limits: EvidenceLimits) -> Table:
    """The same without compiled kernels, which is slower and makes an object of each cell.

    Raises:
        VerifydError: As ``decode`` does.
    """
    message = evidence_pb2.Rows()
    try:
        message.ParseFromString(data)
    except DecodeError as error:
        raise malformed("the bytes are not a Rows message", header) from error
    budget = Budget(header, limits)
    width = len(message.columns)
    budget.rows(len(message.rows))
    budget.columns(width)
    budget.needs(CELL_BYTES * width * len(message.rows))
    columns: list[list[object]] = [[] for _ in range(width)]
    for number, row in enumerate(message.rows):
        if len(row.cells) != width:
            raise malformed(f"row {number} does not have {width} cells", header)
        for column, cell in zip(columns, row.cells, strict=True):
            column.append(_cell(cell, header))
    named = [Column(name=name) for name in message.columns]
    return rows.build(named, columns, header, limits, row_count=len(message.rows))


def _cell(cell: evidence_pb2.Cell, header: Header) -> object:
    kind = cell.WhichOneof("value")
    if kind is None:
        return None
    value = getattr(cell, kind)
    return read(kind, value, header) if kind in _WRITTEN else value
