"""The reviews of a server: stored after a report, listed, decided, and deleted when old."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress

from sqlalchemy import Connection

from sidecar.reviews import deciding, pages, records
from sidecar.reviews.errors import ReviewNotFound
from sidecar.reviews.model import Decisions, Listed, Place, Query, Review, Revision
from sidecar.reviews.settings import ReviewsSettings
from sidecar.store.errors import StoreUnavailable
from sidecar.store.store import Store

log = logging.getLogger(__name__)

PAGE_BYTES = 2 * 1024 * 1024
"""Most bytes of the texts on a page, well below what fits into a message."""

_AT_ONCE = 100
"""Items that are read from the database together."""

_DAY_US = 24 * 60 * 60 * 1_000_000
_DELETED_EVERY_S = 600.0
_SOON_S = 0.1  # others write meanwhile
_DELETED_AT_ONCE = 200
_SHOWN = 80  # characters of an unknown id that the error repeats


class ReviewQueue:
    """Reviews in a store. All its methods are for one event loop to call.

    Args:
        store: Where they are.
        settings: Which are kept, and how long.
    """

    def __init__(self, store: Store, settings: ReviewsSettings) -> None:
        self._store = store
        self._settings = settings
        self._cleaning: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Delete reviews from now on when they are old."""
        if self._settings.keep_days:
            self._cleaning = asyncio.create_task(self._clean())

    async def stop(self) -> None:
        """Delete nothing any more."""
        if self._cleaning is not None:
            self._cleaning.cancel()
            with suppress(asyncio.CancelledError):
                await self._cleaning

    async def add(self, review: Review, timeout_s: float) -> None:
        """Store a review; the same one again changes nothing.

        Raises:
            StoreUnavailable: If it may not be there.
        """

        def added(connection: Connection) -> None:
            records.add(connection, self._store, review)

        await self._store.run(added, timeout_s, writes=True)

    async def listed(
        self, tenant: str, query: Query, size: int, page_token: str, timeout_s: float
    ) -> tuple[list[Listed], str]:
        """A page of items, and the token of the next one; empty where this is the last.

        Raises:
            PageInvalid: If the token is none for this question.
            StoreUnavailable: If the store does not tell.
        """
        after = pages.place(page_token, query)

        def found(connection: Connection) -> tuple[list[Listed], str]:
            return _page(connection, tenant, query, size, after)

        return await self._store.run(found, timeout_s)

    async def decide(self, tenant: str, decisions: Decisions, timeout_s: float) -> tuple[int, int]:
        """Decide items of a review, all or none; its revision, and how many items are open.

        Raises:
            ReviewNotFound: If the tenant has no such review.
            VerifydError: What ``deciding.fresh`` raises, and ``StoreUnavailable``.
        """

        def decided(connection: Connection) -> tuple[int, int]:
            review_id = decisions.review_id
            stored = _known(records.stored(connection, tenant, review_id, locked=True), review_id)
            revision: int = stored.review.revision
            changed = deciding.fresh(stored, decisions, time.time_ns() // 1000)
            if changed:
                revision += 1
                records.decide(connection, review_id, revision, changed)
            new = {decision.item_id for decision, _ in changed}
            undecided = [
                row for row in stored.items if row.action is None and row.item_id not in new
            ]
            return revision, len(undecided)

        return await self._store.run(decided, timeout_s, writes=True)

    async def revision(self, tenant: str, review_id: str, timeout_s: float) -> Revision:
        """The text of a review with its decisions applied.

        Raises:
            ReviewNotFound: If the tenant has no such review.
            StoreUnavailable: If the store does not tell.
        """

        def found(connection: Connection) -> records.Stored | None:
            return records.stored(connection, tenant, review_id)

        return deciding.revision(_known(await self._store.run(found, timeout_s), review_id))

    async def delete_old(self) -> int:
        """Delete some of the reviews that are too old; how many there were.

        Raises:
            StoreUnavailable: If the store does not do it.
        """
        before_us = time.time_ns() // 1000 - self._settings.keep_days * _DAY_US

        def deleted(connection: Connection) -> int:
            return records.delete_before(connection, before_us, _DELETED_AT_ONCE)

        return await self._store.run(deleted, float("inf"), writes=True)

    async def _clean(self) -> None:
        while True:
            deleted = 0
            try:
                deleted = await self.delete_old()
            except StoreUnavailable:
                log.warning("old reviews could not be deleted")
            await asyncio.sleep(_SOON_S if deleted == _DELETED_AT_ONCE else _DELETED_EVERY_S)


def _page(
    connection: Connection, tenant: str, query: Query, size: int, after: Place | None
) -> tuple[list[Listed], str]:
    page: list[Listed] = []
    room = PAGE_BYTES
    while True:
        wanted = min(size - len(page) + 1, _AT_ONCE)  # one more tells whether there is a next page
        found = records.listed(connection, tenant, query, after, wanted)
        for one in found:
            room -= _nbytes(one)
            if len(page) == size or (page and room < 0):
                return page, pages.token(_place(page[-1]), query)
            page.append(one)
        if len(found) < wanted:
            return page, ""
        after = _place(page[-1])


def _place(one: Listed) -> Place:
    return Place(one.created_us, one.review_id, one.item.item_id)


def _nbytes(one: Listed) -> int:
    """About what an item takes in a message."""
    item, decided = one.item, one.decided
    told = [item.words, item.scope_words, item.quote, item.finding.message]
    told += [text for pair in item.finding.details.items() for text in pair]
    if decided is not None:
        told += [decided.replacement, decided.comment, decided.decided_by]
    return 400 + sum(len(text.encode()) for text in told)


def _known(stored: records.Stored | None, review_id: str) -> records.Stored:
    if stored is None:
        raise ReviewNotFound(
            f"there is no review {review_id[:_SHOWN]!r}", review_id=review_id[:_SHOWN]
        )
    return stored
