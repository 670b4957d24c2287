"""Answers in parts: what the connection does between a method that streams and its client."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from http.client import HTTPResponse

import pytest
from http_calls import connect, frame, frames
from http_streams import (
    BODY,
    EVENTS,
    LINES,
    START,
    STREAM,
    OpenStream,
    Start,
    call,
    expected,
    line,
    read_event,
    text,
)
from sampled import sampled
from verifyd.v1 import verify_pb2 as pb
from waiting import wait_until

from sidecar.server.http import connection


class TestEvents:
    async def test_each_comes_while_the_request_is_still_written(self, counting: Start) -> None:
        def calls(address: str) -> None:
            with OpenStream(address) as stream:
                events = stream.events()
                stream.write(line({"start": {"request": {"requestId": "ours"}}}))
                assert next(events) == ("started", {"requestId": "ours"})
                assert (stream.status, stream.headers["content-type"]) == (200, EVENTS)
                assert stream.headers["cache-control"] == "no-store"
                for size in range(1, 4):
                    stream.write(text("x"))
                    assert next(events) == ("update", {"judgedBytes": str(size)})
                stream.finish()
                assert [*events] == [("result", {})]
                # The connection stays, for a stream as for anything else.
                stream.http.start_next_cycle()
                stream.begin()
                stream.write(BODY)
                stream.finish()
                assert [*stream.events()] == [*expected()]

        async with counting() as counted:
            await asyncio.to_thread(calls, counted.address)

    @pytest.mark.parametrize("kind", ["json", "proto"])
    @pytest.mark.parametrize("accept", ["", f"{EVENTS};q=0", f"text/html, {EVENTS}"])
    async def test_frames(self, counting: Start, kind: str, accept: str) -> None:
        parts = [pb.VerifyStreamRequest(start={}), pb.VerifyStreamRequest(text=b"x")]
        in_json = json.dumps(START).encode(), text("x")
        sent = [each.SerializeToString() for each in parts] if kind == "proto" else in_json
        headers = {"content_type": f"application/connect+{kind}"}

        def calls(address: str) -> None:
            with OpenStream(address, **headers, **({"accept": accept} if accept else {})) as stream:
                stream.write(b"".join(map(frame, sent)))
                stream.finish()
                body = stream.rest()
            wanted = [("started", {}), ("update", {"judgedBytes": "1"}), ("result", {})]
            if accept.startswith("text/html"):
                assert stream.headers["content-type"] == EVENTS
                assert [read_event(each) for each in body.split(b"\n\n")[:-1]] == wanted
                return
            assert stream.headers["content-type"] == headers["content_type"]
            *messages, (flags, end) = frames(body)
            assert (flags, json.loads(end)) == (2, {})
            if kind == "json":
                assert [json.loads(each) for _, each in messages] == [dict([e]) for e in wanted]
            else:
                read = [pb.VerifyStreamResponse.FromString(each) for _, each in messages]
                assert [each.WhichOneof("part") for each in read] == [name for name, _ in wanted]

        async with counting() as counted:
            await asyncio.to_thread(calls, counted.address)

    async def test_lines_may_be_blank_end_otherwise_or_not(self, counting: Start) -> None:
        body = b"\r\n\n" + BODY.replace(b"\n", b" \r\n\n")[:-4]
        async with counting() as counted:
            _, events = await asyncio.to_thread(call, counted.address, body)
        assert events == [*expected()]

    async def test_a_page_that_may_call_may_read(self, counting: Start) -> None:
        origin = "https://app.example.org"
        async with counting(http_cors_origins=[origin]) as counted:
            stream, events = await asyncio.to_thread(call, counted.address, BODY, origin=origin)
        assert events == [*expected()]
        assert stream.headers["access-control-allow-origin"] == origin

    async def test_signs_of_life(self, counting: Start, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(connection, "KEEP_ALIVE_S", 0.02)

        def calls(address: str) -> None:
            with OpenStream(address) as stream:
                stream.write(line(START))
                assert read_event(stream.read().rstrip()) == ("started", {})
                assert [stream.read() for _ in range(3)] == [b":\n\n"] * 3
                stream.finish()
                assert [*stream.events()] == [("result", {})]
                wait()  # none comes between two calls,
                stream.http.start_next_cycle()
                stream.begin(content_type="application/connect+json")
                stream.write(frame(json.dumps(START).encode()))
                stream.read()
                wait()  # nor in a form that has none
                stream.finish()
                assert [flags for flags, _ in frames(stream.rest())] == [0, 2]

        def wait() -> None:
            before = len(turns)
            wait_until(lambda: len(turns) >= before + 3)

        turns: list[int] = []

        async def count() -> None:
            while True:
                await asyncio.sleep(connection.KEEP_ALIVE_S)
                turns.append(1)

        async with counting() as counted:
            counter = asyncio.create_task(count())
            await asyncio.to_thread(calls, counted.address)
            counter.cancel()


class TestCuts:
    @pytest.mark.parametrize("seed", sampled(range(24), 8))
    async def test_wherever_the_request_is_cut(self, counting: Start, seed: int) -> None:
        drawn = random.Random(seed)
        most = 1 if seed == 0 else drawn.choice([2, 7, 60])

        def cut(data: bytes) -> Iterator[bytes]:
            while data:
                size = drawn.randint(1, most)
                yield data[:size]
                data = data[size:]

        head = f"POST {STREAM} HTTP/1.1\r\nhost: x\r\ncontent-type: {LINES}\r\n"
        chunks = (b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in cut(BODY))
        whole = f"{head}transfer-encoding: chunked\r\n\r\n".encode() + b"".join(chunks)

        def calls(address: str) -> None:
            with connect(address) as plain:
                for each in cut(whole + b"0\r\n\r\n"):
                    plain.sendall(each)
                response = HTTPResponse(plain)
                response.begin()
                found = response.read().split(b"\n\n")
            assert [read_event(each) for each in found[:-1]] == [*expected()]

        async with counting() as counted:
            await asyncio.to_thread(calls, counted.address)

    async def test_a_client_that_reads_once_it_has_written_everything(
        self, counting: Start
    ) -> None:
        async with counting(answer_bytes=1000) as counted:
            _, events = await asyncio.to_thread(
                call, counted.address, line(START) + text("x") * 300
            )
        assert [name for name, _ in events] == ["started", *["update"] * 300, "result"]
