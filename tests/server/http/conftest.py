"""A connection to a server that serves HTTP, and a method that streams."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from tempfile import TemporaryDirectory
from typing import Any

import grpc.aio
import pytest
from http_calls import HttpCaller
from http_streams import STREAM, Counted, Start
from verifyd.v1 import verify_pb2 as pb

from sidecar.server.server import Server

Serve = Callable[..., AbstractAsyncContextManager[tuple[Server, grpc.aio.Channel]]]


@pytest.fixture
def http(http_server: Any) -> Iterator[HttpCaller]:
    """It stays open for all calls of a test."""
    with HttpCaller(http_server.http) as caller:
        yield caller


@pytest.fixture
def counting(serve: Serve) -> Start:
    """Serves the method in the place of the real one."""

    @asynccontextmanager
    async def start(answer_bytes: int = 0, **settings: Any) -> AsyncIterator[Counted]:
        counted = Counted(answer_bytes)
        with TemporaryDirectory(prefix="verifyd-") as folder:
            own = {"http": f"unix://{folder}/h.sock", **settings}
            async with serve({"server": own}) as (server, _):
                method: Any = grpc.stream_stream_rpc_method_handler(
                    counted.stream, request_deserializer=pb.VerifyStreamRequest.FromString
                )
                service, _, name = STREAM[1:].partition("/")
                server._handlers.add_registered_method_handlers(service, {name: method})
                counted.server, counted.address = server, server.http_address
                yield counted

    return start
