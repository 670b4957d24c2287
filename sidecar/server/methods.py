"""What the server does when it is called: its services, and everything that they work with.

This module brings with it all that reads, looks up and judges, which takes longer to load than gRPC
itself. So the server imports it in a thread, while it answers health checks already.
"""

from __future__ import annotations

from verifyd.v1 import evidence_service_pb2_grpc, verify_pb2_grpc

from sidecar.checks import CHECKS, Subject
from sidecar.evidence.store import EvidenceStore
from sidecar.model.text import Text
from sidecar.runner import Runner
from sidecar.server.late_handlers import LateHandlers
from sidecar.services.evidence import EvidenceService
from sidecar.services.verify import VerifyService
from sidecar.settings.root import Settings
from sidecar.wire.requests import readers
from sidecar.work import Pool

WARM_UP = "Per LMIS: revenue rose by 12.5 % to $3.4 million in 2024.\n\n- 60 % here\n- 40 % there\n"


class Methods:
    """The services.

    Attributes:
        store: The evidence that they hold.

    Args:
        settings: All settings.
        pool: For what is long.
    """

    def __init__(self, settings: Settings, pool: Pool) -> None:
        self._settings = settings
        self._runner = Runner(pool)
        self._pool = pool
        self.store = EvidenceStore(settings.evidence)

    def add_to(self, handlers: LateHandlers) -> None:
        """Add their methods to those of a server."""
        verify = VerifyService(self._settings, self._runner, self.store, self._pool)
        evidence = EvidenceService(self._settings, self.store, self._pool)
        verify_pb2_grpc.add_VerifyServiceServicer_to_server(  # type: ignore[no-untyped-call]
            verify, handlers
        )
        evidence_service_pb2_grpc.add_EvidenceServiceServicer_to_server(  # type: ignore[no-untyped-call]
            evidence, handlers
        )
        for method, read in readers(self._settings).items():
            handlers.parse_with(method, read)

    async def close(self) -> None:
        """Let go of what the services hold open."""
        await self._runner.close()

    async def warm_up(self) -> None:
        """Run every check once, so that the first caller does not pay for what is built lazily."""
        await self._runner.warm_up(self._settings)
        subject = Subject(Text(WARM_UP))
        await self._runner.run(
            subject,
            list(CHECKS),
            settings=self._settings,
            evidence_digest="",
            timeout_s=self._settings.server.deadline_s,
            caller="",
        )
