"""``ReviewService``: what people decide about flagged findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verifyd.v1 import review_service_pb2 as pb
from verifyd.v1 import review_service_pb2_grpc

from sidecar.server.call import CALL, Context
from sidecar.store.errors import StoreNotConfigured
from sidecar.wire import reviews as wire
from sidecar.wire.requests import page_size

if TYPE_CHECKING:  # it brings the libraries of the store
    from sidecar.reviews.queue import ReviewQueue


class ReviewService(review_service_pb2_grpc.ReviewServiceServicer):
    """Lists and decides the reviews of the calling tenant.

    Args:
        queue: The reviews; None where none are kept.
        missing: The setting that keeps them from being kept.
    """

    def __init__(self, queue: ReviewQueue | None, missing: str) -> None:
        self._queue = queue
        self._missing = missing

    async def ListFlagged(  # noqa: N802 (named by the contract)
        self, request: pb.ListFlaggedRequest, context: Context
    ) -> pb.ListFlaggedResponse:
        """List flagged items, the newest text first."""
        call, queue = CALL.get(), self._reviews()
        query, size = wire.query(request), page_size(request.page_size)
        found, following = await queue.listed(
            call.tenant, query, size, request.page_token, call.remaining_s()
        )
        call.facts |= {"items": len(found)}
        return wire.listed(found, following)

    async def Decide(  # noqa: N802 (named by the contract)
        self, request: pb.DecideRequest, context: Context
    ) -> pb.DecideResponse:
        """Decide items of one review, all or none."""
        call, queue = CALL.get(), self._reviews()
        decisions = wire.decisions(request)
        revision, open_items = await queue.decide(call.tenant, decisions, call.remaining_s())
        call.facts |= {"review": decisions.review_id, "decided": len(decisions.items)}
        return wire.decided(revision, open_items)

    async def GetRevision(  # noqa: N802 (named by the contract)
        self, request: pb.GetRevisionRequest, context: Context
    ) -> pb.GetRevisionResponse:
        """Give the text of a review with its decisions applied."""
        call, queue = CALL.get(), self._reviews()
        return wire.revision(
            await queue.revision(call.tenant, request.review_id, call.remaining_s())
        )

    def _reviews(self) -> ReviewQueue:
        if self._queue is None:
            raise StoreNotConfigured(
                f"this server stores no reviews: see its setting {self._missing}",
                setting=self._missing,
            )
        return self._queue
