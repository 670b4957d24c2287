"""What happens around calls over HTTP: tenants, turns, deadlines, draining, and connections."""

from __future__ import annotations

import hashlib
import json
import signal
import ssl
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from calls import Calls, upload
from certificates import Authority
from http_calls import (
    LIST_CHECKS,
    PUT,
    STREAM,
    VERIFY,
    HttpCaller,
    SlowUpload,
    connect,
    frame,
    frames,
    reason,
)
from verifyd.v1 import evidence_service_pb2 as pb
from waiting import wait_until

from bench.sidecars import peak_bytes

PIECES = [piece.SerializeToString() for piece in upload()]
ORIGIN = "https://app.example.org"


def put(http: HttpCaller) -> str:
    (_, data), _ = frames(http.post(PUT, b"".join(map(frame, PIECES)), STREAM).body)
    return pb.PutQueryResultResponse.FromString(data).handle


def end_of(body: bytes) -> Any:
    """The error at the end of a stream."""
    return json.loads(frames(body)[-1][1])["error"]


def is_serving(server: Any) -> bool:
    with HttpCaller(server.http) as http:
        return http.request("GET", "/healthz").status == 200


class TestTenants:
    def test_tokens(self, start_server: Any, tmp_path: Path) -> None:
        digests = {t: hashlib.sha256(t.encode()).hexdigest() for t in ("finance", "health")}
        (tmp_path / "tokens.yaml").write_text(json.dumps(digests))
        settings = {"token_file": f"{tmp_path}/tokens.yaml", "http": "tcp://127.0.0.1:0"}
        server = start_server({"server": settings})
        with HttpCaller(server.http, "finance") as finance, HttpCaller(server.http) as nobody:
            handle = put(finance)
            refused = nobody.post(LIST_CHECKS, {})
            assert refused.error == (401, "unauthenticated", "CREDENTIALS_MISSING")
            # Refused before its body is read, or even sent.
            body = b"".join(map(frame, PIECES))
            assert reason(end_of(nobody.post(PUT, body, STREAM).body)) == "CREDENTIALS_MISSING"
        with HttpCaller(server.http, "health") as health, server.channel() as channel:
            get = "/verifyd.v1.EvidenceService/GetEvidence"
            assert health.post(get, {"handle": handle}).error[2] == "EVIDENCE_NOT_FOUND"
            assert Calls(channel, "finance").get(handle).info.query_id == "sales"
        with HttpCaller(server.http, "wrong") as wrong:
            assert wrong.post(LIST_CHECKS, {}).error[2] == "CREDENTIALS_INVALID"
            assert wrong.request("GET", "/healthz").status == 200

    def test_certificates(self, start_server: Any, tmp_path: Path) -> None:
        authority = Authority(tmp_path, "authority")
        certificate, key = authority.sign("localhost")
        server = start_server(
            {},
            *("--listen", "tcp://127.0.0.1:0", "--http", "tcp://127.0.0.1:0"),
            *("--tls-cert", str(certificate), "--tls-key", str(key)),
            *("--tls-client-ca", str(authority.path)),
        )
        address = server.http.replace("127.0.0.1", "localhost")
        assert address.startswith("https://")
        context = ssl.create_default_context(cafile=str(authority.path))
        with pytest.raises((ssl.SSLError, ConnectionError)), HttpCaller(address, "", context) as no:
            no.post(LIST_CHECKS, {})
        context.load_cert_chain(*authority.sign("finance"))
        with HttpCaller(address, "", context) as finance:
            handle = put(finance)
        server.stop()
        assert handle
        assert {line["tenant"] for line in server.log_lines() if "tenant" in line} == {"finance"}

    @pytest.mark.parametrize(
        ("options", "problem"),
        [
            (["--http", "tcp://0.0.0.0:0"], "open to other machines"),
            (["--http", "nowhere"], "unix:///path/to.sock or tcp://host:port"),
            (["--http", "unix:///v.sock", "--tls-cert", "c", "--tls-key", "k"], "TLS is for TCP"),
        ],
    )
    def test_where_it_must_not_listen(
        self, start_server: Any, options: list[str], problem: str
    ) -> None:
        with pytest.raises(AssertionError, match=problem):
            start_server({}, *options)

    def test_where_another_server_is(self, start_server: Any, http_server: Any) -> None:
        taken = http_server.http.replace("http://", "tcp://")
        with pytest.raises(AssertionError, match="cannot listen on"):
            start_server({}, "--http", taken)


class TestOrigins:
    @pytest.fixture
    def listed(self, start_server: Any) -> Any:
        own = {"http": "tcp://127.0.0.1:0", "http_cors_origins": [ORIGIN]}
        with HttpCaller(start_server({"server": own}).http) as http:
            yield http

    def test_pages_that_are_listed_may_call(self, listed: HttpCaller) -> None:
        preflight = listed.request(
            "OPTIONS", LIST_CHECKS, access_control_request_method="POST", origin=ORIGIN
        )
        assert (preflight.status, preflight.body) == (204, b"")
        assert preflight.headers["access-control-allow-methods"] == "POST"
        assert "content-type" in preflight.headers["access-control-allow-headers"]
        reply = listed.post(LIST_CHECKS, {}, origin=ORIGIN)
        assert reply.status == 200
        assert reply.headers["access-control-allow-origin"] == ORIGIN

    @pytest.mark.parametrize("origin", ["null", "http://app.example.org", f"{ORIGIN}.evil.org"])
    def test_others_may_not(self, listed: HttpCaller, origin: str) -> None:
        for reply in (
            listed.post(LIST_CHECKS, {}, origin=origin),
            listed.request("OPTIONS", LIST_CHECKS, origin=origin),
            listed.request("GET", "/healthz", origin=origin),
        ):
            assert reply.error == (403, "permission_denied", "")
            assert "access-control-allow-origin" not in reply.headers

    def test_none_may_unless_the_settings_say_so(self, http: HttpCaller) -> None:
        assert http.post(LIST_CHECKS, {}, origin="http://127.0.0.1").status == 403
        assert "access-control-allow-origin" not in http.post(LIST_CHECKS, {}).headers


class TestTurns:
    def test_a_full_server_refuses_and_says_when_to_come_again(self, start_server: Any) -> None:
        own = {"max_in_flight": 1, "max_queue": 0, "http": "tcp://127.0.0.1:0"}
        server = start_server({"server": own})
        slow = SlowUpload(server.http, PIECES)

        def error() -> Any:
            with HttpCaller(server.http) as http:
                reply = http.post(LIST_CHECKS, {})
                return reply.status == 429 and (*reply.error, reply.headers["retry-after"])

        wait_until(error)
        assert error() == (429, "resource_exhausted", "OVERLOADED", "1")
        with server.channel() as channel, pytest.raises(Exception, match="in flight"):
            Calls(channel).list_checks()  # they share the places
        assert is_serving(server)
        assert pb.PutQueryResultResponse.FromString(frames(slow.finish())[0][1]).handle

    @pytest.mark.parametrize(
        ("settings", "head", "deadline_ms"),
        [
            ({}, "connect-timeout-ms: 200\r\n", 200),
            ({"deadline_s": 0.2}, "", 200),
            ({"deadline_s": 0.2, "max_deadline_s": 0.4}, "connect-timeout-ms: 9000\r\n", 400),
        ],
    )
    def test_deadlines(
        self, start_server: Any, settings: dict[str, float], head: str, deadline_ms: int
    ) -> None:
        server = start_server({"server": {"http": "tcp://127.0.0.1:0", **settings}})
        error = end_of(SlowUpload(server.http, PIECES, head).response())
        assert (error["code"], reason(error)) == ("deadline_exceeded", "DEADLINE_EXCEEDED")
        given = int(error["details"][0]["debug"]["metadata"]["deadline_ms"])
        assert deadline_ms - 50 <= given <= deadline_ms

    def test_a_client_that_goes_cancels_its_call(self, start_server: Any) -> None:
        own = {"max_in_flight": 1, "max_queue": 0, "http": "tcp://127.0.0.1:0"}
        server = start_server({"server": own})
        slow = SlowUpload(server.http, PIECES)
        with HttpCaller(server.http) as http:
            wait_until(lambda: http.post(LIST_CHECKS, {}).status == 429)
            slow.socket.close()
            wait_until(lambda: http.post(LIST_CHECKS, {}).status == 200)
        server.stop()
        statuses = {line["status"] for line in server.log_lines() if line.get("method") == PUT}
        assert statuses == {"CANCELLED"}


class TestStopping:
    def test_a_call_in_flight_is_finished_and_new_ones_are_refused(self, start_server: Any) -> None:
        server = start_server({"server": {"http": "tcp://127.0.0.1:0"}})
        slow = SlowUpload(server.http, PIECES)
        with HttpCaller(server.http) as idle:
            assert idle.post(LIST_CHECKS, {}).status == 200
            server.process.send_signal(signal.SIGTERM)
            wait_until(lambda: not is_serving(server))
            assert idle.request("GET", "/healthz").json == {"status": "NOT_SERVING"}
            assert idle.post(LIST_CHECKS, {}).error == (503, "unavailable", "SHUTTING_DOWN")
            assert pb.PutQueryResultResponse.FromString(frames(slow.finish())[0][1]).handle
            assert server.process.wait(30) == 0
        assert server.log_lines()[-1]["cut_off"] == 0

    def test_what_never_finishes_is_cut_off(self, start_server: Any) -> None:
        server = start_server({"server": {"drain_s": 0.2, "http": "tcp://127.0.0.1:0"}})
        slow = SlowUpload(server.http, PIECES)
        with HttpCaller(server.http) as http:
            http.post(LIST_CHECKS, {})  # by then the upload is let in
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(30) == 0
        assert slow.socket.recv(1) == b""

    def test_a_unix_socket_is_its_groups_and_goes_with_the_server(self, start_server: Any) -> None:
        server = start_server({"server": {"http": "unix:///tmp/verifyd-http-test/h.sock"}})
        path = Path(server.http.removeprefix("unix://"))
        assert stat.S_IMODE(path.stat().st_mode) == 0o660
        with HttpCaller(server.http) as http:
            assert http.post(LIST_CHECKS, {}).status == 200
        assert server.stop() == 0
        assert not path.exists()
        path.parent.rmdir()


class TestConnections:
    def test_one_serves_many_requests_and_those_sent_ahead(self, http_server: Any) -> None:
        one = f"POST {LIST_CHECKS} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
        one += "content-length: 2\r\n\r\n{}"
        with connect(http_server.http) as plain:
            plain.sendall((one + one).encode())
            plain.sendall(one.replace("host: x", "host: x\r\nconnection: close").encode())
            answer = plain.makefile("rb").read()
        assert answer.count(b"HTTP/1.1 200") == 3

    def test_a_body_is_asked_for_once_the_call_is_let_in(self, http_server: Any) -> None:
        with connect(http_server.http) as plain:
            plain.sendall(
                f"POST {LIST_CHECKS} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
                "content-length: 2\r\nexpect: 100-continue\r\n\r\n".encode()
            )
            assert plain.recv(1000).startswith(b"HTTP/1.1 100")
            plain.sendall(b"{}")
            assert plain.recv(1000).startswith(b"HTTP/1.1 200")

    @pytest.mark.parametrize(
        ("data", "status"),
        [
            (b"nonsense\r\n\r\n", b"400"),
            (b"GET /healthz HTTP/1.1\r\n\r\n", b"400"),  # no host
            (b"GET /healthz HTTP/1.1\r\nhost: x\r\nx: " + b"y" * 20_000, b"431"),
            (b"\x16\x03\x01" + b"\0" * 100 + b"\r\n\r\n", b"400"),
        ],
    )
    def test_what_is_no_http(self, http_server: Any, data: bytes, status: bytes) -> None:
        with connect(http_server.http) as plain:
            plain.sendall(data)
            assert plain.recv(1000).startswith(b"HTTP/1.1 " + status)
        assert is_serving(http_server)

    def test_a_body_that_is_no_http(self, http_server: Any) -> None:
        with connect(http_server.http) as plain:
            plain.sendall(
                f"POST {LIST_CHECKS} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
                "transfer-encoding: chunked\r\n\r\nnonsense\r\n".encode()
            )
            assert b"REQUEST_MALFORMED" in plain.makefile("rb").read()


def test_it_is_neither_loaded_nor_there_unless_it_is_on() -> None:
    code = "import sys, sidecar.cli.serve, sidecar.server.methods; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = ran.stdout.split()
    assert "sidecar.server.server" in loaded
    assert not [name for name in loaded if name.startswith(("h11", "sidecar.server.http"))]


def test_without_its_library_it_says_what_to_install(tmp_path: Path) -> None:
    code = "import sys; sys.modules['h11'] = None; import sidecar.__main__ as program"
    code += "; program.main(sys.argv[1:])"
    words = ["serve", "--listen", f"unix://{tmp_path}/v.sock", "--http", "tcp://127.0.0.1:0"]
    ran = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=False
    )
    assert "server.http: h11 is not installed; install verifyd-sidecar[http]" in ran.stderr


M = 4 * 1024 * 1024
HOSTILE = {
    "brackets": b"[" * (M - 1),
    "objects": b'{"evidence": {"items": [' + b"{}," * (M // 3 - 20) + b"{}]}}",
    "rows": b'{"evidence": {"queryResults": [{"rows": {"rows": ['
    + b'{"cells": [{}]},' * 24_000
    + b"{}]}}]}}",
    "commas in a text": b'{"narrative": "' + b"," * (M - 40) + b'"}',
    "escapes": b'{"narrative": "' + rb"\n" * (M // 2 - 40) + b'"}',
    "quotes": b'{"narrative": "' + b'"' * (M - 40) + b'"}',
    "digits": b'{"narrative": ' + b"9" * (M - 40) + b"}",
    "keys": b"{" + b",".join(b'"k%d": 1' % number for number in range(99_000)) + b"}",
}


def test_json_that_is_made_to_cost_is_refused_and_costs_little(start_server: Any) -> None:
    server = start_server({"server": {"http": "tcp://127.0.0.1:0"}})
    with HttpCaller(server.http) as http:
        http.post(LIST_CHECKS, {})
        before = peak_bytes(server.process.pid)
        for name, body in HOSTILE.items():
            reply = http.post(VERIFY, body, connect_timeout_ms="60000")
            assert reply.error[:2] in {(400, "invalid_argument"), (429, "resource_exhausted")}, name
        # What a request may take (limits.request_memory_bytes); uncounted, objects take more.
        assert peak_bytes(server.process.pid) - before < 150 * 1024 * 1024


def test_calls_are_counted_like_all(start_server: Any) -> None:
    own = {"http": "tcp://127.0.0.1:0"}
    server = start_server({"server": own, "metrics": {"listen": "tcp://127.0.0.1:0"}})
    with HttpCaller(server.http) as http:
        http.post(VERIFY, {"narrative": " "})
        http.post(LIST_CHECKS, {})
    (serving,) = [line for line in server.log_lines() if line["message"] == "serving"]
    with HttpCaller(serving["metrics"].removesuffix("/metrics")) as scraper:
        page = scraper.request("GET", "/metrics").body.decode()
    counted = 'verifyd_calls_total{method="verifyd.v1.VerifyService/Verify"'
    assert f'{counted},reason="NARRATIVE_EMPTY",status="INVALID_ARGUMENT"}} 1.0' in page
    assert 'method="verifyd.v1.VerifyService/ListChecks",reason="",status="OK"} 1.0' in page
