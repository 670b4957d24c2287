"""Calls over HTTP in every form: the same answers as gRPC's, and the same errors."""

from __future__ import annotations

import base64
import gzip
import json
from typing import Any

import grpc
import pytest
from calls import RIGHT, WRONG, Calls, inline, refusal, request, upload
from google.protobuf.json_format import MessageToDict, Parse
from http_calls import (
    JSON,
    LIST_CHECKS,
    PROTO,
    PUT,
    STREAM,
    VERIFY,
    WEB,
    HttpCaller,
    frame,
    frames,
    reason,
)
from verifyd.v1 import evidence_service_pb2 as pb
from verifyd.v1 import verify_pb2

PUT_JSON = "application/connect+json"


def grpc_report(server: Any, message: verify_pb2.VerifyRequest) -> bytes:
    with server.channel() as channel:
        report: bytes = Calls(channel).verify(message).report.SerializeToString(deterministic=True)
    return report


def report_of(response: verify_pb2.VerifyResponse) -> bytes:
    return response.report.SerializeToString(deterministic=True)


class TestAnswers:
    @pytest.mark.parametrize("narrative", [RIGHT, WRONG])
    def test_json(self, http: HttpCaller, http_server: Any, narrative: str) -> None:
        message = request(narrative)
        reply = http.post(VERIFY, MessageToDict(message))
        assert (reply.status, reply.headers["content-type"]) == (200, JSON)
        answer = Parse(reply.body, verify_pb2.VerifyResponse())
        assert report_of(answer) == grpc_report(http_server, message)

    def test_names_of_fields_as_in_the_contract(self, http: HttpCaller) -> None:
        evidence = {"query_results": [{"query_id": "q", "json": '[{"staff": 5}]'}]}
        reply = http.post(VERIFY, {"narrative": "5 staff.", "evidence": evidence})
        assert reply.json["report"]["decision"] == "DECISION_PASS"

    def test_bytes(self, http: HttpCaller, http_server: Any) -> None:
        message = request(WRONG)
        reply = http.post(VERIFY, message.SerializeToString(), PROTO)
        assert (reply.status, reply.headers["content-type"]) == (200, PROTO)
        answer = verify_pb2.VerifyResponse.FromString(reply.body)
        assert report_of(answer) == grpc_report(http_server, message)

    def test_grpc_web(self, http: HttpCaller, http_server: Any) -> None:
        message = request(WRONG)
        reply = http.post(VERIFY, frame(message.SerializeToString()), WEB)
        assert (reply.status, reply.headers["content-type"]) == (200, WEB)
        (_, data), (flags, trailers) = frames(reply.body)
        assert report_of(verify_pb2.VerifyResponse.FromString(data)) == grpc_report(
            http_server, message
        )
        assert (flags, trailers) == (0x80, b"grpc-status: 0\r\ngrpc-message: \r\n")

    def test_an_upload_as_a_stream_and_its_use(self, http: HttpCaller) -> None:
        body = b"".join(frame(piece.SerializeToString()) for piece in upload())
        (_, data), (flags, end) = frames(http.post(PUT, body, STREAM).body)
        assert (flags, json.loads(end)) == (2, {})
        handle = pb.PutQueryResultResponse.FromString(data).handle
        reply = http.post(VERIFY, {"narrative": WRONG, "evidence": {"handles": [handle]}})
        assert reply.json["report"]["decision"] == "DECISION_FAIL"
        again = b"".join(frame(json.dumps(MessageToDict(p)).encode()) for p in upload())
        (_, data), _ = frames(http.post(PUT, again, PUT_JSON).body)
        assert json.loads(data)["handle"] == handle
        assert json.loads(data)["alreadyPresent"]

    def test_every_service(self, http: HttpCaller) -> None:
        criteria = http.post("/verifyd.v1.OutcomeService/ValidateCriteria", {"criteria": {}})
        assert criteria.json["faults"]
        stored = "STORE_NOT_CONFIGURED"
        for path in ("ReviewService/ListFlagged", "OutcomeService/ListOutcomes"):
            reply = http.post(f"/verifyd.v1.{path}", {})
            assert reply.error == (400, "failed_precondition", stored)
        source = {"source": {"id": "s", "text": "Exports fell."}}
        handle = http.post("/verifyd.v1.EvidenceService/PutSource", source).json["handle"]
        info = http.post("/verifyd.v1.EvidenceService/GetEvidence", {"handle": handle})
        assert info.json["info"]

    def test_the_request_id_is_echoed_and_logged(self, http: HttpCaller, http_server: Any) -> None:
        reply = http.post(VERIFY, {**MessageToDict(request()), "requestId": "over-http"})
        assert reply.json["meta"]["requestId"] == "over-http"
        http.post(LIST_CHECKS, {})  # by then the line before is written
        (line,) = wait_for_line(http_server, "over-http")
        assert (line["method"], line["status"], line["decision"]) == (VERIFY, "OK", "PASS")
        assert line["tenant"] == "local"


def wait_for_line(server: Any, request_id: str) -> list[Any]:
    from waiting import wait_until  # noqa: PLC0415

    def lines() -> list[Any]:
        return [line for line in server.log_lines() if line.get("request_id") == request_id]

    wait_until(lambda: bool(lines()))
    return lines()


class TestCompression:
    def test_requests(self, http: HttpCaller) -> None:
        data = gzip.compress(json.dumps(MessageToDict(request())).encode())
        reply = http.post(VERIFY, data, content_encoding="gzip")
        assert reply.json["report"]["decision"] == "DECISION_PASS"

    def test_streams(self, http: HttpCaller) -> None:
        body = b"".join(frame(gzip.compress(p.SerializeToString()), 1) for p in upload())
        reply = http.post(PUT, body, STREAM, connect_content_encoding="gzip")
        assert pb.PutQueryResultResponse.FromString(frames(reply.body)[0][1]).handle

    @pytest.mark.parametrize("accepted", ["gzip", "br, gzip;q=0.5"])
    def test_replies_where_they_are_accepted(self, http: HttpCaller, accepted: str) -> None:
        reply = http.post(LIST_CHECKS, {}, accept_encoding=accepted)
        assert reply.headers["content-encoding"] == "gzip"
        plain = http.post(LIST_CHECKS, {}, accept_encoding="gzip;q=0")
        assert "content-encoding" not in plain.headers
        assert gzip.decompress(reply.body) == plain.body

    def test_what_is_too_large_once_it_is_unpacked(self, http: HttpCaller) -> None:
        bomb = gzip.compress(bytes(4 * 1024 * 1024 + 1))
        reply = http.post(VERIFY, bomb, PROTO, content_encoding="gzip")
        assert reply.error == (429, "resource_exhausted", "")

    @pytest.mark.parametrize("broken", ["none", "cut short", "two"])
    def test_what_is_no_gzip(self, http: HttpCaller, broken: str) -> None:
        whole = gzip.compress(b"{}")
        body = {"none": b"x", "cut short": whole[:-1], "two": whole * 2}[broken]
        reply = http.post(LIST_CHECKS, body, content_encoding="gzip")
        assert reply.error == (400, "invalid_argument", "REQUEST_MALFORMED")

    def test_another_encoding(self, http: HttpCaller) -> None:
        reply = http.post(LIST_CHECKS, {}, content_encoding="br")
        assert reply.error == (501, "unimplemented", "")


class TestErrors:
    @pytest.mark.parametrize(
        ("message", "status", "code"),
        [
            (request(" "), 400, "invalid_argument"),
            (request(checks=["numerics"]), 400, "invalid_argument"),
            (request(handles=["qr_none"]), 404, "not_found"),
            (request(request_id="\n"), 400, "invalid_argument"),
            (request(RIGHT, [inline(), inline()]), 400, "invalid_argument"),
            (
                request(overrides=verify_pb2.Overrides(mode="MODE_OBSERVE")),
                403,
                "permission_denied",
            ),
        ],
    )
    def test_the_reason_is_that_of_grpc(
        self, http: HttpCaller, http_server: Any, message: Any, status: int, code: str
    ) -> None:
        with http_server.channel() as channel:
            refused = refusal(lambda: Calls(channel).verify(message))
        reply = http.post(VERIFY, MessageToDict(message))
        assert reply.error == (status, code, refused.reason)
        assert reply.json["message"] == refused.message
        assert reply.json["details"][0]["debug"].get("metadata", {}) == refused.metadata
        ((_, trailers),) = frames(http.post(VERIFY, frame(message.SerializeToString()), WEB).body)
        status_line, message_line, details = trailers.decode().splitlines()
        assert status_line.startswith("grpc-status: ")
        assert message_line != "grpc-message: "
        value = details.partition(": ")[2]
        assert refused.reason.encode() in base64.b64decode(value + "==")

    def test_of_a_stream(self, http: HttpCaller) -> None:
        reply = http.post(PUT, frame(upload()[1].SerializeToString()), STREAM)
        ((flags, end),) = frames(reply.body)
        assert (reply.status, flags) == (200, 2)
        assert reason(json.loads(end)["error"]) == "UPLOAD_OUT_OF_ORDER"

    @pytest.mark.parametrize(
        "body",
        [
            b"",
            b"[]",
            b'{"evidence": []}',
            b'{"evidence": {"queryResults": [""]}}',
            b'{"evidence": {"query_results": {}}}',
            b"{",
            b'{"narative": "x"}',
            b'{"narrative": 1}',
            b'{"narrative": "x", "narrative": "y"}',
            b'{"narrative": "\\ud800"}',
            b'{"narrative": "\xff"}',
            b'{"evidence": {"queryResults": [{"arrow": "*"}]}}',
            b"[" * 100_000,
            b'{"\\ud800": 1}',
            b'{"narrative": "x", "requestId": "a", "request_id": "b"}',
            b'{"narrative": "x", "requestId": null, "request_id": "b"}',
            '{"narrative": "x"}'.encode("utf-16"),
            ('{"checks": ["\u2200"' + "," * 200_000 + '"\u2200"]}').encode("utf-16-le"),
        ],
    )
    def test_what_is_no_message_in_json(self, http: HttpCaller, body: bytes) -> None:
        assert http.post(VERIFY, body).error == (400, "invalid_argument", "REQUEST_MALFORMED")

    @pytest.mark.parametrize("content_type", [PROTO, WEB, STREAM])
    def test_what_is_no_message_in_bytes(self, http: HttpCaller, content_type: str) -> None:
        body = b"\xff" if content_type == PROTO else frame(b"\xff")
        path = PUT if content_type == STREAM else VERIFY
        assert b"RVFVRVNUX01BTEZPUk1FR" in http.post(path, body, content_type).body  # its reason

    @pytest.mark.parametrize("body", [frame(b"")[:-1], frame(b"x")[:-1], frame(b"", 1), b"\x02"])
    def test_frames_that_are_none(self, http: HttpCaller, body: bytes) -> None:
        ((_, end),) = frames(http.post(PUT, body, STREAM).body)
        assert reason(json.loads(end)["error"]) == "REQUEST_MALFORMED"

    def test_too_many_values_in_json(self, http: HttpCaller) -> None:
        reply = http.post(VERIFY, {"checks": [""] * 100_001})
        assert reply.error == (429, "resource_exhausted", "")
        # In a string they are one value, and refused for what they are.
        assert http.post(VERIFY, {"narrative": "," * 100_001}).error[2] != ""

    def test_too_large_a_message(self, http_server: Any) -> None:
        size = 4 * 1024 * 1024 + 1
        with http_server.channel() as channel, pytest.raises(grpc.RpcError) as error:
            channel.unary_unary(VERIFY)(bytes(size))
        assert error.value.code().name == "RESOURCE_EXHAUSTED"
        for body in (bytes(size), iter([bytes(size)])):
            with HttpCaller(http_server.http) as http:
                reply = http.request("POST", VERIFY, body, content_type=PROTO)
                assert reply.error == (429, "resource_exhausted", "")
        with HttpCaller(http_server.http) as http:
            ((_, end),) = frames(http.post(PUT, b"\0" + size.to_bytes(4, "big"), STREAM).body)
            assert json.loads(end)["error"]["code"] == "resource_exhausted"

    @pytest.mark.parametrize("given", ["", "x", "-1", "1.5", "12345678901"])
    def test_a_timeout_that_is_none(self, http: HttpCaller, given: str) -> None:
        reply = http.post(LIST_CHECKS, {}, connect_timeout_ms=given)
        assert reply.error == (400, "invalid_argument", "REQUEST_MALFORMED")

    def test_another_version_of_the_protocol(self, http: HttpCaller) -> None:
        assert http.post(LIST_CHECKS, {}, connect_protocol_version="1").status == 200
        reply = http.post(LIST_CHECKS, {}, connect_protocol_version="2")
        assert reply.error == (400, "invalid_argument", "")


class TestFraming:
    """What two servers in a row could read as two different requests."""

    @pytest.mark.parametrize(
        "lengths",
        [
            b"content-length: 2\r\ntransfer-encoding: chunked\r\n",
            b"transfer-encoding: chunked\r\ncontent-length: 99\r\n",
            b"content-length: 2\r\ncontent-length: 3\r\n",
            b"transfer-encoding: gzip, chunked\r\n",
            b"content-length: +2\r\n",
            b"content-length : 2\r\n",
        ],
    )
    def test_two_lengths(self, http: HttpCaller, lengths: bytes) -> None:
        head = f"POST {LIST_CHECKS} HTTP/1.1\r\nhost: x\r\ncontent-type: {JSON}\r\n".encode()
        http.socket.sendall(head + lengths + b"\r\n2\r\n{}\r\n0\r\n\r\n")
        answer = http.socket.recv(65_536)
        assert answer.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 501 "))
        assert http.socket.recv(1) == b""

    def test_a_header_that_comes_twice(self, http: HttpCaller) -> None:
        head = f"POST {LIST_CHECKS} HTTP/1.1\r\nhost: x\r\ncontent-type: {JSON}\r\n"
        for name, value in (("connect-timeout-ms", "60000"), ("content-encoding", "identity")):
            http.socket.sendall(f"{head}{name}: x\r\n{name}: {value}\r\n".encode())
            http.socket.sendall(b"content-length: 2\r\n\r\n{}")
            assert not http.socket.recv(65_536).startswith(b"HTTP/1.1 200 ")


class TestRoutes:
    @pytest.mark.parametrize("path", ["/", "/verifyd.v1.VerifyService/No", "/x.Y/Verify"])
    def test_an_unknown_method(self, http: HttpCaller, path: str) -> None:
        assert http.post(path, {}).error == (404, "unimplemented", "")

    @pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "OPTIONS"])
    def test_another_method_of_http(self, http: HttpCaller, method: str) -> None:
        reply = http.request(method, VERIFY)
        assert reply.error == (405, "unimplemented", "")
        assert reply.headers["allow"] == "POST"

    @pytest.mark.parametrize(
        ("path", "content_type"),
        [
            (VERIFY, "text/plain"),
            (VERIFY, ""),
            (VERIFY, "application/json; charset=latin-1"),
            (VERIFY, "application/grpc"),
            (VERIFY, "application/connect+json"),
            (PUT, JSON),
        ],
    )
    def test_another_type_of_content(self, http: HttpCaller, path: str, content_type: str) -> None:
        reply = http.post(path, {}, content_type)
        assert reply.error == (415, "invalid_argument", "")
        assert JSON in reply.headers["accept-post"]

    def test_a_charset_is_no_other_type(self, http: HttpCaller) -> None:
        assert http.post(LIST_CHECKS, {}, "application/json; charset=UTF-8").status == 200

    def test_health(self, http: HttpCaller) -> None:
        assert http.request("GET", "/healthz").json == {"status": "SERVING"}
        assert http.request("HEAD", "/healthz")[::2] == (200, b"")
        assert http.request("POST", "/healthz").status == 405
