"""Reviews in both databases: stored once, listed in pages, decided all or none, nobody else's."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from stored import ENOUGH_S, TEXT, filled, queue_at, review
from waiting import eventually

from sidecar.reviews import queue as queues
from sidecar.reviews.model import (
    DecisionInvalid,
    Decisions,
    DecisionsOverlap,
    ItemDecision,
    Review,
    ReviewAction,
    ReviewAlreadyDecided,
    ReviewChanged,
    ReviewListing,
    ReviewNotFound,
    ReviewQuery,
    ReviewState,
)
from sidecar.reviews.queue import ReviewQueue
from sidecar.reviews.settings import ReviewsSettings
from sidecar.store.errors import PageInvalid

KEEP, EDIT, REMOVE = ReviewAction.KEEP, ReviewAction.EDIT, ReviewAction.REMOVE
ALL = ReviewQuery(state=ReviewState.ALL)
DAY_US = 86_400_000_000


async def is_empty(queue: ReviewQueue) -> bool:
    return not await items_of(queue)


async def items_of(
    queue: ReviewQueue, query: ReviewQuery = ALL, size: int = 1000, tenant: str = "local"
) -> list[ReviewListing]:
    """All pages of a question."""
    found, token = await queue.listed(tenant, query, size, "", ENOUGH_S)
    while token:
        page, token = await queue.listed(tenant, query, size, token, ENOUGH_S)
        assert page, "a page that was promised is empty"
        found += page
    return found


async def decide(
    queue: ReviewQueue, number: int, *items: tuple[Any, ...], tenant: str = "local", **fields: Any
) -> tuple[int, int]:
    given = Decisions(
        review_id=f"{number:064x}",
        items=[ItemDecision(*item) for item in items],
        decided_by=fields.pop("decided_by", "Ana"),
        **fields,
    )
    return await queue.decide(tenant, given, ENOUGH_S)


async def text_of(queue: ReviewQueue, number: int) -> str:
    return (await queue.revision("local", f"{number:064x}", ENOUGH_S)).text


class TestStoring:
    async def test_everything_comes_back(self, store_url: str) -> None:
        # NUL among it: PostgreSQL's texts cannot hold one.
        one = review(1)
        async with queue_at(store_url) as queue:
            await filled(queue, [one])
            found = await items_of(queue)
            assert [each.item for each in found] == list(one.items)
            assert {(each.review_id, each.request_id, each.created_us) for each in found} == {
                (one.review_id, one.request_id, one.created_us)
            }
            assert {(each.text_digest, each.revision, each.decided) for each in found} == {
                (one.text_digest, 0, None)
            }
            assert await text_of(queue, 1) == TEXT

    async def test_it_outlives_the_process(self, store_url: str) -> None:
        async with queue_at(store_url) as queue:
            await filled(queue, [review(1)])
        async with queue_at(store_url) as queue:
            assert len(await items_of(queue)) == 3

    async def test_the_same_again_changes_nothing(self, store_url: str) -> None:
        async with queue_at(store_url) as queue:
            await filled(queue, [review(1)])
            await decide(queue, 1, (1, KEEP))
            await filled(queue, [review(1, created_us=9, request_id="later")])
            assert [each.decided is None for each in await items_of(queue)] == [False, True, True]
            assert {each.request_id for each in await items_of(queue)} == {"request-1"}

    async def test_many_at_once_store_it_once(self, store_url: str) -> None:
        async with queue_at(store_url) as one, queue_at(store_url) as other:
            await asyncio.gather(*(queue.add(review(1), 20) for queue in (one, other) * 10))
            assert len(await items_of(one)) == 3


class TestListing:
    async def test_the_newest_come_first(self, store_url: str) -> None:
        async with queue_at(store_url) as queue:
            await filled(queue, [review(number) for number in (2, 1, 3)])
            assert [
                (int(each.review_id, 16), each.item.item_id) for each in await items_of(queue)
            ] == [(number, item) for number in (3, 2, 1) for item in (1, 2, 3)]

    @pytest.mark.parametrize("size", [1, 2, 3, 4, 12, 13])
    async def test_pages_hold_everything_once(self, store_url: str, size: int) -> None:
        # Trap: reviews of one moment, between two pages.
        async with queue_at(store_url) as queue:
            await filled(queue, [review(number, created_us=7 + number // 3) for number in range(4)])
            found = await items_of(queue, size=size)
            assert [each.item for each in found] == [each.item for each in await items_of(queue)]
            assert len({(each.review_id, each.item.item_id) for each in found}) == 12

    async def test_what_comes_meanwhile_moves_no_page(self, store_url: str) -> None:
        async with queue_at(store_url) as queue:
            await filled(queue, [review(1), review(2)])
            first, token = await queue.listed("local", ReviewQuery(), 2, "", ENOUGH_S)
            await filled(queue, [review(3)])
            await decide(queue, 2, (1, KEEP))
            second, token = await queue.listed("local", ReviewQuery(), 9, token, ENOUGH_S)
            found = [(int(each.review_id, 16), each.item.item_id) for each in first + second]
            assert found == [(2, 1), (2, 2), (2, 3), (1, 1), (1, 2), (1, 3)]
            assert token == ""

    async def test_a_page_is_bounded_in_bytes(
        self, store_url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(queues, "PAGE_BYTES", 1500)
        async with queue_at(store_url) as queue:
            await filled(queue, [review(number) for number in range(4)])
            page, token = await queue.listed("local", ALL, 100, "", ENOUGH_S)
            assert 0 < len(page) < 12
            assert token
            assert len(await items_of(queue, size=100)) == 12

    @pytest.mark.parametrize(
        ("query", "wanted"),
        [
            (ReviewQuery(), [(2, 1), (2, 2), (2, 3), (1, 2), (1, 3)]),
            (ReviewQuery(state=ReviewState.DECIDED), [(1, 1)]),
            (ReviewQuery(check="claims"), [(2, 2), (1, 2)]),
            (ReviewQuery(code="CLAIM_NOT_FOUND"), [(2, 1), (2, 3), (1, 3)]),
            (ReviewQuery(since_us=review(2).created_us), [(2, 1), (2, 2), (2, 3)]),
            (ReviewQuery(since_us=review(2).created_us + 1), []),
            (ReviewQuery(review_id=f"{1:064x}"), [(1, 2), (1, 3)]),
            (ReviewQuery(check="claims", code="CLAIM_NOT_FOUND"), []),
        ],
    )
    async def test_filters(
        self, store_url: str, query: ReviewQuery, wanted: list[tuple[int, int]]
    ) -> None:
        async with queue_at(store_url) as queue:
            await filled(queue, [review(1), review(2)])
            await decide(queue, 1, (1, KEEP))
            found = await items_of(queue, query)
            assert [(int(each.review_id, 16), each.item.item_id) for each in found] == wanted

    async def test_a_wrong_token_is_refused(self, store_url: str) -> None:
        async with queue_at(store_url) as queue:
            with pytest.raises(PageInvalid):
                await queue.listed("local", ReviewQuery(), 1, "nonsense", ENOUGH_S)


class TestDeciding:
    async def test_decisions_make_a_revision(self, store_url: str) -> None:
        async with queue_at(store_url) as queue:
            await filled(queue, [review(1)])
            assert await decide(queue, 1, (1, EDIT, "50"), (2, KEEP), comment="as told") == (1, 1)
            assert await text_of(queue, 1) == TEXT.replace("5", "50")
            assert await decide(queue, 1, (3, REMOVE)) == (2, 0)
            found = await queue.revision("local", f"{1:064x}", ENOUGH_S)
            assert found.text == "Sales were 50 \0 or 6. – Ende."
            assert (found.kept_items, found.edited_items, found.removed_items) == (1, 1, 1)
            assert found.complete
            first, second, _ = [each.decided for each in await items_of(queue)]
            assert first is not None
            assert second is not None
            assert (first.action, first.replacement, first.comment) == (EDIT, "50", "as told")
            assert (second.action, second.replacement, second.decided_by) == (KEEP, "", "Ana")
            assert abs(first.decided_us / 1e6 - time.time()) < 60

    async def test_what_was_dropped_keeps_it_from_being_complete(self, store_url: str) -> None:
        async with queue_at(store_url) as queue:
            await filled(queue, [review(1, dropped_items=1)])
            await decide(queue, 1, (1, KEEP), (2, KEEP), (3, KEEP))
            found = await queue.revision("local", f"{1:064x}", ENOUGH_S)
            assert (found.open_items, found.complete) == (0, False)

    async def test_all_or_none(self, store_url: str) -> None:
        async with queue_at(store_url) as queue:
            await filled(queue, [review(1)])
            with pytest.raises(DecisionInvalid):
                await decide(queue, 1, (1, KEEP), (9, KEEP))
            assert [each.decided for each in await items_of(queue)] == [None] * 3
            assert await text_of(queue, 1) == TEXT

    async def test_a_second_decision_needs_the_revision(self, store_url: str) -> None:
        async with queue_at(store_url) as queue:
            await filled(queue, [review(1)])
            await decide(queue, 1, (1, KEEP))
            with pytest.raises(ReviewAlreadyDecided) as refused:
                await decide(queue, 1, (1, REMOVE), (2, KEEP))
            assert refused.value.metadata == {"item_id": "1", "revision": "1"}
            with pytest.raises(ReviewChanged):
                await decide(queue, 1, (1, REMOVE), expected_revision=0)
            assert await decide(queue, 1, (1, REMOVE), expected_revision=1) == (2, 2)
            assert await text_of(queue, 1) == "They fell by 3. – Ende."

    async def test_the_same_decision_again_changes_nothing(self, store_url: str) -> None:
        # A client that lost the answer sends it again.
        async with queue_at(store_url) as queue:
            await filled(queue, [review(1)])
            for _ in range(2):
                assert await decide(queue, 1, (1, EDIT, "7"), expected_revision=0) == (1, 2)

    async def test_the_same_decision_by_another_person_is_another(self, store_url: str) -> None:
        async with queue_at(store_url) as queue:
            await filled(queue, [review(1)])
            await decide(queue, 1, (1, KEEP))
            with pytest.raises(ReviewAlreadyDecided):
                await decide(queue, 1, (1, KEEP), decided_by="Ben")

    @pytest.mark.parametrize("earlier", [False, True])
    async def test_two_changes_of_one_place_are_refused(
        self, store_url: str, *, earlier: bool
    ) -> None:
        async with queue_at(store_url) as queue:
            await filled(queue, [review(1)])
            removal = [(1, REMOVE)]
            if earlier:
                await decide(queue, 1, *removal)
                removal = []
            with pytest.raises(DecisionsOverlap) as refused:
                await decide(queue, 1, *removal, (2, EDIT, "60"))
            assert refused.value.metadata == {"item_id": "2", "other_item_id": "1"}

    async def test_one_of_many_at_once_wins(self, store_url: str) -> None:
        async with queue_at(store_url) as one, queue_at(store_url) as other:
            await filled(one, [review(1)])
            outcomes = await asyncio.gather(
                *(
                    decide((one, other)[number % 2], 1, (1, EDIT, str(number)), expected_revision=0)
                    for number in range(10)
                ),
                return_exceptions=True,
            )
            won = [number for number, came in enumerate(outcomes) if came == (1, 2)]
            assert len(won) == 1
            assert sum(isinstance(came, ReviewChanged) for came in outcomes) == 9
            assert await text_of(one, 1) == TEXT.replace("5", str(won[0]))

    async def test_thousands_of_decisions_at_once(self, store_url: str) -> None:
        text = "Digits 1. " * 2000
        async with queue_at(store_url) as queue:
            await filled(queue, [review(1, text=text)])
            edits = [(item, EDIT, "2") for item in range(1, 2001)]
            assert await decide(queue, 1, *edits) == (1, 0)
            assert await text_of(queue, 1) == text.replace("1", "2")


class TestTenants:
    async def test_nobody_sees_or_decides_what_is_not_theirs(self, store_url: str) -> None:
        async with queue_at(store_url) as queue:
            await filled(queue, [review(1, tenant="a"), review(2, tenant="b\0")])
            assert {each.review_id for each in await items_of(queue, tenant="a")} == {f"{1:064x}"}
            assert {each.review_id for each in await items_of(queue, tenant="b\0")} == {f"{2:064x}"}
            with pytest.raises(ReviewNotFound):
                await decide(queue, 1, (1, KEEP), tenant="b\0")
            with pytest.raises(ReviewNotFound):
                await queue.revision("b\0", f"{1:064x}", ENOUGH_S)

    @pytest.mark.parametrize("review_id", ["", "x", "a\0b", "ü", "x" * 5000])
    async def test_an_unknown_review(self, store_url: str, review_id: str) -> None:
        async with queue_at(store_url) as queue:
            with pytest.raises(ReviewNotFound):
                await queue.revision("local", review_id, ENOUGH_S)


class TestDeleting:
    async def test_what_is_older_goes_with_its_items(self, store_url: str) -> None:
        now_us = time.time_ns() // 1000
        async with queue_at(store_url, ReviewsSettings(keep_days=2)) as queue:
            await filled(
                queue, [review(1, created_us=now_us - 3 * DAY_US), review(2, created_us=now_us)]
            )
            assert await queue.retention.delete_old() == 1
            assert {each.review_id for each in await items_of(queue)} == {f"{2:064x}"}
            # It can come again: no item of it was left.
            await filled(queue, [review(1, created_us=now_us)])
            assert len(await items_of(queue)) == 6

    async def test_it_happens_by_itself(self, store_url: str) -> None:
        async with queue_at(store_url, ReviewsSettings(keep_days=1)) as queue:
            await filled(queue, [review(1, created_us=1)])
            queue.start()
            await eventually(lambda: is_empty(queue))
            await queue.stop()

    async def test_nothing_goes_where_all_is_kept(self, store_url: str) -> None:
        async with queue_at(store_url, ReviewsSettings(keep_days=0)) as queue:
            await filled(queue, [review(1, created_us=1)])
            queue.start()
            await asyncio.sleep(0.2)
            assert len(await items_of(queue)) == 3
            await queue.stop()


def test_a_review_of_the_tests_has_what_these_rely_on() -> None:
    one: Review = review(1)
    assert [item.words for item in one.items] == ["5", "6", "3"]
