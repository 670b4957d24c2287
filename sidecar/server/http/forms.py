"""How a call is written in HTTP: Connect's unary and streaming forms, and gRPC-Web.

A form knows headers, how messages lie in a body, and how errors are written; not what they mean.
"""

from __future__ import annotations

import base64
import json
import re
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping
from typing import ClassVar, NamedTuple
from urllib.parse import quote

from google.rpc import status_pb2

from sidecar.errors import VerifydError
from sidecar.server.call import DETAILS, RequestMalformed
from sidecar.server.http.codecs import make_too_large
from sidecar.server.http.failures import HTTP_STATUS, Failure, refuse, to_json
from sidecar.server.http.request import Response

_COMPRESSED, _CONNECT_END, _WEB_END = 0x01, 0x02, 0x80
_TIMEOUT_MS = re.compile(r"[0-9]{1,10}")
_TIMEOUT = re.compile(r"([0-9]{1,8})([HMSmun])")
_SECONDS = {"H": 3600.0, "M": 60.0, "S": 1.0, "m": 1e-3, "u": 1e-6, "n": 1e-9}


class EncodingUnknown(VerifydError):
    """A body is compressed in a way that the server does not know."""

    code: ClassVar[str] = "UNIMPLEMENTED"
    reason: ClassVar[str] = ""


class Piece(NamedTuple):
    """A message as it came."""

    data: bytes
    compressed: bool


class Form(ABC):
    """A form of calls.

    Args:
        headers: Of the request.
        codec: Name of the form of its messages.
    """

    def __init__(self, headers: Mapping[str, str], codec: str) -> None:
        self._headers, self._codec = headers, codec

    takes_streams: ClassVar[bool] = True

    @abstractmethod
    def timeout_s(self) -> float | None:
        """The client's deadline.

        Raises:
            RequestMalformed: If it is no time.
        """

    @abstractmethod
    def pieces(self, body: AsyncIterator[bytes], maximum: int) -> AsyncIterator[Piece]:
        """The messages of a body.

        Raises:
            MessageTooLarge: If one is larger than the maximum.
            VerifydError: If there are none in it.
        """

    @abstractmethod
    def part(self, message: bytes) -> Response:
        """The part of a response that holds one of its messages.

        Raises:
            RequestMalformed: If the form has only one.
        """

    @abstractmethod
    def reply(self, message: bytes | None, *, compressed: bool) -> Response:
        """The response with a message, or the rest of one whose messages were its parts."""

    @abstractmethod
    def refuse(self, failure: Failure) -> Response:
        """The response that tells of an error."""

    def accepts_gzip(self) -> bool:
        """Whether a reply may be compressed."""
        return False


class ConnectUnary(Form):
    """One message is the body, and errors have a status of HTTP."""

    takes_streams = False

    def timeout_s(self) -> float | None:
        """``Connect-Timeout-Ms``."""
        return _connect_timeout_s(self._headers)

    async def pieces(self, body: AsyncIterator[bytes], maximum: int) -> AsyncIterator[Piece]:
        """The body is the one message."""
        compressed = _is_gzip(self._headers.get("content-encoding", ""))
        length = self._headers.get("content-length", "0")
        if length.isdecimal() and int(length) > maximum:
            raise make_too_large(maximum)
        data = bytearray()
        async for part in body:
            data += part
            if len(data) > maximum:
                raise make_too_large(maximum)
        yield Piece(bytes(data), compressed)

    def accepts_gzip(self) -> bool:
        """By ``Accept-Encoding``."""
        return is_accepted("gzip", self._headers.get("accept-encoding", ""))

    def part(self, message: bytes) -> Response:
        """There is none."""
        raise RequestMalformed("this method answers with a stream of messages")

    def reply(self, message: bytes | None, *, compressed: bool) -> Response:
        """The message."""
        headers = [("content-type", f"application/{self._codec}"), ("vary", "accept-encoding")]
        if compressed:
            headers.append(("content-encoding", "gzip"))
        return Response(200, headers, message or b"")

    def refuse(self, failure: Failure) -> Response:
        """The error in JSON, whatever the form of messages is."""
        return refuse(failure, HTTP_STATUS[failure.code.name])


class _Framed(Form):
    """Messages have a flag and their length before them, and the end is one of them."""

    encoding: ClassVar[str]
    prefix: ClassVar[str]

    async def pieces(self, body: AsyncIterator[bytes], maximum: int) -> AsyncIterator[Piece]:
        """Each message of the body."""
        named = _is_gzip(self._headers.get(self.encoding, ""))
        data = bytearray()
        async for part in body:
            data += part
            while len(data) >= 5:
                flags, size = data[0], int.from_bytes(data[1:5], "big")
                if flags & ~_COMPRESSED or (flags and not named):
                    raise RequestMalformed(f"a message has the flags {flags:#04x}")
                if size > maximum:
                    raise make_too_large(maximum)
                if len(data) < 5 + size:
                    break
                yield Piece(bytes(data[5 : 5 + size]), bool(flags))
                del data[: 5 + size]
        if data:
            raise RequestMalformed("the body ends within a message")

    def part(self, message: bytes) -> Response:
        """The message."""
        return self._response(_frame(0, message))

    def reply(self, message: bytes | None, *, compressed: bool) -> Response:
        """The message, if there is one, and the end."""
        del compressed
        sent = b"" if message is None else _frame(0, message)
        return self._response(sent + self._end(None))

    def refuse(self, failure: Failure) -> Response:
        """The end alone."""
        return self._response(self._end(failure))

    def _response(self, body: bytes) -> Response:
        return Response(200, [("content-type", f"application/{self.prefix}+{self._codec}")], body)

    @abstractmethod
    def _end(self, failure: Failure | None) -> bytes:
        """What comes after the messages."""


class ConnectStream(_Framed):
    """Connect's form of streams, which uploads have."""

    encoding = "connect-content-encoding"
    prefix = "connect"

    def timeout_s(self) -> float | None:
        """``Connect-Timeout-Ms``."""
        return _connect_timeout_s(self._headers)

    def _end(self, failure: Failure | None) -> bytes:
        end = {} if failure is None else {"error": to_json(failure)}
        return _frame(_CONNECT_END, json.dumps(end).encode())


class GrpcWeb(_Framed):
    """gRPC-Web in its binary form."""

    encoding = "grpc-encoding"
    prefix = "grpc-web"

    def timeout_s(self) -> float | None:
        """``grpc-timeout``."""
        given = self._headers.get("grpc-timeout")
        if given is None:
            return None
        found = _TIMEOUT.fullmatch(given)
        if found is None:
            raise RequestMalformed("grpc-timeout is no time")
        return int(found[1]) * _SECONDS[found[2]]

    def _end(self, failure: Failure | None) -> bytes:
        code, message = (0, "") if failure is None else (failure.code.value[0], failure.message)
        lines = [f"grpc-status: {code}", f"grpc-message: {quote(message, safe=' ')}"]
        if failure is not None and failure.details:
            status = status_pb2.Status(code=code, message=message, details=failure.details)
            encoded = base64.b64encode(status.SerializeToString()).decode().rstrip("=")
            lines.append(f"{DETAILS}: {encoded}")
        return _frame(_WEB_END, "".join(f"{line}\r\n" for line in lines).encode())


def is_accepted(name: str, header: str) -> bool:
    """Whether a client accepts something by name."""
    parts = [part.partition(";") for part in header.lower().replace(" ", "").split(",")]
    return any(each == name and quality != "q=0" for each, _, quality in parts)


def _connect_timeout_s(headers: Mapping[str, str]) -> float | None:
    given = headers.get("connect-timeout-ms")
    if given is None:
        return None
    if not _TIMEOUT_MS.fullmatch(given):
        raise RequestMalformed("Connect-Timeout-Ms is no number of up to ten digits")
    return int(given) / 1000


def _is_gzip(encoding: str) -> bool:
    """Whether bodies are compressed.

    Raises:
        EncodingUnknown: If they are so in another way.
    """
    if encoding in {"", "identity"}:
        return False
    if encoding != "gzip":
        raise EncodingUnknown("the server knows the encodings gzip and identity")
    return True


def _frame(flags: int, data: bytes) -> bytes:
    return bytes([flags]) + len(data).to_bytes(4, "big") + data
