"""How many typical answers does one server verify, and what does each cost?

A typical answer has 12 numbers in some 600 characters, each named by row and column, over a table
of 40 rows that was uploaded in advance. Every answer is new to the server. Client and server share
the machine's cores, so processor time says more than the rate.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence

import grpc.aio
from verifyd import Client, Column, Handle, QueryResult
from verifyd.v1 import evidence_pb2, verify_pb2

from bench.figures import Figures, higher, lower
from bench.served import cpu_seconds, served
from bench.throughput import answers
from bench.workload import VERIFY

NUMBERS = 12
ROWS = 40
LEADS = ["In", "Over the year, in", "As for", "By the end of the period, in", "Meanwhile, in"]
COLUMNS = {"staff": "count", "sales": "USD", "vacancies": "count"}


def measure(quick: bool) -> Figures:
    """Answers a second with 16 in flight, and processor time of the server for one, by mode."""
    figures: Figures = {}
    for mode in ("context", "value"):
        settings = {"numeric": {"binding": {"mode": mode}}}
        with served(settings) as server, Client(server.address, timeout=60) as client:
            table = _draw_table(random.Random(7))
            columns = [Column(name, unit=unit) for name, unit in COLUMNS.items()]
            handle = client.put(QueryResult("figures", table, columns=columns))
            warm, measured = _draw_requests(table, handle, 40 if quick else 400)
            asyncio.run(_rate(server.address, warm))
            before = cpu_seconds(server.pid)
            rate = asyncio.run(_rate(server.address, measured))
            taken = (cpu_seconds(server.pid) - before) / len(measured) * 1000
        figures[f"capacity_{mode}_per_s"] = higher(rate)
        figures[f"capacity_{mode}_cpu_ms"] = lower(taken)
    return figures


def _draw_table(rng: random.Random) -> list[dict[str, object]]:
    return [
        {
            "region": f"Region {number}",
            "staff": rng.randrange(1_000, 90_000),
            "sales": rng.randrange(100_000, 90_000_000),
            "vacancies": rng.randrange(10, 900),
        }
        for number in range(1, ROWS + 1)
    ]


def _draw_requests(
    table: Sequence[dict[str, object]], handle: Handle, count: int
) -> tuple[list[bytes], list[bytes]]:
    """Requests to warm the server up with, and others that are measured."""
    rng = random.Random(11)
    requests = [
        verify_pb2.VerifyRequest(
            narrative=_draw_answer(table, rng),
            evidence=evidence_pb2.Evidence(handles=[handle.id]),
            detail=verify_pb2.DETAIL_VERDICTS,
        ).SerializeToString()
        for _ in range(count + count // 4)
    ]
    return requests[count:], requests[:count]


def _draw_answer(table: Sequence[dict[str, object]], rng: random.Random) -> str:
    sentences = [
        f"{rng.choice(LEADS)} {row['region']} the staff were {row['staff']:,}, with sales of USD"
        f" {row['sales']:,} and {row['vacancies']:,} vacancies."
        for row in rng.sample(table, NUMBERS // len(COLUMNS))
    ]
    padding = "The figures are those of the last survey and may be revised. " * 3
    return f"{padding}{' '.join(sentences)}"


async def _rate(address: str, requests: Sequence[bytes]) -> float:
    async with grpc.aio.insecure_channel(address) as channel:
        _, seconds = await answers(channel, VERIFY, requests)
    return len(requests) / seconds
