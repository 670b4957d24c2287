"""Do others wait while large indexes are built?

The median of an echo at a quarter of what the server can do, while one index of five million values
is built after another, beside the same with nothing else to do.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import grpc.aio
import numpy as np
import pyarrow as pa
from verifyd import Client, QueryResult

from bench.echo_server import METHOD, SORT
from bench.figures import Figures, lower
from bench.pace import capacity, paced
from bench.sidecars import echo_server

ROWS, COLUMNS = 1_000_000, 5
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
        method: Any = channel.unary_unary(METHOD)  # bytes as they are
        echo = partial(method, BODY)
        pause = 4 / await capacity(echo, 1600)
        idle = await paced(echo, pause, seconds)
        sort: Any = channel.unary_unary(SORT)
        built = 0

        async def keep_building() -> None:
            nonlocal built
            while True:
                await sort(handle)
                built += 1

        building = asyncio.create_task(keep_building())
        await asyncio.sleep(0.1)
        busy = await paced(echo, pause, seconds)
        building.cancel()
    return idle, busy, built
