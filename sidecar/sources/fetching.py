"""From a URL to what its host sends: redirects and robots.txt, each step checked like the first."""

from __future__ import annotations

import asyncio
import ssl
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, NamedTuple

from sidecar.sources.reader import KIND, ROBOTS_BYTES, DocumentReader
from sidecar.sources.settings import SourcesSettings
from sidecar.sources.urls import HostLookup, SourceError, Url
from sidecar.work import ThreadRunner

if TYPE_CHECKING:
    from sidecar.sources.transport import HttpReply, Transport

_OK = 200
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_GONE = frozenset({404, 410})
_TOO_MANY = 429
_CLIENT_FAULTS = range(400, 500)

_OF_THE_HOST = frozenset(
    {
        "SOURCE_ADDRESS_FORBIDDEN",
        "SOURCE_HOST_NOT_ALLOWED",
        "SOURCE_NOT_INSTALLED",
        "SOURCE_UNREACHABLE",
    }
)
"""Reasons that would keep anything from being fetched, robots.txt or not."""

_ROBOTS_KEPT = 32
_ROBOTS_S = 3600.0

Check = Callable[[Url], Awaitable[None]]


class _Robots(NamedTuple):
    """A host's robots.txt, or that it has none, and until when that counts."""

    reply: HttpReply | None
    until: float


class Fetcher:
    """Fetches documents from hosts that the settings allow.

    Args:
        names: Looks hosts up.
        reader: Reads robots.txt.
        context: For TLS; that of the system where none is given.
    """

    def __init__(
        self, names: HostLookup, reader: DocumentReader, context: ssl.SSLContext | None = None
    ) -> None:
        self._names = names
        self._reader = reader
        self._context = context
        self._transport: Transport | None = None
        self._making = asyncio.Lock()
        self._robots: OrderedDict[tuple[str, int], _Robots] = OrderedDict()

    async def fetch(self, url: Url, settings: SourcesSettings, work: ThreadRunner) -> HttpReply:
        """The answer of a host that has the document.

        Raises:
            SourceError: If there is none.
        """

        async def check(step: Url) -> None:
            if settings.respect_robots:
                await self._check_robots(step, settings, work)

        reply = await self._followed(url, settings, settings.max_bytes, check)
        if reply.status in _GONE:
            raise SourceError("SOURCE_NOT_FOUND", f"status {reply.status}")
        if reply.status != _OK:
            raise SourceError("SOURCE_REFUSED", f"status {reply.status}")
        return reply

    async def _followed(
        self, url: Url, settings: SourcesSettings, max_bytes: int, check: Check | None = None
    ) -> HttpReply:
        """The first answer that does not lead elsewhere."""
        transport = await self._made()
        for _ in range(settings.max_redirects + 1):
            require_allowed(url, settings)
            if check is not None:
                await check(url)
            addresses = await self._names.addresses(url.host)
            reply = await transport.get(url, addresses, settings.user_agent, max_bytes)
            location = reply.headers.get("location")
            if reply.status not in _REDIRECTS or location is None:
                return reply
            url = url.joined(location)
        raise SourceError("SOURCE_TOO_MANY_REDIRECTS", f"more than {settings.max_redirects}")

    async def _check_robots(self, url: Url, settings: SourcesSettings, work: ThreadRunner) -> None:
        """Ask the host's robots.txt; what is no clear answer is a no.

        Raises:
            SourceError: If it does not allow the URL.
        """
        try:
            reply = await self._robots_of(url, settings)
            if reply is None:
                return
            asked = reply.body, reply.headers, url.text, settings.user_agent
            allows = await work(self._reader.robots_allow, *asked, kind=KIND)
        except SourceError as error:
            if error.reason in _OF_THE_HOST:
                raise
            raise SourceError("SOURCE_ROBOTS_DISALLOWED", f"{url.host}: {error}") from None
        if not allows:
            raise SourceError("SOURCE_ROBOTS_DISALLOWED", url.host)

    async def _robots_of(self, url: Url, settings: SourcesSettings) -> HttpReply | None:
        """A host's robots.txt; None where it has none.

        Raises:
            SourceError: If nobody knows.
        """
        key = url.host, url.port
        kept = self._robots.get(key)
        if kept is not None and kept.until > time.monotonic():
            return kept.reply
        asked = url._replace(target="/robots.txt")
        reply = await self._followed(asked, settings, ROBOTS_BYTES)
        has_none = reply.status in _CLIENT_FAULTS and reply.status != _TOO_MANY
        if not has_none and reply.status != _OK:
            raise SourceError("SOURCE_REFUSED", f"status {reply.status}")
        found = None if has_none else reply
        self._robots[key] = _Robots(found, time.monotonic() + _ROBOTS_S)
        self._robots.move_to_end(key)
        while len(self._robots) > _ROBOTS_KEPT:
            self._robots.popitem(last=False)
        return found

    async def _made(self) -> Transport:
        """What asks hosts: made with the first fetch, for its library takes 11 MB.

        Raises:
            SourceError: If the library is not installed.
        """
        async with self._making:
            if self._transport is None:
                self._transport = await asyncio.to_thread(_transport, self._context)
            return self._transport


def require_allowed(url: Url, settings: SourcesSettings) -> None:
    """Hold a URL to the hosts of the settings.

    Raises:
        SourceError: If its host is none of them.
    """
    if not url.is_allowed(settings.allowed_hosts):
        port = "" if url.port == 443 else f":{url.port}"
        raise SourceError("SOURCE_HOST_NOT_ALLOWED", f"{url.host}{port}")


def _transport(context: ssl.SSLContext | None) -> Transport:
    try:
        from sidecar.sources.transport import Transport  # noqa: PLC0415 (large, and optional)
    except ImportError as error:
        raise SourceError("SOURCE_NOT_INSTALLED", error.name or "") from None
    return Transport(context)
