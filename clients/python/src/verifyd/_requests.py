"""Requests from what callers give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypedDict

from verifyd import _arguments
from verifyd._channel import MAX_MESSAGE_BYTES
from verifyd.query_result import QueryResult
from verifyd.v1 import evidence_pb2, evidence_service_pb2

if TYPE_CHECKING:
    from verifyd._overrides import Overrides
    from verifyd._rates import CurrencyRate
    from verifyd.citable import EvidenceItem, Fields, Source
    from verifyd.enums import ClaimFilter, Detail
    from verifyd.formulas import Formula
    from verifyd.query_result import Handle
    from verifyd.structured import Schema, StructuredResponse
    from verifyd.transcripts import Messages, Transcript

CHUNK_BYTES: Final = 1024 * 1024
ROOM_BYTES: Final = MAX_MESSAGE_BYTES - 64 * 1024
"""What narrative and evidence of one message may take, with room for the smaller fields."""

Results = Mapping[str, object] | Sequence[QueryResult | Mapping[str, Any]]
"""Data by query id, or query results with what is known of them: objects, or the same as dicts."""


class EvidenceArguments(TypedDict, total=False):
    """Evidence beside query results, as ``Client.verify`` takes it."""

    handles: Sequence[Handle | str]
    items: Sequence[EvidenceItem | Fields]
    sources: Sequence[Source | Fields]


class TranscriptArguments(EvidenceArguments, total=False):
    """What ``Client.verify_transcript`` takes of what ``Client.verify`` takes."""

    checks: Sequence[str]
    detail: Detail | str
    overrides: Overrides | None
    currency_rates: Sequence[CurrencyRate | Fields]
    bare_numbers: bool
    claim_filter: ClaimFilter | str
    structured: StructuredResponse | Schema | None
    formulas: Sequence[Formula | Fields]
    premises: Sequence[str]
    request_id: str
    agent_id: str


class VerifyArguments(TranscriptArguments, total=False):
    """What ``Client.verify`` takes beside the narrative, its query results and the time."""

    transcript: Transcript | Messages | None


def query_results(results: Results | None) -> list[QueryResult]:
    """The query results of a request.

    Raises:
        InvalidArgument: If they are given in another way than ``Results``.
    """
    if results is None:
        return []
    if isinstance(results, Mapping):
        return [QueryResult(query_id, data) for query_id, data in results.items()]
    if isinstance(results, str) or not isinstance(results, Sequence):
        raise _arguments.wrong("results", results, _RESULTS)
    if not all(isinstance(one, QueryResult) or _is_described(one) for one in results):
        raise _arguments.wrong("results", results, _RESULTS)
    return [one if isinstance(one, QueryResult) else QueryResult.of(one) for one in results]


_RESULTS: Final = (
    "a dict of data by query id, such as {'q1': rows}, or a list of QueryResult (or of dicts with"
    " query_id and rows)"
)


def _is_described(given: object) -> bool:
    return isinstance(given, Mapping) and given.keys() >= {"query_id", "rows"}


def fit(results: Sequence[QueryResult], taken: int) -> tuple[list[QueryResult], ...]:
    """Which query results fit into the request, and which must be uploaded in advance."""
    room = ROOM_BYTES - taken
    inline: list[QueryResult] = []
    ahead: list[QueryResult] = []
    for result in results:
        size = result.message.ByteSize()
        if size <= room:
            room -= size
            inline.append(result)
        else:
            ahead.append(result)
    return inline, ahead


def upload(result: QueryResult) -> Iterator[evidence_service_pb2.PutQueryResultRequest]:
    """The pieces of an upload: its header, then its bytes."""
    message = result.message
    form, data = _bytes(message)
    header = evidence_service_pb2.PutQueryResultHeader
    known = header.DESCRIPTOR.fields_by_name
    told = {field.name: value for field, value in message.ListFields() if field.name in known}
    yield evidence_service_pb2.PutQueryResultRequest(header=header(**told, format=form))
    for start in range(0, len(data), CHUNK_BYTES):
        chunk = data[start : start + CHUNK_BYTES]
        yield evidence_service_pb2.PutQueryResultRequest(chunk=chunk)


def _bytes(
    message: evidence_pb2.QueryResult,
) -> tuple[evidence_service_pb2.EvidenceFormat, bytes]:
    match message.WhichOneof("data"):
        case "arrow":
            return evidence_service_pb2.EVIDENCE_FORMAT_ARROW, message.arrow
        case "json":
            return evidence_service_pb2.EVIDENCE_FORMAT_JSON, message.json.encode()
        case _:
            rows = message.rows.SerializeToString(deterministic=True)
            return evidence_service_pb2.EVIDENCE_FORMAT_ROWS, rows
