"""The server's life: configure, bind, warm up, report healthy, drain, stop."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import grpc.aio
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection
from verifyd.v1 import evidence_service_pb2, evidence_service_pb2_grpc, verify_pb2, verify_pb2_grpc

from sidecar import __version__, listen
from sidecar.admission import Admission
from sidecar.auth import authenticator
from sidecar.checks import CHECKS, Subject
from sidecar.evidence.store import EvidenceStore
from sidecar.instruments.configured import Instruments
from sidecar.interceptors import CallGuard
from sidecar.model.text import Text
from sidecar.runner import Runner
from sidecar.services.evidence import EvidenceService
from sidecar.services.verify import VerifyService
from sidecar.settings import Settings

log = logging.getLogger(__name__)

SERVICES = (
    verify_pb2.DESCRIPTOR.services_by_name["VerifyService"].full_name,
    evidence_service_pb2.DESCRIPTOR.services_by_name["EvidenceService"].full_name,
)
WARM_UP = "Per LMIS: revenue rose by 12.5 % to $3.4 million in 2024.\n\n- 60 % here\n- 40 % there\n"
LAST_BYTES_S = 1.0
"""Seconds for replies that are finished but not yet sent when the server stops."""


class Server:
    """A verifyd server.

    Make and use it inside a running event loop.

    Attributes:
        address: What clients connect to, once it has started.
        metrics_address: Where metrics are read, if they are on.
        store: The evidence that it holds.

    Args:
        settings: All settings.
        extra_handlers: Methods beside verifyd's own, such as a benchmark's echo.

    Raises:
        ListenError: If it must not listen where the settings say.
        SettingsError: If an instrument is on that is not installed.
        SourceError: If the token file cannot be used.
    """

    def __init__(
        self, settings: Settings, *, extra_handlers: Sequence[grpc.GenericRpcHandler] = ()
    ) -> None:
        own = settings.server
        self._settings = settings
        self._where = listen.address(own, os.environ)
        self._executor = ThreadPoolExecutor(own.workers, thread_name_prefix="verifyd")
        self._runner = Runner(self._executor)
        self._admission = Admission(own.max_in_flight, own.max_queue)
        self._health = health.aio.HealthServicer()
        self.store = EvidenceStore(settings.evidence)
        self._instruments = Instruments(settings, self.store, self._admission)
        guard = CallGuard(own, authenticator(own), self._admission, self._instruments.all)
        self._server = grpc.aio.server(
            interceptors=[guard],
            options=[
                ("grpc.max_receive_message_length", own.max_message_bytes),
                ("grpc.max_send_message_length", own.max_message_bytes),
                ("grpc.so_reuseport", 0),  # a second server on the port must fail, not share it
            ],
        )
        verify = VerifyService(settings, self._runner, self.store, self._executor)
        evidence = EvidenceService(settings, self.store, self._executor)
        verify_pb2_grpc.add_VerifyServiceServicer_to_server(  # type: ignore[no-untyped-call]
            verify, self._server
        )
        evidence_service_pb2_grpc.add_EvidenceServiceServicer_to_server(  # type: ignore[no-untyped-call]
            evidence, self._server
        )
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        if own.reflection:
            names = (*SERVICES, health.SERVICE_NAME, reflection.SERVICE_NAME)
            reflection.enable_server_reflection(names, self._server)
        if extra_handlers:
            self._server.add_generic_rpc_handlers(tuple(extra_handlers))
        self.address = self.metrics_address = ""

    async def start(self) -> None:
        """Bind, warm up, and report healthy.

        Raises:
            ListenError: If another server is there, or the place cannot be used.
        """
        await self._report(health_pb2.HealthCheckResponse.NOT_SERVING)
        self.metrics_address = await self._instruments.start()
        self.address = listen.bind(self._server, self._where, self._settings.server)
        await self._server.start()
        await self._warm_up()
        await self._report(health_pb2.HealthCheckResponse.SERVING)
        log.info(
            "serving",
            extra={
                "address": self.address,
                "version": __version__,
                "settings_digest": self._settings.digest,
                "metrics": self.metrics_address or None,
            },
        )

    async def stop(self) -> bool:
        """Refuse new calls, let those in flight finish within ``drain_s``, and stop.

        Returns:
            Whether all of them finished.
        """
        await self._health.enter_graceful_shutdown()
        log.info("draining")
        left = await self._admission.drain(self._settings.server.drain_s)
        await self._server.stop(LAST_BYTES_S if not left else 0)
        self._executor.shutdown(wait=False, cancel_futures=True)
        await self._instruments.stop()
        log.info("stopped", extra={"cut_off": left})
        return left == 0

    async def _report(self, status: health_pb2.HealthCheckResponse.ServingStatus) -> None:
        for service in ("", *SERVICES):
            await self._health.set(service, status)

    async def _warm_up(self) -> None:
        """Run every check once, so that the first caller does not pay for what is built lazily."""
        subject = Subject(Text(WARM_UP))
        await self._runner.run(
            subject,
            list(CHECKS),
            settings=self._settings,
            evidence_digest="",
            timeout_s=self._settings.server.deadline_s,
        )
