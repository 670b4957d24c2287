"""An endpoint on a real socket that answers, or misbehaves, as a test wants."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from ssl import SSLContext
from typing import Any

Reply = Callable[[asyncio.StreamWriter], Awaitable[None]]


@dataclass
class Request:
    """What came over the wire."""

    line: str
    headers: dict[str, str]
    body: dict[str, Any]


@dataclass
class FakeEndpoint:
    """Answers each request with the next reply; the last one stays.

    Attributes:
        replies: What is answered, or a function of the request that says so.
        requests: What came.
        in_flight: Requests that are being answered.
        most_in_flight: The most that there were at once.
        connections: Connections that are open.
    """

    replies: list[Reply] | Callable[[Request], Reply]
    requests: list[Request] = field(default_factory=list)
    in_flight: int = 0
    most_in_flight: int = 0
    connections: int = 0
    url: str = ""
    _writers: set[asyncio.StreamWriter] = field(default_factory=set)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self._writers.add(writer)
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                while True:
                    request = await _request(reader)
                    self.requests.append(request)
                    self.in_flight += 1
                    self.most_in_flight = max(self.most_in_flight, self.in_flight)
                    try:
                        await self._answer(request, reader, writer)
                    finally:
                        self.in_flight -= 1
                    if writer.is_closing():
                        return
        finally:
            self.connections -= 1
            self._writers.discard(writer)
            writer.close()

    async def _answer(
        self, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Answer until it is done, or the other side goes away."""
        if callable(self.replies):
            reply = self.replies(request)
        else:
            reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        answering = asyncio.ensure_future(reply(writer))
        gone = asyncio.ensure_future(_end_of(reader))
        try:
            await asyncio.wait([answering, gone], return_when=asyncio.FIRST_COMPLETED)
            if answering.done():
                answering.result()
            else:
                writer.close()
        finally:
            for task in (answering, gone):
                task.cancel()
            await asyncio.gather(answering, gone, return_exceptions=True)


async def _end_of(reader: asyncio.StreamReader) -> None:
    """Return when the client has gone; it sends nothing while it waits."""
    while not reader.at_eof():  # noqa: ASYNC110 (to read would take the next request)
        await asyncio.sleep(0.005)


async def _request(reader: asyncio.StreamReader) -> Request:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    line, *lines = head.strip().split("\r\n")
    headers = {name.lower(): value for name, value in (one.split(": ", 1) for one in lines)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Request(line, headers, json.loads(body or b"{}"))


@asynccontextmanager
async def serving(*replies: Reply, ssl: SSLContext | None = None) -> AsyncIterator[FakeEndpoint]:
    """An endpoint with prepared replies."""
    async with serving_by(list(replies), ssl) as endpoint:
        yield endpoint


@asynccontextmanager
async def serving_by(
    replies: list[Reply] | Callable[[Request], Reply], ssl: SSLContext | None = None
) -> AsyncIterator[FakeEndpoint]:
    """An endpoint that decides by the request."""
    endpoint = FakeEndpoint(replies)
    server = await asyncio.start_server(endpoint._serve, "127.0.0.1", 0, ssl=ssl)
    endpoint.url = (
        f"{'https' if ssl else 'http'}://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    )
    try:
        yield endpoint
    finally:
        server.close()
        for writer in endpoint._writers:
            writer.close()
        await until(lambda: not endpoint.connections)


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds; some seconds at most."""
    async with asyncio.timeout(10):
        while not holds():  # noqa: ASYNC110 (what it looks at is not told)
            await asyncio.sleep(0.002)


def raw(data: bytes) -> Reply:
    """Bytes, and the end of the connection."""

    async def reply(writer: asyncio.StreamWriter) -> None:
        writer.write(data)
        await writer.drain()
        writer.close()

    return reply


def http(status: int, body: bytes = b"", **headers: str) -> Reply:
    """A response; headers by name, with "_" for "-"."""
    told = {"content_type": "application/json", "content_length": str(len(body))} | headers
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in told.items()]
    head = "\r\n".join([f"HTTP/1.1 {status} Status", *lines, "", ""])

    async def reply(writer: asyncio.StreamWriter) -> None:
        writer.write(head.encode() + body)
        await writer.drain()

    return reply


def says(content: Any, *, usage: Any = (10, 5), delay_s: float = 0, **choice: Any) -> Reply:
    """A chat completion with a content."""
    if isinstance(usage, tuple):
        usage = {"prompt_tokens": usage[0], "completion_tokens": usage[1]}
    message = {"role": "assistant", "content": content} | choice.pop("message", {})
    body = {
        "object": "chat.completion",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"} | choice],
        "usage": usage,
    }
    sent = http(200, json.dumps(body).encode())

    async def reply(writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(delay_s)
        await sent(writer)

    return reply


def refuses(message: str, status: int = 400, **error: Any) -> Reply:
    """A status with an error, as endpoints write it."""
    return http(status, json.dumps({"error": {"message": message} | error}).encode())


async def drips(writer: asyncio.StreamWriter) -> None:
    """A reply that never ends, in small pieces."""
    writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n")
    while True:
        writer.write(b" ")
        await writer.drain()
        await asyncio.sleep(0.01)


async def floods(writer: asyncio.StreamWriter) -> None:
    """A reply that never ends, as fast as it is read."""
    writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n")
    while True:
        writer.write(b" " * 65_536)
        await writer.drain()
