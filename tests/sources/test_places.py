"""So many fetches at once, and none of the callers has all of them."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from sidecar.sources.resolver import SourceQueue


@pytest.mark.parametrize(("size", "of_one"), [(1, 1), (2, 1), (4, 3)])
async def test_one_caller_leaves_a_place_for_the_others(size: int, of_one: int) -> None:
    places, inside, most = SourceQueue(size), Counter[str](), Counter[str]()

    async def use(caller: str) -> None:
        async with places.place(caller):
            inside[caller] += 1
            most[caller] = max(most[caller], inside[caller])
            assert inside.total() <= size
            await asyncio.sleep(0.005)
            inside[caller] -= 1

    await asyncio.gather(*(use("greedy") for _ in range(12)))
    assert most["greedy"] == of_one


async def test_whoever_comes_late_is_not_behind_all_of_a_greedy_caller() -> None:
    places, order = SourceQueue(2), list[str]()

    async def use(caller: str) -> None:
        async with places.place(caller):
            await asyncio.sleep(0.002)
            order.append(caller)

    greedy = [asyncio.create_task(use("greedy")) for _ in range(20)]
    await asyncio.sleep(0.005)
    await use("other")
    assert order.count("greedy") < 10
    await asyncio.gather(*greedy)


async def test_whoever_gives_up_leaves_nothing_behind() -> None:
    places = SourceQueue(1)
    async with places.place("a"):
        waiting = [asyncio.create_task(places.place(name).__aenter__()) for name in "ab"]
        await asyncio.sleep(0)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
    assert not places._own
    async with asyncio.timeout(1), places.place("c"):
        pass
