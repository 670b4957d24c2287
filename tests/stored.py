"""Reviews and stores for tests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from sidecar.model.report import Decision, Finding, Repair, Severity, Verdict
from sidecar.model.text import Span
from sidecar.reviews.model import Review, ReviewItem
from sidecar.reviews.queue import ReviewQueue
from sidecar.reviews.settings import ReviewsSettings
from sidecar.store.settings import StoreSettings
from sidecar.store.store import Store

TEXT = "Sales were 5 \0 or 6. They fell by 3. – Ende."
ENOUGH_S = 20.0


def review(number: int, tenant: str = "local", text: str = TEXT, **changes: Any) -> Review:
    """A review whose items are the digits of its text."""
    data = text.encode()
    items = [
        _item(item_id, at, data)
        for item_id, at in enumerate((at for at, b in enumerate(data) if chr(b).isdigit()), 1)
    ]
    fields: dict[str, Any] = {
        "review_id": f"{number:064x}",
        "tenant": tenant,
        "request_id": f"request-{number}",
        "agent_id": f"agent-{number % 2}",
        "created_us": 1_764_000_000_000_000 + number,
        "decision": Decision.FAIL,
        "text": data,
        "text_digest": f"{number:064d}",
        "items": items,
        "dropped_items": 0,
    }
    return Review(**fields | changes)


def _item(item_id: int, at: int, data: bytes) -> ReviewItem:
    start = data.rfind(b". ", 0, at) + 2 if b". " in data[:at] else 0
    scope = Span(start, data.index(b".", at) + 1)
    finding = Finding(
        code="CLAIM_NOT_FOUND" if item_id % 2 else "WRONG_ROW",
        verdict=Verdict.CONTRADICTED,
        span=Span(at, at + 1),
        message=f"item {item_id} has \0 in it",
        details={"value": "5", "other": "ü\0"},
        repair=Repair(Span(at, at + 1), "9") if item_id % 2 else None,
        confidence=0.75 if item_id % 2 else None,
    )
    return ReviewItem(
        item_id=item_id,
        check="numeric" if item_id % 2 else "claims",
        severity=Severity.ERROR,
        finding=finding,
        scope=scope,
        words=data[at : at + 1].decode(),
        scope_words=data[scope.start : scope.end].decode(),
        quote="a \0 quote",
    )


@asynccontextmanager
async def opened(url: str, **settings: Any) -> AsyncIterator[Store]:
    """A store that is ready."""
    store = Store(StoreSettings(url=url, **{"migrate": True, "timeout_s": ENOUGH_S} | settings))
    await store.open()
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def queue_at(
    url: str, settings: ReviewsSettings | None = None, **of_store: Any
) -> AsyncIterator[ReviewQueue]:
    """Reviews in a store that is ready."""
    async with opened(url, **of_store) as store:
        yield ReviewQueue(store, settings or ReviewsSettings())


async def filled(queue: ReviewQueue, reviews: Sequence[Review]) -> None:
    """Store reviews, in their order."""
    for one in reviews:
        await queue.add(one, ENOUGH_S)
