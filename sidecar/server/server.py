"""The server's life: configure, bind, report healthy, load, warm up, drain, stop.

Calls that come before it is warm wait for that, a fraction of a second; none is refused. What it
imports here is what a first health check needs: see ``methods`` for the rest.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import grpc.aio
from grpc_health.v1 import health, health_pb2

from sidecar import __version__
from sidecar.instruments.configured import Instruments
from sidecar.server import listen
from sidecar.server.admission import Admission
from sidecar.server.auth import make_authenticator
from sidecar.server.health import Health
from sidecar.server.interceptors import CallGuard, CallLimits
from sidecar.server.late_handlers import LateHandlers
from sidecar.settings.root import Settings
from sidecar.settings.sources import SettingsError
from sidecar.work import collecting
from sidecar.work.pool import LONG, Pool

if TYPE_CHECKING:
    from sidecar.evidence.store import EvidenceStore
    from sidecar.server.http.front import HttpFront
    from sidecar.server.http.pages import PagesFront
    from sidecar.server.methods import ServiceMethods

log = logging.getLogger(__name__)

_SWITCH_S = 0.0005
"""Seconds after which a thread that works must let another one go on. The loop is only one of them,
and each of its steps would wait for five milliseconds, which is the usual."""

SERVICES = tuple(
    f"verifyd.v1.{name}Service" for name in ("Verify", "Evidence", "Review", "Outcome")
)
FIRST_CALL_S = 0.1
"""Seconds that loading waits for a first call."""

REPLY_S = 0.005
"""Seconds that the reply to it gets, where it is a health check."""

LAST_BYTES_S = 0.3
"""Seconds for replies that are finished but not yet sent when the server stops."""

LAST_WORDS_S = 0.6
"""Seconds for all that comes after the calls: these bytes, and what the instruments still send."""

WATCHERS_S = 0.2
"""Seconds for telling those that watch its health: one that does not read would hold it up."""

WAITING = {"structure": 2, "formulas": 2, "sources": 2}
"""Threads that wait for other processes, by the kind of work: so many of these there are."""


class Server:
    """A verifyd server.

    Make and use it inside a running event loop.

    Attributes:
        address: What clients connect to, once it has started.
        http_address: Where it serves HTTP, if it does.
        metrics_address: Where metrics are read, if they are on.
        store: The evidence that it holds, once it has started.

    Args:
        settings: All settings.
        extra_handlers: Methods beside verifyd's own, such as a benchmark's echo.

    Raises:
        ListenError: If it must not listen where the settings say.
        SettingsError: If an instrument is on that is not installed, or the token file cannot be
            used.
    """

    def __init__(
        self, settings: Settings, *, extra_handlers: Sequence[grpc.GenericRpcHandler] = ()
    ) -> None:
        own = settings.server
        self._settings = settings
        self._where = listen.choose_address(own, os.environ)
        many = own.token_file is not None or own.tls_client_ca is not None
        share = own.tenant_share if many else 1.0
        self._pool = Pool(own.workers, WAITING, share, gc.collect)
        self._admission = Admission(own.max_in_flight, own.max_queue, share, self._pool.wait_s)
        self._streams = Admission(settings.streams.max_streams, 0, share)
        self._health = Health()
        self._instruments = Instruments(settings)
        self._asked = asyncio.Event()
        self._loaded = asyncio.Event()
        self._handlers = LateHandlers()
        make_guard = partial(
            CallGuard,
            authenticate=make_authenticator(own),
            calls=CallLimits(own.deadline_s, own.max_deadline_s, self._admission),
            streams=CallLimits(settings.streams.max_s, settings.streams.max_s, self._streams),
            pool=self._pool,
            instruments=self._instruments.all,
            asked=self._asked,
            loaded=self._loaded,
        )
        self._pages = self._make_pages(make_guard)
        self._http = self._make_http(make_guard, extra_handlers)
        self._server = grpc.aio.server(
            interceptors=[make_guard()],
            options=[
                ("grpc.max_receive_message_length", own.max_message_bytes),
                ("grpc.max_send_message_length", own.max_message_bytes),
                ("grpc.so_reuseport", 0),  # a second server on the port must fail, not share it
                # What a call has sent is kept before it is read: so little of each, not megabytes.
                ("grpc.http2.bdp_probe", 0),
                ("grpc.http2.lookahead_bytes", 65_536),
            ],
        )
        handlers = (self._handlers, self._health.handlers(), *extra_handlers)
        self._server.add_generic_rpc_handlers(handlers)
        if own.reflection:
            from grpc_reflection.v1alpha import reflection  # noqa: PLC0415 (only where it is on)
            from verifyd.v1 import outcome_service_pb2  # noqa: F401, PLC0415 (else not described)

            names = (*SERVICES, health.SERVICE_NAME, reflection.SERVICE_NAME)
            reflection.enable_server_reflection(names, self._server)
        self.address = self.http_address = self.metrics_address = ""
        self.store: EvidenceStore
        self._close: Callable[[], Awaitable[None]] = _nothing

    async def start(self) -> None:
        """Bind, report healthy, load what calls need, and warm it up.

        Raises:
            ListenError: If another server is there, or the place cannot be used.
        """
        self.metrics_address = await self._instruments.start()
        self.address = listen.bind(self._server, self._where, self._settings.server)
        await self._health.report(SERVICES, health_pb2.HealthCheckResponse.SERVING)
        await self._server.start()
        if self._http is not None:
            self.http_address = await self._http.start()
        await self._first_call()
        methods = await self._pool.run(self._load, "", LONG, None)
        await methods.warm_up()
        sys.setswitchinterval(_SWITCH_S)
        collecting.collect_rarely()
        methods.add_to(self._handlers)
        if self._pages is not None:
            self._pages.application = methods.make_pages(self._pages.sessions)
        self.store, self._close = methods.store, methods.close
        self._instruments.watch(self.store, self._admission, self._streams)
        self._loaded.set()
        for section in (self._settings.sources, self._settings.gateways):
            if section.risk:
                log.warning(section.risk)
        log.info(
            "serving",
            extra={
                "address": self.address,
                "http": self.http_address or None,
                "version": __version__,
                "settings_digest": self._settings.digest,
                "metrics": self.metrics_address or None,
            },
        )

    async def stop(self) -> bool:
        """Refuse new calls, let those in flight finish within ``drain_s``, and stop.

        Returns:
            Whether all of them finished, and nothing of this server runs any more.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(WATCHERS_S):
                await self._health.stopping()
        log.info("draining")
        drain_s = self._settings.server.drain_s
        left = sum(
            await asyncio.gather(self._admission.drain(drain_s), self._streams.drain(drain_s))
        )
        idle = self._pool.close()
        grace_s = LAST_BYTES_S if not left else 0
        try:
            async with asyncio.timeout(LAST_WORDS_S):
                await asyncio.gather(
                    self._server.stop(grace_s),
                    self._http.stop(grace_s) if self._http else _nothing(),
                    self._instruments.stop(),
                    self._close(),
                )
        except TimeoutError:
            idle = False
        log.info("stopped", extra={"cut_off": left})
        return idle and not left

    def _make_http(
        self,
        make_guard: Callable[..., CallGuard],
        extra_handlers: Sequence[grpc.GenericRpcHandler],
    ) -> HttpFront | None:
        where = listen.choose_http_address(self._settings.server)
        if where is None:
            return None
        try:
            from sidecar.server.http.front import HttpFront  # noqa: PLC0415 (only where it is on)
        except ModuleNotFoundError as error:
            raise SettingsError(
                f"server.http: {error.name} is not installed; install verifyd-sidecar[http]"
            ) from None
        handlers, webhooks = (self._handlers, *extra_handlers), {}
        if self._settings.gateways.enabled:
            from sidecar.server.gateways import methods  # noqa: PLC0415 (only where they are on)

            own = methods.GatewayMethods(self._settings.gateways, self._handlers)
            handlers, webhooks = (own.handlers(), *handlers), methods.METHODS
        return HttpFront(
            self._settings.server,
            where,
            make_guard(system="connect_rpc"),
            handlers,
            self._pool,
            pages=self._pages,
            webhooks=webhooks,
            is_serving=lambda: self._health.is_serving,
        )

    def _make_pages(self, make_guard: Callable[..., CallGuard]) -> PagesFront | None:
        if not self._settings.pages.enabled:
            return None
        try:
            from sidecar.server.http.pages import PagesFront  # noqa: PLC0415 (only where it is on)
        except ModuleNotFoundError as error:
            raise SettingsError(
                f"pages.enabled: {error.name} is not installed; install verifyd-sidecar[review]"
            ) from None
        return PagesFront(self._settings, partial(make_guard, system="http"))

    async def _first_call(self) -> None:
        """Wait a moment for a first call, which at a start is a health check.

        Loading takes the interpreter for itself most of the time: what is asked just then would
        take twice as long.
        """
        with suppress(TimeoutError):
            await asyncio.wait_for(self._asked.wait(), FIRST_CALL_S)
            await asyncio.sleep(REPLY_S)

    def _load(self) -> ServiceMethods:
        from sidecar.evidence import kernels  # noqa: PLC0415 (health is answered meanwhile)
        from sidecar.server.methods import ServiceMethods  # noqa: PLC0415 (as above)

        if kernels.are_missing():
            log.warning(kernels.NOTICE)
        return ServiceMethods(self._settings, self._pool)


async def _nothing() -> None:
    """Close what a server has that never began."""
