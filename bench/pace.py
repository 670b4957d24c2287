"""Calls at a steady rate, and how many of them a server can answer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

import numpy as np

IN_FLIGHT = 16

Call = Callable[[], Awaitable[object]]


async def capacity(call: Call, calls: int) -> float:
    """Calls a second, with ``IN_FLIGHT`` of them at a time."""
    left = iter(range(calls))

    async def work() -> None:
        for _ in left:
            await call()

    started = time.perf_counter()
    await asyncio.gather(*(work() for _ in range(IN_FLIGHT)))
    return calls / (time.perf_counter() - started)


async def paced(call: Call, pause: float, seconds: float) -> float:
    """Median seconds of calls that begin at a steady rate, whether or not others have ended."""
    times: list[float] = []

    async def one() -> None:
        started = time.perf_counter()
        await call()
        times.append(time.perf_counter() - started)

    began = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for number in range(max(1, int(seconds / pause))):
            await asyncio.sleep(max(0.0, began + number * pause - time.perf_counter()))
            group.create_task(one())
    return float(np.median(times))
