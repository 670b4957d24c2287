"""``VerifyStream`` over HTTP: the same report, errors and limits as over gRPC."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, suppress
from pathlib import Path
from typing import Any

import grpc.aio
import h11
import pytest
from calls import RIGHT, WRONG, Calls, request
from google.protobuf.json_format import MessageToDict, ParseDict
from http_calls import JSON, LIST_CHECKS, HttpCaller, frame, frames, listener_of, reason
from http_streams import LINES, STREAM, OpenStream, call, line, read_event, text
from sampled import sampled
from verifyd.v1 import report_pb2
from verifyd.v1 import verify_pb2 as pb
from waiting import eventually, wait_until

from sidecar.server.server import Server

Serve = Callable[..., AbstractAsyncContextManager[tuple[Server, grpc.aio.Channel]]]
COUNT = 40
HTTP = {"http": "tcp://127.0.0.1:0"}
PAGE = Path(__file__).parents[3] / "docs/http.md"
NARRATIVES = [
    RIGHT,
    WRONG,
    f"# Überblick – 😀\n\n{RIGHT}\n\n| region | sales |\n| --- | --- |\n| South | 988 |\n\n{WRONG}",
    f"```\n4,321\n```\n- {WRONG}\n- {RIGHT} Shares were 60 % and 50 % of the total.",
]


def start_of(message: pb.VerifyRequest) -> dict[str, Any]:
    """The start of a stream for a request, which has its narrative later."""
    fields = MessageToDict(message)
    del fields["narrative"]
    return {"start": {"request": fields, "release": "RELEASE_MODE_SENTENCE"}}


START = line(start_of(request()))


def cut(narrative: str, seed: int) -> Iterator[bytes]:
    """Pieces, which may end within a character."""
    return cut_bytes(narrative.encode(), seed)


def cut_bytes(data: bytes, seed: int = 0) -> Iterator[bytes]:
    """The same of bytes."""
    drawn = random.Random(seed)
    while data:
        size = drawn.randint(1, 12)
        yield data[:size]
        data = data[size:]


def report_of(result: Any) -> bytes:
    """The report in a response in JSON."""
    response = ParseDict(result, pb.VerifyResponse())
    return response.report.SerializeToString(deterministic=True)


class TestReports:
    @pytest.mark.parametrize("narrative", NARRATIVES)
    @pytest.mark.parametrize("seed", sampled(range(12), 6))
    def test_events(self, http_server: Any, narrative: str, seed: int) -> None:
        message = request(narrative)
        with http_server.channel() as channel:
            wanted = Calls(channel).verify(message).report
        body = line(start_of(message)) + b"".join(map(text, cut(narrative, seed)))
        _, events = call(http_server.http, body)
        assert [events[0][0], events[-1][0]] == ["started", "result"]
        assert {name for name, _ in events[1:-1]} == {"update"}
        assert report_of(events[-1][1]) == wanted.SerializeToString(deterministic=True)
        released = int(events[-2][1].get("releasedBytes", 0))
        assert (released == len(narrative.encode())) == (wanted.action == report_pb2.ACTION_RELEASE)

    @pytest.mark.parametrize("kind", ["connect+json", "connect+proto", "grpc-web+proto"])
    def test_frames(self, http: HttpCaller, kind: str) -> None:
        message = request(WRONG)
        parts = [start_of(message), *(json.loads(text(each)) for each in cut(WRONG, 0))]
        in_json = kind.endswith("json")
        sent = [
            json.dumps(part).encode()
            if in_json
            else ParseDict(part, pb.VerifyStreamRequest()).SerializeToString()
            for part in parts
        ]
        body = b"".join(map(frame, sent))
        *messages, (flags, _) = frames(http.post(STREAM, body, f"application/{kind}").body)
        assert flags == (0x80 if "web" in kind else 2)
        _, last = messages[-1]
        if in_json:
            result = json.loads(last)["result"]
        else:
            result = MessageToDict(pb.VerifyStreamResponse.FromString(last).result)
        whole = http.post("/verifyd.v1.VerifyService/Verify", MessageToDict(message)).json
        assert report_of(result) == report_of(whole)

    def test_a_finding_comes_before_the_text_ends(self, http_server: Any) -> None:
        with OpenStream(http_server.http) as stream:
            events = stream.events()
            stream.write(START)
            assert next(events)[0] == "started"
            stream.write(text(f"{WRONG} Also they"))
            name, update = next(events)
            assert (name, update.get("releasedBytes")) == ("update", None)
            assert update["findings"][0]["holds"]
            stream.finish()
            assert [name for name, _ in events][-1] == "result"


class TestErrors:
    def test_before_the_first_event(self, http: HttpCaller) -> None:
        reply = http.post(STREAM, text("x"), LINES)
        assert reply.error == (400, "invalid_argument", "STREAM_OUT_OF_ORDER")
        unknown = line({"start": {"request": {"checks": ["numerics"]}}})
        assert http.post(STREAM, unknown, LINES).error[2] == "CHECK_UNKNOWN"

    @pytest.mark.parametrize(
        ("body", "wanted"),
        [
            (START + START, "STREAM_OUT_OF_ORDER"),
            (START + text(b"\xff"), "REQUEST_MALFORMED"),
            (START + b'{"text": ', "REQUEST_MALFORMED"),
            (START + text("x" * 600_000) * 2, "NARRATIVE_TOO_LARGE"),
            (START, "NARRATIVE_EMPTY"),
        ],
    )
    def test_after_it(self, http_server: Any, body: bytes, wanted: str) -> None:
        _, events = call(http_server.http, body)
        name, error = events[-1]
        assert (name, reason(error)) == ("error", wanted)
        assert events[0][0] == "started"
        assert "result" not in dict(events)

    def test_one_that_brings_nothing(self, start_server: Any) -> None:
        server = start_server({"server": HTTP, "streams": {"idle_s": 0.1}})
        with OpenStream(server.http) as stream:
            stream.write(START)
            (started, _), (name, error) = stream.events()
        assert (started, name, reason(error)) == ("started", "error", "STREAM_IDLE")


class TestTurns:
    def test_streams_have_places_of_their_own(self, start_server: Any) -> None:
        server = start_server({"server": HTTP, "streams": {"max_streams": 1}})
        with OpenStream(server.http) as stream, HttpCaller(server.http) as http:
            stream.write(START)
            assert next(stream.events())[0] == "started"
            reply = http.post(STREAM, START + text(RIGHT), LINES)
            assert reply.error == (429, "resource_exhausted", "OVERLOADED")
            assert int(reply.headers["retry-after"]) >= 1
            assert http.post(LIST_CHECKS, {}, JSON).status == 200
            stream.socket.close()  # which gives its place back
            wait_until(lambda: http.post(STREAM, START + text(RIGHT), LINES).status == 200)
        server.stop()
        statuses = [line["status"] for line in server.log_lines() if line.get("method") == STREAM]
        assert (statuses.count("CANCELLED"), statuses.count("OK")) == (1, 1)

    def test_tokens(self, start_server: Any, tmp_path: Path) -> None:
        digest = hashlib.sha256(b"finance").hexdigest()
        (tmp_path / "tokens.yaml").write_text(json.dumps({"finance": digest}))
        server = start_server({"server": {**HTTP, "token_file": f"{tmp_path}/tokens.yaml"}})
        with HttpCaller(server.http, "finance") as finance, HttpCaller(server.http) as nobody:
            assert b"event: result" in finance.post(STREAM, START + text(RIGHT), LINES).body
            refused = nobody.post(STREAM, START + text(RIGHT), LINES)
            assert refused.error == (401, "unauthenticated", "CREDENTIALS_MISSING")

    def test_a_server_that_drains_lets_a_stream_finish(self, start_server: Any) -> None:
        server = start_server({"server": HTTP})
        with OpenStream(server.http) as stream, HttpCaller(server.http) as http:
            events = stream.events()
            stream.write(START)
            assert next(events)[0] == "started"
            assert http.request("GET", "/healthz").status == 200
            server.process.send_signal(signal.SIGTERM)
            wait_until(lambda: http.request("GET", "/healthz").status == 503)
            refused = http.post(STREAM, START, LINES)
            assert refused.error == (503, "unavailable", "SHUTTING_DOWN")
            stream.write(text(RIGHT))
            stream.finish()
            assert [name for name, _ in events][-1] == "result"
        assert server.process.wait(30) == 0

    @pytest.mark.parametrize("killed", [signal.SIGTERM, signal.SIGKILL])
    def test_what_is_cut_off_has_no_result(self, start_server: Any, killed: int) -> None:
        server = start_server({"server": {**HTTP, "drain_s": 0.1}})
        with OpenStream(server.http) as stream:
            stream.write(START + text(RIGHT))
            assert b"event: started" in stream.read()
            server.process.send_signal(killed)
            # No result can be in what ends so.
            with pytest.raises((h11.RemoteProtocolError, ConnectionError)):
                stream.rest()


async def test_clients_that_go_at_any_moment_leave_nothing_behind(serve: Serve) -> None:
    drawn = random.Random(35)
    body = START + b"".join(map(text, cut(NARRATIVES[2], 0)))

    def go(address: str) -> None:
        for _ in range(COUNT):
            with OpenStream(address) as stream:
                stream.socket.sendall(body_in_chunks[: drawn.randint(0, len(body_in_chunks))])
                if drawn.random() < 0.5:
                    stream.socket.settimeout(0.01)
                    with suppress(TimeoutError):
                        stream.socket.recv(drawn.randint(1, 4096))

    body_in_chunks = b"".join(b"%x\r\n%s\r\n" % (len(each), each) for each in cut_bytes(body))
    async with serve({"server": dict(HTTP)}) as (server, _):
        await asyncio.to_thread(go, server.http_address)
        await eventually(lambda: not server._streams.statistics().in_flight)
        await eventually(lambda: not listener_of(server)._connections)
        _, events = await asyncio.to_thread(call, server.http_address, body)
    assert events[-1][0] == "result"


@pytest.mark.skipif(not (shutil.which("curl") and shutil.which("jq")), reason="no curl or jq")
def test_the_command_of_the_page(start_server: Any, tmp_path: Path) -> None:
    _, page = PAGE.read_text("utf-8").split("## Streams")
    found = re.search(r"```sh\n(.*?)```", page, re.DOTALL)
    assert found is not None
    server = start_server({"server": HTTP})
    command = found[1].replace("--unix-socket /tmp/verifyd/http.sock ", "")
    command = command.replace("http://localhost", server.http).replace("sleep 1", "")
    ran = subprocess.run(
        ["bash", "-euc", command], cwd=tmp_path, capture_output=True, check=True, timeout=120
    )
    events = [read_event(each) for each in ran.stdout.split(b"\n\n")[:-1]]
    assert (events[0][0], events[-1][0]) == ("started", "result")
    report = events[-1][1]["report"]
    assert (report["decision"], report["action"]) == ("DECISION_FAIL", "ACTION_HOLD")
    assert events[-2][1]["releasedBytes"] == "31"
