"""HTTP and gRPC give the same: every shared case, and whatever request is drawn."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import unquote

import grpc
import pytest
from case_files import Case, Refusal, differences, load
from google.protobuf.json_format import MessageToDict, ParseDict, ParseError
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status
from http_calls import JSON, PROTO, VERIFY, WEB, HttpCaller, Reply, frame, frames
from sampled import sampled
from verifyd.v1 import evidence_service_pb2 as pb
from verifyd.v1 import verify_pb2

from bench.fuzz_drawn import DrawnInput, draw

CASES = list(load())
TIMEOUT = {"connect_timeout_ms": "20000"}
SEEDS, COUNT, LARGEST = 12, 40, 4096
MESSAGES: dict[str, tuple[Any, Any]] = {
    VERIFY: (verify_pb2.VerifyRequest, verify_pb2.VerifyResponse),
    "/verifyd.v1.VerifyService/ListChecks": (
        verify_pb2.ListChecksRequest,
        verify_pb2.ListChecksResponse,
    ),
    "/verifyd.v1.EvidenceService/PutSource": (pb.PutSourceRequest, pb.PutSourceResponse),
    "/verifyd.v1.EvidenceService/GetEvidence": (pb.GetEvidenceRequest, pb.GetEvidenceResponse),
}


@pytest.mark.parametrize("case", sampled(CASES, 12, [case.id for case in CASES]))
def test_a_shared_case_in_json(case: Case, server_for: Callable[[Mapping[str, Any]], Any]) -> None:
    server = server_for({**case.settings, "server": {"http": "tcp://127.0.0.1:0"}})
    with HttpCaller(server.http) as http:
        reply = http.post(VERIFY, MessageToDict(case.request), **TIMEOUT)
    if reply.status == 200:
        report = ParseDict(reply.json, verify_pb2.VerifyResponse()).report
        assert differences(case, report) == []
        return
    _, code, reason = reply.error
    metadata = reply.json["details"][0]["debug"].get("metadata", {})
    assert differences(case, Refusal(code.upper(), reason, metadata)) == []


class Ended(NamedTuple):
    """How a call ended: an answer without times and ids, or an error."""

    answer: bytes
    code: str = "OK"
    reason: str = ""
    message: str = ""


@pytest.mark.parametrize("seed", sampled(range(SEEDS), SEEDS))
def test_a_drawn_request(http_server: Any, seed: int) -> None:
    compared = dict.fromkeys((PROTO, JSON, WEB), 0)
    answered = refused = 0
    with http_server.channel() as channel, HttpCaller(http_server.http) as http:
        for each in (draw(seed, number, LARGEST) for number in range(COUNT)):
            if each.method not in MESSAGES:
                continue
            wanted = over_grpc(channel, each.method, each.messages[0])
            answered, refused = answered + bool(wanted.answer), refused + bool(wanted.reason)
            for form, got in in_bytes(http, each):
                assert got == wanted, (form, str(each))
                compared[form] += 1
            same = as_json(each.method, each.messages[0])
            if same is not None:
                # The drawn bytes may hold a part of a message twice: JSON and these do not.
                wanted = over_grpc(channel, each.method, same.SerializeToString())
                assert in_json(http, each.method, same) == wanted, str(each)
                compared[JSON] += 1
    assert min(compared.values()) >= COUNT / 4, compared
    assert answered
    assert refused


def over_grpc(channel: Any, method: str, data: bytes) -> Ended:
    try:
        return answer(method, channel.unary_unary(method)(data, timeout=20))
    except grpc.RpcError as error:
        status: Any = rpc_status.from_call(error)
        info = error_details_pb2.ErrorInfo()
        status.details[0].Unpack(info)
        return Ended(b"", status_code(error), info.reason, status.message)


def status_code(error: Any) -> str:
    return str(error.code().name)


def in_bytes(http: HttpCaller, each: DrawnInput) -> Iterator[tuple[str, Ended]]:
    """The same in each form of HTTP that takes the same bytes."""
    data = each.messages[0]
    reply = http.post(each.method, data, PROTO, **TIMEOUT)
    yield PROTO, answer(each.method, reply.body) if reply.status == 200 else error_of(reply)
    pieces = frames(http.post(each.method, frame(data), WEB, grpc_timeout="20S").body)
    if len(pieces) == 2:
        yield WEB, answer(each.method, pieces[0][1])
    else:
        yield WEB, web_error_of(pieces[0][1])


def in_json(http: HttpCaller, method: str, message: Any) -> Ended:
    reply = http.post(method, MessageToDict(message), **TIMEOUT)
    if reply.status != 200:
        return error_of(reply)
    got = ParseDict(reply.json, MESSAGES[method][1]())
    return answer(method, got.SerializeToString())


def web_error_of(trailers: bytes) -> Ended:
    """The error in what a stream of gRPC-Web ends with."""
    found = dict(line.split(": ", 1) for line in trailers.decode().splitlines())
    status = status_pb2.Status.FromString(b64decode(found["grpc-status-details-bin"] + "=="))
    info = error_details_pb2.ErrorInfo()
    status.details[0].Unpack(info)
    assert unquote(found["grpc-message"]) == status.message
    codes = {code.value[0]: code.name for code in grpc.StatusCode}
    return Ended(b"", codes[int(found["grpc-status"])], info.reason, status.message)


def as_json(method: str, data: bytes) -> Any:
    """A request in JSON, where that can say the same."""
    kind, _ = MESSAGES[method]
    try:
        message = kind.FromString(data)
        same: Any = ParseDict(MessageToDict(message), kind())
    except (DecodeError, ParseError, ValueError):
        return None
    message.DiscardUnknownFields()
    alike = same.SerializeToString(deterministic=True) == message.SerializeToString(
        deterministic=True
    )
    return same if alike else None


def answer(method: str, data: bytes) -> Ended:
    """What is the same in every answer to a request, as bytes."""
    message = MESSAGES[method][1].FromString(data)
    if method == VERIFY:
        message = message.report
    elif method.endswith(("PutSource", "GetEvidence")):
        message.info.Clear()  # has the time
        message.ClearField("already_present") if method.endswith("PutSource") else None
    return Ended(message.SerializeToString(deterministic=True) or b"empty")


def error_of(reply: Reply) -> Ended:
    _, code, reason = reply.error
    return Ended(b"", code.upper().replace("CANCELED", "CANCELLED"), reason, reply.json["message"])
