"""A request of HTTP, and the response to it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

import h11

Header = tuple[str, str]


class Response(NamedTuple):
    """A whole response, or a part of one: of those after the first, only the body is sent.

    Attributes:
        status: Of HTTP.
        headers: Without those that only say how it is sent.
        body: All of it, or of this part.
        keep_alive: What is sent when there has been nothing to send for a while; may be empty.
    """

    status: int
    headers: Sequence[Header]
    body: bytes = b""
    keep_alive: bytes = b""


Send = Callable[[Response], Awaitable[None]]


class Request:
    """A request whose body is still to be read.

    Attributes:
        method: Of HTTP.
        path: Without its query.
        query: What stands behind the path; "" for nothing.
        headers: By their names in lower case; where one comes twice, both with a comma.
        certificate: Of the peer, as ``ssl`` has it; None where it has none.
        is_tls: Whether it came over TLS.
        body: Its pieces.
        send: Sends a part of the response, which is complete once the call has returned.

    Args:
        head: The request without its body.
        transport: That it came over.
        body: The same.
        send: The same.
    """

    def __init__(
        self,
        head: h11.Request,
        transport: asyncio.BaseTransport,
        body: Callable[[], AsyncIterator[bytes]],
        send: Send,
    ) -> None:
        self.method = head.method.decode("ascii")
        self.path, _, self.query = head.target.decode("ascii", "replace").partition("?")
        self.headers: dict[str, str] = {}
        for raw, value in head.headers:
            name, given = raw.decode("ascii"), value.decode("latin-1")
            others = self.headers.get(name)
            self.headers[name] = given if others is None else f"{others}, {given}"
        self.certificate: Mapping[str, Any] | None = transport.get_extra_info("peercert")
        self.is_tls = transport.get_extra_info("ssl_object") is not None
        self.body, self.send = body, send
