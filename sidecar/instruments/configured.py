"""The instruments that the settings ask for, and no more: what is off is not imported.

Small on purpose: ``GET`` of one path, a bounded request, a bounded wait, one answer per connection.
The page itself is made in a thread.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from sidecar.instruments.base import Instrument
from sidecar.instruments.settings import EventsSettings, TracingSettings
from sidecar.server.admission import Admission
from sidecar.server.listen import Address, ListenError, UnixAddress, parse, restrict_to_group
from sidecar.settings.root import Settings
from sidecar.settings.sources import SettingsError

if TYPE_CHECKING:
    from sidecar.evidence.store import EvidenceStore
    from sidecar.instruments.metrics import Metrics


log = logging.getLogger(__name__)

PATH = "/metrics"
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
MAX_REQUEST = 8 * 1024
MAX_CONNECTIONS = 16
WAIT_S = 5.0
"""Seconds for a request to arrive, and for its answer to be taken."""


class ScrapeServer:
    """Answers scrapes.

    Args:
        page: Makes the page; called in a thread.
    """

    def __init__(self, page: Callable[[], bytes]) -> None:
        self._page = page
        self._server: asyncio.Server | None = None
        self._connections = 0
        self._where: Address | None = None

    async def start(self, where: Address) -> str:
        """Listen, and return the address.

        Raises:
            ListenError: If the place cannot be used.
        """
        self._where = where
        try:
            if isinstance(where, UnixAddress):
                with restrict_to_group(where):
                    self._server = await asyncio.start_unix_server(
                        self._connected, where.path, limit=MAX_REQUEST
                    )
                return f"unix://{where.path.absolute()}"
            self._server = await asyncio.start_server(
                self._connected, where.host, where.port, limit=MAX_REQUEST
            )
        except OSError as error:
            raise ListenError(f"metrics: cannot listen there: {error.strerror}") from None
        host, port = self._server.sockets[0].getsockname()[:2]
        return f"http://{f'[{host}]' if ':' in host else host}:{port}{PATH}"

    async def stop(self) -> None:
        """Close it; answers under way are cut off."""
        if self._server is None:
            return
        self._server.close()
        if isinstance(self._where, UnixAddress):
            self._where.path.unlink(missing_ok=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._connections += 1
        try:
            if self._connections <= MAX_CONNECTIONS:
                async with asyncio.timeout(WAIT_S):
                    writer.write(await self._answer(reader))
                    await writer.drain()
        except (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError):
            pass  # a caller that does not speak HTTP, or not in time, gets no answer
        finally:
            self._connections -= 1
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader) -> bytes:
        head = await reader.readuntil(b"\r\n\r\n")
        method, _, rest = head.decode("latin-1").partition(" ")
        path = rest.partition(" ")[0].partition("?")[0]
        if method not in {"GET", "HEAD"}:
            return _response("405 Method Not Allowed", b"only GET\n", method)
        if path != PATH:
            return _response("404 Not Found", f"there is only {PATH}\n".encode(), method)
        return _response("200 OK", await asyncio.to_thread(self._page), method)


def _response(status: str, body: bytes, method: str) -> bytes:
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: {CONTENT_TYPE}\r\nContent-Length: {len(body)}\r\n"
        "Connection: close\r\nX-Content-Type-Options: nosniff\r\n\r\n"
    )
    return head.encode() + (b"" if method == "HEAD" else body)


class Instruments:
    """Makes, starts and stops them.

    Attributes:
        all: Those that are on.

    Args:
        settings: The sections ``metrics``, ``tracing`` and ``events``.

    Raises:
        SettingsError: If one is on that is not installed.
        ListenError: If metrics must not be served where the settings say.
    """

    def __init__(self, settings: Settings) -> None:
        self.all: list[Instrument] = []
        self._metrics: Metrics | None = None
        self._scrapes: ScrapeServer | None = None
        if settings.metrics.listen:
            from sidecar.instruments.metrics import Metrics  # noqa: PLC0415 (only where it is on)

            self._where = _where(settings)
            self._metrics = Metrics(settings)
            self._scrapes = ScrapeServer(self._metrics.page)
            self.all.append(self._metrics)
        if settings.tracing.enabled:
            self.all.append(_tracing(settings.tracing))
        if settings.events.enabled:
            self.all.append(_events(settings.events))

    async def start(self) -> str:
        """Answer scrapes, if they are on; returns where.

        Raises:
            ListenError: If the place cannot be used.
        """
        return await self._scrapes.start(self._where) if self._scrapes else ""

    def watch(self, store: EvidenceStore, calls: Admission, streams: Admission) -> None:
        """Tell from now on what these hold as well."""
        if self._metrics:
            self._metrics.watch(store, calls, streams)

    async def stop(self) -> None:
        """Stop all of them, within a few seconds."""
        if self._scrapes:
            await self._scrapes.stop()
        for instrument in self.all:
            await instrument.stop()


def _where(settings: Settings) -> Address:
    own = settings.metrics
    where = parse(own.listen)
    if isinstance(where, UnixAddress):
        return replace(where, trusted=settings.server.trust_socket_folder)
    if not where.is_loopback and not own.allow_remote:
        raise ListenError(
            f"metrics.listen: {own.listen} is open to other machines; set"
            " metrics.allow_remote, or listen on 127.0.0.1 or a Unix socket"
        )
    return where


def _tracing(settings: TracingSettings) -> Instrument:
    with _extra_for("tracing"):
        from sidecar.instruments.tracing import Tracing  # noqa: PLC0415 (only where it is on)
    return Tracing(settings)


def _events(settings: EventsSettings) -> Instrument:
    with _extra_for("events"):
        from sidecar.instruments.events import EvaluationEvents  # noqa: PLC0415 (as above)
    return EvaluationEvents(settings)


@contextmanager
def _extra_for(section: str) -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        raise SettingsError(
            f"{section}.enabled: {error.name} is not installed; install verifyd-sidecar[otel]"
        ) from None
