"""Streams at the pace of a model, and how long after its end each sentence was judged."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import grpc.aio
from verifyd.v1 import verify_pb2, verify_pb2_grpc

from bench import cuttings
from bench.cut_streams import SENTENCE
from sidecar.streaming.narrative import GrowingNarrative
from sidecar.streaming.sentences import SentenceReader

_TIMEOUT_S = 300.0


class PacedStream(NamedTuple):
    """A text that came token by token.

    Attributes:
        delays: Milliseconds from each piece that completed a sentence to the findings.
        first_finding: The same of the first that had any; None if none came before the end.
        tokens_left: Tokens that were still to come then.
    """

    delays: Sequence[float]
    first_finding: float | None
    tokens_left: int


def completions(pieces: Sequence[bytes]) -> dict[int, int]:
    """Up to where a text is complete, in bytes, to the number of the piece that completes it."""
    narrative = GrowingNarrative()
    reader, found = SentenceReader(narrative), dict[int, int]()
    for number, piece in enumerate(pieces):
        narrative.append(piece)
        if narrative.may_end_sentence() and reader.complete() is not None:
            found[reader.judged] = number
    return found


async def paced(
    channel: grpc.aio.Channel, request: verify_pb2.VerifyRequest, tokens_per_s: float
) -> PacedStream:
    """Stream a text token by token."""
    stub: Any = verify_pb2_grpc.VerifyServiceStub(channel)  # type: ignore[no-untyped-call]
    data = request.narrative.encode()
    pieces = list(cuttings.pieces(data, cuttings.tokens(data)))
    completed_by, sent = completions(pieces), list[float]()
    call = stub.VerifyStream(timeout=_TIMEOUT_S)

    async def write() -> None:
        await call.write(cuttings.opening(request, SENTENCE))
        began = time.perf_counter()
        for number, piece in enumerate(pieces):
            await asyncio.sleep(began + number / tokens_per_s - time.perf_counter())
            sent.append(time.perf_counter())
            await call.write(verify_pb2.VerifyStreamRequest(text=piece))
        await call.done_writing()

    writing = asyncio.create_task(write())
    delays, first, left = list[float](), None, 0
    async for response in call:
        number = completed_by.get(response.update.judged_bytes)
        if number is not None:
            delays.append(1000 * (time.perf_counter() - sent[number]))
            if first is None and response.update.findings:
                first, left = delays[-1], len(pieces) - len(sent)
    await writing
    return PacedStream(delays, first, left)
