"""Text that goes through a gate, blocking or awaited, and servers that say anything in a stream."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import grpc
from verifyd import AsyncClient, AsyncStreamGate, Client, StreamGate
from verifyd.v1 import common_pb2, report_pb2, verify_pb2, verify_pb2_grpc

ADD_VERIFY: Any = verify_pb2_grpc.add_VerifyServiceServicer_to_server  # generated without types

Parts = Iterator[verify_pb2.VerifyStreamRequest]
Say = Callable[[Parts, grpc.ServicerContext], Iterator[verify_pb2.VerifyStreamResponse]]


@dataclass
class Gated:
    """What came of it.

    Attributes:
        texts: What the gate yielded.
        released: What was released when each of them came.
        read: How many pieces of the model were taken.
        is_closed: Whether the model's stream was ended.
        error: What the gate raised, if it did.
        gate: The gate.
    """

    texts: list[str] = field(default_factory=list)
    released: list[str] = field(default_factory=list)
    read: int = 0
    is_closed: bool = False
    error: Exception | None = None
    gate: Any = None

    @property
    def text(self) -> str:
        """All that was shown."""
        return "".join(self.texts)

    def model(self, pieces: Iterable[Any]) -> Iterator[Any]:
        """A model's stream."""
        try:
            for piece in pieces:
                self.read += 1
                yield piece
        finally:
            self.is_closed = True

    async def awaited_model(self, pieces: Iterable[Any]) -> AsyncIterator[Any]:
        """The same, awaited."""
        try:
            for piece in pieces:
                self.read += 1
                yield piece
                await asyncio.sleep(0)
        finally:
            self.is_closed = True


def blocking(
    target: str, data: Any, pieces: Iterable[Any], *, most: int = 1_000_000, **options: Any
) -> Gated:
    """Let pieces through a gate, until ``most`` texts have come."""
    seen = Gated()
    asked = {name: options.pop(name) for name in ("timeout", "idle_timeout") if name in options}
    with (
        Client(target) as client,
        client.stream(data, release="sentence", **asked) as stream,
    ):
        seen.gate = StreamGate(stream, seen.model(pieces), **options)
        try:
            for text in seen.gate:
                seen.texts.append(text)
                seen.released.append(stream.released)
                if len(seen.texts) == most:
                    break
        except Exception as error:
            seen.error = error
    return seen


def awaited(
    target: str, data: Any, pieces: Iterable[Any], *, most: int = 1_000_000, **options: Any
) -> Gated:
    """The same with asyncio."""
    return asyncio.run(_awaited(target, data, pieces, most, options))


async def _awaited(
    target: str, data: Any, pieces: Iterable[Any], most: int, options: dict[str, Any]
) -> Gated:
    seen = Gated()
    asked = {name: options.pop(name) for name in ("timeout", "idle_timeout") if name in options}
    async with (
        AsyncClient(target) as client,
        client.stream(data, release="sentence", **asked) as stream,
    ):
        seen.gate = AsyncStreamGate(stream, seen.awaited_model(pieces), **options)
        try:
            async for text in seen.gate:
                seen.texts.append(text)
                seen.released.append(stream.released)
                if len(seen.texts) == most:
                    break
        except Exception as error:
            seen.error = error
    return seen


class _Saying(verify_pb2_grpc.VerifyServiceServicer):
    def __init__(self, say: Say) -> None:
        self._say = say

    def VerifyStream(  # noqa: N802
        self, request_iterator: Parts, context: grpc.ServicerContext
    ) -> Iterator[verify_pb2.VerifyStreamResponse]:
        return self._say(request_iterator, context)


@contextmanager
def saying(say: Say) -> Iterator[str]:
    """The address of a server that says whatever a test does, as a broken server could."""
    server = grpc.server(ThreadPoolExecutor(4))
    ADD_VERIFY(_Saying(say), server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        yield f"tcp://127.0.0.1:{port}"
    finally:
        server.stop(0).wait()


def said(*responses: verify_pb2.VerifyStreamResponse) -> Say:
    """Reads everything, and then says this."""

    def say(parts: Any, context: Any) -> Any:
        first, *then = responses
        yield first
        for _ in parts:
            pass
        yield from then

    return say


def started(release: int = verify_pb2.RELEASE_MODE_SENTENCE) -> verify_pb2.VerifyStreamResponse:
    """The first response."""
    response: Any = verify_pb2.VerifyStreamResponse()
    response.started.release = release
    return response  # type: ignore[no-any-return]


def update(
    released: int,
    *sentences: tuple[int, int, int],
    judged: int = 10_000,
    findings: Sequence[tuple[int, int, str | None]] = (),
) -> Any:
    """An update with sentences: their places and actions.

    Args:
        released: Up to where the text may be shown.
        *sentences: The place and the action of each.
        judged: Up to where it was judged.
        findings: The places of findings that hold, each with what repairs it.
    """
    response: Any = verify_pb2.VerifyStreamResponse()
    response.update.judged_bytes = judged
    response.update.released_bytes = released
    for start, end, action in sentences:
        span = common_pb2.Span(start=start, end=end)
        response.update.sentences.add(span=span, action=action)
    for id_, (start, end, repair) in enumerate(findings, 1):
        finding = response.update.findings.add(id=id_, holds=True).finding
        finding.span.start, finding.span.end = start, end
        if repair is not None:
            finding.repair.span.CopyFrom(finding.span)
            finding.repair.replacement = repair
    return response


def result(action: int, decision: int = report_pb2.DECISION_FAIL) -> Any:
    """The last response."""
    response: Any = verify_pb2.VerifyStreamResponse()
    response.result.report.action = action
    response.result.report.decision = decision
    return response
