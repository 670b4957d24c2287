"""The report is a pure function of text, evidence and settings: the same bytes everywhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from case_files import load
from verifyd.v1 import (
    evidence_service_pb2,
    evidence_service_pb2_grpc,
    verify_pb2,
    verify_pb2_grpc,
)

REQUESTS = [case.request for case in load() if not case.settings and "error" not in case.want]


def _reports(server: Any) -> list[bytes]:
    """The reports of all requests, as the server wrote them: maps are not sorted here again."""
    with server.channel() as channel:
        call = channel.unary_unary(
            "/verifyd.v1.VerifyService/Verify",
            request_serializer=verify_pb2.VerifyRequest.SerializeToString,
        )
        replies = [call(_explained(request), timeout=20) for request in REQUESTS]
    return [_without_meta(reply) for reply in replies]


def _explained(request: verify_pb2.VerifyRequest) -> verify_pb2.VerifyRequest:
    copy = verify_pb2.VerifyRequest()
    copy.CopyFrom(request)
    copy.detail = verify_pb2.DETAIL_EXPLAIN
    return copy


def _without_meta(reply: bytes) -> bytes:
    """The bytes of field 1, the report, which comes first."""
    assert reply[0] == 0x0A
    length = shift = 0
    for at, byte in enumerate(reply[1:], 1):
        length |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return reply[at + 1 : at + 1 + length]
    raise AssertionError("no length")


@pytest.mark.slow
def test_two_processes_and_two_hash_seeds_write_the_same_bytes(
    start_server: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    written = []
    for seed in ("1", "2"):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        written.append(_reports(start_server()))
    assert len(written[0]) > 60
    assert written[0] == written[1]


def test_put_ahead_and_inline_evidence_give_the_same_findings(server: Any) -> None:
    request = next(r for r in REQUESTS if len(r.evidence.query_results) == 2)
    ahead = _explained(request)
    ahead.evidence.Clear()
    with server.channel() as channel:
        stub = evidence_service_pb2_grpc.EvidenceServiceStub(channel)  # type: ignore[no-untyped-call]
        for result in request.evidence.query_results:
            header = evidence_service_pb2.PutQueryResultHeader(
                query_id=result.query_id,
                family=result.family,
                format=evidence_service_pb2.EVIDENCE_FORMAT_JSON,
            )
            pieces = [
                evidence_service_pb2.PutQueryResultRequest(header=header),
                evidence_service_pb2.PutQueryResultRequest(chunk=result.json.encode()),
            ]
            ahead.evidence.handles.append(stub.PutQueryResult(iter(pieces), timeout=20).handle)
        verify = verify_pb2_grpc.VerifyServiceStub(channel)  # type: ignore[no-untyped-call]
        reports = [verify.Verify(r, timeout=20).report for r in (_explained(request), ahead)]
    assert reports[0] == reports[1]  # the evidence digest too: handles are those of the content
