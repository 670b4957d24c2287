"""``VerifyStream``: pieces of a narrative in, findings out as its sentences become complete."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack
from typing import Any, ClassVar

from verifyd.v1 import verify_pb2

from sidecar.errors import VerifydError
from sidecar.model.report import Action, Report
from sidecar.model.text import Span, Text
from sidecar.runner import Runner
from sidecar.server.call import RequestMalformed, ServedCall
from sidecar.services.evidence import RequestEvidence
from sidecar.services.narratives import NarrativeVerifier
from sidecar.settings.root import Settings
from sidecar.streaming.findings import NO_CHANGES, CurrentFindings, FindingChanges, place_findings
from sidecar.streaming.judging import SentenceJudge
from sidecar.streaming.memory import HeldBytes
from sidecar.streaming.narrative import GrowingNarrative
from sidecar.streaming.release import HoldingRule, ReleasedText
from sidecar.streaming.sentences import SentenceReader
from sidecar.verification import VerificationInput
from sidecar.wire import claims as structure_wire
from sidecar.wire import streams as wire
from sidecar.wire import verify as verify_wire

JudgedSentence = tuple[Span, Action]

_EVERYWHERE = Span(0, 1 << 62)
_PIECE = 4096
"""Bytes of text that are read at once: other calls have their turn in between."""

_SENTENCES = 2000
"""Sentences of one update at most."""

_KNOWN_BYTES = 1 << 20
"""What checks know of earlier sentences while a stream is open: about that much by context."""


class StreamOutOfOrder(VerifydError):
    """A part of a stream came where none of its kind may come."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "STREAM_OUT_OF_ORDER"


class StreamIdle(VerifydError):
    """A stream brought nothing for too long."""

    code: ClassVar[str] = "DEADLINE_EXCEEDED"
    reason: ClassVar[str] = "STREAM_IDLE"


class NarrativeStream:
    """One call of ``VerifyStream``.

    Args:
        narratives: Verifies the whole narrative in the end.
        runner: Runs the checks of sentences.
        settings: Of the server.
        held: Counts what it holds.
        call: Whose it is.
    """

    def __init__(
        self,
        narratives: NarrativeVerifier,
        runner: Runner,
        settings: Settings,
        held: HeldBytes,
        call: ServedCall,
    ) -> None:
        self._narratives, self._runner, self._call = narratives, runner, call
        self._own, self._held = settings, held
        self._narrative = GrowingNarrative()
        self._reader = SentenceReader(self._narrative)
        self._findings = CurrentFindings()
        self._released = ReleasedText(by_sentence=False)
        self._parts = 0

    async def responses(
        self, requests: AsyncIterator[verify_pb2.VerifyStreamRequest]
    ) -> AsyncGenerator[Any]:
        """What is known of the narrative, whenever that changes; the report at the end.

        Raises:
            StreamOutOfOrder: If the parts are no start, and then text and evidence.
            StreamIdle: If nothing comes for too long.
            RequestMalformed: If the text is not UTF-8.
            VerifydError: What ``Verify`` raises.
        """
        request, release = await self._start(requests)
        self._held.take(_KNOWN_BYTES)
        async with AsyncExitStack() as stack:
            settings = await self._narratives.settings_for(request, self._call)
            await self._narratives.take_transcript(request, self._call)
            evidence = await self._gather(request, settings, stack)
            judge = self._make_judge(request, evidence, settings)
            by_sentence = release == verify_pb2.RELEASE_MODE_SENTENCE and judge.releases
            self._released = ReleasedText(by_sentence=by_sentence)
            yield wire.write_started(self._call.request_id, judge.checks, by_sentence=by_sentence)
            is_stale = False
            async for part in self._rest(requests):
                if part.WhichOneof("part") == "evidence":
                    request.evidence.MergeFrom(part.evidence)
                    is_stale = True  # read once it is needed: many parts may come at once
                    continue
                self._narratives.check_length(len(self._narrative.data) + len(part.text))
                for piece in _cut(part.text):
                    if self._append(piece):
                        if is_stale:
                            evidence = await self._gather(request, settings, stack)
                            judge, is_stale = self._make_judge(request, evidence, settings), False
                        if update := await self._judge(judge):
                            yield update
                    await asyncio.sleep(0)
            if is_stale:
                evidence = await self._gather(request, settings, stack)
            async for response in self._finish(request, evidence, judge):
                yield response

    async def _gather(
        self, request: verify_pb2.VerifyRequest, settings: Settings, stack: AsyncExitStack
    ) -> RequestEvidence:
        """The evidence so far, in place of what was gathered before."""
        await stack.aclose()
        given = self._narratives.gathered(request, settings, self._call)
        return await stack.enter_async_context(given)

    async def _start(
        self, requests: AsyncIterator[verify_pb2.VerifyStreamRequest]
    ) -> tuple[verify_pb2.VerifyRequest, int]:
        part = await self._next(requests)
        if part is None or part.WhichOneof("part") != "start" or part.start.request.narrative:
            raise _out_of_order("a stream begins with its start, which holds no narrative", 0)
        self._call.name(part.start.request.request_id)
        return part.start.request, part.start.release

    async def _rest(
        self, requests: AsyncIterator[verify_pb2.VerifyStreamRequest]
    ) -> AsyncIterator[verify_pb2.VerifyStreamRequest]:
        while (part := await self._next(requests)) is not None:
            if part.WhichOneof("part") not in {"text", "evidence"}:
                position = self._parts - 1
                message = f"part {position} of the stream is neither text nor evidence"
                raise _out_of_order(message, position)
            yield part

    async def _next(
        self, requests: AsyncIterator[verify_pb2.VerifyStreamRequest]
    ) -> verify_pb2.VerifyStreamRequest | None:
        idle_s = self._own.streams.idle_s
        try:
            async with asyncio.timeout(idle_s) as idle:
                part = await anext(requests, None)
        except TimeoutError:
            if not idle.expired():
                raise
            raise StreamIdle(f"nothing came for {idle_s:g} s", idle_s=idle_s) from None
        if part is not None:
            self._parts += 1
            self._held.take(part.ByteSize())
        return part

    def _append(self, piece: bytes) -> bool:
        """Take the next bytes; whether they may complete a sentence."""
        try:
            self._narrative.append(piece)
        except UnicodeDecodeError as error:
            raise _not_utf8(error) from None
        return self._narrative.may_end_sentence()

    def _make_judge(
        self, request: verify_pb2.VerifyRequest, evidence: RequestEvidence, settings: Settings
    ) -> SentenceJudge:
        given = VerificationInput(
            Text(""),
            evidence.results,
            evidence.digest,
            evidence.nbytes,
            request.checks,
            items=evidence.items,
            sources=evidence.sources,
            bare_numbers=request.citations.bare_numbers,
            structured=structure_wire.read_response(request, settings),
            premises=verify_wire.read_premises(request),
            expired=evidence.expired,
        )
        return SentenceJudge(
            given,
            self._runner,
            settings,
            self._call.tenant,
            has_formulas=bool(request.formulas),
        )

    async def _judge(self, judge: SentenceJudge) -> Any | None:
        """What is new, now that sentences are complete; None where none is."""
        completed = self._reader.complete()
        if completed is None:
            return None
        within_s = min(self._own.server.deadline_s, self._call.remaining_s())
        judged = await judge.judge(completed, within_s)
        self._released.add(judged.sentences)
        changes = self._findings.add(judged.findings)
        return wire.write_update(self._reader.judged, changes, judged.sentences, self._released.end)

    async def _finish(
        self,
        request: verify_pb2.VerifyRequest,
        evidence: RequestEvidence,
        judge: SentenceJudge,
    ) -> AsyncIterator[Any]:
        """What the report changes, and the report."""
        started = time.perf_counter()
        try:
            request.narrative = self._narrative.finish()
        except UnicodeDecodeError as error:
            raise _not_utf8(error) from None
        self._call.shorten(self._own.server.max_deadline_s)
        async with self._narratives.verified(request, self._call, evidence) as verified:
            written = await self._narratives.write(verified, self._call)
        report, length = verified.report, len(self._narrative.data)
        released = self._released.end
        if len(self._released.sentences) > _SENTENCES:
            changes, sentences = await asyncio.to_thread(self._settle, report)
        else:
            changes, sentences = self._settle(report)
        *earlier, last = _batch(sentences) or [()]
        for part in earlier:
            yield wire.write_update(length, changes, part, released)
            changes = NO_CHANGES
            await asyncio.sleep(0)
        yield wire.write_update(length, changes, last, self._released.end)
        yield wire.write_result(await self._narratives.respond(written, self._call, started))

    def _settle(self, report: Report) -> tuple[FindingChanges, Sequence[JudgedSentence]]:
        """What the report changes of the findings and sentences; what is left is one more."""
        required = [result.check for result in report.results if result.required]
        rule = HoldingRule(required, self._own.policy)
        changes = self._findings.settle([*place_findings(report.results, rule, 0, _EVERYWHERE)])
        spans = [span for span, _ in self._released.sentences]
        length = len(self._narrative.data)
        if self._reader.judged < length:
            spans.append(Span(self._reader.judged, length))
        judged = list(zip(spans, rule.judge(report.results, spans), strict=True))
        return changes, self._released.finish(judged, report.action)


def _cut(piece: bytes) -> Iterator[bytes]:
    for start in range(0, len(piece), _PIECE):
        yield piece[start : start + _PIECE]


def _batch(sentences: Sequence[JudgedSentence]) -> list[Sequence[JudgedSentence]]:
    return [sentences[at : at + _SENTENCES] for at in range(0, len(sentences), _SENTENCES)]


def _out_of_order(message: str, position: int) -> StreamOutOfOrder:
    return StreamOutOfOrder(message, position=position)


def _not_utf8(error: UnicodeDecodeError) -> RequestMalformed:
    return RequestMalformed(f"the narrative is not UTF-8: {error.reason}")
