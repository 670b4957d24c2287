"""Requests to the upstream, which is one fixed server, and the headers that go both ways."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from typing import Final
from urllib.parse import urlsplit

import httpcore2

from sidecar.proxy.errors import ProxyError
from sidecar.proxy.options import CONNECT_S, MAX_UPSTREAM_CONNECTIONS, WRITE_S, ProxyOptions
from sidecar.server.http.request import Header, Request

logging.getLogger("httpcore2").setLevel(logging.WARNING)  # it tells each request, with its path

_PER_CONNECTION: Final = frozenset(
    (
        *("connection", "keep-alive", "proxy-authenticate", "proxy-authorization"),
        *("proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "expect"),
    )
)
_OURS: Final = "x-verifyd-"

_SILENT = httpcore2.ReadTimeout, httpcore2.WriteTimeout
_FAULTS = httpcore2.NetworkError, httpcore2.ProtocolError, httpcore2.TimeoutException, OSError


class Reply:
    """What the upstream answers, whose body is still to be read.

    Attributes:
        status: Of HTTP.
        headers: Those that are passed on.
    """

    def __init__(self, response: httpcore2.Response) -> None:
        self.status = response.status
        self.headers: Sequence[Header] = [
            (name, value)
            for name, value in _select(
                (raw.decode("ascii").lower(), value.decode("latin-1"))
                for raw, value in response.headers
            )
            if not name.startswith(_OURS)
        ]
        self._response = response

    @property
    def is_success(self) -> bool:
        """Whether it has what was asked for."""
        return 200 <= self.status < 300

    def header(self, name: str) -> str:
        """The value of a header, in lower case; "" where there is none."""
        return next((value for given, value in self.headers if given == name), "").lower()

    async def pieces(self) -> AsyncIterator[bytes]:
        """The pieces of the body.

        Raises:
            ProxyError: If the upstream fails.
        """
        with _faults():
            async for piece in self._response.aiter_stream():
                yield piece


class Upstream:
    """The server that requests are passed on to.

    Args:
        options: Where it is, and what it is sent as a key.
    """

    def __init__(self, options: ProxyOptions) -> None:
        parts = urlsplit(options.upstream)
        self._origin = f"{parts.scheme}://{parts.netloc}"
        self._prefix = parts.path.rstrip("/")
        self._key = options.upstream_key
        self._timeouts = {
            "connect": CONNECT_S,
            "pool": CONNECT_S,
            "write": WRITE_S,
            "read": options.timeout_s,
        }
        self._pool = httpcore2.AsyncConnectionPool(
            max_connections=MAX_UPSTREAM_CONNECTIONS, keepalive_expiry=30.0
        )

    async def close(self) -> None:
        """Close all connections."""
        await self._pool.aclose()

    @asynccontextmanager
    async def ask(
        self,
        request: Request,
        body: bytes | AsyncIterator[bytes] | None,
        changed: Iterable[Header] = (),
    ) -> AsyncIterator[Reply]:
        """Pass a request on.

        Args:
            request: Its method, path and headers.
            body: What is sent; None: nothing.
            changed: Headers that replace those of the request.

        Raises:
            ProxyError: If the upstream does not answer.
        """
        own = dict(changed)
        if isinstance(body, bytes):
            own["content-length"] = str(len(body))
        if self._key is not None:
            own["authorization"] = f"Bearer {self._key}"
        headers = [
            *((name, value) for name, value in _select(request.headers.items()) if name not in own),
            *own.items(),
        ]
        asking = self._pool.stream(
            request.method,
            self._url(request),
            headers=[(name.encode(), value.encode("latin-1")) for name, value in headers],
            content=body,
            extensions={"timeout": self._timeouts},
        )
        async with AsyncExitStack() as stack:
            with _faults():
                response = await stack.enter_async_context(asking)
            yield Reply(response)

    def _url(self, request: Request) -> str:
        """Callers may have the prefix of the upstream's paths in theirs, or leave it out."""
        path = request.path
        if not f"{path}/".startswith(f"{self._prefix}/"):
            path = self._prefix + path
        return f"{self._origin}{path}{'?' if request.query else ''}{request.query}"


def _select(headers: Iterable[Header]) -> Iterator[Header]:
    """The headers that are not about one connection alone."""
    given = list(headers)
    named = {
        each.strip().lower()
        for name, value in given
        if name == "connection"
        for each in value.split(",")
    }
    return ((n, v) for n, v in given if n not in _PER_CONNECTION | named and n != "host")


@contextmanager
def _faults() -> Iterator[None]:
    """What goes wrong with the upstream, as an error of the proxy, in words without content."""
    try:
        yield
    except _SILENT:
        raise ProxyError(504, "upstream_timeout", "the upstream is silent") from None
    except _FAULTS as error:
        what = f"the upstream cannot be reached, or has broken off ({type(error).__name__})"
        raise ProxyError(502, "upstream_failed", what) from None
