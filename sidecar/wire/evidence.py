"""Evidence messages to and from the model.

Descriptions are bounded here, since only the wire has limits on them; the data itself is bounded
where it is decoded.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any, ClassVar, Literal

from google.protobuf.message import DecodeError
from google.protobuf.timestamp_pb2 import Timestamp
from verifyd.v1 import evidence_pb2, evidence_service_pb2

from sidecar.errors import VerifydError
from sidecar.evidence import decoding, row_bytes, tables
from sidecar.evidence.budget import Budget
from sidecar.evidence.errors import EvidenceFormatUnavailable
from sidecar.evidence.header import Format, Header
from sidecar.evidence.row_bytes import CELL_BYTES, malformed_rows, read_decimal, read_value
from sidecar.evidence.settings import EvidenceLimits
from sidecar.evidence.store import StoredEvidence
from sidecar.model.evidence import (
    Column,
    ControlTotal,
    Declarations,
    EvidenceItem,
    Source,
    Table,
)
from sidecar.work import check_abandoned, unless_abandoned

# Row messages: from their bytes by a compiled pass, else by protobuf's own parser.

_WRITTEN = frozenset({"text", "decimal", "date"})


def encode_rows(message: evidence_pb2.QueryResult) -> bytes:
    """The rows of a query result as bytes; a request that the server reads holds them so."""
    held = message.rows
    return held if isinstance(held, bytes) else held.SerializeToString(deterministic=True)


def decode_rows(data: bytes, header: Header, limits: EvidenceLimits) -> Table:
    """Decode row messages.

    Raises:
        VerifydError: If they do not parse, or pass a limit.
    """
    table = row_bytes.decode_rows(data, header, limits)
    return parse_rows(data, header, limits) if table is None else table


def parse_rows(data: bytes, header: Header, limits: EvidenceLimits) -> Table:
    """The same without compiled kernels, which is slower and makes an object of each cell.

    Raises:
        VerifydError: As ``decode_evidence`` does.
    """
    message = evidence_pb2.Rows()
    try:
        message.ParseFromString(data)
    except DecodeError as error:
        raise malformed_rows("the bytes are not a Rows message", header) from error
    budget = Budget(header, limits)
    width = len(message.columns)
    budget.rows(len(message.rows))
    budget.columns(width)
    budget.needs(CELL_BYTES * width * len(message.rows))
    columns: list[list[object]] = [[] for _ in range(width)]
    for number, row in enumerate(message.rows):
        if len(row.cells) != width:
            raise malformed_rows(f"row {number} does not have {width} cells", header)
        for column, cell in zip(columns, row.cells, strict=True):
            column.append(_cell(cell, header))
    named = [Column(name=name) for name in message.columns]
    return tables.build_table(named, columns, header, limits, row_count=len(message.rows))


def _cell(cell: evidence_pb2.Cell, header: Header) -> object:
    kind = cell.WhichOneof("value")
    if kind is None:
        return None
    value = getattr(cell, kind)
    return read_value(kind, value, header) if kind in _WRITTEN else value


_NS = 1_000_000_000
_FIRST_S, _LAST_S = -62_135_596_800, 253_402_300_799  # 0001-01-01 to 9999-12-31
MAX_NAME = 200
MAX_PROSE = 1000

_KINDS = {"arrow": Format.ARROW, "json": Format.JSON, "rows": Format.ROWS}
_FORMATS = {
    evidence_service_pb2.EVIDENCE_FORMAT_ARROW: Format.ARROW,
    evidence_service_pb2.EVIDENCE_FORMAT_JSON: Format.JSON,
    evidence_service_pb2.EVIDENCE_FORMAT_ROWS: Format.ROWS,
}


class FieldTooLong(VerifydError):
    """A describing field is longer than its comment allows, or cannot be printed."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "FIELD_TOO_LONG"


def read_header(
    message: evidence_pb2.QueryResult | evidence_service_pb2.PutQueryResultHeader,
) -> Header:
    """What a caller says about a query result.

    Raises:
        EvidenceFormatUnavailable: If it holds no data, or names no format that is known.
        FieldTooLong: If a describing field is too long.
        QueryIdInvalid: If the query id is none.
        EvidenceMalformed: If a declared time or sum is none.
    """
    if isinstance(message, evidence_service_pb2.PutQueryResultHeader):
        kind = _FORMATS.get(message.format)
    else:
        kind = _KINDS.get(message.WhichOneof("data") or "")
    described = Header(
        query_id=message.query_id,
        family=require_short("family", message.family, MAX_NAME),
        title=require_short("title", message.title, MAX_PROSE),
        columns=tuple(_column(column) for column in message.columns),
        format=kind or Format.JSON,
    )
    if kind is None:
        raise _unknown_format(message)
    return replace(described, declared=_declared(message, described))


def _declared(
    message: evidence_pb2.QueryResult | evidence_service_pb2.PutQueryResultHeader, header: Header
) -> Declarations:
    """What is declared of a query result as a whole.

    Raises:
        EvidenceMalformed: If a time or a sum is none.
    """
    numbers = {
        name: getattr(message, name) if message.HasField(name) else None
        for name in ("row_count", "row_limit")
    }
    totals = (
        ControlTotal(each.column, read_decimal(each.sum, header))
        for each in unless_abandoned(message.control_totals)
    )
    return Declarations(
        as_of=_moment(message, "as_of", header),
        expires_at=_moment(message, "expires_at", header),
        control_totals=tuple(totals),
        **numbers,
    )


def _moment(
    message: evidence_pb2.QueryResult | evidence_service_pb2.PutQueryResultHeader,
    field: Literal["as_of", "expires_at"],
    header: Header,
) -> int | None:
    """A time in nanoseconds since 1970; None where it is not set."""
    if not message.HasField(field):
        return None
    moment: Timestamp = getattr(message, field)
    if not (_FIRST_S <= moment.seconds <= _LAST_S and 0 <= moment.nanos < _NS):
        raise malformed_rows(f"{field} is not a time", header)
    return moment.seconds * _NS + moment.nanos


def _unknown_format(
    message: evidence_pb2.QueryResult | evidence_service_pb2.PutQueryResultHeader,
) -> EvidenceFormatUnavailable:
    """The error that names the field which should have named the format."""
    query_id = message.query_id
    if isinstance(message, evidence_service_pb2.PutQueryResultHeader):
        names = {number: name for name, number in evidence_service_pb2.EvidenceFormat.items()}
        given, field = names.get(message.format, str(message.format)), "header.format"
        why = f"{field} is {given}; known are {', '.join(map(names.__getitem__, _FORMATS))}"
    else:
        given, field = "", "data"
        why = f"it holds no data; set one of {', '.join(_KINDS)}"
    return EvidenceFormatUnavailable(
        f"query result {query_id}: {why}", query_id=query_id, field=field, format=given
    )


def encode_payload(message: evidence_pb2.QueryResult) -> bytes:
    """The bytes of a query result that travels with a request, as an upload would carry them."""
    match message.WhichOneof("data"):
        case "arrow":
            return message.arrow
        case "json":
            return message.json.encode()
        case "rows":
            return encode_rows(message)
        case _:
            return b""


def decode(payload: bytes | memoryview, header: Header, limits: EvidenceLimits) -> Table:
    """Decode a payload of any format, row messages included.

    Raises:
        VerifydError: If it does not parse, has nested types or passes a limit.
    """
    if header.format is Format.ROWS:
        return decode_rows(bytes(payload), header, limits)
    return decoding.decode_evidence(payload, header, limits)


def decode_inline(
    message: evidence_pb2.QueryResult, header: Header, limits: EvidenceLimits
) -> tuple[bytes, Table]:
    """Decode a query result that travels with a request; its bytes are from ``encode_payload``.

    Raises:
        VerifydError: As ``decode_evidence`` does.
    """
    data = encode_payload(message)
    return data, decode(data, header, limits)


def write_info(stored: StoredEvidence[Any]) -> evidence_service_pb2.EvidenceInfo:
    """Describe a stored piece of evidence."""
    if isinstance(stored.kept, Source):
        described = _source_info(stored.kept)
    else:
        described = _table_info(stored.kept.table)
    described.handle = stored.handle
    described.memory_bytes = stored.nbytes
    described.expire_time.seconds = int(time.time() + stored.seconds_left)
    return described


def _source_info(source: Source) -> evidence_service_pb2.EvidenceInfo:
    return evidence_service_pb2.EvidenceInfo(
        family=source.family,
        title=source.title,
        source=evidence_pb2.Source(
            id=source.id,
            number=source.number,
            family=source.family,
            title=source.title,
            url=source.url,
            relevance=source.relevance,
        ),
        text_bytes=len(source.text.encode()),
    )


def _table_info(table: Table) -> evidence_service_pb2.EvidenceInfo:
    return evidence_service_pb2.EvidenceInfo(
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
    )


def _column(message: evidence_pb2.Column) -> Column:
    check_abandoned()
    return Column(
        name=message.name,
        label=require_short("columns.label", message.label, MAX_NAME),
        description=require_short("columns.description", message.description, MAX_PROSE),
        unit=require_short("columns.unit", message.unit, MAX_NAME),
        synonyms=tuple(require_short("columns.synonyms", s, MAX_NAME) for s in message.synonyms),
    )


def require_short(field: str, value: str, maximum: int) -> str:
    """A describing field as it is.

    Raises:
        FieldTooLong: If it is longer than its comment allows.
    """
    if len(value) > maximum:
        raise make_too_long(field, len(value), maximum)
    return value


def make_too_long(field: str, given: int, maximum: int, of: str = "characters") -> FieldTooLong:
    """That a field has more of something than it may, ``given`` at least."""
    message = f"{field} has {given} {of}; at most {maximum} are allowed"
    if given == maximum + 1:  # lists are counted no further
        message = f"{field} has more than the {maximum} {of} that are allowed"
    return FieldTooLong(message, field=field, given=given, maximum=maximum)


def make_not_printable(field: str, given: str, maximum: int) -> FieldTooLong:
    """That a name holds what cannot be printed, such as a line break."""
    odd, *_ = (sign for sign in given if not sign.isprintable())
    message = f"{field} holds U+{ord(odd):04X}, which cannot be printed"
    return FieldTooLong(message, field=field, given=len(given), maximum=maximum)


def read_printable(field: str, given: str, maximum: int = MAX_NAME) -> str:
    """A name of something; it may be empty.

    Raises:
        FieldTooLong: If it is too long, or not printable.
    """
    if len(given) > maximum:
        raise make_too_long(field, len(given), maximum)
    if not given.isprintable():
        raise make_not_printable(field, given, maximum)
    return given


# Items and sources; their ids and sizes are checked by ``sidecar.evidence``.

MAX_URL = 2000


def read_items(message: evidence_pb2.Evidence) -> list[EvidenceItem]:
    """The pieces of evidence of a request.

    Raises:
        FieldTooLong: If a describing field is too long.
    """
    return [
        EvidenceItem(
            id=one.id,
            text=one.text,
            kind=require_short("items.kind", one.kind, MAX_NAME),
            provenance=require_short("items.provenance", one.provenance, MAX_PROSE),
            relevance=one.relevance if one.HasField("relevance") else None,
            title=require_short("items.title", one.title, MAX_PROSE),
        )
        for one in unless_abandoned(message.items)
    ]


def read_sources(message: evidence_pb2.Evidence) -> list[Source]:
    """The documents of a request, each with its number.

    Raises:
        FieldTooLong: If a describing field is too long.
    """
    return [read_source(one, place) for place, one in enumerate(message.sources, 1)]


def read_source(message: evidence_pb2.Source, place: int = 0) -> Source:
    """A document, with its place for a number where it has none.

    Raises:
        FieldTooLong: If a describing field is too long.
    """
    check_abandoned()
    return Source(
        id=message.id,
        number=message.number or place,
        family=require_short("sources.family", message.family, MAX_NAME),
        title=require_short("sources.title", message.title, MAX_PROSE),
        url=require_short("sources.url", message.url, MAX_URL),
        text=message.text,
        relevance=message.relevance if message.HasField("relevance") else None,
        citation_optional=message.citation_optional,
    )
