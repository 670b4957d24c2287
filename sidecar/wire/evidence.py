"""Evidence messages to and from the model.

Descriptions are bounded here, since only the wire has limits on them; the data itself is bounded
where it is decoded.
"""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import ClassVar

from google.protobuf.message import DecodeError
from google.protobuf.timestamp_pb2 import Timestamp
from verifyd.v1 import evidence_pb2, evidence_service_pb2

from sidecar.errors import VerifydError
from sidecar.evidence import decoding, rows
from sidecar.evidence.budget import Budget
from sidecar.evidence.errors import (
    EvidenceFormatUnavailable,
    EvidenceMalformed,
    EvidenceTooLarge,
)
from sidecar.evidence.header import Format, Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.evidence.store import Stored
from sidecar.model.evidence import Column, Table

MAX_NAME = 200
MAX_PROSE = 1000
MAX_SYNONYMS = 50
MAX_DECIMAL_DIGITS = 40

_CELL_BYTES = 48
"""What a cell takes as a Python object, with its place in a list, on its way."""

_KINDS = {"arrow": Format.ARROW, "json": Format.JSON, "rows": Format.ROWS}
_FORMATS = {
    evidence_service_pb2.EVIDENCE_FORMAT_ARROW: Format.ARROW,
    evidence_service_pb2.EVIDENCE_FORMAT_JSON: Format.JSON,
    evidence_service_pb2.EVIDENCE_FORMAT_ROWS: Format.ROWS,
}


class FieldTooLong(VerifydError):
    """A describing field is longer than its comment allows."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "FIELD_TOO_LONG"


def header(message: evidence_pb2.QueryResult | evidence_service_pb2.PutQueryResultHeader) -> Header:
    """What a caller says about a query result.

    Raises:
        EvidenceFormatUnavailable: If it holds no data, or names no format that is known.
        FieldTooLong: If a describing field is too long.
        QueryIdInvalid: If the query id is none.
    """
    if isinstance(message, evidence_pb2.QueryResult):
        kind = _KINDS.get(message.WhichOneof("data") or "")
    else:
        kind = _FORMATS.get(message.format)
    described = Header(
        query_id=message.query_id,
        family=short("family", message.family, MAX_NAME),
        title=short("title", message.title, MAX_PROSE),
        columns=tuple(_column(column) for column in message.columns),
        format=kind or Format.JSON,
    )
    if kind is None:
        raise EvidenceFormatUnavailable(
            f"query result {described.query_id} holds no data in a known format",
            query_id=described.query_id,
            format="",
        )
    return described


def payload(message: evidence_pb2.QueryResult) -> bytes:
    """The bytes of a query result that travels with a request, as an upload would carry them."""
    match message.WhichOneof("data"):
        case "arrow":
            return message.arrow
        case "json":
            return message.json.encode()
        case "rows":
            return message.rows.SerializeToString(deterministic=True)
        case _:
            return b""


def decode(payload: bytes | memoryview, header: Header, limits: EvidenceLimits) -> Table:
    """Decode a payload of any format, row messages included.

    Raises:
        VerifydError: If it does not parse, has nested types or passes a limit.
    """
    if header.format is Format.ROWS:
        return _decode_rows(payload, header, limits)
    return decoding.decode(payload, header, limits)


def decode_inline(
    message: evidence_pb2.QueryResult, header: Header, limits: EvidenceLimits
) -> tuple[bytes, Table]:
    """Decode a query result that travels with a request; its bytes are as ``payload`` gives them.

    Rows are parsed already, and written again only when they are known to be within the limits.

    Raises:
        VerifydError: As ``decode`` does.
    """
    if header.format is Format.ROWS:
        table = _table(message.rows, header, limits)
        return payload(message), table
    data = payload(message)
    return data, decoding.decode(data, header, limits)


def info(stored: Stored) -> evidence_service_pb2.EvidenceInfo:
    """Describe a stored query result."""
    table = stored.index.table
    return evidence_service_pb2.EvidenceInfo(
        handle=stored.handle,
        query_id=table.query_id,
        family=table.family,
        title=table.title,
        columns=[
            evidence_pb2.Column(
                name=column.name,
                label=column.label,
                description=column.description,
                unit=column.unit,
                synonyms=column.synonyms,
            )
            for column in table.columns
        ],
        row_count=table.row_count,
        number_count=sum(cells.values.size for cells in table.cells),
        memory_bytes=stored.nbytes,
        expire_time=Timestamp(seconds=int(time.time() + stored.seconds_left)),
    )


def _column(message: evidence_pb2.Column) -> Column:
    count = len(message.synonyms)
    if count > MAX_SYNONYMS:
        raise _too_long("columns.synonyms", count, MAX_SYNONYMS)
    return Column(
        name=message.name,
        label=short("columns.label", message.label, MAX_NAME),
        description=short("columns.description", message.description, MAX_PROSE),
        unit=short("columns.unit", message.unit, MAX_NAME),
        synonyms=tuple(short("columns.synonyms", s, MAX_NAME) for s in message.synonyms),
    )


def short(field: str, value: str, maximum: int) -> str:
    """A describing field as it is.

    Raises:
        FieldTooLong: If it is longer than its comment allows.
    """
    if len(value) > maximum:
        raise _too_long(field, len(value), maximum)
    return value


def _too_long(field: str, given: int, maximum: int) -> FieldTooLong:
    message = f"{field} has {given} characters or entries; at most {maximum} are allowed"
    return FieldTooLong(message, field=field, given=given, maximum=maximum)


def _decode_rows(payload: bytes | memoryview, header: Header, limits: EvidenceLimits) -> Table:
    message = evidence_pb2.Rows()
    try:
        message.ParseFromString(bytes(payload))
    except DecodeError as error:
        raise _malformed("the bytes are no Rows message", header) from error
    return _table(message, header, limits)


def _table(message: evidence_pb2.Rows, header: Header, limits: EvidenceLimits) -> Table:
    for limit, given in (("max_rows", len(message.rows)), ("max_columns", len(message.columns))):
        maximum = getattr(limits, limit)
        if given > maximum:
            raise EvidenceTooLarge(
                f"query result {header.query_id} passes {limit}: {given} of {maximum}",
                query_id=header.query_id,
                limit=limit,
                given=given,
                maximum=maximum,
            )
    width = len(message.columns)
    Budget(header, limits).needs(_CELL_BYTES * width * len(message.rows))
    columns: list[list[object]] = [[] for _ in range(width)]
    for number, row in enumerate(message.rows):
        if len(row.cells) != width:
            raise _malformed(f"row {number} has {len(row.cells)} cells, not {width}", header)
        for column, cell in zip(columns, row.cells, strict=True):
            column.append(_cell(cell, header))
    named = [Column(name=name) for name in message.columns]
    return rows.build(named, columns, header, limits, row_count=len(message.rows))


def _cell(cell: evidence_pb2.Cell, header: Header) -> object:
    kind = cell.WhichOneof("value")
    if kind is None:
        return None
    value = getattr(cell, kind)
    read = _READ.get(kind)
    if read is None:
        return value
    try:
        return read(value)
    except (ValueError, InvalidOperation) as error:
        raise _malformed(f"{value[:80]!r} is no {kind}", header) from error


def _decimal(text: str) -> Decimal:
    value = Decimal(text)
    if not value.is_finite() or len(value.as_tuple().digits) > MAX_DECIMAL_DIGITS:
        raise ValueError(text)
    if abs(value.adjusted()) > MAX_DECIMAL_DIGITS:
        raise ValueError(text)
    return value


def _date(text: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(text)


_READ: dict[str, Callable[[str], object]] = {"decimal": _decimal, "date": _date}


def _malformed(why: str, header: Header) -> EvidenceMalformed:
    return EvidenceMalformed(
        f"query result {header.query_id} is malformed: {why}",
        query_id=header.query_id,
        format=header.format,
    )
