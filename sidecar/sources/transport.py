"""One GET over one connection to an address that was checked. It imports ``httpcore2``.

This is the layer below ``httpx2``: it has no redirects, cookies, credentials or proxies, and reads
no environment and no ``.netrc``, so none of that has to be switched off. It takes a URL in parts,
so there is no second reading of one.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import httpcore2

from sidecar.sources.urls import SourceError, Url

# Connections to checked addresses, over which only so much comes. It imports ``httpcore2``.

_CONNECT_S = 3.0
"""For one address, so that one that does not answer leaves time for the others."""
_AT_ONCE = 16 * 1024
"""Bytes that are read together: what is made of them holds up the event loop."""

FAULTS = (
    httpcore2.NetworkError,
    httpcore2.ProtocolError,
    httpcore2.TimeoutException,
    OSError,
)
"""What comes of a host that does not keep to the protocol, or cannot be reached."""


class PinnedBackend(httpcore2.AsyncNetworkBackend):
    """Connects to given addresses, whatever the name.

    Args:
        addresses: The first that answers is taken.
        max_bytes: That may be read; see ``allow``.
    """

    def __init__(self, addresses: Sequence[str], max_bytes: int) -> None:
        self._addresses = addresses
        self._left = max_bytes
        self._backend = httpcore2.AnyIOBackend()

    def allow(self, more_bytes: int) -> None:
        """Let more be read."""
        self._left += more_bytes

    def count(self, nbytes: int) -> None:
        """Bytes were read.

        Raises:
            SourceError: If they are more than may be.
        """
        self._left -= nbytes
        if self._left < 0:
            raise SourceError("SOURCE_TOO_LARGE", "its host sends more than a document")

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 (the library's own)
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Connect to one of the addresses."""
        failed: Exception = httpcore2.ConnectError(host)
        for address in self._addresses:
            try:
                return _MeteredStream(
                    await self._backend.connect_tcp(address, port, _CONNECT_S), self
                )
            except FAULTS as error:
                failed = error
        raise failed


class _MeteredStream(httpcore2.AsyncNetworkStream):
    """A stream whose bytes are counted as they come."""

    def __init__(self, stream: httpcore2.AsyncNetworkStream, meter: PinnedBackend) -> None:
        self._stream = stream
        self._meter = meter

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109
        data = await self._stream.read(min(max_bytes, _AT_ONCE), timeout)
        self._meter.count(len(data))
        return data

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109
    ) -> httpcore2.AsyncNetworkStream:
        inner = await self._stream.start_tls(ssl_context, server_hostname, timeout)
        return _MeteredStream(inner, self._meter)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


logging.getLogger("httpcore2").setLevel(logging.WARNING)  # it tells each request, with its path

_OK = 200
_HEAD_BYTES = 128 * 1024
_PIECES = 1000
_PIECE_BYTES = 64
"""A body may come in so many pieces, and in one more for each of so many bytes."""
_TURN = 100
"""Pieces after which others have their turn on the event loop."""
_ACCEPT = "text/html, application/xhtml+xml, application/pdf, text/plain, */*;q=0.5"


class HttpReply(NamedTuple):
    """What a host answered.

    Attributes:
        status: Of HTTP.
        headers: By name in lower case; of those that stand twice, the last.
        body: As it was sent; empty where the status is not 200.
    """

    status: int
    headers: dict[str, str]
    body: bytes


class Transport:
    """Asks hosts, each on a connection of its own.

    Args:
        context: For TLS; that of the system where none is given, which is read from disk.
    """

    def __init__(self, context: ssl.SSLContext | None = None) -> None:
        self._context = context or ssl.create_default_context()

    async def get(
        self, url: Url, addresses: Sequence[str], user_agent: str, max_bytes: int
    ) -> HttpReply:
        """What a host answers to a GET.

        Args:
            url: What is asked for; the host proves its name by TLS.
            addresses: Where it is asked, the first that answers.
            user_agent: Who asks.
            max_bytes: Of the body.

        Raises:
            SourceError: If there is no complete answer.
        """
        whole = httpcore2.URL(
            scheme=b"https", host=url.host.encode(), port=url.port, target=url.target.encode()
        )
        headers = {
            "Host": url.host if url.port == 443 else f"{url.host}:{url.port}",
            "User-Agent": user_agent,
            "Accept": _ACCEPT,
            "Accept-Encoding": "gzip",
            "Connection": "close",
        }
        request = httpcore2.Request("GET", whole, headers=list(headers.items()))
        pinned = PinnedBackend(addresses, _HEAD_BYTES)
        connection = httpcore2.AsyncHTTPConnection(
            whole.origin, ssl_context=self._context, network_backend=pinned
        )
        try:
            response = await connection.handle_async_request(request)
            found = {_text(name).lower(): _text(value) for name, value in response.headers}
            if response.status != _OK:
                return HttpReply(response.status, found, b"")
            pinned.allow(2 * max_bytes)
            return HttpReply(response.status, found, await _body(response, found, max_bytes))
        except FAULTS as error:
            is_tls = isinstance(error.__cause__, ssl.SSLError)
            detail = "its certificate is not accepted, or TLS failed" if is_tls else url.host
            fault = SourceError("SOURCE_UNREACHABLE", detail)
        finally:
            await connection.aclose()
        raise fault


async def _body(response: httpcore2.Response, headers: dict[str, str], max_bytes: int) -> bytes:
    told = headers.get("content-length", "")
    if told.isdecimal() and int(told[:20]) > max_bytes:
        raise _too_large(max_bytes)
    body = bytearray()
    pieces = 0
    async for piece in response.aiter_stream():
        body += piece
        pieces += 1
        if len(body) > max_bytes:
            raise _too_large(max_bytes)
        if pieces > _PIECES + len(body) // _PIECE_BYTES:
            raise SourceError("SOURCE_UNREADABLE", "it comes in too many pieces")
        if pieces % _TURN == 0:
            await asyncio.sleep(0)
    return bytes(body)


def _too_large(max_bytes: int) -> SourceError:
    return SourceError("SOURCE_TOO_LARGE", f"more than {max_bytes} bytes")


def _text(header: bytes) -> str:
    return header.decode("utf-8", "replace")
