"""How late are the findings of a stream, and what does it cost?

Costs are those of ``stream_cost``. Delays are from the piece that completes a sentence to its
findings, of narratives (``bench.narratives``) whose tokens come at 50 a second, alone and with 16
streams at a time; beside them is the processor time that the server takes for each such sentence.
Memory is that of a stream of a usual narrative that stays open. The recorded answer is the longest
text at hand, of some 600 tokens where the sets of others are: how late its first finding came, and
how many tokens were still to come.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import grpc.aio
import numpy as np
from verifyd import Client
from verifyd.v1 import verify_pb2, verify_pb2_grpc

from bench import cuttings, stream_cost
from bench.cut_streams import SENTENCE
from bench.figures import Figures, higher, lower
from bench.narratives import Narrative, sources
from bench.served import cpu_seconds, served
from bench.sidecars import resident_bytes
from bench.stream_cost import SETTINGS, TIMEOUT_S
from bench.stream_pace import PacedStream, paced

_TOKENS_PER_S = 50.0
_AT_ONCE = 16
_NARRATIVES = 6
"""Of each set."""
_OPEN = 150
_FIRST = 40
"""Open streams after which memory grows only by what each of them holds."""

Requests = Sequence[verify_pb2.VerifyRequest]


def measure(quick: bool) -> Figures:
    """All figures."""
    parts = sources(2 if quick else _NARRATIVES)
    longest = max((one for part in parts for one in part.chosen), key=lambda one: len(one.text))
    with served(SETTINGS) as server, Client(server.address, timeout=TIMEOUT_S) as client:
        rest = [_request(client, one) for part in parts for one in part.rest]
        chosen = [_request(client, one) for part in parts for one in part.chosen]
        asyncio.run(_paced(server.address, rest, len(rest), 10 * _TOKENS_PER_S))  # warms the server
        found = stream_cost.measure(quick)
        for at_once in (1, _AT_ONCE):
            requests = chosen if at_once > 1 else chosen[::3]
            before = cpu_seconds(server.pid)
            streams = asyncio.run(_paced(server.address, requests, at_once, _TOKENS_PER_S))
            spent = cpu_seconds(server.pid) - before
            found |= _delays(f"stream_delay{at_once}", streams, spent)
        answer = _request(client, longest)
        (last,) = asyncio.run(_paced(server.address, [answer], 1, _TOKENS_PER_S))
    return found | _answer(last) | _memory(parts[0].chosen[0], 20 if quick else _OPEN)


def _request(client: Client, narrative: Narrative) -> verify_pb2.VerifyRequest:
    request = verify_pb2.VerifyRequest(
        narrative=narrative.text, checks=["numeric"], detail=verify_pb2.DETAIL_VERDICTS
    )
    request.evidence.handles.extend(client.put(result).id for result in narrative.results)
    return request


async def _paced(
    address: str, requests: Requests, at_once: int, tokens_per_s: float
) -> list[PacedStream]:
    """Streams, so many of them at a time, which begin one after the other."""
    left, found = iter(requests), list[PacedStream]()
    async with grpc.aio.insecure_channel(address) as channel:

        async def work(number: int) -> None:
            await asyncio.sleep(number / at_once)
            for request in left:
                found.append(await paced(channel, request, tokens_per_s))

        await asyncio.gather(*map(work, range(at_once)))
    return found


def _delays(name: str, streams: Sequence[PacedStream], spent: float) -> Figures:
    delays = np.concatenate([one.delays for one in streams])
    middle, late = np.percentile(delays, [50, 99])
    return {
        f"{name}_p50_ms": lower(middle),
        f"{name}_p99_ms": lower(late, 10.0),
        f"{name}_cpu_ms": lower(1000 * spent / len(delays)),
        f"{name}_count": higher(len(delays)),
    }


def _answer(answer: PacedStream) -> Figures:
    if answer.first_finding is None:
        return {}
    return {
        "stream_answer_first_finding_ms": lower(answer.first_finding),
        "stream_answer_tokens_left": higher(answer.tokens_left),
    }


def _memory(narrative: Narrative, count: int) -> Figures:
    """What each of many streams holds that stay open, on a server of their own."""
    with served(SETTINGS) as server, Client(server.address, timeout=TIMEOUT_S) as client:
        request = _request(client, narrative)
        held = asyncio.run(_held(server.address, server.pid, request, count))
    return {"stream_memory_kb": lower(held / 1024)}


async def _held(address: str, pid: int, request: verify_pb2.VerifyRequest, count: int) -> float:
    """Bytes of each stream, beyond what the first few have taken."""
    parts = list(cuttings.requests(request, (), SENTENCE))
    async with grpc.aio.insecure_channel(address) as channel:
        stub: Any = verify_pb2_grpc.VerifyServiceStub(channel)  # type: ignore[no-untyped-call]

        async def opened() -> Any:
            call = stub.VerifyStream(timeout=TIMEOUT_S)
            for part in parts:
                await call.write(part)
            await call.read(), await call.read()  # that it has started; its sentences
            return call

        calls = [await opened() for _ in range(_FIRST)]
        before = resident_bytes(pid)
        calls += [await opened() for _ in range(count)]
        after = resident_bytes(pid)
        for call in calls:
            call.cancel()
    return (after - before) / count
