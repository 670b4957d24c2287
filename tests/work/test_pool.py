"""Callers take turns, no one has all threads, and what nobody waits for ends."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable

import pytest

from sidecar.work import check_abandoned
from sidecar.work.pool import LONG, Pool

Work = Callable[[], object]


class Gate:
    """Work that waits until it is let go, and tells that it has begun."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self._free = threading.Event()

    def __call__(self) -> None:
        self.begun.set()
        while not self._free.wait(0.01):
            check_abandoned()

    def let_go(self) -> None:
        self._free.set()

    async def has_begun(self, seconds: float = 10) -> bool:
        return await asyncio.to_thread(self.begun.wait, seconds)


class Endless:
    """Work that goes on until it is ended."""

    def __init__(self) -> None:
        self.ended = threading.Event()

    def __call__(self) -> None:
        try:
            while True:
                check_abandoned()
        finally:
            self.ended.set()


@pytest.fixture
async def pool() -> AsyncIterator[Pool]:
    pool = Pool(4, {"schema": 2}, 0.75)
    yield pool
    pool.close()


async def test_what_a_function_returns_or_raises_comes_back(pool: Pool) -> None:
    assert await pool.run(divmod, "a", "k", 10, 7, 2) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        await pool.run(divmod, "a", "k", 10, 7, 0)


async def test_a_stop_iteration_is_an_error_and_no_call_that_waits_for_ever(pool: Pool) -> None:
    with pytest.raises(RuntimeError, match="StopIteration"):
        await asyncio.wait_for(pool.run(lambda: next(iter(())), "a", "k", None), 10)


async def test_work_past_its_time_ends(pool: Pool) -> None:
    endless = Endless()
    with pytest.raises(TimeoutError):
        await pool.run(endless, "a", "k", 0.2)
    assert await asyncio.to_thread(endless.ended.wait, 5)
    assert await pool.run(int, "a", "k", 10, "7") == 7


async def test_a_cancelled_call_ends_its_work(pool: Pool) -> None:
    endless = Endless()
    task = asyncio.create_task(pool.run(endless, "a", "k", None))
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.to_thread(endless.ended.wait, 5)


async def test_a_caller_leaves_a_thread_for_the_others(pool: Pool) -> None:
    gates = [Gate() for _ in range(8)]
    tasks = [
        asyncio.create_task(pool.run(gate, "greedy", LONG if at % 2 else "schema", None))
        for at, gate in enumerate(gates)
    ]
    for gate in (gates[0], gates[1], gates[3]):
        assert await gate.has_begun()
    assert await pool.run(int, "modest", LONG, 10, "7") == 7
    assert sum(gate.begun.is_set() for gate in gates) == 3
    for gate in gates:
        gate.let_go()
    await asyncio.gather(*tasks)


async def test_a_kind_of_work_leaves_a_thread_for_the_others(pool: Pool) -> None:
    gates = [Gate() for _ in range(8)]
    tasks = [
        asyncio.create_task(pool.run(gate, f"caller{at}", "schema", None))
        for at, gate in enumerate(gates)
    ]
    for gate in gates[:2]:
        assert await gate.has_begun()
    assert await pool.run(int, "caller0", "numeric", 10, "7") == 7
    assert not any(gate.begun.is_set() for gate in gates[2:])
    for gate in gates:
        gate.let_go()
    await asyncio.gather(*tasks)


async def test_what_turns_out_long_gives_its_place_to_the_next(pool: Pool) -> None:
    begun: list[int] = []

    def endless(number: int) -> None:
        begun.append(number)
        while True:
            check_abandoned()

    tasks = [asyncio.create_task(pool.run(endless, "a", "numeric", None, n)) for n in range(5)]
    await asyncio.sleep(0)
    assert await pool.run(int, "a", "numeric", 30, "7") == 7
    assert len(begun) == 5
    tasks += [asyncio.create_task(pool.run(endless, "a", "numeric", None, n)) for n in range(9)]
    await asyncio.sleep(1)
    assert len(begun) == 4 + 2  # beside, and in places
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


async def test_what_waits_is_no_long_work(pool: Pool) -> None:
    gates = [Gate() for _ in range(4)]
    tasks = [asyncio.create_task(pool.run(gate, "a", "numeric", None)) for gate in gates]
    assert await gates[1].has_begun()
    assert not await gates[2].has_begun(0.5)
    for gate in gates:
        gate.let_go()
    await asyncio.gather(*tasks)


async def test_callers_take_turns() -> None:
    pool, gate = Pool(1), Gate()
    order: list[str] = []
    first = asyncio.create_task(pool.run(gate, "greedy", "k", None))
    await gate.has_begun()
    tasks = [
        asyncio.create_task(pool.run(order.append, caller, "k", None, caller))
        for caller in ("greedy", "greedy", "greedy", "modest", "other")
    ]
    await asyncio.sleep(0)
    gate.let_go()
    await asyncio.gather(first, *tasks)
    assert order == ["greedy", "modest", "other", "greedy", "greedy"]
    pool.close()


async def test_what_gave_up_in_the_queue_never_begins() -> None:
    pool, gate = Pool(1), Gate()
    done: list[int] = []
    first = asyncio.create_task(pool.run(gate, "a", "k", None))
    await gate.has_begun()
    with pytest.raises(TimeoutError):
        await pool.run(done.append, "a", "k", 0.05, 1)
    gate.let_go()
    await first
    assert await pool.run(int, "a", "k", 10, "7") == 7
    assert not done
    pool.close()


async def test_it_tells_how_long_a_job_would_wait() -> None:
    pool = Pool(1)
    assert pool.wait_s("a") == 0
    for _ in range(20):
        await pool.run(time.sleep, "a", "k", None, 0.02)
    gate = Gate()
    tasks = [asyncio.create_task(pool.run(gate, "a", "k", None)) for _ in range(11)]
    assert await gate.has_begun()
    assert 0.1 < pool.wait_s("a") < 2  # ten wait, each for some 20 ms
    gate.let_go()
    await asyncio.gather(*tasks)
    pool.close()


async def test_it_tells_when_it_rests_after_long_work() -> None:
    rests: list[int] = []
    pool = Pool(2, rested=lambda: rests.append(1))
    await pool.run(time.sleep, "a", "k", None, 0)
    await asyncio.sleep(0)
    rests.clear()  # the first work is long where a thread is slow to start
    await asyncio.gather(*(pool.run(time.sleep, "a", "k", None, s) for s in (0.15, 0.3)))
    await asyncio.sleep(0)
    assert rests == [1]
    pool.close()


async def test_closing_ends_what_still_runs() -> None:
    pool, gate = Pool(1), Gate()
    tasks = [asyncio.create_task(pool.run(gate, "a", "k", None)) for _ in range(2)]
    assert await gate.has_begun()
    assert not pool.close()
    await asyncio.wait(tasks, timeout=10)
    assert all(task.cancelled() for task in tasks)  # the one that ran, and the one that waited
    assert pool.close()


@pytest.mark.parametrize(
    ("cost_s", "on_loop", "waits_behind_long"),
    [(0.001, True, False), (0.01, False, False), (0.1, False, True)],
    ids=["brief", "short", "long"],
)
async def test_where_work_runs_follows_from_what_it_will_cost(
    pool: Pool, cost_s: float, on_loop: bool, waits_behind_long: bool
) -> None:
    gates = [Gate() for _ in range(3)]  # all threads that long work may have
    long = [
        asyncio.create_task(pool.run(gate, f"c{at}", LONG, None)) for at, gate in enumerate(gates)
    ]
    for gate in gates:
        assert await gate.has_begun()
    work = pool.run_by_cost(cost_s, threading.current_thread, "a", "decode", None)
    task = asyncio.create_task(work)
    done, _ = await asyncio.wait([task], timeout=0.3 if waits_behind_long else 10)
    assert bool(done) is not waits_behind_long
    for gate in gates:
        gate.let_go()
    assert (await task is threading.main_thread()) is on_loop
    await asyncio.gather(*long)
