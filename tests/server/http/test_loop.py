"""The front inside this process, where its event loop must not wait and its bounds can be small."""

from __future__ import annotations

import asyncio
import gzip
import json
import resource
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import grpc.aio
import pytest
from calls import RIGHT, Echo, request
from google.protobuf.json_format import MessageToDict
from http_calls import PROTO, VERIFY, HttpCaller, connect, listener_of
from waiting import wait_until

from sidecar.runner import Runner
from sidecar.server.http import connection, front, listener
from sidecar.server.http.request import Request, Response
from sidecar.server.server import Server

Serve = Callable[..., AbstractAsyncContextManager[tuple[Server, grpc.aio.Channel]]]
HTTP = {"server": {"http": "tcp://127.0.0.1:0"}}
OUTCOME = "/verifyd.v1.OutcomeService/ValidateCriteria"


async def test_nothing_blocks_the_loop(serve: Serve) -> None:
    async with serve(dict(HTTP)) as (server, _):

        def calls() -> None:
            with HttpCaller(server.http_address) as http:
                long = json.dumps(MessageToDict(request(RIGHT * 100))).encode()
                for data in (long, gzip.compress(long)):
                    encoding = {"content_encoding": "gzip"} if data is not long else {}
                    headers = {"accept_encoding": "gzip", "connect_timeout_ms": "60000"}
                    reply = http.post(VERIFY, data, **headers, **encoding)
                    assert reply.headers.get("content-encoding") == "gzip", reply.body
                    assert json.loads(gzip.decompress(reply.body))["report"]["results"]
                assert http.post(OUTCOME, {"criteria": {}}).status == 200

        await asyncio.to_thread(calls)


async def test_a_fault_of_ours_says_no_more_than_the_request_id(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: Any, **__: Any) -> Any:
        raise RuntimeError("the secret inner text")

    async with serve(dict(HTTP)) as (server, _):
        monkeypatch.setattr(Runner, "run", broken)
        with HttpCaller(server.http_address) as http:
            given = {**MessageToDict(request()), "requestId": "my-id"}
            reply = await asyncio.to_thread(http.post, VERIFY, given)
    assert reply.error == (500, "internal", "INTERNAL")
    assert reply.json["details"][0]["debug"]["metadata"] == {"request_id": "my-id"}
    assert b"secret" not in reply.body


async def test_a_fault_of_the_front_is_an_error_too(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serve(dict(HTTP)) as (server, _):
        monkeypatch.setattr(front, "choose_form", None)
        with HttpCaller(server.http_address) as http:
            reply = await asyncio.to_thread(http.post, VERIFY, b"", PROTO)
    assert reply.error == (500, "internal", "")


async def test_methods_that_are_not_in_the_contract_take_bytes(serve: Serve) -> None:
    async with serve(dict(HTTP), extra_handlers=[Echo()]) as (server, _):

        def calls() -> None:
            with HttpCaller(server.http_address) as http:
                assert http.post("/bench.Echo/Echo", b"hello", PROTO).body == b"hello"
                refused = http.post("/bench.Echo/Refuse", b"", PROTO)
                assert (*refused.error, refused.json["message"]) == (
                    *(409, "aborted", ""),
                    "in its own words",
                )
                assert http.post("/bench.Echo/Echo", {}).status == 415

        await asyncio.to_thread(calls)


async def test_a_new_connection_takes_the_place_of_an_idle_one(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "MAX_CONNECTIONS", 2)
    async with serve(dict(HTTP)) as (server, _):

        def calls() -> None:
            first, second = (HttpCaller(server.http_address) for _ in range(2))
            for http in (first, second):
                assert http.request("GET", "/healthz").status == 200
            with HttpCaller(server.http_address) as third:
                assert third.request("GET", "/healthz").status == 200
            assert first.socket.recv(1) == b""
            assert second.request("GET", "/healthz").status == 200

        await asyncio.to_thread(calls)


async def test_where_all_are_busy_it_is_refused(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "MAX_CONNECTIONS", 1)
    entered, go = asyncio.Event(), asyncio.Event()
    run = Runner.run

    async def slow(*args: Any, **options: Any) -> Any:
        entered.set()
        await go.wait()
        return await run(*args, **options)

    async with serve(dict(HTTP)) as (server, _):
        monkeypatch.setattr(Runner, "run", slow)

        def get() -> Any:
            with HttpCaller(server.http_address) as http:
                return http.request("GET", "/healthz").error

        with HttpCaller(server.http_address) as busy:
            call = asyncio.create_task(
                asyncio.to_thread(busy.post, VERIFY, MessageToDict(request()))
            )
            await entered.wait()
            assert await asyncio.to_thread(get) == (503, "unavailable", "")
            go.set()
            assert (await call).status == 200


async def test_who_sends_no_request_is_cut_off(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "IDLE_S", 0.05)
    async with serve(dict(HTTP)) as (server, _):
        for sent in (b"", b"GET /healthz HT"):
            with connect(server.http_address) as plain:
                plain.sendall(sent)
                assert await asyncio.to_thread(plain.recv, 1) == b""


async def test_who_takes_no_response_is_cut_off(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "SEND_S", 0.05)
    large = {"server": {**HTTP["server"], "max_message_bytes": 64 * 1024 * 1024}}
    async with serve(large, extra_handlers=[Echo()]) as (server, _):

        def calls() -> None:
            with connect(server.http_address) as plain:
                plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                size = 32 * 1024 * 1024
                head = f"POST /bench.Echo/Echo HTTP/1.1\r\nhost: x\r\ncontent-type: {PROTO}\r\n"
                plain.sendall(f"{head}content-length: {size}\r\n\r\n".encode())
                plain.sendall(bytes(size))  # which it has read, so the connection is there
                wait_until(lambda: not listener_of(server)._connections)

        await asyncio.to_thread(calls)


async def test_connections_that_were_refused_are_not_in_the_way_of_the_bound(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "MAX_CONNECTIONS", 1)
    monkeypatch.setattr(listener, "MAX_REFUSED", 2)
    async with serve(dict(HTTP)) as (server, _):

        def calls() -> None:
            with connect(server.http_address) as busy:
                head = f"POST {VERIFY} HTTP/1.1\r\nhost: x\r\ncontent-type: {PROTO}\r\n"
                busy.sendall(f"{head}content-length: 9\r\n\r\n".encode())
                wait_until(lambda: any(each.is_busy for each in listener_of(server)._connections))
                others = [HttpCaller(server.http_address) for _ in range(4)]
                for last in others[-2:]:
                    reply = last.request("GET", "/healthz")
                    assert reply.error == (503, "unavailable", "")
                    assert reply.headers["connection"] == "close"
                for first in others[:2]:
                    assert first.socket.recv(1) == b""

        await asyncio.to_thread(calls)


async def test_a_body_of_single_bytes_leaves_other_calls_their_turn(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn, in_turn = 0, Counter[int]()

    async def take_turns() -> None:
        nonlocal turn
        while True:
            await asyncio.sleep(0)
            turn += 1

    async def read(request: Request) -> Response:
        async for part in request.body():
            in_turn[turn] += len(part)
        return Response(200, ())

    async with serve(dict(HTTP)) as (server, _):
        monkeypatch.setattr(listener_of(server), "_answer", read)
        turns = asyncio.create_task(take_turns())
        with connect(server.http_address) as plain:
            head = b"POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n"
            await asyncio.to_thread(plain.sendall, head + b"1\r\nx\r\n" * 10_000 + b"0\r\n\r\n")
            assert (await asyncio.to_thread(plain.recv, 12)).endswith(b"200")
        turns.cancel()
    assert in_turn.total() == 10_000
    assert max(in_turn.values()) <= connection.EVENTS_IN_TURN


async def test_connections_leave_room_for_those_of_grpc(serve: Serve) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, hard))
    try:
        async with serve(dict(HTTP)):
            allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert allowed == min(listener.DESCRIPTORS, hard)
    assert allowed > listener.MAX_CONNECTIONS + listener.MAX_REFUSED
