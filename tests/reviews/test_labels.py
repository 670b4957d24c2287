"""Findings with their decisions as both databases give them: bounded, in order, nobody else's."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from stored import ENOUGH_S, filled, queue_at, review

from sidecar.model.report import Repair
from sidecar.model.text import Span
from sidecar.reviews.judgements import JudgedFinding, Judgement
from sidecar.reviews.model import (
    Decisions,
    ItemDecision,
    Review,
    ReviewAction,
    ReviewQuery,
    ReviewState,
)
from sidecar.reviews.queue import ReviewQueue
from sidecar.reviews.settings import ReviewsSettings

KEEP, EDIT, REMOVE = ReviewAction.KEEP, ReviewAction.EDIT, ReviewAction.REMOVE
ALL = ReviewQuery(state=ReviewState.ALL)


async def decide(
    queue: ReviewQueue, number: int, person: str, *items: tuple[Any, ...], tenant: str = "local"
) -> None:
    revision = (await queue.revision(tenant, f"{number:064x}", ENOUGH_S)).revision
    decisions = Decisions(
        review_id=f"{number:064x}",
        items=[ItemDecision(*item) for item in items],
        decided_by=person,
        expected_revision=revision,
    )
    await queue.decide(tenant, decisions, ENOUGH_S)


async def judged(
    queue: ReviewQueue, query: ReviewQuery = ALL, tenant: str = "local"
) -> Sequence[JudgedFinding]:
    findings, more = await queue.judged(tenant, query, ENOUGH_S)
    assert not more
    return findings


async def test_all_that_counts_comes_back(store_url: str) -> None:
    one = review(1)
    items = [replace(item, model="small") for item in one.items]
    async with queue_at(store_url) as queue:
        await filled(queue, [replace(one, items=items)])
        await decide(queue, 1, "Ana", (1, EDIT, "9"), (3, EDIT, "4"))
        await decide(queue, 1, "Ben", (1, KEEP))
        first, third, second = await judged(queue)  # what is open comes last
    finding = one.items[0].finding
    assert first == JudgedFinding(
        check="numeric",
        code=finding.code,
        model="small",
        severity=one.items[0].severity,
        verdict=finding.verdict,
        confidence=0.75,
        judgements=(Judgement("Ana", agrees=True, repairs=True), Judgement("Ben", agrees=False)),
    )
    assert third.judgements == (Judgement("Ana", agrees=True),)  # not what the repair writes
    assert (second.check, second.confidence, second.judgements) == ("claims", None, ())


@pytest.mark.parametrize("elsewhere", [Span(0, 5), Span(11, 13)])
async def test_a_repair_of_another_place_is_not_what_an_edit_writes(
    store_url: str, elsewhere: Span
) -> None:
    one = review(1)
    item = one.items[0]
    moved = replace(item, finding=replace(item.finding, repair=Repair(elsewhere, "9")))
    async with queue_at(store_url) as queue:
        await filled(queue, [replace(one, items=[moved])])
        await decide(queue, 1, "Ana", (1, EDIT, "9"))
        (found,) = await judged(queue)
    assert found.judgements == (Judgement("Ana", agrees=True, repairs=False),)


async def test_a_query_chooses(store_url: str) -> None:
    async with queue_at(store_url) as queue:
        await filled(queue, [review(1), review(2), review(3, tenant="other")])
        await decide(queue, 2, "Ana", (1, KEEP), (2, KEEP))
        await decide(queue, 3, "Cem", (1, KEEP), tenant="other")
        assert len(await judged(queue)) == 6
        assert len(await judged(queue, ReviewQuery(check="claims"))) == 2
        since = ReviewQuery(since_us=review(2).created_us)
        found = await judged(queue, since)
        assert [len(one.judgements) for one in found] == [1, 1, 0]
        assert {each.person for one in found for each in one.judgements} == {"Ana"}
        assert len(await judged(queue, tenant="other")) == 3


async def test_the_newest_are_read_where_there_are_many(store_url: str) -> None:
    def text(number: int) -> Review:
        return review(number, text=f"{number}.")

    async with queue_at(store_url, ReviewsSettings(max_decisions=4)) as queue:
        await filled(queue, [text(number) for number in range(1, 8)])
        for number in (1, 2):
            await decide(queue, number, "Ana", (1, KEEP))
        found, more = await queue.judged("local", ALL, ENOUGH_S)
        assert (len(found), more) == (2 + 4, True)  # five are open
        for number in (3, 4, 5):
            await decide(queue, number, "Ana", (1, KEEP))
        found, more = await queue.judged("local", ALL, ENOUGH_S)
        assert (len(found), more) == (4 + 2, True)  # five are decided


async def test_the_decision_that_counts_is_read_where_one_item_has_many(store_url: str) -> None:
    async with queue_at(store_url, ReviewsSettings(max_decisions=2)) as queue:
        await filled(queue, [review(1, text="1.")])
        for person in ("Ana", "Ben", "Cem"):
            await decide(queue, 1, person, (1, KEEP))
        await decide(queue, 1, "Dan", (1, REMOVE))
        (found,), more = await queue.judged("local", ALL, ENOUGH_S)
        assert more
        assert [one.person for one in found.judgements] == ["Cem", "Dan"]
        assert found.label == Judgement("Dan", agrees=True)


async def test_drawn_decisions_are_those_of_a_plain_recount(store_url: str) -> None:
    draw = random.Random(35)
    told: dict[tuple[int, int], list[tuple[str, ReviewAction, str]]] = {}
    async with queue_at(store_url) as queue:
        await filled(queue, [review(number) for number in range(5)])
        for _ in range(40):
            number, item, person = draw.randrange(5), draw.choice((1, 3)), draw.choice("ABC")
            action, words = draw.choice([(KEEP, ""), (EDIT, "9"), (EDIT, "8")])
            await decide(queue, number, person, (item, action, words))
            history = told.setdefault((number, item), [])
            if history[-1:] != [(person, action, words)]:  # the same again is no decision
                history.append((person, action, words))
        found = await judged(queue)
    wanted = [
        tuple(Judgement(person, action is EDIT, words == "9") for person, action, words in history)
        for _, history in sorted(told.items(), key=lambda one: (-one[0][0], one[0][1]))
    ]
    assert [one.judgements for one in found if one.judgements] == wanted
    assert sum(not one.judgements for one in found) == 15 - len(told)
