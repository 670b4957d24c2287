"""The instruments that the settings ask for, and no more: what is off is not imported."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sidecar.instruments.base import Instrument
from sidecar.instruments.scrape import ScrapeServer
from sidecar.instruments.settings import TracingSettings
from sidecar.server.admission import Admission
from sidecar.server.listen import Address, ListenError, UnixAddress, parse
from sidecar.settings.root import Settings
from sidecar.settings.sources import SettingsError

if TYPE_CHECKING:
    from sidecar.evidence.store import EvidenceStore
    from sidecar.instruments.metrics import Metrics


class Instruments:
    """Makes, starts and stops them.

    Attributes:
        all: Those that are on.

    Args:
        settings: The sections ``metrics`` and ``tracing``.

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
            self._metrics = Metrics()
            self._scrapes = ScrapeServer(self._metrics.page)
            self.all.append(self._metrics)
        if settings.tracing.enabled:
            self.all.append(_tracing(settings.tracing))

    async def start(self) -> str:
        """Answer scrapes, if they are on; returns where.

        Raises:
            ListenError: If the place cannot be used.
        """
        return await self._scrapes.start(self._where) if self._scrapes else ""

    def watch(self, store: EvidenceStore, admission: Admission) -> None:
        """Tell from now on what these hold as well."""
        if self._metrics:
            self._metrics.watch(store, admission)

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
    try:
        from sidecar.instruments.tracing import Tracing  # noqa: PLC0415 (only where it is on)
    except ModuleNotFoundError as error:
        raise SettingsError(
            f"tracing.enabled: {error.name} is not installed; install verifyd-sidecar[otel]"
        ) from None
    return Tracing(settings)
