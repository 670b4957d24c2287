"""Reviews: keeping what ``Verify`` has flagged, and ``ReviewService``, where people decide."""

from __future__ import annotations

import logging
from collections.abc import Container, Sequence
from functools import partial
from typing import TYPE_CHECKING

from verifyd.v1 import review_service_pb2 as pb
from verifyd.v1 import review_service_pb2_grpc

from sidecar.checks import CODES
from sidecar.checks.base import TEXT_S
from sidecar.model.evidence import Table
from sidecar.model.report import Report, Severity
from sidecar.model.text import Text
from sidecar.reviews import flagged
from sidecar.reviews.agreement import measure_agreement
from sidecar.reviews.model import Review, ReviewNotStored, ReviewReceipt
from sidecar.reviews.settings import ReviewsSettings
from sidecar.server.call import CALL, Context, ServedCall
from sidecar.store.errors import StoreNotConfigured, StoreUnavailable
from sidecar.wire import agreement as agreement_wire
from sidecar.wire import reviews as wire
from sidecar.wire.requests import read_page_size
from sidecar.work.pool import Pool

if TYPE_CHECKING:
    from sidecar.reviews.queue import ReviewQueue


log = logging.getLogger(__name__)

_ITEM_S = 20e-6
"""Seconds of processor time that writing a finding down takes."""
_JUDGED_S = 20e-6
"""Seconds that counting a finding with its decisions takes."""


class ReviewRecorder:
    """Makes reviews of reports, and stores them.

    Args:
        queue: Where they are stored; None where none are kept.
        settings: Which findings are flagged.
        pool: Works on long texts.
    """

    def __init__(self, queue: ReviewQueue | None, settings: ReviewsSettings, pool: Pool) -> None:
        self._queue = queue
        self._settings = settings
        self._pool = pool

    async def review(
        self, report: Report, text: Text, tables: Sequence[Table], call: ServedCall
    ) -> Review | None:
        """The review of a report, while its evidence is there; None where nothing is flagged."""
        if self._queue is None:
            return None
        items = flagged.count_flagged(report, self._settings)
        if not items:
            return None
        cost_s = TEXT_S * len(text.data) + _ITEM_S * items
        place = call.tenant, "reply", call.remaining_s()
        given = call.tenant, call.request_id, self._settings
        make = partial(flagged.make_review, agent_id=call.agent_id, tables=tables)
        return await self._pool.run_by_cost(cost_s, make, *place, report, text, *given)

    async def store(
        self, review: Review | None, timeout_s: float, call: ServedCall
    ) -> ReviewReceipt | None:
        """Store a review, if there is one; what became of it.

        Raises:
            ReviewNotStored: If it could not be stored, and the settings require that.
        """
        if review is None or self._queue is None:
            return None
        stored, why = True, ""
        try:
            await self._queue.add(review, timeout_s)
        except StoreUnavailable as error:
            stored, why = False, str(error)
        call.facts |= {"review": review.review_id, "review_stored": stored}
        if not stored and self._settings.required:
            count = len(review.items)
            raise ReviewNotStored(f"{count} flagged findings were not stored: {why}", items=count)
        return ReviewReceipt(
            review_id=review.review_id,
            items=len(review.items),
            dropped_items=review.dropped_items,
            stored=stored,
        )


# ``ReviewService``: what people decide about flagged findings.


class ReviewService(review_service_pb2_grpc.ReviewServiceServicer):
    """Lists and decides the reviews of the calling tenant.

    Args:
        queue: The reviews; None where none are kept.
        missing: The setting that keeps them from being kept.
        pool: Works on many decisions.
        fixed: Codes whose severity the settings give, whatever the confidence is.
    """

    def __init__(
        self, queue: ReviewQueue | None, missing: str, pool: Pool, fixed: Container[str]
    ) -> None:
        self._queue = queue
        self._errors = frozenset(
            code
            for code, known in CODES.items()
            if known.severity is Severity.ERROR and code not in fixed
        )
        self._pool = pool
        self._missing = missing

    async def ListFlagged(  # noqa: N802 (named by the contract)
        self, request: pb.ListFlaggedRequest, context: Context
    ) -> pb.ListFlaggedResponse:
        """List flagged items, the newest text first."""
        call, queue = CALL.get(), self._reviews()
        query, size = wire.read_query(request), read_page_size(request.page_size)
        found, following = await queue.listed(
            call.tenant, query, size, request.page_token, call.remaining_s()
        )
        call.facts |= {"items": len(found)}
        return wire.write_page(found, following)

    async def Decide(  # noqa: N802 (named by the contract)
        self, request: pb.DecideRequest, context: Context
    ) -> pb.DecideResponse:
        """Decide items of one review, all or none."""
        call, queue = CALL.get(), self._reviews()
        decisions = wire.read_decisions(request)
        revision, open_items = await queue.decide(call.tenant, decisions, call.remaining_s())
        call.facts |= {"review": decisions.review_id, "decided": len(decisions.items)}
        return wire.write_decided(revision, open_items)

    async def GetRevision(  # noqa: N802 (named by the contract)
        self, request: pb.GetRevisionRequest, context: Context
    ) -> pb.GetRevisionResponse:
        """Give the text of a review with its decisions applied."""
        call, queue = CALL.get(), self._reviews()
        found = await queue.revision(call.tenant, request.review_id, call.remaining_s())
        return wire.write_revision(found, original=request.original)

    async def GetAgreement(  # noqa: N802 (named by the contract)
        self, request: pb.GetAgreementRequest, context: Context
    ) -> pb.GetAgreementResponse:
        """Tell what the decisions say about the checks."""
        return await self.agreement(request)

    async def agreement(self, request: pb.GetAgreementRequest) -> pb.GetAgreementResponse:
        """The reply of ``GetAgreement`` to the caller of the current call: pages ask for it too."""
        call, queue = CALL.get(), self._reviews()
        query, threshold = agreement_wire.read_question(request)
        findings, more = await queue.judged(call.tenant, query, call.remaining_s())
        cost_s = _JUDGED_S * len(findings)
        place = call.tenant, "reply", call.remaining_s()
        agreement = await self._pool.run_by_cost(
            cost_s, measure_agreement, *place, findings, self._errors, threshold, truncated=more
        )
        call.facts |= {"decisions": agreement.decisions}
        return agreement_wire.write_agreement(agreement)

    def _reviews(self) -> ReviewQueue:
        if self._queue is None:
            raise StoreNotConfigured(
                f"this server stores no reviews: see its setting {self._missing}",
                setting=self._missing,
            )
        return self._queue
