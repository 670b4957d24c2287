"""How many calls a second, with 16 in flight, beside an echo of the same bytes?

Client and server share the machine's two cores, in both.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any

import grpc.aio
from verifyd import Client

from bench.echo_server import METHOD
from bench.figures import Figures, higher
from bench.sidecars import echo_server
from bench.warm_verify import CLAIMS, VERDICTS
from bench.workload import VERIFY, Workload

IN_FLIGHT = 16


def measure(quick: bool) -> Figures:
    """Calls a second of both, and their ratio; the kinds take turns."""
    work = Workload()
    calls = 160 if quick else 1600
    with echo_server() as server, Client(server.address, timeout=120) as client:
        handle = work.put(client)
        requests = [work.request(handle, CLAIMS, VERDICTS) for _ in range(calls)]
        verify, echo = asyncio.run(_rates(server.address, requests, rounds=1 if quick else 3))
    return {
        "throughput16_over_echo": higher(verify / echo, 0.65),
        "throughput16_verify_per_s": higher(verify),
        "throughput16_echo_per_s": higher(echo),
    }


async def _rates(address: str, requests: Sequence[bytes], rounds: int) -> tuple[float, float]:
    """The best rate of each over some rounds: what disturbs only slows down."""
    async with grpc.aio.insecure_channel(address) as channel:
        await answers(channel, VERIFY, requests[:IN_FLIGHT])
        verify = echo = 0.0
        for _ in range(rounds):
            verify = max(verify, await _rate(channel, VERIFY, requests))
            echo = max(echo, await _rate(channel, METHOD, requests))
    return verify, echo


async def _rate(channel: grpc.aio.Channel, method: str, requests: Sequence[bytes]) -> float:
    """Calls a second."""
    _, seconds = await answers(channel, method, requests)
    return len(requests) / seconds


async def answers(
    channel: grpc.aio.Channel,
    method: str,
    requests: Sequence[bytes],
    timeout_s: float | None = None,
) -> tuple[list[bytes], float]:
    """The replies, in the order of their coming, and the seconds until the last of them."""
    call: Any = channel.unary_unary(method)  # bytes as they are
    left = iter(requests)
    replies: list[bytes] = []

    async def work() -> None:
        for request in left:
            replies.append(await call(request, timeout=timeout_s))

    started = time.perf_counter()
    await asyncio.gather(*(work() for _ in range(IN_FLIGHT)))
    return replies, time.perf_counter() - started
