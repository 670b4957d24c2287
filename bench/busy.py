"""Do others wait while large indexes are built?

The median of an echo at a quarter of what the server can do, while one index of five million values
is built after another, beside the same with nothing else to do.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

import grpc.aio
import numpy as np
import pyarrow as pa
from verifyd import Client, QueryResult

from bench.echo_server import METHOD, SORT
from bench.figures import Figures, lower
from bench.sidecars import echo_server

ROWS, COLUMNS = 1_000_000, 5
IN_FLIGHT = 16
BODY = bytes(4096)


def measure(quick: bool) -> Figures:
    """Both medians, and their ratio."""
    random = np.random.default_rng(22)
    values = np.round(random.lognormal(8, 2, (COLUMNS, ROWS)), 2)
    with echo_server() as server, Client(server.address, timeout=120) as client:
        table = pa.table({f"c{i}": column for i, column in enumerate(values)})
        handle = client.put(QueryResult("busy", table)).id
        seconds = 1.0 if quick else 5.0
        idle, busy, built = asyncio.run(_medians(server.address, handle.encode(), seconds))
    return {
        "busy_echo_over_idle": lower(busy / idle, 1.6),
        "busy_echo_ms": lower(1000 * busy),
        "busy_index_ms": lower(1000 * seconds / max(built, 1)),
    }


async def _medians(address: str, handle: bytes, seconds: float) -> tuple[float, float, int]:
    """Median seconds of an echo, idle and busy, and how many indexes were built."""
    async with grpc.aio.insecure_channel(address) as channel:
        echo: Any = channel.unary_unary(METHOD)  # bytes as they are
        pause = 4 / await _capacity(echo)
        idle = await _paced(echo, pause, seconds)
        sort: Any = channel.unary_unary(SORT)
        built = 0

        async def keep_building() -> None:
            nonlocal built
            while True:
                await sort(handle)
                built += 1

        building = asyncio.create_task(keep_building())
        await asyncio.sleep(0.1)
        busy = await _paced(echo, pause, seconds)
        building.cancel()
    return idle, busy, built


async def _capacity(echo: Any) -> float:
    """Calls a second, with so many in flight."""
    calls = 1600
    left = iter(range(calls))

    async def work() -> None:
        for _ in left:
            await echo(BODY)

    started = time.perf_counter()
    await asyncio.gather(*(work() for _ in range(IN_FLIGHT)))
    return calls / (time.perf_counter() - started)


async def _paced(echo: Any, pause: float, seconds: float) -> float:
    """Median seconds of calls that begin at a steady rate, whether or not others have ended."""
    times: list[float] = []

    async def one() -> None:
        started = time.perf_counter()
        await echo(BODY)
        times.append(time.perf_counter() - started)

    began = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for number in range(int(seconds / pause)):
            await asyncio.sleep(max(0.0, began + number * pause - time.perf_counter()))
            group.create_task(one())
    return float(np.median(times))
