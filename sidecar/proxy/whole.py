"""Answers that are verified as a whole: those in one piece, and streams that have to wait."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sidecar.proxy import events
from sidecar.proxy.bodies import answer_pieces, read_answer
from sidecar.proxy.chat import ChatRequest, Fields, read_choices, read_object, replaced
from sidecar.proxy.errors import ProxyError
from sidecar.proxy.judge import Judge
from sidecar.proxy.options import Mode
from sidecar.proxy.upstream import Reply, Upstream
from sidecar.proxy.verdict import Verdict, worst
from sidecar.server.http.request import Header, Request, Response
from sidecar.streaming.memory import HeldBytes

PLAIN: Sequence[Header] = (("accept-encoding", "identity"),)
"""What is read here must not be compressed."""


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """An answer with what was found in it.

    Attributes:
        headers: Of the upstream.
        data: The body as it came; empty for a stream.
        completion: The same, read.
        verdicts: One for each choice.
        attempts: How often the upstream was asked.
    """

    headers: Sequence[Header]
    data: bytes
    completion: Fields
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
        judge: Judges messages.
        mode: What becomes of answers that are held.
    """

    def __init__(self, upstream: Upstream, judge: Judge, mode: Mode) -> None:
        self._upstream, self._judge, self._mode = upstream, judge, mode

    async def answer(
        self, request: Request, asked: ChatRequest, reply: Reply, held: HeldBytes, request_id: str
    ) -> tuple[Response, Verdict]:
        """The response to a request that the upstream has answered.

        Raises:
            ProxyError: If that answer cannot be read.
        """
        judged = await self._take(asked, reply, held, request_id)
        if self._mode == "retry" and judged.asks_again:
            judged = await self._ask_again(request, asked, judged, held, request_id)
        return self._write(asked, judged, request_id), judged.verdict

    async def _take(
        self, asked: ChatRequest, reply: Reply, held: HeldBytes, request_id: str
    ) -> JudgedAnswer:
        """Read an answer, and have it verified."""
        if is_stream(reply):
            data, assembly = b"", events.Assembly()
            async for chunks in events.read_chunks(answer_pieces(reply, held)):
                for chunk in chunks:
                    assembly.add(chunk)
            completion = assembly.completion()
        else:
            data = await read_answer(reply, held)
            completion = read_object(data) or {}
        judging = (
            self._judge.judge_message(asked, choice["message"], request_id)
            for choice in read_choices(completion)
        )
        verdicts = await asyncio.gather(*judging)
        return JudgedAnswer(reply.headers, data, completion, verdicts)

    async def _ask_again(
        self,
        request: Request,
        asked: ChatRequest,
        judged: JudgedAnswer,
        held: HeldBytes,
        request_id: str,
    ) -> JudgedAnswer:
        """The second answer; the first one, which is held, where there is none that can be read."""
        message = judged.completion["choices"][0]["message"]
        body = asked.retried(message, judged.verdict)
        try:
            async with self._upstream.ask(request, body, PLAIN) as reply:
                if reply.status != 200:
                    return judged
                again = await self._take(asked, reply, held, request_id)
        except ProxyError:
            return judged
        return replace(again, attempts=2)

    def _write(self, asked: ChatRequest, judged: JudgedAnswer, request_id: str) -> Response:
        verdict = judged.verdict
        completion = judged.completion
        if not verdict.released:
            annotates = self._mode == "annotate"
            completion = replaced(asked, completion, judged.verdicts, annotates=annotates)
        if not judged.data:
            body = b"".join(events.as_chunks(completion, judged.verdicts))
        else:
            body = judged.data if verdict.released else json.dumps(completion).encode()
        headers = [
            *((name, value) for name, value in judged.headers if name != "content-length"),
            ("x-verifyd-decision", verdict.decision),
            ("x-verifyd-request-id", request_id),
            ("x-verifyd-attempts", str(judged.attempts)),
        ]
        return Response(200, headers, body)


def is_stream(reply: Reply) -> bool:
    """Whether an answer comes in events."""
    return reply.header("content-type").startswith("text/event-stream")
