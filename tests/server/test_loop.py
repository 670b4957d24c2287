"""The event loop stays free while large things are judged, and a cancelled call leaves nothing.

Client and server share one process and its interpreter lock, so the bounds are wide, and ratios
within one run. ``bench`` measures what a caller of a server of its own sees.
"""

from __future__ import annotations

import asyncio
import gc
import json
import math
import statistics
import threading
import time
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import grpc.aio
import pytest
from calls import Echo, chunk, header, inline, request, stubs, upload
from verifyd.v1 import verify_pb2
from verifyd.v1.consistency_pb2 import CurrencyRate
from verifyd.v1.evidence_pb2 import Evidence, EvidenceItem
from waiting import eventually

from sidecar import runner
from sidecar.checks import CHECKS, CheckSubject
from sidecar.model.report import Findings
from sidecar.work import pool

LONG = "Sales were 1,234 in the North and 987 in the South, up 12.5 %.\n\n" * 2000  # 130 kB
ROWS = json.dumps([{"region": f"r{n}", "sales": n, "share": n / 7} for n in range(50_000)]).encode()
PIECE = 256 * 1024
BY_VALUE = {"numeric": {"binding": {"mode": "value"}}}  # long enough without context


@pytest.fixture
def callbacks(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """CPU seconds that each callback of the loop takes from now on.

    The thread's own clock: neither other threads nor a busy machine lengthen it.
    """
    taken: list[float] = []
    run = asyncio.Handle._run

    def timed(handle: asyncio.Handle) -> None:
        before = time.thread_time()
        run(handle)
        taken.append(time.thread_time() - before)

    monkeypatch.setattr(asyncio.Handle, "_run", timed)
    return taken


async def work(channel: grpc.aio.Channel) -> None:
    """One of everything that is large, at the same time."""
    verify, evidence = stubs(channel)
    pieces = [header(), *(chunk(ROWS[i : i + PIECE]) for i in range(0, len(ROWS), PIECE))]
    explain = request(LONG, [inline()], detail=verify_pb2.DETAIL_EXPLAIN)
    replies = await asyncio.gather(
        verify.Verify(request(LONG)),
        evidence.PutQueryResult(iter(pieces)),
        verify.Verify(explain),
        *(verify.Verify(request()) for _ in range(10)),
    )
    assert len(replies[2].report.results) == 2


@pytest.mark.timing
async def test_no_callback_holds_the_loop_for_as_long_as_the_work_takes(
    serve: Any, monkeypatch: pytest.MonkeyPatch, callbacks: list[float]
) -> None:
    async def longest() -> float:
        callbacks.clear()
        async with serve({"metrics": {"listen": "tcp://127.0.0.1:0"}, **BY_VALUE}) as (_, channel):
            await work(channel)
        return max(callbacks)

    free = await longest()
    monkeypatch.setattr(runner, "BRIEF_S", math.inf)  # all on the loop: what a mistake would cost
    assert free < await longest() / 2


@pytest.mark.timing
@pytest.mark.parametrize(
    "large",
    [
        verify_pb2.VerifyRequest(
            narrative="x",
            checks=["numeric"],
            evidence=Evidence(
                items=[EvidenceItem(id=f"ev-{n}", text="x" * 4000) for n in range(1000)]
            ),
        ),
        request(
            currency_rates=[
                CurrencyRate(**{"from": "USD", "to": "QAR", "rate": "3.64", "date": "2026-11-01"})
            ]
            * 1000
        ),
    ],
    ids=["items", "rates"],
)
async def test_many_small_things_are_not_read_on_the_loop(
    serve: Any,
    monkeypatch: pytest.MonkeyPatch,
    callbacks: list[float],
    large: verify_pb2.VerifyRequest,
) -> None:
    async def longest() -> float:
        taken = []
        async with serve() as (_, channel):
            verify, _ = stubs(channel)
            await verify.Verify(request())
            for _ in range(3):  # the collector may come along in one
                callbacks.clear()
                await verify.Verify(large)
                taken.append(max(callbacks))
        return min(taken)

    free = await longest()
    monkeypatch.setattr(pool, "BRIEF_S", math.inf)
    assert free < await longest() / 2


@pytest.mark.timing
async def test_an_echo_stays_quick_beside_long_narratives(serve: Any) -> None:
    async with serve(BY_VALUE, extra_handlers=[Echo()]) as (_, channel):
        echo: Any = channel.unary_unary("/bench.Echo/Echo")
        verify, _ = stubs(channel)

        async def seconds(call: Callable[[], Awaitable[object]]) -> float:
            started = time.perf_counter()
            await call()
            return time.perf_counter() - started

        alone = await seconds(lambda: verify.Verify(request(LONG)))
        echoes = []
        for _ in range(3):
            judging = asyncio.ensure_future(seconds(lambda: verify.Verify(request(LONG))))
            while not judging.done():
                echoes.append(await seconds(lambda: echo(b"x" * 1000)))
            await judging
    assert len(echoes) > 10  # fewer than one for each narrative, were it judged on the loop
    assert statistics.median(echoes) < alone / 4  # two turns of 5 ms at the interpreter are a sixth


class Slow:
    """A numeric check that takes as long as the test wants."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.entered, self.leave = threading.Event(), threading.Event()
        self.tables: list[weakref.ref[Any]] = []

        def judge(_: object, subject: CheckSubject) -> Findings:
            if not subject.results:  # the warm-up
                return Findings()
            self.tables = [weakref.ref(index) for index in subject.results]
            self.entered.set()
            self.leave.wait(20)
            return Findings()

        monkeypatch.setattr(CHECKS["numeric"], "run", judge)


class TestCancellation:
    @pytest.fixture
    def slow(self, monkeypatch: pytest.MonkeyPatch) -> Any:
        return Slow(monkeypatch)

    async def test_slot_and_pins_are_free_at_once_the_memory_when_the_thread_is_done(
        self, serve: Any, slow: Slow
    ) -> None:
        async with serve({"server": {"max_in_flight": 1, "max_queue": 0}}) as (server, channel):
            verify, evidence = stubs(channel)
            await evidence.PutQueryResult(iter(upload()))
            put = await evidence.PutQueryResult(iter(upload("other")))
            call = verify.Verify(request(LONG, [inline("inlined")], handles=[put.handle]))
            await asyncio.to_thread(slow.entered.wait, 10)
            assert server.store.statistics().pinned == 1
            call.cancel()
            await eventually(lambda: not server.store.statistics().pinned)
            await verify.ListChecks(verify_pb2.ListChecksRequest())  # the only slot
            tables = slow.tables
            server.store.delete("local", put.handle)
            assert all(table() is not None for table in tables)  # the thread still reads them
            slow.leave.set()
            await eventually(lambda: gc.collect() >= 0 and not any(table() for table in tables))
            assert len(tables) == 2
            assert server.store.statistics().entries == 1

    async def test_a_call_that_waits_for_its_turn_leaves_the_queue(
        self, serve: Any, slow: Slow
    ) -> None:
        async with serve({"server": {"max_in_flight": 1, "max_queue": 1}}) as (_, channel):
            verify, _ = stubs(channel)
            first = verify.Verify(request(LONG))
            await asyncio.to_thread(slow.entered.wait, 10)
            for _ in range(3):  # each would be refused if the one before still stood there
                waiting = verify.ListChecks(verify_pb2.ListChecksRequest())
                await asyncio.sleep(0.05)
                waiting.cancel()
                await asyncio.sleep(0.05)
                with pytest.raises(asyncio.CancelledError):
                    await waiting
            slow.leave.set()
            await first
            await verify.ListChecks(verify_pb2.ListChecksRequest())

    async def test_half_an_upload_is_forgotten(self, serve: Any) -> None:
        limits = {"upload_bytes": 1024 * 1024}
        async with serve({"limits": limits}) as (server, channel):
            _, evidence = stubs(channel)

            async def half() -> AsyncIterator[Any]:
                yield header()
                for _ in range(3):
                    yield chunk(bytes(PIECE))
                await asyncio.Event().wait()

            for _ in range(4):  # the second would not fit beside the first
                call = evidence.PutQueryResult(half())
                await asyncio.sleep(0.1)
                assert not call.done()
                call.cancel()
                await asyncio.sleep(0.05)
            await evidence.PutQueryResult(iter(upload()))
            assert server.store.statistics().entries == 1
