"""Answers in parts to clients that are slow, gone or hostile, and of servers that stop."""

from __future__ import annotations

import asyncio
import json
import ssl
import time
from functools import partial
from pathlib import Path
from typing import Any

import h11
import pytest
from certificates import Authority
from http_calls import LIST_CHECKS, HttpCaller, connect, frame, frames, reason
from http_streams import (
    BODY,
    LINES,
    START,
    STREAM,
    Event,
    OpenStream,
    Start,
    call,
    expected,
    line,
    narrow,
    read_event,
    text,
)
from waiting import eventually

from sidecar.server.http import connection


class TestSlowClients:
    async def test_one_that_does_not_read_stops_the_call(self, counting: Start) -> None:
        each, count = 16 * 1024, 1000

        def write(stream: OpenStream) -> None:
            stream.write(line(START) + text("x") * count)
            stream.finish()

        async with counting(answer_bytes=each) as counted:
            with OpenStream(counted.address) as stream:
                await asyncio.to_thread(write, stream)
                await eventually(counted.is_waiting)
                read = counted.parts
                # What the system holds of a Unix socket, and what the connection does.
                assert each * read < connection.BUFFERED + 1024 * 1024
                events = await asyncio.to_thread(lambda: [*stream.events()])
        assert counted.parts == count + 1 > read
        assert len(events) == count + 2

    @pytest.mark.slow
    async def test_one_that_does_not_read_stops_the_call_over_tls(
        self, counting: Start, tmp_path: Path
    ) -> None:
        authority = Authority(tmp_path, "authority")
        certificate, key = authority.sign("localhost")
        own: dict[str, Any] = {"tls_cert": certificate, "tls_key": key}
        tcp = "tcp://127.0.0.1:0"
        each, count = 128 * 1024, 200

        def open_stream(address: str) -> OpenStream:
            context = ssl.create_default_context(cafile=str(authority.path))
            return OpenStream(address.replace("127.0.0.1", "localhost"), context)

        async with counting(answer_bytes=each, listen=tcp, http=tcp, **own) as counted:
            with await asyncio.to_thread(open_stream, counted.address) as stream:
                await asyncio.to_thread(stream.write, line(START) + text("x") * count)
                await asyncio.to_thread(stream.finish)
                await eventually(counted.is_waiting)
                read = counted.parts
                events = await asyncio.to_thread(lambda: [*stream.events()])
        assert counted.parts == count + 1 > read
        assert len(events) == count + 2

    async def test_one_that_takes_nothing_is_cut_off(
        self, counting: Start, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(connection, "SEND_S", 0.05)
        async with counting(answer_bytes=512 * 1024) as counted:
            with OpenStream(counted.address) as stream:
                narrow(stream.socket)
                await asyncio.to_thread(stream.write, line(START) + text("x") * 10)
                await eventually(lambda: counted.cancelled)
                with pytest.raises((h11.RemoteProtocolError, ConnectionError)):
                    await asyncio.to_thread(stream.rest)
            await eventually(lambda: not counted.connections())

    @pytest.mark.slow
    async def test_one_that_goes_on_taking_is_not(
        self, counting: Start, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(connection, "SEND_S", 1.0)
        large = 2 * 1024 * 1024

        def calls(address: str) -> None:
            with OpenStream(address) as stream:
                stream.write(line(START) + text("x"))
                stream.finish()
                size = 0
                while data := stream.socket.recv(16 * 1024):
                    size += len(data)
                    if data.endswith(b"0\r\n\r\n"):
                        break
                    time.sleep(0.02)
                assert size > large

        async with counting(answer_bytes=large) as counted:
            await asyncio.to_thread(calls, counted.address)

    async def test_one_of_http_1_0_reads_until_the_connection_ends(self, counting: Start) -> None:
        head = f"POST {STREAM} HTTP/1.0\r\ncontent-type: {LINES}\r\ncontent-length: {len(BODY)}"

        def calls(address: str) -> list[Event]:
            with connect(address) as plain:
                plain.sendall(f"{head}\r\n\r\n".encode() + BODY)
                answer, _, body = plain.makefile("rb").read().partition(b"\r\n\r\n")
                assert b"chunked" not in answer
                return [read_event(each) for each in body.split(b"\n\n")[:-1]]

        async with counting() as counted:
            assert await asyncio.to_thread(calls, counted.address) == [*expected()]


class TestEndings:
    async def test_an_error_before_the_first_event_has_a_status(self, counting: Start) -> None:
        async with counting() as counted:

            def calls() -> None:
                with HttpCaller(counted.address) as http:
                    reply = http.post(STREAM, text(b"\xff"), LINES)
                    assert reply.error == (400, "invalid_argument", "REQUEST_MALFORMED")

            await asyncio.to_thread(calls)

    async def test_one_after_it_is_an_event(self, counting: Start) -> None:
        async with counting() as counted:
            _, (_, *rest) = await asyncio.to_thread(
                call, counted.address, line(START) + text(b"\xff") + text("x")
            )
            with HttpCaller(counted.address) as http:
                body = frame(json.dumps(START).encode()) + frame(text(b"\xff"))
                reply = await asyncio.to_thread(http.post, STREAM, body, "application/connect+json")
        ((name, error),) = rest
        assert (name, error["code"]) == ("error", "invalid_argument")
        assert reason(error) == "REQUEST_MALFORMED"
        assert json.loads(frames(reply.body)[-1][1]) == {"error": error}

    async def test_the_deadline(self, counting: Start) -> None:
        def calls(address: str) -> list[Event]:
            with OpenStream(address, connect_timeout_ms="200") as stream:
                stream.write(line(START))
                return [*stream.events()]

        async with counting() as counted:
            started, (name, error) = await asyncio.to_thread(calls, counted.address)
        assert (started, name, error["code"]) == (("started", {}), "error", "deadline_exceeded")

    async def test_a_client_that_goes_cancels_the_call(self, counting: Start) -> None:
        async with counting() as counted:
            for ended in (0, 1):
                with OpenStream(counted.address) as stream:
                    await asyncio.to_thread(stream.write, line(START) + text("x"))
                    await asyncio.to_thread(stream.read)
                await eventually(partial(counted.ended_more_than, ended))
            await eventually(lambda: not counted.connections())

    async def test_a_server_that_drains(self, counting: Start) -> None:
        async with counting(http="tcp://127.0.0.1:0") as counted:
            with OpenStream(counted.address) as stream, HttpCaller(counted.address) as http:
                events = stream.events()
                await asyncio.to_thread(stream.write, line(START))
                assert await asyncio.to_thread(next, events) == ("started", {})
                assert (await asyncio.to_thread(http.post, LIST_CHECKS, {})).status == 200
                stopping = asyncio.create_task(counted.server.stop())
                await eventually(lambda: not counted.server._health.is_serving)
                reply = await asyncio.to_thread(http.post, STREAM, BODY, LINES)
                assert reply.error == (503, "unavailable", "SHUTTING_DOWN")
                await asyncio.to_thread(stream.write, text("x"))
                await asyncio.to_thread(stream.finish)
                rest = await asyncio.to_thread(lambda: [*events])
                assert [name for name, _ in rest] == ["update", "result"]
                assert await stopping

    async def test_what_is_cut_off_has_no_end(self, counting: Start) -> None:
        async with counting(http="tcp://127.0.0.1:0", drain_s=0.1) as counted:
            with OpenStream(counted.address) as stream:
                await asyncio.to_thread(stream.write, line(START))
                await asyncio.to_thread(stream.read)
                assert not await counted.server.stop()
                with pytest.raises((h11.RemoteProtocolError, ConnectionError)):
                    await asyncio.to_thread(stream.rest)
        assert counted.cancelled == 1


class TestHostileFraming:
    @pytest.mark.parametrize(
        "lengths",
        [
            b"content-length: 2\r\ntransfer-encoding: chunked\r\n",
            b"content-length: 2\r\ncontent-length: 3\r\n",
            b"transfer-encoding: gzip, chunked\r\n",
            b"transfer-encoding : chunked\r\n",
        ],
    )
    async def test_two_lengths(self, counting: Start, lengths: bytes) -> None:
        head = f"POST {STREAM} HTTP/1.1\r\nhost: x\r\ncontent-type: {LINES}\r\n".encode()
        async with counting() as counted:

            def calls() -> None:
                with connect(counted.address) as plain:
                    plain.sendall(head + lengths + b"\r\n" + BODY)
                    answer = plain.makefile("rb").read()
                    assert answer.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 501 "))
                    assert answer.count(b"HTTP/1.1") == 1

            await asyncio.to_thread(calls)
        assert counted.parts == 0

    @pytest.mark.parametrize(
        "hostile",
        [
            b"nonsense\r\n",
            b"-1\r\nx\r\n",
            b"5\r\nx\r\n0\r\n\r\n",
            b"fffffffffffffffffffff\r\n",
            b"1;" + b"e" * 20_000 + b"\r\nx\r\n",
        ],
    )
    async def test_a_body_that_stops_being_http(self, counting: Start, hostile: bytes) -> None:
        async with counting() as counted:

            def calls() -> None:
                with OpenStream(counted.address) as stream:
                    stream.write(line(START))
                    events = stream.events()
                    assert next(events) == ("started", {})
                    stream.socket.sendall(hostile + b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")
                    ((name, error),) = events
                    assert (name, reason(error)) == ("error", "REQUEST_MALFORMED")
                    # What follows is no second request.
                    assert stream.socket.recv(1) == b""

            await asyncio.to_thread(calls)

    async def test_a_request_that_was_sent_ahead_is_answered_next(self, counting: Start) -> None:
        async with counting() as counted:

            def calls() -> None:
                with OpenStream(counted.address) as stream:
                    stream.write(BODY)
                    stream.finish()
                    stream.socket.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")
                    assert [*stream.events()] == [*expected()]
                    rest, _ = stream.http.trailing_data
                    while b"SERVING" not in rest:
                        rest += stream.socket.recv(65_536)
                    assert rest.startswith(b"HTTP/1.1 200 ")

            await asyncio.to_thread(calls)

    @pytest.mark.parametrize(
        ("body", "headers", "error"),
        [
            (b"[]\n", {}, (400, "invalid_argument", "REQUEST_MALFORMED")),
            (b'{"start": {}', {}, (400, "invalid_argument", "REQUEST_MALFORMED")),
            (b'{"start": {}}{"text": ""}\n', {}, (400, "invalid_argument", "REQUEST_MALFORMED")),
            (b'{"stat": {}}\n', {}, (400, "invalid_argument", "REQUEST_MALFORMED")),
            (b'{"text": "\xff"}\n', {}, (400, "invalid_argument", "REQUEST_MALFORMED")),
            (b'{"text": "*"}\n', {}, (400, "invalid_argument", "REQUEST_MALFORMED")),
            (b" " * (4 * 1024 * 1024 + 1), {}, (429, "resource_exhausted", "")),
            (BODY, {"content_encoding": "gzip"}, (501, "unimplemented", "")),
            (BODY, {"connect_protocol_version": "2"}, (400, "invalid_argument", "")),
            (BODY, {"connect_timeout_ms": "x"}, (400, "invalid_argument", "REQUEST_MALFORMED")),
            (BODY, {"content_type": "application/json"}, (415, "invalid_argument", "")),
        ],
    )
    async def test_what_is_refused(
        self, counting: Start, body: bytes, headers: dict[str, str], error: tuple[int, str, str]
    ) -> None:
        async with counting() as counted:

            def calls() -> None:
                with HttpCaller(counted.address) as http:
                    named = {"content_type": LINES} | headers
                    reply = http.request("POST", STREAM, body, **named)
                    assert reply.error == error

            await asyncio.to_thread(calls)

    async def test_lines_for_a_method_that_answers_once(self, counting: Start) -> None:
        async with counting() as counted:
            with HttpCaller(counted.address) as http:
                put = "/verifyd.v1.EvidenceService/PutQueryResult"
                reply = await asyncio.to_thread(http.post, put, b"{}", LINES)
        assert reply.status == 415
