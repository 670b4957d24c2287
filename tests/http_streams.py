"""Streams over HTTP in tests: a client that writes a request while it reads the response."""

from __future__ import annotations

import asyncio
import base64
import json
import socket
import ssl
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any

import h11
from http_calls import connect, listener_of
from verifyd.v1 import verify_pb2 as pb

from sidecar.server.call import RequestMalformed
from sidecar.server.http.connection import Connection
from sidecar.server.server import Server

STREAM = "/verifyd.v1.VerifyService/VerifyStream"
LINES = "application/x-ndjson"
EVENTS = "text/event-stream"
START: Mapping[str, Any] = {"start": {"request": {}}}

Event = tuple[str, Any]


def line(part: Mapping[str, Any]) -> bytes:
    """A message as a line."""
    return json.dumps(part, ensure_ascii=False).encode() + b"\n"


def text(piece: str | bytes) -> bytes:
    """A piece of the narrative as a line."""
    data = piece.encode() if isinstance(piece, str) else piece
    return line({"text": base64.b64encode(data).decode()})


class OpenStream:
    """One call, on a connection of its own.

    Args:
        address: Of the server.
        tls: For ``https``.
        headers: Beside those of every call; a type of content among them replaces the usual one.
    """

    def __init__(self, address: str, tls: ssl.SSLContext | None = None, /, **headers: str) -> None:
        self.socket = connect(address, tls)
        self.http = h11.Connection(h11.CLIENT)
        self.head: h11.Response | None = None
        self.begin(**headers)

    def __enter__(self) -> OpenStream:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def begin(self, **headers: str) -> None:
        """Send the head of a request."""
        self.head = None
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        own = {"host": "x", "content-type": LINES, "transfer-encoding": "chunked"}
        head = h11.Request(method="POST", target=STREAM, headers=[*(own | named).items()])
        self.socket.sendall(self.http.send(head) or b"")

    def write(self, data: bytes) -> None:
        """Send more of the body."""
        self.socket.sendall(self.http.send(h11.Data(data=data)) or b"")

    def finish(self) -> None:
        """End the body."""
        self.socket.sendall(self.http.send(h11.EndOfMessage()) or b"")

    def read(self) -> bytes:
        """More of the response's body; empty at its end.

        Raises:
            h11.RemoteProtocolError: If it is cut off.
        """
        while True:
            event = self.http.next_event()
            if event is h11.NEED_DATA:
                self.http.receive_data(self.socket.recv(65_536))
            elif isinstance(event, h11.Response):
                self.head = event
            elif isinstance(event, h11.Data):
                return bytes(event.data)
            elif isinstance(event, h11.EndOfMessage):
                return b""

    def rest(self) -> bytes:
        """The rest of the response's body."""
        return b"".join(iter(self.read, b""))

    def events(self) -> Iterator[Event]:
        """Each event, as soon as it is there."""
        data = b""
        while part := self.read():
            data += part
            *whole, data = data.split(b"\n\n")
            yield from (read_event(each) for each in whole if each != b":")
        assert data == b""

    @property
    def status(self) -> int:
        """Of the response, whose head has come."""
        assert self.head is not None
        return self.head.status_code

    @property
    def headers(self) -> Mapping[str, str]:
        """The same."""
        assert self.head is not None
        return {name.decode(): value.decode() for name, value in self.head.headers}


def read_event(data: bytes) -> Event:
    """The name of an event, and its data."""
    name, value = data.decode().split("\n")
    assert name.startswith("event: ")
    assert value.startswith("data: ")
    return name[7:], json.loads(value[6:])


def call(address: str, body: bytes, **headers: str) -> tuple[OpenStream, list[Event]]:
    """A call that reads only once it has written everything."""
    stream = OpenStream(address, **headers)
    with stream:
        stream.write(body)
        stream.finish()
        return stream, [*stream.events()]


def narrow(plain: socket.socket) -> None:
    """Let the system hold little for a client, so that it is soon seen that it does not read."""
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)


NARRATIVE = "Umsätze: 5 ‰ – 😀."
BODY = line(START) + b"".join(text(each.encode()) for each in NARRATIVE)


class Counted:
    """A method that says how much text has come, and how its calls ended."""

    def __init__(self, answer_bytes: int = 0) -> None:
        self.address = ""
        self.server: Server
        self.parts = self.cancelled = 0
        self._filling = "x" * answer_bytes

    def connections(self) -> Collection[Connection]:
        return listener_of(self.server)._connections

    def is_waiting(self) -> bool:
        """Whether a call waits for its client to take more."""
        return any(not each._sent.is_set() for each in self.connections())

    def ended_more_than(self, count: int) -> bool:
        return self.cancelled > count

    async def stream(self, requests: AsyncIterator[Any], _: Any) -> AsyncIterator[Any]:
        size = 0
        try:
            async for request in requests:
                self.parts += 1
                if request.HasField("start"):
                    started = pb.VerifyStreamStarted(request_id=request.start.request.request_id)
                    yield pb.VerifyStreamResponse(started=started)
                    continue
                if request.text == b"\xff":
                    raise RequestMalformed("the narrative is not UTF-8")
                size += len(request.text)
                update = pb.VerifyStreamUpdate(judged_bytes=size)
                if self._filling:
                    update.findings.add(id=1).finding.message = self._filling
                yield pb.VerifyStreamResponse(update=update)
            yield pb.VerifyStreamResponse(result=pb.VerifyResponse())
        except (asyncio.CancelledError, GeneratorExit):
            self.cancelled += 1
            raise


Start = Callable[..., AbstractAsyncContextManager[Counted]]


def expected(narrative: str = NARRATIVE) -> Iterator[Event]:
    """What a narrative that comes by its characters is answered with."""
    yield "started", {}
    size = 0
    for each in narrative:
        size += len(each.encode())
        yield "update", {"judgedBytes": str(size)}
    yield "result", {}
