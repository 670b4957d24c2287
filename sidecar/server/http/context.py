"""A call over HTTP as the guard and the methods see any call."""

from __future__ import annotations

import asyncio
import gzip
import ipaddress
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NoReturn

import grpc
import grpc.aio
from google.rpc import status_pb2

from sidecar.server.call import CALL, DETAILS, Context
from sidecar.server.http.codecs import Codec, gunzip, make_too_large
from sidecar.server.http.failures import Failure
from sidecar.server.http.forms import Form, Piece
from sidecar.server.http.request import Header, Request
from sidecar.work.pool import SHORT_S, Pool

_MIN_GZIP = 1024
"""Bytes of a reply below which compressing it saves nothing."""

_GZIP_S = 30e-9
"""Seconds of processor time for compressing a byte."""

_SAN = "x509_subject_alternative_name"
_SAN_KINDS = {"DNS", "email", "URI", "IP Address"}


def share_with_page(request: Request) -> Sequence[Header]:
    """Headers that let the page that calls, if it is one, read the response."""
    origin = request.headers.get("origin")
    if origin is None:
        return ()
    exposed = "grpc-status, grpc-message, grpc-status-details-bin, retry-after"
    return (
        ("access-control-allow-origin", origin),
        ("access-control-expose-headers", exposed),
        ("vary", "origin"),
    )


def read_names(certificate: Mapping[str, Any] | None) -> Mapping[str, Sequence[bytes]]:
    """The names in a certificate, as gRPC has them; none where there is no certificate."""
    known = certificate or {}
    common = [
        value for names in known.get("subject", ()) for key, value in names if key == "commonName"
    ]
    others = [
        ipaddress.ip_address(value).compressed if kind == "IP Address" else value
        for kind, value in known.get("subjectAltName", ())
        if kind in _SAN_KINDS  # of others Python has no name, or the same for all
    ]
    return {
        "x509_common_name": [value.encode() for value in common[:1]],
        _SAN: [value.encode() for value in others],
    }


class HttpContext(Context):
    """One call.

    Attributes:
        failure: How it was ended, once it was aborted.
        compressed: Whether its reply is.

    Args:
        request: Of HTTP.
        form: How the call is written in it.
        codec: How its messages are written.
        max_bytes: The largest message.
        pool: Reads and writes what is long.
    """

    def __init__(
        self, request: Request, form: Form, codec: Codec, max_bytes: int, pool: Pool
    ) -> None:
        self._request, self._form, self._codec = request, form, codec
        self._max_bytes, self._pool = max_bytes, pool
        self._started, self._timeout_s = time.monotonic(), form.timeout_s()
        self._pieces = form.pieces(request.body(), max_bytes)
        self.failure: Failure | None = None
        self.compressed = False

    def time_remaining(self) -> float | None:
        """Seconds until the client's deadline, if it has one."""
        if self._timeout_s is None:
            return None
        return max(0.0, self._timeout_s - (time.monotonic() - self._started))

    def invocation_metadata(self) -> Sequence[tuple[str, str]]:
        """The headers; a key of an API counts as a bearer token where there is no other."""
        headers = self._request.headers
        if "x-api-key" in headers and "authorization" not in headers:
            headers = headers | {"authorization": f"Bearer {headers['x-api-key']}"}
        return tuple(headers.items())

    def auth_context(self) -> Mapping[str, Sequence[bytes]]:
        """The names in the client's certificate."""
        return read_names(self._request.certificate)

    async def read(self) -> Any:
        """The next message, or what gRPC has for there being none."""
        with suppress(StopAsyncIteration):
            return await self._decode(await anext(self._pieces))
        return grpc.aio.EOF

    async def messages(self) -> AsyncIterator[bytes]:
        """All messages."""
        async for piece in self._pieces:
            yield await self._decode(piece)
            await asyncio.sleep(0)  # thousands may have come at once

    async def send(self, message: bytes) -> None:
        """Send a response of several, and wait while the client has too many to take.

        Raises:
            MessageTooLarge: If it is larger than the server sends.
        """
        part = self._form.part(await self.encode(message))
        await self._request.send(
            part._replace(headers=[*part.headers, *share_with_page(self._request)])
        )

    async def encode(self, message: bytes) -> bytes:
        """A response as it is sent, in the time that the call has.

        Raises:
            MessageTooLarge: If it is larger than the server sends.
        """
        if len(message) > self._max_bytes:
            raise make_too_large(self._max_bytes)
        self.compressed = self._form.accepts_gzip() and len(message) >= _MIN_GZIP
        cost_s = self._codec.write_s(message) + _GZIP_S * len(message) * self.compressed
        return await self._work(cost_s, "reply", self._encode, message)

    async def abort(
        self,
        code: grpc.StatusCode,
        details: str = "",
        trailing_metadata: Sequence[tuple[str, str | bytes]] = (),
    ) -> NoReturn:
        """End the call with an error.

        Raises:
            grpc.aio.AbortError: Always.
        """
        status = status_pb2.Status()
        for key, value in trailing_metadata:
            if key == DETAILS and isinstance(value, bytes):
                status.ParseFromString(value)
        self.failure = Failure(code, details, tuple(status.details))
        raise grpc.aio.AbortError(details)

    def code(self) -> grpc.StatusCode | None:
        """The status that the call was ended with."""
        return self.failure.code if self.failure else None

    async def _decode(self, piece: Piece) -> bytes:
        # What is compressed may be a thousand times as long.
        cost_s = SHORT_S if piece.compressed else self._codec.read_s(piece.data)
        return await self._work(cost_s, "parse", self._read, piece)

    def _read(self, piece: Piece) -> bytes:
        data = gunzip(piece.data, self._max_bytes) if piece.compressed else piece.data
        message = self._codec.read(data)
        if len(message) > self._max_bytes:
            raise make_too_large(self._max_bytes)
        return message

    def _encode(self, message: bytes) -> bytes:
        body = self._codec.write(message)
        return gzip.compress(body, 1, mtime=0) if self.compressed else body

    async def _work(self, cost_s: float, kind: str, work: Any, given: Any) -> bytes:
        call = CALL.get()
        place = call.tenant, kind, call.remaining_s()
        result: bytes = await self._pool.run_by_cost(cost_s, work, *place, given)
        return result
