"""Lists of reviews in both databases: which are asked for, in which order, and how many."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from stored import ENOUGH_S, filled, queue_at, review

from sidecar.model.report import Severity
from sidecar.reviews import listing
from sidecar.reviews.model import (
    Decisions,
    ItemDecision,
    Review,
    ReviewAction,
    ReviewQuery,
    ReviewsPage,
    ReviewState,
)
from sidecar.reviews.queue import ReviewQueue
from sidecar.store.errors import PageInvalid

ALL = ReviewState.ALL


async def page(
    queue: ReviewQueue, size: int = 50, token: str = "", tenant: str = "local", **query: Any
) -> ReviewsPage:
    return await queue.list_reviews(tenant, ReviewQuery(**query), size, token, ENOUGH_S)


async def numbers(queue: ReviewQueue, **query: Any) -> list[int]:
    """Of the reviews that are asked for."""
    return [int(one.review_id, 16) for one in (await page(queue, **query)).reviews]


async def decide(queue: ReviewQueue, number: int, *items: int) -> None:
    given = Decisions(
        review_id=f"{number:064x}",
        items=[ItemDecision(item, ReviewAction.KEEP) for item in items],
        decided_by="Ana",
    )
    await queue.decide("local", given, ENOUGH_S)


def milder(number: int) -> Review:
    """A review whose items are warnings."""
    one = review(number)
    return replace(one, items=[replace(item, severity=Severity.WARNING) for item in one.items])


async def test_what_a_row_says(store_url: str) -> None:
    async with queue_at(store_url) as queue:
        await filled(queue, [review(1)])
        await decide(queue, 1, 2)
        found = await page(queue)
        (one,) = found.reviews
        assert (one.items, one.open_items, one.severity) == (3, 2, Severity.ERROR)
        assert one.codes == [("CLAIM_NOT_FOUND", 2), ("WRONG_ROW", 1)]
        assert one.words == "Sales were 5 \0 or 6."
        expected = ("request-1", "agent-1", review(1).created_us)
        assert (one.request_id, one.agent_id, one.created_us) == expected
        assert (found.reviews_total, found.items_total, found.next_page_token) == (1, 2, "")


async def test_pages_have_every_review_once(store_url: str) -> None:
    async with queue_at(store_url) as queue:
        same_time = [replace(review(n), created_us=5) for n in range(8, 12)]
        await filled(queue, [review(n) for n in range(8)] + same_time)
        seen: list[str] = []
        token = ""
        while True:
            found = await page(queue, 5, token)
            seen += [one.review_id for one in found.reviews]
            assert found.reviews_total == 12
            token = found.next_page_token
            if not token:
                break
        assert [int(one, 16) for one in seen] == [*range(7, -1, -1), *range(11, 7, -1)]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, [3, 2]),
        ({"state": ALL}, [3, 2, 1]),
        ({"state": ReviewState.DECIDED}, [2, 1]),  # of the second, one item
        ({"check": "claims"}, [3]),
        ({"code": "WRONG_ROW", "state": ALL}, [3, 2, 1]),
        ({"code": "OTHER", "state": ALL}, []),
        ({"severity": Severity.WARNING, "state": ALL}, [3]),
        ({"severity": Severity.ERROR, "state": ALL}, [2, 1]),
        ({"agent_id": "agent-0"}, [2]),
        ({"agent_id": "agent"}, []),
        ({"request_prefix": "request-2"}, [2]),
        ({"request_prefix": "request-"}, [3, 2]),
        ({"request_prefix": "REQUEST-"}, []),
        ({"request_prefix": "request_"}, []),  # no pattern
        ({"request_prefix": "%"}, []),
        ({"since_us": review(2).created_us, "state": ALL}, [3, 2]),
        ({"until_us": review(2).created_us, "state": ALL}, [1]),
    ],
)
async def test_filters(store_url: str, query: dict[str, Any], expected: list[int]) -> None:
    async with queue_at(store_url) as queue:
        await filled(queue, [review(1), review(2), milder(3)])
        await decide(queue, 1, 1, 2, 3)
        await decide(queue, 2, 2)
        assert await numbers(queue, **query) == expected
        assert (await page(queue, **query)).reviews_total == len(expected)


async def test_nobody_elses(store_url: str) -> None:
    async with queue_at(store_url) as queue:
        await filled(queue, [review(1, tenant="other")])
        found = await page(queue)
        assert (found.reviews, found.reviews_total, found.items_total) == ([], 0, 0)
        assert (await page(queue, tenant="other")).reviews_total == 1


async def test_a_token_leads_on_for_its_own_question_alone(store_url: str) -> None:
    async with queue_at(store_url) as queue:
        await filled(queue, [review(1), review(2)])
        token = (await page(queue, 1)).next_page_token
        for other in (
            {"severity": Severity.ERROR},
            {"agent_id": "a"},
            {"request_prefix": "r"},
            {"until_us": 1},
        ):
            with pytest.raises(PageInvalid):
                await page(queue, 1, token, **other)


async def test_counting_ends(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "MOST_COUNTED", 2)
    async with queue_at(store_url) as queue:
        await filled(queue, [review(n) for n in range(5)])
        found = await page(queue)
        assert (found.reviews_total, found.items_total) == (3, 3)
