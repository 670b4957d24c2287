"""Requests from what callers give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final, TypedDict

from verifyd._channel import MAX_MESSAGE_BYTES
from verifyd.enums import Mode
from verifyd.query_result import QueryResult
from verifyd.v1 import consistency_pb2, evidence_pb2, evidence_service_pb2, verify_pb2

CHUNK_BYTES: Final = 1024 * 1024
ROOM_BYTES: Final = MAX_MESSAGE_BYTES - 64 * 1024
"""What narrative and evidence of one message may take, with room for the smaller fields."""

Results = Mapping[str, object] | Sequence[QueryResult]
"""Data by query id, or query results with what is known of them."""


class NumericOverrides(TypedDict, total=False):
    """Settings of the numeric check for one request; see ``NumericOverrides`` in the contract."""

    abs_epsilon: float
    rel_epsilon: float
    hedge_epsilon: float
    epsilon_pct: float
    epsilon_amount: float
    ignore_numbers_below: float
    ignore_years: bool
    require_citation_first: bool


class ConsistencyOverrides(TypedDict, total=False):
    """Settings of the consistency check for one request; see the contract."""

    sum_to_100: bool
    epsilon_pct: float
    table_totals: bool
    arithmetic: bool


class CitationsOverrides(TypedDict, total=False):
    """Settings of the citations check for one request; see the contract."""

    require_citations: bool
    min_overlap: float


class SupportOverrides(TypedDict, total=False):
    """Settings of the support check for one request; see the contract."""

    min_evidence_support: float
    confidence_tolerance: float


class StructureOverrides(TypedDict, total=False):
    """Settings of the structure check for one request; see the contract."""

    repair_json: bool
    fill_defaults: bool
    check_formats: bool


class ClaimsOverrides(TypedDict, total=False):
    """Settings of the claims check for one request; see the contract."""

    confidence_threshold: float
    min_quote_overlap: float
    skip_opinions: bool


class Overrides(TypedDict, total=False):
    """Settings for one request: stricter always, looser only where the server allows it."""

    mode: Mode
    numeric: NumericOverrides
    consistency: ConsistencyOverrides
    citations: CitationsOverrides
    support: SupportOverrides
    structure: StructureOverrides
    claims: ClaimsOverrides


@dataclass(frozen=True, slots=True)
class CurrencyRate:
    """An exchange rate, so that the text's conversions between two currencies can be judged.

    Attributes:
        source: The ISO 4217 code of the currency that is converted: ``USD``.
        target: That of the currency that comes out: ``QAR``.
        rate: How much of ``target`` one unit of ``source`` is: ``"3.64"``. It counts as rounded
            where it ends.
        date: The day that it holds for, as a date or in ISO 8601.
    """

    source: str
    target: str
    rate: Decimal | str
    date: date | str

    def _message(self) -> consistency_pb2.CurrencyRate:
        fields = {"from": self.source, "to": self.target, "rate": str(self.rate)}
        return consistency_pb2.CurrencyRate(**fields, date=str(self.date))


def query_results(results: Results | None) -> list[QueryResult]:
    """The query results of a request.

    Raises:
        TypeError: If they are given in another way than ``Results``.
    """
    if results is None:
        return []
    if isinstance(results, Mapping):
        return [QueryResult(query_id, data) for query_id, data in results.items()]
    if not isinstance(results, Sequence) or not all(isinstance(r, QueryResult) for r in results):
        raise TypeError("results are a dict {query_id: data} or a list of QueryResult")
    return list(results)


def fit(results: Sequence[QueryResult], taken: int) -> tuple[list[QueryResult], ...]:
    """Which query results fit into the request beside other bytes, and which must be put ahead."""
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


def overrides_message(overrides: Overrides | None) -> verify_pb2.Overrides | None:
    """The overrides as a message.

    Raises:
        ValueError: If there is no such setting.
    """
    if not overrides:
        return None
    unknown = overrides.keys() - Overrides.__annotations__.keys()
    if unknown:
        raise ValueError(f"no such override: {', '.join(sorted(unknown))}")
    return verify_pb2.Overrides(
        mode=f"MODE_{overrides.get('mode', Mode.UNSPECIFIED)}",
        numeric=verify_pb2.NumericOverrides(**overrides.get("numeric", {})),
        consistency=verify_pb2.ConsistencyOverrides(**overrides.get("consistency", {})),
        citations=verify_pb2.CitationsOverrides(**overrides.get("citations", {})),
        support=verify_pb2.SupportOverrides(**overrides.get("support", {})),
        structure=verify_pb2.StructureOverrides(**overrides.get("structure", {})),
        claims=verify_pb2.ClaimsOverrides(**overrides.get("claims", {})),
    )


def upload(result: QueryResult) -> Iterator[evidence_service_pb2.PutQueryResultRequest]:
    """The pieces of an upload: its header, then its bytes."""
    message = result.message
    form, data = _bytes(message)
    yield evidence_service_pb2.PutQueryResultRequest(
        header=evidence_service_pb2.PutQueryResultHeader(
            query_id=message.query_id,
            family=message.family,
            title=message.title,
            columns=message.columns,
            format=form,
        )
    )
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
