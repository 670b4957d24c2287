"""Answers that are verified as a whole: those in one piece, and streams that have to wait."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from sidecar.proxy.bodies import answer_pieces, read_answer
from sidecar.proxy.conversation import Conversation, Said
from sidecar.proxy.errors import ProxyError
from sidecar.proxy.judge import Judge
from sidecar.proxy.options import Mode
from sidecar.proxy.upstream import Reply, Upstream
from sidecar.proxy.verdict import Verdict, worst
from sidecar.server.http.request import Header, Request, Response
from sidecar.streaming.memory import HeldBytes

PLAIN: Sequence[Header] = (("accept-encoding", "identity"),)
"""What is read here must not be compressed."""


class Answer(Protocol):
    """An answer of an API."""

    @property
    def said(self) -> Sequence[Said]:
        """What each of its alternatives says."""

    def asked_again(self, verdict: Verdict) -> bytes:
        """The body of a request that tells the model what is wrong."""

    def write(self, verdicts: Sequence[Verdict], *, annotates: bool) -> bytes:
        """The body that goes out."""


class Reader(Protocol):
    """Reads the answers to one request."""

    @property
    def conversation(self) -> Conversation:
        """That is answered."""

    def read(self, data: bytes) -> Answer:
        """An answer in one piece."""

    async def read_stream(self, pieces: AsyncIterator[bytes]) -> Answer:
        """An answer in events."""


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """An answer with what was found in it.

    Attributes:
        headers: Of the upstream.
        answer: The answer.
        verdicts: One for each alternative.
        attempts: How often the upstream was asked.
    """

    headers: Sequence[Header]
    answer: Answer
    verdicts: Sequence[Verdict]
    attempts: int = 1

    @property
    def verdict(self) -> Verdict:
        """The verdict on all of it."""
        return worst(self.verdicts)

    @property
    def asks_again(self) -> bool:
        """Whether the model can be told what is wrong."""
        return len(self.verdicts) == 1 and not self.verdict.released and bool(self.verdict.feedback)


class WholeAnswers:
    """Verifies whole answers.

    Args:
        upstream: That is asked again.
        judge: Judges what is said.
        mode: What becomes of answers that are held.
    """

    def __init__(self, upstream: Upstream, judge: Judge, mode: Mode) -> None:
        self._upstream, self._judge, self._mode = upstream, judge, mode

    async def answer(
        self, request: Request, reader: Reader, reply: Reply, held: HeldBytes, request_id: str
    ) -> tuple[Response, Verdict]:
        """The response to a request that the upstream has answered.

        Raises:
            ProxyError: If that answer cannot be read.
        """
        judged = await self._take(reader, reply, held, request_id)
        if self._mode == "retry" and judged.asks_again:
            judged = await self._ask_again(request, reader, judged, held, request_id)
        return self._write(judged, request_id), judged.verdict

    async def _take(
        self, reader: Reader, reply: Reply, held: HeldBytes, request_id: str
    ) -> JudgedAnswer:
        """Read an answer, and have it verified."""
        if is_stream(reply):
            answer = await reader.read_stream(answer_pieces(reply, held))
        else:
            answer = reader.read(await read_answer(reply, held))
        verdicts = await asyncio.gather(
            *(self._judge.judge(reader.conversation, said, request_id) for said in answer.said)
        )
        return JudgedAnswer(reply.headers, answer, verdicts)

    async def _ask_again(
        self,
        request: Request,
        reader: Reader,
        judged: JudgedAnswer,
        held: HeldBytes,
        request_id: str,
    ) -> JudgedAnswer:
        """The second answer; the first one, which is held, where there is none that can be read."""
        body = judged.answer.asked_again(judged.verdict)
        try:
            async with self._upstream.ask(request, body, PLAIN) as reply:
                if not reply.is_success:
                    return judged
                again = await self._take(reader, reply, held, request_id)
        except ProxyError:
            return judged
        return replace(again, attempts=2)

    def _write(self, judged: JudgedAnswer, request_id: str) -> Response:
        headers = [
            *((name, value) for name, value in judged.headers if name != "content-length"),
            ("x-verifyd-decision", judged.verdict.decision),
            ("x-verifyd-request-id", request_id),
            ("x-verifyd-attempts", str(judged.attempts)),
        ]
        annotates = self._mode == "annotate"
        return Response(200, headers, judged.answer.write(judged.verdicts, annotates=annotates))


def is_stream(reply: Reply) -> bool:
    """Whether an answer comes in events."""
    return reply.header("content-type").startswith("text/event-stream")
