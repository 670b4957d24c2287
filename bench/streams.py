"""What does a stream cost beside one ``Verify`` of its text, and how late are its findings?

A text of a thousand sentences with a number each comes in ten thousand pieces, by context and by
value; its table is uploaded in advance. Processor time of the server, beside that of one ``Verify``
of the whole; the final report is taken to cost as much as that, reading sentences is measured by
itself, and what is left is the judging of sentences and the messages. Delays are those from the
piece that completes a sentence to its findings, of narratives (``bench.narratives``) whose tokens
come at 50 a second, alone and with 16 streams at a time. Memory is that of a stream of 8 KB that
stays open. The recorded answer is the longest text at hand, written by a model.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import grpc
import grpc.aio
import numpy as np
from verifyd import Client, QueryResult
from verifyd.v1 import verify_pb2, verify_pb2_grpc

from bench import cuttings
from bench.accuracy import MODES
from bench.cut_streams import SENTENCE
from bench.figures import Figures, higher, lower
from bench.narratives import Narrative, sources
from bench.served import cpu_seconds, served
from bench.sidecars import resident_bytes
from bench.stream_pace import PacedStream, completions, paced

_TIMEOUT_S = 300.0
_SETTINGS = {
    "server": {"deadline_s": _TIMEOUT_S, "max_deadline_s": _TIMEOUT_S},
    "streams": {"max_streams": 300},
}
_TOKENS_PER_S = 50.0
_AT_ONCE = 16
_ROWS = 40
_PIECES = 10
"""Of each sentence."""
_TEXTS = {"context": 1, "value": 5}
"""Long texts: those that cost little are more."""
_TICK_S = 0.01
"""What processor time is counted in."""


def measure(quick: bool) -> Figures:
    """All figures."""
    found: Figures = {}
    for mode in MODES:
        found |= _cost(mode, 50 if quick else 1000)
    with served(_SETTINGS) as server, Client(server.address, timeout=_TIMEOUT_S) as client:
        parts = sources(2 if quick else 12)
        rest = [_request(client, one) for part in parts for one in part.rest]
        chosen = [_request(client, one) for part in parts for one in part.chosen]
        asyncio.run(_paced(server.address, rest, _AT_ONCE, _TOKENS_PER_S * 10))  # warms the server
        for at_once in (1, _AT_ONCE):
            narratives = chosen[: len(chosen) if at_once > 1 else 12]
            streams = asyncio.run(_paced(server.address, narratives, at_once, _TOKENS_PER_S))
            found |= _delays(f"stream_delay{at_once}", streams)
        found["stream_memory_kb"] = lower(
            _memory(server.address, server.pid, chosen[0], 20 if quick else 200) / 1024
        )
        longest = max(chosen, key=lambda one: len(one.narrative))
        (answer,) = asyncio.run(_paced(server.address, [longest], 1, _TOKENS_PER_S))
    return found | _answer(answer)


def _cost(mode: str, sentences: int) -> Figures:
    """Processor time of long texts as streams, over that of one ``Verify`` of each."""
    settings = {**_SETTINGS, "numeric": {"binding": {"mode": mode}}}
    rows, texts = _draw(sentences, _TEXTS[mode])
    with served(settings) as server, Client(server.address, timeout=_TIMEOUT_S) as client:
        table = QueryResult("figures", rows)
        warm, *requests = (_request(client, Narrative(text, [table])) for text in texts)
        with grpc.insecure_channel(server.address) as channel:
            stub: Any = verify_pb2_grpc.VerifyServiceStub(channel)  # type: ignore[no-untyped-call]

            def verify(request: verify_pb2.VerifyRequest) -> None:
                stub.Verify(request, timeout=_TIMEOUT_S)

            def stream(request: verify_pb2.VerifyRequest) -> None:
                parts = cuttings.requests(request, _cuts(request.narrative), SENTENCE)
                *_, _last = stub.VerifyStream(parts, timeout=_TIMEOUT_S)

            def spent(call: Callable[[verify_pb2.VerifyRequest], None]) -> float:
                call(warm)
                before = cpu_seconds(server.pid)
                for request in requests:
                    call(request)
                return max(_TICK_S, cpu_seconds(server.pid) - before)

            whole, streamed = spent(verify), spent(stream)
    reading, count = sum(map(_reading, requests)), sentences * len(requests)
    return {
        f"stream_{mode}_over_verify": lower(streamed / whole, 1.5),
        f"stream_{mode}_cpu_ms_per_sentence": lower(1000 * streamed / count),
        f"stream_{mode}_verify_cpu_ms_per_sentence": lower(1000 * whole / count),
        f"stream_{mode}_reading_share": lower(reading / streamed),
        f"stream_{mode}_report_share": lower(whole / streamed),
        f"stream_{mode}_judging_share": lower(1 - (whole + reading) / streamed),
    }


def _reading(request: verify_pb2.VerifyRequest) -> float:
    """Processor seconds that finding the sentences of a text takes."""
    pieces = list(cuttings.pieces(request.narrative.encode(), _cuts(request.narrative)))
    started = time.process_time()
    completions(pieces)
    return time.process_time() - started


def _draw(sentences: int, count: int) -> tuple[list[dict[str, object]], Iterator[str]]:
    """A table, and texts about it in paragraphs of five sentences; the first one is short."""
    drawn = random.Random(35)
    rows: list[dict[str, object]] = [
        {"region": f"Region {number}", "staff": drawn.randrange(1_000, 90_000)}
        for number in range(1, _ROWS + 1)
    ]
    sizes = [20, *[sentences] * count]
    return rows, ("".join(_sentences(rows, size, drawn)) for size in sizes)


def _sentences(
    rows: Sequence[dict[str, object]], count: int, drawn: random.Random
) -> Iterator[str]:
    """Sentences of one number each; one in ten is wrong."""
    for number in range(count):
        row = drawn.choice(rows)
        stated = row["staff"] if drawn.random() < 0.9 else drawn.randrange(100_000, 900_000)
        behind = " " if number % 5 < 4 else "\n\n"
        yield f"At the end of the period the staff of {row['region']} were {stated:,}.{behind}"


def _cuts(text: str) -> list[int]:
    """Offsets at which a text is cut into as many pieces as ten times its sentences."""
    data = text.encode()
    count = _PIECES * data.count(b".")
    return sorted(random.Random(5).sample(range(1, len(data)), count - 1))


def _request(client: Client, narrative: Narrative) -> verify_pb2.VerifyRequest:
    request = verify_pb2.VerifyRequest(
        narrative=narrative.text, checks=["numeric"], detail=verify_pb2.DETAIL_VERDICTS
    )
    request.evidence.handles.extend(client.put(result).id for result in narrative.results)
    return request


async def _paced(
    address: str, requests: Sequence[verify_pb2.VerifyRequest], at_once: int, tokens_per_s: float
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


def _delays(name: str, streams: Sequence[PacedStream]) -> Figures:
    delays = np.concatenate([one.delays for one in streams])
    middle, late = np.percentile(delays, [50, 99])
    return {
        f"{name}_p50_ms": lower(middle),
        f"{name}_p99_ms": lower(late, 10.0),
        f"{name}_updates": higher(len(delays)),
    }


def _memory(address: str, pid: int, request: verify_pb2.VerifyRequest, count: int) -> float:
    """Bytes that a stream holds while it stays open, beyond what as many have left behind."""
    longer = verify_pb2.VerifyRequest()
    longer.CopyFrom(request)
    text = (request.narrative + "\n\n") * 20
    longer.narrative = text.encode()[:8192].decode(errors="ignore")
    return asyncio.run(_held(address, pid, longer, count))


async def _held(address: str, pid: int, request: verify_pb2.VerifyRequest, count: int) -> float:
    parts = list(cuttings.requests(request, (), SENTENCE))

    async def opened(channel: grpc.aio.Channel) -> Any:
        stub: Any = verify_pb2_grpc.VerifyServiceStub(channel)  # type: ignore[no-untyped-call]
        call = stub.VerifyStream(timeout=_TIMEOUT_S)
        for part in parts:
            await call.write(part)
        await call.read(), await call.read()  # that it has started, and what it says of the text
        return call

    async with grpc.aio.insecure_channel(address) as channel:
        await (await opened(channel)).done_writing()
        before = resident_bytes(pid)
        calls = [await opened(channel) for _ in range(count)]
        after = resident_bytes(pid)
        for call in calls:
            call.cancel()
    return (after - before) / count


def _answer(answer: PacedStream) -> Figures:
    if answer.first_finding is None:
        return {}
    return {
        "stream_answer_first_finding_ms": lower(answer.first_finding),
        "stream_answer_tokens_left": higher(answer.tokens_left),
    }
