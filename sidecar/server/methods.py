"""What the server does when it is called: its services, and everything that they work with.

This module brings with it all that reads, looks up and judges, which takes longer to load than gRPC
itself. So the server imports it in a thread, while it answers health checks already.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from verifyd.v1 import (
    evidence_service_pb2_grpc,
    review_service_pb2_grpc,
    transcript_service_pb2_grpc,
    verify_pb2_grpc,
)

from sidecar.checks import CHECKS, CheckSubject
from sidecar.evidence.store import EvidenceStore
from sidecar.ledger.opened import open_ledger
from sidecar.model.text import Text
from sidecar.reviews.opened import open_queue
from sidecar.runner import Runner
from sidecar.server.late_handlers import LateHandlers
from sidecar.services.evidence import EvidenceService
from sidecar.services.narratives import NarrativeVerifier
from sidecar.services.outcome_methods import NAME, READING, OutcomeMethods
from sidecar.services.review import ReviewRecorder, ReviewService
from sidecar.services.transcript import TranscriptService
from sidecar.services.verify import VerifyService
from sidecar.settings.root import Settings
from sidecar.store.opened import open_store
from sidecar.wire.requests import make_readers
from sidecar.work.pool import Pool

if TYPE_CHECKING:
    from sidecar.pages.app import Pages
    from sidecar.pages.asking import Ask
    from sidecar.pages.sessions import Sessions

WARM_UP = "Per LMIS: revenue rose by 12.5 % to $3.4 million in 2024.\n\n- 60 % here\n- 40 % there\n"


class ServiceMethods:
    """The services.

    Attributes:
        store: The evidence that they hold.

    Args:
        settings: All settings.
        pool: For what is long.

    Raises:
        StoreNotInstalled: If the settings name a store whose libraries are not there.
    """

    def __init__(self, settings: Settings, pool: Pool) -> None:
        self._settings = settings
        self._runner = Runner(pool)
        self._pool = pool
        self.store = EvidenceStore(settings.evidence)
        self._database = open_store(settings.store)
        self._reviews = open_queue(self._database, settings.reviews)
        self._ledger = open_ledger(self._database, settings.outcomes)

    def add_to(self, handlers: LateHandlers) -> None:
        """Add their methods to those of a server."""
        recorder = ReviewRecorder(self._reviews, self._settings.reviews, self._pool)
        narratives = NarrativeVerifier(
            self._settings, self._runner, self.store, self._pool, recorder
        )
        verify = VerifyService(self._settings, self._runner, narratives)
        transcript = TranscriptService(self._settings, narratives, self._pool)
        evidence = EvidenceService(self._settings, self.store, self._pool)
        missing = "store.url" if self._database is None else "reviews.enabled"
        review = ReviewService(self._reviews, missing, self._pool, self._settings.policy.severities)
        verify_pb2_grpc.add_VerifyServiceServicer_to_server(  # type: ignore[no-untyped-call]
            verify, handlers
        )
        transcript_service_pb2_grpc.add_TranscriptServiceServicer_to_server(  # type: ignore[no-untyped-call]
            transcript, handlers
        )
        evidence_service_pb2_grpc.add_EvidenceServiceServicer_to_server(  # type: ignore[no-untyped-call]
            evidence, handlers
        )
        review_service_pb2_grpc.add_ReviewServiceServicer_to_server(  # type: ignore[no-untyped-call]
            review, handlers
        )
        outcomes = OutcomeMethods(self._settings, narratives, self._pool, self._ledger)
        handlers.add_registered_method_handlers(NAME, outcomes.handlers())
        self._ask: dict[str, Ask] = {
            "GetAgreement": review.agreement,
            **{name: partial(outcomes.call, name) for name in READING},
        }
        for method, read in make_readers(self._settings).items():
            handlers.parse_with(method, read)

    def make_pages(self, sessions: Sessions) -> Pages:
        """The pages for people.

        Args:
            sessions: Who is signed in.
        """
        from sidecar.pages.app import Pages  # noqa: PLC0415 (only where they are on)

        assert self._reviews is not None  # noqa: S101 (the settings are refused without a store)
        return Pages(self._reviews, sessions, self._settings, self._pool, self._ask)

    async def close(self) -> None:
        """Let go of what the services hold open."""
        await self._runner.close()
        if self._reviews is not None:
            await self._reviews.stop()
        if self._ledger is not None:
            await self._ledger.stop()
        if self._database is not None:
            await self._database.close()

    async def warm_up(self) -> None:
        """Run every check once, so that the first caller does not pay for what is built lazily.

        Raises:
            SettingsError: If the store has a schema that this version cannot use.
        """
        if self._database is not None:
            await self._database.open()
        if self._reviews is not None:
            self._reviews.start()
        if self._ledger is not None:
            self._ledger.start()
        await self._runner.warm_up(self._settings)
        subject = CheckSubject(Text(WARM_UP))
        await self._runner.run(
            subject,
            list(CHECKS),
            settings=self._settings,
            evidence_digest="",
            timeout_s=self._settings.server.deadline_s,
            caller="",
        )
