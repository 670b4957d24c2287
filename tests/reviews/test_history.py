"""The history of items in both databases: every decision is added to it, and none changes."""

from __future__ import annotations

from typing import Any

from stored import ENOUGH_S, filled, opened, review

from sidecar.reviews import history
from sidecar.reviews.model import (
    Decisions,
    ItemDecision,
    ReviewAction,
    ReviewQuery,
    ReviewState,
)
from sidecar.reviews.queue import ReviewQueue
from sidecar.reviews.settings import ReviewsSettings

KEEP, EDIT, REMOVE = ReviewAction.KEEP, ReviewAction.EDIT, ReviewAction.REMOVE
ONE, OTHER = f"{1:064x}", f"{2:064x}"


async def decide(queue: ReviewQueue, review_id: str, by: str, *items: Any, at: int = 0) -> None:
    given = [ItemDecision(*item) for item in items]
    decisions = Decisions(review_id=review_id, items=given, decided_by=by, expected_revision=at)
    await queue.decide("local", decisions, ENOUGH_S)


async def test_every_decision_is_kept_in_its_order(store_url: str) -> None:
    async with opened(store_url) as store:
        queue = ReviewQueue(store, ReviewsSettings())
        await filled(queue, [review(1), review(2)])
        await decide(queue, ONE, "Ana", (1, EDIT, "7\0"), (3, KEEP))
        await decide(queue, ONE, "Ben", (1, KEEP), at=1)
        await decide(queue, ONE, "Ben", (1, KEEP), at=2)  # the same again is no decision
        await decide(queue, ONE, "Ana", (1, KEEP), at=2)
        await decide(queue, OTHER, "Ana", (1, REMOVE))
        wanted = [(ONE, 1), (ONE, 2), (ONE, 3)]
        found = await store.run(lambda each: history.read_decisions(each, wanted), ENOUGH_S)
        assert {
            item: [(one.action, one.replacement, one.decided_by) for one in decisions]
            for item, decisions in found.items()
        } == {
            (ONE, 1): [(EDIT, "7\0", "Ana"), (KEEP, "", "Ben"), (KEEP, "", "Ana")],
            (ONE, 3): [(KEEP, "", "Ana")],
        }


async def test_a_list_has_the_last_decisions(store_url: str) -> None:
    async with opened(store_url) as store:
        queue = ReviewQueue(store, ReviewsSettings())
        await filled(queue, [review(1)])
        for number in range(history.MOST + 2):
            await decide(queue, ONE, f"person {number}", (1, KEEP), at=number)
        found, _ = await queue.listed("local", ReviewQuery(state=ReviewState.ALL), 9, "", ENOUGH_S)
        first, second, _ = found
        people = [one.decided_by for one in first.history]
        assert people == [f"person {number}" for number in range(2, history.MOST + 2)]
        assert first.history[-1] == first.decided
        assert second.history == ()


async def test_it_goes_with_its_review(store_url: str) -> None:
    async with opened(store_url) as store:
        queue = ReviewQueue(store, ReviewsSettings(keep_days=1))
        await filled(queue, [review(1, created_us=1)])
        await decide(queue, ONE, "Ana", (1, KEEP))
        assert await queue.retention.delete_old() == 1
        await filled(queue, [review(1)])
        found = await store.run(lambda each: history.read_decisions(each, [(ONE, 1)]), ENOUGH_S)
        assert found == {}
