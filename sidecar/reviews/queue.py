"""The reviews of a server: stored after a report, listed, decided, and deleted when old."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from sidecar.reviews import deciding, history, labels, listing, records
from sidecar.reviews.judgements import JudgedFinding
from sidecar.reviews.model import (
    DecisionRecord,
    Decisions,
    Review,
    ReviewListing,
    ReviewNotFound,
    ReviewPosition,
    ReviewQuery,
    ReviewsPage,
    Revision,
)
from sidecar.reviews.settings import ReviewsSettings
from sidecar.store import pages
from sidecar.store.retention import Retention
from sidecar.store.store import Store

# Tokens of pages of reviews.

_KINDS = (int, str, int)
_MOST_ITEMS = 1 << 31  # which the database keeps in four bytes


def make_page_token(place: ReviewPosition, query: ReviewQuery) -> str:
    """The token of a page behind a place."""
    return pages.make_token(place, _mark(query))


def parse_page_token(given: str, query: ReviewQuery) -> ReviewPosition | None:
    """The place that a token means; None for the first page, which has none.

    Raises:
        PageInvalid: If it is none that was given for the same question.
    """
    found = pages.parse_token(given, _mark(query), _KINDS, _MOST_ITEMS)
    return None if found is None else ReviewPosition._make(found)


def _mark(query: ReviewQuery) -> str:
    told = (
        *(query.state.name, query.check, query.code, str(query.since_us), query.review_id),
        *(query.agent_id, query.request_prefix, str(query.severity), str(query.until_us)),
    )
    return pages.fingerprint(told)


PAGE_BYTES = 2 * 1024 * 1024
"""Most bytes of the texts on a page, well below what fits into a message."""

_AT_ONCE = 100
"""Items that are read from the database together."""

_SHOWN = 80  # characters of an unknown id that the error repeats


class WholeReview(NamedTuple):
    """A review with all that was found and decided.

    Attributes:
        stored: Text and items.
        history: The decisions that each item has had, by its number.
    """

    stored: records.StoredReview
    history: Mapping[int, Sequence[DecisionRecord]]


class ReviewQueue:
    """Reviews in a store. All its methods are for one event loop to call.

    Args:
        store: Where they are.
        settings: Which are kept, and how long.

    Attributes:
        retention: Deletes reviews when they are old.
    """

    def __init__(self, store: Store, settings: ReviewsSettings) -> None:
        self._store = store
        self._settings = settings
        self.retention = Retention(store, "reviews", settings.keep_days, records.delete_before)

    def start(self) -> None:
        """Delete reviews from now on when they are old."""
        self.retention.start()

    async def stop(self) -> None:
        """Delete nothing any more."""
        await self.retention.stop()

    async def add(self, review: Review, timeout_s: float) -> None:
        """Store a review; the same one again changes nothing.

        Raises:
            StoreUnavailable: If it may not be there.
        """
        await self._store.run(
            lambda connection: records.add_review(connection, self._store, review),
            timeout_s,
            writes=True,
        )

    async def listed(
        self, tenant: str, query: ReviewQuery, size: int, page_token: str, timeout_s: float
    ) -> tuple[list[ReviewListing], str]:
        """A page of items, and the token of the next one; empty where this is the last.

        Raises:
            PageInvalid: If the token is none for this question.
            StoreUnavailable: If the store does not tell.
        """
        after = parse_page_token(page_token, query)
        return await self._store.run(
            lambda connection: _page(connection, tenant, query, size, after), timeout_s
        )

    async def list_reviews(
        self, tenant: str, query: ReviewQuery, size: int, page_token: str, timeout_s: float
    ) -> ReviewsPage:
        """A page of the reviews that have items that are asked for.

        Raises:
            PageInvalid: If the token is none for this question.
            StoreUnavailable: If the store does not tell.
        """
        after = parse_page_token(page_token, query)

        def listed(connection: Connection) -> ReviewsPage:
            found = listing.list_summaries(connection, tenant, query, after, size + 1)
            token = ""
            if len(found) > size:
                last = found[size - 1]
                place = ReviewPosition(last.created_us, last.review_id, 0)
                token = make_page_token(place, query)
            reviews, items = listing.count_matching(connection, tenant, query)
            return ReviewsPage(
                reviews=found[:size],
                next_page_token=token,
                reviews_total=reviews,
                items_total=items,
            )

        return await self._store.run(listed, timeout_s)

    async def read(self, tenant: str, review_id: str, timeout_s: float) -> WholeReview:
        """A review with all that was found and decided.

        Raises:
            ReviewNotFound: If the tenant has no such review.
            StoreUnavailable: If the store does not tell.
        """

        def read(connection: Connection) -> WholeReview:
            stored = _known(
                records.read_review(connection, tenant, review_id, whole=True), review_id
            )
            return WholeReview(stored, history.read_history(connection, review_id))

        return await self._store.run(read, timeout_s)

    async def decide(self, tenant: str, decisions: Decisions, timeout_s: float) -> tuple[int, int]:
        """Decide items of a review, all or none; its revision, and how many items are open.

        Raises:
            ReviewNotFound: If the tenant has no such review.
            VerifydError: What ``deciding.select_new`` raises, and ``StoreUnavailable``.
        """

        def decided(connection: Connection) -> tuple[int, int]:
            review_id = decisions.review_id
            stored = _known(
                records.read_review(connection, tenant, review_id, locked=True), review_id
            )
            revision: int = stored.review.revision
            changed = deciding.select_new(stored, decisions, time.time_ns() // 1000)
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
        stored = await self._store.run(
            lambda connection: records.read_review(connection, tenant, review_id), timeout_s
        )
        return deciding.make_revision(_known(stored, review_id))

    async def judged(
        self, tenant: str, query: ReviewQuery, timeout_s: float
    ) -> tuple[list[JudgedFinding], bool]:
        """Findings with what people decided of them, and whether there are more than were read.

        Raises:
            StoreUnavailable: If the store does not tell.
        """
        most = self._settings.max_decisions
        return await self._store.run(
            lambda connection: labels.read_findings(connection, tenant, query, most), timeout_s
        )


def _page(
    connection: Connection, tenant: str, query: ReviewQuery, size: int, after: ReviewPosition | None
) -> tuple[list[ReviewListing], str]:
    page: list[ReviewListing] = []
    room = PAGE_BYTES
    while True:
        wanted = min(size - len(page) + 1, _AT_ONCE)  # one more tells whether there is a next page
        found = listing.list_items(connection, tenant, query, after, wanted)
        for one in found:
            room -= _nbytes(one)
            if len(page) == size or (page and room < 0):
                return page, make_page_token(_place(page[-1]), query)
            page.append(one)
        if len(found) < wanted:
            return page, ""
        after = _place(page[-1])


def _place(one: ReviewListing) -> ReviewPosition:
    return ReviewPosition(one.created_us, one.review_id, one.item.item_id)


def _nbytes(one: ReviewListing) -> int:
    """About what an item takes in a message."""
    item = one.item
    told = [item.words, item.scope_words, item.quote, item.finding.message]
    told += [text for pair in item.finding.details.items() for text in pair]
    for decided in [*one.history[-1:], *one.history]:  # the last one is told twice
        told += [decided.replacement, decided.comment, decided.decided_by]
    return 400 + sum(len(text.encode()) for text in told)


def _known(stored: records.StoredReview | None, review_id: str) -> records.StoredReview:
    if stored is None:
        raise ReviewNotFound(
            f"there is no review {review_id[:_SHOWN]!r}", review_id=review_id[:_SHOWN]
        )
    return stored
