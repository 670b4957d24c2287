"""Turns are given in order, to so many at a time, and never lost."""

from __future__ import annotations

import asyncio

import pytest

from sidecar.server.admission import Admission, Overloaded, ShuttingDown


class Holder:
    """A call that stays inside until it is let go."""

    def __init__(self, admission: Admission) -> None:
        self.inside = False
        self._leave = asyncio.Event()
        self.task = asyncio.create_task(self._run(admission))

    async def _run(self, admission: Admission) -> None:
        async with admission.turn("a", 60):
            self.inside = True
            await self._leave.wait()

    async def leave(self) -> None:
        self._leave.set()
        await self.task


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_calls_enter_in_the_order_in_which_they_came() -> None:
    admission = Admission(1, 2)
    first, second, third = (Holder(admission) for _ in range(3))
    await settle()
    assert [first.inside, second.inside, third.inside] == [True, False, False]
    await first.leave()
    await settle()
    assert [second.inside, third.inside] == [True, False]
    await second.leave()
    await third.leave()


async def test_past_the_queue_a_call_is_refused_at_once() -> None:
    admission = Admission(1, 1)
    inside, waiting = Holder(admission), Holder(admission)
    await settle()
    with pytest.raises(Overloaded) as refused:
        async with admission.turn("a", 60):
            pass
    assert refused.value.metadata == {"in_flight": "1", "queued": "1"}
    await inside.leave()
    await waiting.leave()


async def test_without_a_queue_every_free_place_is_still_given() -> None:
    admission = Admission(2, 0)
    one, two = Holder(admission), Holder(admission)
    await settle()
    assert one.inside
    assert two.inside
    with pytest.raises(Overloaded):
        async with admission.turn("a", 60):
            pass
    await one.leave()
    async with admission.turn("a", 60):
        await two.leave()


async def test_a_call_that_gives_up_waiting_frees_its_place_in_the_queue() -> None:
    admission = Admission(1, 1)
    inside, impatient = Holder(admission), Holder(admission)
    await settle()
    impatient.task.cancel()
    await settle()
    patient = Holder(admission)
    await settle()
    await inside.leave()
    await settle()
    assert patient.inside
    await patient.leave()


async def test_a_call_that_fails_leaves_too() -> None:
    admission = Admission(1, 0)
    for _ in range(3):
        with pytest.raises(RuntimeError):
            async with admission.turn("a", 60):
                raise RuntimeError


async def test_draining_waits_for_those_inside_and_those_in_the_queue() -> None:
    admission = Admission(1, 1)
    inside, waiting = Holder(admission), Holder(admission)
    await settle()
    drained = asyncio.create_task(admission.drain(5))
    await settle()
    with pytest.raises(ShuttingDown):
        async with admission.turn("a", 60):
            pass
    await inside.leave()
    await settle()
    assert waiting.inside  # it had been accepted before
    assert not drained.done()
    await waiting.leave()
    assert await drained == 0


async def test_draining_gives_up_in_time_and_says_how_many_were_left() -> None:
    admission = Admission(1, 1)
    inside, waiting = Holder(admission), Holder(admission)
    await settle()
    assert await admission.drain(0.01) == 2
    await inside.leave()
    await waiting.leave()


async def test_an_empty_server_drains_at_once() -> None:
    async with asyncio.timeout(1):
        assert await Admission(1, 1).drain(60) == 0
