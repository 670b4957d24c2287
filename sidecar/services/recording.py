"""Keeping what ``Verify`` has flagged, within what is left of a call's time."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from sidecar.checks.base import INLINE_BYTES
from sidecar.model.report import Report
from sidecar.model.text import Text
from sidecar.reviews import flagged
from sidecar.reviews.errors import ReviewNotStored
from sidecar.reviews.model import Kept, Review
from sidecar.reviews.settings import ReviewsSettings
from sidecar.server.call import Call
from sidecar.store.errors import StoreUnavailable
from sidecar.work.pool import LONG, Pool

if TYPE_CHECKING:  # it brings the libraries of the store
    from sidecar.reviews.queue import ReviewQueue

log = logging.getLogger(__name__)

INLINE_ITEMS = 50
"""Most findings that are written down on the event loop: a millisecond."""


class Recorder:
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

    async def review(self, report: Report, text: Text, call: Call) -> Review | None:
        """The review of a report, while its evidence is there; None where nothing is flagged."""
        if self._queue is None:
            return None
        items = flagged.count(report, self._settings)
        if not items:
            return None
        arguments = report, text, call.tenant, call.request_id, self._settings
        if len(text.data) <= INLINE_BYTES and items <= INLINE_ITEMS:
            return flagged.review(*arguments)
        return await self._pool.run(
            flagged.review, call.tenant, LONG, call.remaining_s(), *arguments
        )

    async def store(self, review: Review | None, timeout_s: float, call: Call) -> Kept | None:
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
        return Kept(
            review_id=review.review_id,
            items=len(review.items),
            dropped_items=review.dropped_items,
            stored=stored,
        )
