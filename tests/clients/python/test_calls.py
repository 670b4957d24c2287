"""What is tried again, for how long, and what every failure tells the caller."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2
from verifyd import (
    AsyncClient,
    Client,
    DeadlineExceeded,
    EvidenceNotFound,
    InvalidArgument,
    InvalidRequest,
    NotAllowed,
    Overloaded,
    QueryResult,
    Report,
    Unauthenticated,
    Unavailable,
    VerifydError,
)
from verifyd._calls import ATTEMPTS
from verifyd.v1 import (
    evidence_service_pb2,
    evidence_service_pb2_grpc,
    report_pb2,
    verify_pb2,
    verify_pb2_grpc,
)

# Generated without types.
ADD_VERIFY: Any = verify_pb2_grpc.add_VerifyServiceServicer_to_server
ADD_EVIDENCE: Any = evidence_service_pb2_grpc.add_EvidenceServiceServicer_to_server

Fail = Callable[[grpc.ServicerContext], None]
RESULT = QueryResult("q1", [{"a": 1}])


def status(code: grpc.StatusCode, reason: str = "", **metadata: str) -> Fail:
    """Ends a call with a status, and with verifyd's details where a reason is given."""

    def fail(context: grpc.ServicerContext) -> None:
        if reason:
            rich = status_pb2.Status(code=code.value[0], message="said so")
            info = error_details_pb2.ErrorInfo(reason=reason, domain="verifyd", metadata=metadata)
            rich.details.add().Pack(info)
            trailer = ("grpc-status-details-bin", rich.SerializeToString())
            context.set_trailing_metadata((trailer,))
        context.abort(code, "said so")

    return fail


@dataclass
class Scripted(
    verify_pb2_grpc.VerifyServiceServicer, evidence_service_pb2_grpc.EvidenceServiceServicer
):
    """A server that fails as it is told, then answers."""

    failures: list[Fail] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    requests: list[Message] = field(default_factory=list)
    metadata: dict[str, str | bytes] = field(default_factory=dict)

    def _begin(self, name: str, context: grpc.ServicerContext) -> None:
        self.calls.append(name)
        self.metadata = dict(context.invocation_metadata())
        if self.failures:
            self.failures.pop(0)(context)

    def Verify(  # noqa: N802
        self, request: verify_pb2.VerifyRequest, context: grpc.ServicerContext
    ) -> verify_pb2.VerifyResponse:
        self.requests.append(request)
        self._begin("Verify", context)
        return verify_pb2.VerifyResponse(report=report_pb2.Report(decision="DECISION_PASS"))

    def PutQueryResult(  # noqa: N802
        self,
        request_iterator: Iterator[evidence_service_pb2.PutQueryResultRequest],
        context: grpc.ServicerContext,
    ) -> evidence_service_pb2.PutQueryResultResponse:
        self.requests.extend(request_iterator)
        self._begin("Put", context)
        return evidence_service_pb2.PutQueryResultResponse(handle="h1")


@pytest.fixture
def scripted(tmp_path: Path) -> Iterator[tuple[Scripted, str]]:
    address = f"unix://{tmp_path}/s"
    service = Scripted()
    server = grpc.server(ThreadPoolExecutor(2))
    ADD_VERIFY(service, server)
    ADD_EVIDENCE(service, server)
    server.add_insecure_port(address)
    server.start()
    yield service, address
    server.stop(0).wait()


def blocking(address: str, **options: float) -> Report:
    with Client(address) as client:
        return client.verify("text", handles=["h1"], timeout=options.get("timeout"))


def awaited(address: str, **options: float) -> Report:
    async def run() -> Report:
        async with AsyncClient(address) as client:
            return await client.verify("text", handles=["h1"], timeout=options.get("timeout"))

    return asyncio.run(run())


Verify = Callable[..., Report]
both = pytest.mark.parametrize("verify", [blocking, awaited])

UNAVAILABLE = status(grpc.StatusCode.UNAVAILABLE, "SHUTTING_DOWN")
OVERLOADED = status(grpc.StatusCode.RESOURCE_EXHAUSTED, "OVERLOADED", in_flight="64")


@both
def test_safe_failures_are_tried_again(scripted: tuple[Scripted, str], verify: Verify) -> None:
    service, address = scripted
    service.failures = [UNAVAILABLE, OVERLOADED, status(grpc.StatusCode.UNAVAILABLE)]
    assert verify(address).ok
    assert service.calls == ["Verify"] * 4


@both
@pytest.mark.parametrize(
    ("failure", "kind"),
    [
        (status(grpc.StatusCode.INVALID_ARGUMENT, "NARRATIVE_EMPTY"), InvalidRequest),
        (status(grpc.StatusCode.PERMISSION_DENIED, "OVERRIDE_NOT_ALLOWED"), NotAllowed),
        (status(grpc.StatusCode.UNAUTHENTICATED, "CREDENTIALS_MISSING"), Unauthenticated),
        (status(grpc.StatusCode.DEADLINE_EXCEEDED, "DEADLINE_EXCEEDED"), DeadlineExceeded),
        (status(grpc.StatusCode.NOT_FOUND, "EVIDENCE_NOT_FOUND", handle="h1"), EvidenceNotFound),
        (status(grpc.StatusCode.INTERNAL, "INTERNAL", request_id="r9"), VerifydError),
        # Exhausted for another reason than load: the same request would be refused again.
        (status(grpc.StatusCode.RESOURCE_EXHAUSTED, "EVIDENCE_STORE_FULL"), VerifydError),
        (status(grpc.StatusCode.RESOURCE_EXHAUSTED), VerifydError),
        (status(grpc.StatusCode.UNKNOWN), VerifydError),
    ],
)
def test_other_failures_are_never_tried_again(
    scripted: tuple[Scripted, str], verify: Verify, failure: Fail, kind: type[VerifydError]
) -> None:
    service, address = scripted
    service.failures = [failure]
    with pytest.raises(VerifydError) as raised:
        verify(address)
    assert type(raised.value) is kind
    assert service.calls == ["Verify"]


@both
def test_attempts_end(scripted: tuple[Scripted, str], verify: Verify) -> None:
    service, address = scripted
    service.failures = [OVERLOADED] * 100
    with pytest.raises(Overloaded) as raised:
        verify(address)
    assert len(service.calls) == ATTEMPTS
    assert raised.value.metadata == {"in_flight": "64"}


@both
def test_the_deadline_bounds_all_attempts_together(
    scripted: tuple[Scripted, str], verify: Verify
) -> None:
    service, address = scripted
    service.failures = [UNAVAILABLE] * 100
    with pytest.raises((Unavailable, DeadlineExceeded)):
        verify(address, timeout=0.12)
    assert 0 < len(service.calls) < ATTEMPTS  # six attempts pause for 0.8 s at least


@both
def test_a_server_that_never_answers_does_not_hang_the_caller(
    scripted: tuple[Scripted, str], verify: Verify
) -> None:
    service, address = scripted
    service.failures = [lambda context: time.sleep(3.0)]
    with pytest.raises(DeadlineExceeded):
        verify(address, timeout=0.2)


@both
def test_no_server_says_what_to_do(tmp_path: Path, verify: Verify) -> None:
    address = f"unix://{tmp_path}/nobody"
    with pytest.raises(Unavailable, match=f"verifyd serve --listen {address}") as raised:
        verify(address, timeout=0.3)
    assert raised.value.reason == "UNAVAILABLE"
    assert raised.value.metadata == {"address": address}


def test_a_server_that_starts_late_is_met(tmp_path: Path) -> None:
    # gRPC by itself waits a second before it looks again.
    address = f"unix://{tmp_path}/late"
    server = grpc.server(ThreadPoolExecutor(2))
    ADD_VERIFY(Scripted(), server)
    with Client(address) as client, ThreadPoolExecutor(1) as background:
        answer = background.submit(client.verify, "text")
        time.sleep(0.3)
        server.add_insecure_port(address)
        server.start()
        assert answer.result(timeout=5).ok
    server.stop(0).wait()


def test_an_error_tells_reason_code_metadata_and_request_id(
    scripted: tuple[Scripted, str],
) -> None:
    service, address = scripted
    limits = {"given": "7", "maximum": "6"}
    service.failures = [status(grpc.StatusCode.INVALID_ARGUMENT, "NARRATIVE_TOO_LARGE", **limits)]
    with Client(address) as client, pytest.raises(InvalidRequest) as raised:
        client.verify("text", request_id="r1")
    error = raised.value
    assert (error.reason, error.code) == ("NARRATIVE_TOO_LARGE", "INVALID_ARGUMENT")
    assert (error.metadata, error.message, error.request_id) == (limits, "said so", "r1")
    assert str(error) == "NARRATIVE_TOO_LARGE: said so"
    assert error.__cause__ is error.__context__ is None  # gRPC's own traceback would bury it


def test_details_of_someone_else_or_of_no_shape_are_passed_over(
    scripted: tuple[Scripted, str],
) -> None:
    service, address = scripted

    def garbage(context: grpc.ServicerContext) -> None:
        context.set_trailing_metadata((("grpc-status-details-bin", b"\xff\xff\xff"),))
        context.abort(grpc.StatusCode.INVALID_ARGUMENT, "no proto")

    def foreign(context: grpc.ServicerContext) -> None:
        rich = status_pb2.Status()
        rich.details.add().Pack(error_details_pb2.ErrorInfo(reason="QUOTA", domain="proxy.example"))
        context.set_trailing_metadata((("grpc-status-details-bin", rich.SerializeToString()),))
        context.abort(grpc.StatusCode.INVALID_ARGUMENT, "proxy")

    for failure in (garbage, foreign):
        service.failures = [failure]
        with pytest.raises(InvalidRequest) as raised:
            blocking(address)
        assert raised.value.reason == "INVALID_ARGUMENT"


LOST = status(grpc.StatusCode.NOT_FOUND, "EVIDENCE_NOT_FOUND", handle="h1")


@pytest.mark.parametrize("as_text", [False, True])
def test_evidence_that_was_dropped_is_put_again(
    scripted: tuple[Scripted, str], as_text: bool
) -> None:
    service, address = scripted
    with Client(address) as client:
        handle = client.put(RESULT)
        service.failures = [LOST]
        assert client.verify("text", handles=[handle.id if as_text else handle]).ok
    assert service.calls == ["Put", "Verify", "Put", "Verify"]


def test_evidence_is_put_again_only_once(scripted: tuple[Scripted, str]) -> None:
    service, address = scripted
    with Client(address) as client:
        handle = client.put(RESULT)
        service.failures = [LOST, lambda context: None, LOST]
        with pytest.raises(EvidenceNotFound):
            client.verify("text", handles=[handle])
    assert service.calls == ["Put", "Verify", "Put", "Verify"]


def test_evidence_is_not_kept_for_a_handle_nobody_holds(scripted: tuple[Scripted, str]) -> None:
    service, address = scripted
    with Client(address) as client:
        id_ = client.put(RESULT).id
        service.failures = [LOST]
        with pytest.raises(EvidenceNotFound):
            client.verify("text", handles=[id_])


def test_an_upload_is_a_header_and_chunks_of_one_mebibyte(scripted: tuple[Scripted, str]) -> None:
    service, address = scripted
    data = bytes(range(256)) * 9000  # 2.2 MiB
    service.failures = [UNAVAILABLE]  # the second attempt must send everything again
    with Client(address) as client:
        client.put(QueryResult("q1", data, family="LMIS"))
    assert service.calls == ["Put", "Put"]
    half = len(service.requests) // 2
    assert service.requests[:half] == service.requests[half:]
    header, *chunks = service.requests[half:]
    assert isinstance(header, evidence_service_pb2.PutQueryResultRequest)
    assert (header.header.query_id, header.header.family) == ("q1", "LMIS")
    pieces = [c.chunk for c in chunks if isinstance(c, evidence_service_pb2.PutQueryResultRequest)]
    assert [len(piece) for piece in pieces] == [2**20, 2**20, len(data) - 2**21]
    assert b"".join(pieces) == data


def test_a_result_too_large_for_a_message_is_put_ahead(scripted: tuple[Scripted, str]) -> None:
    service, address = scripted
    with Client(address) as client:
        client.verify("text", [QueryResult("big", b"x" * 5_000_000), RESULT])
    assert service.calls == ["Put", "Verify"]
    request = service.requests[-1]
    assert isinstance(request, verify_pb2.VerifyRequest)
    assert [r.query_id for r in request.evidence.query_results] == ["q1"]
    assert list(request.evidence.handles) == ["h1"]


def test_a_token_travels_with_every_call(scripted: tuple[Scripted, str]) -> None:
    service, address = scripted
    with Client(address, token="t0ken") as client:
        client.verify("text")
        assert service.metadata["authorization"] == "Bearer t0ken"
        client.put(RESULT)
        assert service.metadata["authorization"] == "Bearer t0ken"


@pytest.mark.parametrize("address", ["", "/tmp/x", "http://h:1", "tcp://h", "unix:", "h:port"])
def test_a_bad_address_is_refused_at_once(address: str) -> None:
    with pytest.raises(ValueError, match="not an address"):
        Client(address or " ")


def test_without_an_address_the_server_s_default_is_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/run/user/7")
    with Client() as client:
        assert client.address == "unix:///run/user/7/verifyd/verifyd.sock"
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    with Client() as client:
        assert client.address == "unix:///run/verifyd/verifyd.sock"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"results": RESULT}, TypeError),
        ({"results": [{"a": 1}]}, TypeError),
        ({"results": "rows"}, TypeError),
        ({"checks": "numeric"}, TypeError),  # six letters are no six checks
        ({"handles": "abc"}, TypeError),
        ({"overrides": {"numeric": {"epsilon": 1}}}, ValueError),
        ({"overrides": {"numerics": {}}}, ValueError),
        ({"narrative": "lone \ud800 surrogate"}, InvalidArgument),
    ],
)
def test_wrong_arguments_are_told_before_anything_is_sent(
    scripted: tuple[Scripted, str], arguments: dict[str, object], error: type[Exception]
) -> None:
    service, address = scripted
    with Client(address) as client, pytest.raises(error):
        client.verify(**({"narrative": "text"} | arguments))  # type: ignore[arg-type]
    assert service.calls == []
