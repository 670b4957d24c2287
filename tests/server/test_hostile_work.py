"""Small requests that would take much memory: bounded, told, and nobody else's trouble."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import grpc
import pytest
from calls import request
from sampled import sampled
from verifyd.v1 import evidence_service_pb2 as pb
from verifyd.v1 import evidence_service_pb2_grpc, report_pb2, verify_pb2, verify_pb2_grpc

from bench import worst_work
from bench.sidecars import peak_bytes, resident_bytes
from bench.worst_work import Work

MIB = 1 << 20
ROWS = 300_000
SLACK = 40 * MIB  # the message, and what numpy and the allocator keep
SHAPES = {
    "labels": lambda: worst_work.labels_ahead(ROWS),
    "long_sentence": lambda: worst_work.long_sentence_ahead(ROWS),
    "rows_inline": worst_work.rows_inline,
    "alike_columns": worst_work.alike_columns,
}


def put(work: Work, channel: grpc.Channel) -> verify_pb2.VerifyRequest:
    """The request of some work, whose evidence was put ahead."""
    evidence = evidence_service_pb2_grpc.EvidenceServiceStub(channel)  # type: ignore[no-untyped-call]
    for query_id, payload in work.ahead.items():
        form = pb.EVIDENCE_FORMAT_ARROW
        pieces = [
            pb.PutQueryResultRequest(
                header=pb.PutQueryResultHeader(query_id=query_id, format=form)
            ),
            *(
                pb.PutQueryResultRequest(chunk=payload[at : at + MIB])
                for at in range(0, len(payload), MIB)
            ),
        ]
        work.request.evidence.handles.append(evidence.PutQueryResult(iter(pieces)).handle)
    return work.request


def verify(channel: grpc.Channel, asked: verify_pb2.VerifyRequest, seconds: float = 60) -> Any:
    stub = verify_pb2_grpc.VerifyServiceStub(channel)  # type: ignore[no-untyped-call]
    return stub.Verify(asked, timeout=seconds).report


def ending(channel: grpc.Channel, asked: verify_pb2.VerifyRequest) -> str:
    """Why the check of some work could not finish in ten seconds; nothing if it could."""
    try:
        return str(verify(channel, asked, 10).results[0].failure.reason)
    except grpc.RpcError as error:  # on a busy machine, the report may come too late
        return str(error.code().name)


@pytest.mark.parametrize("shape", sampled(SHAPES, len(SHAPES)))
def test_a_small_request_takes_no_more_than_it_may(start_server: Any, shape: str) -> None:
    server = start_server()
    with server.channel() as channel:
        asked = put(SHAPES[shape](), channel)
        verify(channel, request())
        pid = server.process.pid
        Path(f"/proc/{pid}/clear_refs").write_text("5")  # the kernel's peak starts anew
        before = resident_bytes(pid)
        assert ending(channel, asked) in ("", "MEMORY_EXCEEDED", "DEADLINE_EXCEEDED")
        assert peak_bytes(pid) - before <= 150 * MIB + SLACK


@pytest.mark.parametrize("shape", ["labels", "long_sentence"])
def test_past_its_memory_a_check_fails_with_a_reason(start_server: Any, shape: str) -> None:
    server = start_server({"limits": {"request_memory_bytes": 16 * MIB}})
    with server.channel() as channel:
        report = verify(channel, put(SHAPES[shape](), channel))
        (failure,) = [result.failure for result in report.results]
        assert (failure.reason, failure.retryable) == ("MEMORY_EXCEEDED", False)
        assert report.decision == report_pb2.DECISION_UNVERIFIED
        (result,) = verify(channel, request(checks=["numeric"])).results
        assert result.HasField("findings") or not result.HasField("failure")


def test_its_own_evidence_is_a_part_of_what_a_request_takes(start_server: Any) -> None:
    server = start_server({"limits": {"request_memory_bytes": MIB}})
    with server.channel() as channel:
        report = verify(channel, put(worst_work.rows_inline(), channel))
        assert [r.failure.reason for r in report.results] == ["MEMORY_EXCEEDED"]
