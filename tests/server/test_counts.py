"""Millions of empty fields in a message are refused before they cost anything.

The messages are drawn from the contract's descriptors: each repeated field of each method, as often
as 4 MiB hold it, and each field that is not repeated sent again and again. Without a count
beforehand one of them takes 5 s on the event loop and 500 MiB.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import grpc
import pytest
from calls import Calls, read_refusal, request
from google.protobuf.descriptor import FieldDescriptor
from verifyd.v1 import evidence_service_pb2, review_service_pb2, verify_pb2

from bench.sidecars import cpu_seconds

MIB = 1 << 20
SIZE = 4 * MIB - 1024
GROWTH_MIB = 100
CPU_S = 2.0
VERIFY = "/verifyd.v1.VerifyService/Verify"
PUT = "/verifyd.v1.EvidenceService/PutQueryResult"
DECIDE = "/verifyd.v1.ReviewService/Decide"
REASONS = {
    "evidence.query_results": "TOO_MANY_EVIDENCE_ITEMS",
    "evidence.handles": "TOO_MANY_EVIDENCE_ITEMS",
    "evidence.items": "TOO_MANY_EVIDENCE_ITEMS",
    "evidence.sources": "TOO_MANY_EVIDENCE_ITEMS",
    "evidence.query_results.columns": "EVIDENCE_TOO_LARGE",
    "evidence.query_results.columns.synonyms": "FIELD_TOO_LONG",
    "checks": "FIELD_TOO_LONG",
    "currency_rates": "CURRENCY_RATE_INVALID",
    "formulas": "FORMULA_INVALID",
    "header.columns": "EVIDENCE_TOO_LARGE",
    "header.columns.synonyms": "FIELD_TOO_LONG",
    "header": "UPLOAD_OUT_OF_ORDER",
    "decisions": "FIELD_TOO_LONG",
    "evidence.query_results.control_totals": "EVIDENCE_TOO_LARGE",
    "header.control_totals": "EVIDENCE_TOO_LARGE",
    "header.as_of": "EVIDENCE_FORMAT_UNAVAILABLE",
    "header.expires_at": "EVIDENCE_FORMAT_UNAVAILABLE",
    "premises": "FIELD_TOO_LONG",
    "transcript.tools": "FIELD_TOO_LONG",
}
MERGED = "NARRATIVE_EMPTY"
"""Of a message field that comes a million times, and each time says nothing."""
BEGIN = b"\x0a\x01x"  # field 1 of all: the narrative, the query id, the review


def repeatable(message: Any, *above: FieldDescriptor) -> Iterator[tuple[Any, ...]]:
    """The path to each field that can come often; of rows the server has its own limits."""
    for field in message.fields:
        path = (*above, field)
        if field.is_repeated or field.message_type:
            yield path
        if field.message_type and field.message_type.name != "Rows":
            yield from repeatable(field.message_type, *path)


def number(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def filled(path: tuple[FieldDescriptor, ...]) -> bytes:
    """A message of 4 MiB: the last field of a path again and again, empty.

    What is looked at first is right: the narrative, the query id.
    """
    tag = number(path[-1].number << 3 | 2)
    data = (tag + b"\0") * (SIZE // (len(tag) + 1))
    for field in reversed(path[:-1]):
        if field.name == "header":
            data = BEGIN + data
        data = number(field.number << 3 | 2) + number(len(data)) + data
    return BEGIN + data if path[-1].is_repeated and path[0].name != "header" else data


HOSTILE = {
    ".".join(field.name for field in path): (method, filled(path))
    for method, message in (
        (VERIFY, verify_pb2.VerifyRequest.DESCRIPTOR),
        (PUT, evidence_service_pb2.PutQueryResultRequest.DESCRIPTOR),
        (DECIDE, review_service_pb2.DecideRequest.DESCRIPTOR),
    )
    for path in repeatable(message)
}
SOURCES = number(4 << 3 | 2) + b"\0"
PARTS = number(2 << 3 | 2) + number(len(SOURCES)) + SOURCES
HOSTILE["evidence.sources, one in each part"] = VERIFY, BEGIN + PARTS * (SIZE // len(PARTS))
REASONS["evidence.sources, one in each part"] = REASONS["evidence.sources"]


class Memory:
    """How far a process grows."""

    def __init__(self, pid: int) -> None:
        self._folder = Path("/proc", str(pid))
        self.forget()

    def forget(self) -> None:
        """Begin again from what it has now."""
        (self._folder / "clear_refs").write_text("5")
        self._before = self._mib("VmRSS")

    def grown_mib(self) -> float:
        """The most that it has grown by."""
        return self._mib("VmHWM") - self._before

    def _mib(self, name: str) -> float:
        lines = (self._folder / "status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith(name)).split()[1]) / 1024


def refused(channel: grpc.Channel, method: str, data: bytes) -> str:
    """Why the server refuses a message, which it must."""
    call: Any = channel.stream_unary(method) if method == PUT else channel.unary_unary(method)
    try:
        call(iter([data]) if method == PUT else data, timeout=60)
    except grpc.RpcError as error:
        return read_refusal(error).reason
    raise AssertionError("it was answered")


@pytest.fixture(scope="module")
def shared(server_for: Any) -> Any:
    """A server of which nobody else measures the memory."""
    return server_for({"server": {"drain_s": 5.0}})


@pytest.fixture
def memory(shared: Any) -> Memory:
    if not Path("/proc/self/clear_refs").exists():
        pytest.skip("the memory of a process is not told here")
    with shared.channel() as channel:
        Calls(channel).verify(request())  # what is loaded late is there
    return Memory(shared.process.pid)


@pytest.mark.parametrize("path", HOSTILE)
def test_a_million_of_a_field_are_refused_and_cost_little(
    shared: Any, memory: Memory, path: str
) -> None:
    method, data = HOSTILE[path]
    used_s = cpu_seconds(shared.process.pid)
    with shared.channel() as channel:
        assert refused(channel, method, data) == REASONS.get(path, MERGED)
    assert cpu_seconds(shared.process.pid) - used_s < CPU_S
    assert memory.grown_mib() < GROWTH_MIB


@pytest.mark.parametrize("path", REASONS)
def test_eight_at_once_are(shared: Any, memory: Memory, path: str) -> None:
    method, data = HOSTILE[path]
    used_s = cpu_seconds(shared.process.pid)
    channels = [shared.channel() for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        reasons = {*pool.map(lambda channel: refused(channel, method, data), channels)}
    for channel in channels:
        channel.close()
    assert reasons == {REASONS[path]}
    assert cpu_seconds(shared.process.pid) - used_s < 8 * CPU_S
    assert memory.grown_mib() < GROWTH_MIB


def test_every_repeated_field_is_among_them() -> None:
    repeated = {
        ".".join(field.name for field in path)
        for message in (
            verify_pb2.VerifyRequest,
            evidence_service_pb2.PutQueryResultRequest,
            review_service_pb2.DecideRequest,
            review_service_pb2.ListFlaggedRequest,
            review_service_pb2.GetRevisionRequest,
            review_service_pb2.GetAgreementRequest,
        )
        for path in repeatable(message.DESCRIPTOR)
        if path[-1].is_repeated
    }
    assert repeated <= {*REASONS}
