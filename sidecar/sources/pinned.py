"""Connections to checked addresses, over which only so much comes. It imports ``httpcore2``.

What is read is counted below HTTP: answers before the answer, headers, chunks of one byte and what
is said about them are all bytes.
"""

from __future__ import annotations

import ssl
from collections.abc import Iterable, Sequence
from typing import Any

import httpcore2

from sidecar.sources.errors import SourceError

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


class Pinned(httpcore2.AsyncNetworkBackend):
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
                return _Metered(await self._backend.connect_tcp(address, port, _CONNECT_S), self)
            except FAULTS as error:
                failed = error
        raise failed


class _Metered(httpcore2.AsyncNetworkStream):
    """A stream whose bytes are counted as they come."""

    def __init__(self, stream: httpcore2.AsyncNetworkStream, meter: Pinned) -> None:
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
        return _Metered(inner, self._meter)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)
