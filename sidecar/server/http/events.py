"""Streams for callers without a library: server-sent events out, and lines of JSON in.

An event has the name of the part that a response holds, and that part in JSON.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping, Sequence

from google.protobuf.descriptor import MethodDescriptor

from sidecar.server.http.codecs import Codec, JsonCodec, make_too_large, write_json
from sidecar.server.http.failures import HTTP_STATUS, Failure, refuse, to_json
from sidecar.server.http.forms import ConnectStream, EncodingUnknown, Piece
from sidecar.server.http.request import Header, Response

EVENTS = "text/event-stream"
_COMMENT = b":\n\n"
_HEADERS: Sequence[Header] = (
    ("content-type", EVENTS),
    ("cache-control", "no-store"),
    ("x-accel-buffering", "no"),  # nginx would else pass on events by the kilobyte
)


class EventStream(ConnectStream):
    """Messages come as in Connect's form of streams, and go as events.

    Args:
        headers: Of the request.
        codec: Name of the form of its messages.
    """

    def __init__(self, headers: Mapping[str, str], codec: str) -> None:
        super().__init__(headers, codec)
        self._begun = False

    def part(self, message: bytes) -> Response:
        """An event, which the codec has written."""
        self._begun = True
        return Response(200, _HEADERS, message, keep_alive=_COMMENT)

    def reply(self, message: bytes | None, *, compressed: bool) -> Response:
        """Nothing more: all messages were parts."""
        del message, compressed
        return Response(200, _HEADERS)

    def refuse(self, failure: Failure) -> Response:
        """An event once there were others; before that the error has a status of HTTP."""
        if self._begun:
            return Response(200, _HEADERS, _write_event("error", json.dumps(to_json(failure))))
        return refuse(failure, HTTP_STATUS[failure.code.name])


class LineStream(EventStream):
    """Each line of the body is a message in JSON."""

    async def pieces(self, body: AsyncIterator[bytes], maximum: int) -> AsyncIterator[Piece]:
        """Each line that is not blank; the last one may lack its end."""
        if self._headers.get("content-encoding", "identity") != "identity":
            raise EncodingUnknown("a body in lines is not compressed")
        rest = bytearray()
        async for part in body:
            head, *lines = part.split(b"\n")
            rest += head
            if len(rest) > maximum:
                raise make_too_large(maximum)
            for line in lines:
                if whole := bytes(rest).strip():
                    yield Piece(whole, compressed=False)
                rest = bytearray(line)
        if whole := bytes(rest).strip():
            yield Piece(whole, compressed=False)


class EventCodec(JsonCodec):
    """Writes responses as events.

    Args:
        method: Whose messages they are; its responses are one of several parts.
        request: How its requests are read.
    """

    def __init__(self, method: MethodDescriptor, request: Codec) -> None:
        super().__init__(method)
        self._parts: str = method.output_type.oneofs[0].name
        self._reading = request

    def read_s(self, data: bytes) -> float:
        """As that codec says."""
        return self._reading.read_s(data)

    def read(self, data: bytes) -> bytes:
        """A request."""
        return self._reading.read(data)

    def write(self, data: bytes) -> bytes:
        """An event."""
        message = self._response.FromString(data)
        name: str = message.WhichOneof(self._parts)
        return _write_event(name, write_json(getattr(message, name)))


def _write_event(name: str, data: str) -> bytes:
    """An event; JSON has no end of a line in it."""
    return f"event: {name}\ndata: {data}\n\n".encode()
