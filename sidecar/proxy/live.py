"""Answers that are verified while they come: what is released goes on, sentence by sentence.

One task reads the upstream and gives the text to the verifier; what may be shown is put into an
outbox, which another task sends. Tool calls wait until they are complete and verified.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, aclosing
from typing import Final

from verifyd import AsyncVerificationStream, StreamUpdate, VerifydError

from sidecar.proxy import events, verdict
from sidecar.proxy.bodies import answer_pieces
from sidecar.proxy.chat import ChatRequest, envelope, said_in
from sidecar.proxy.conversation import NOTICE, REST_NOTICE, Fields, unreadable
from sidecar.proxy.errors import ProxyError
from sidecar.proxy.judge import Judge
from sidecar.proxy.upstream import Reply
from sidecar.proxy.verdict import Verdict
from sidecar.server.http.request import Header, Request, Response
from sidecar.streaming.memory import HeldBytes

_AT_ONCE: Final = "role", "reasoning", "reasoning_content"
"""What is no part of the answer, and is passed on as it comes."""

_IN_THE_END: Final = "tool_calls", "function_call", "annotations", "reasoning_details"


class _HeldError(Exception):
    """Nothing more of the answer can be released."""

    def __init__(self, verdict_: Verdict) -> None:
        super().__init__(verdict_.reason)
        self.verdict = verdict_


class LiveAnswer:
    """One answer on its way.

    Args:
        judge: Verifies it.
        asked: The request.
        annotates: Whether text is shown once it is judged, and a note in the end.
        request_id: Of the request.
    """

    def __init__(
        self, judge: Judge, asked: ChatRequest, request_id: str, *, annotates: bool
    ) -> None:
        self._judge, self._asked, self._request_id = judge, asked, request_id
        self._annotates = annotates
        self._outbox = asyncio.Queue[bytes | None]()  # bounded by that of the answer
        self._verifying = AsyncExitStack()
        self._stream: AsyncVerificationStream | None = None
        self._waived = judge.waives(asked.conversation)
        self._message: Fields = {}
        self._chunk: Fields = {}
        self._key = "content"
        self._unverified = ""
        self._shown = 0
        self._has_text = False
        self.verdict: Verdict | None = None

    async def run(
        self, request: Request, reply: Reply, headers: list[Header], held: HeldBytes
    ) -> None:
        """Pass the answer on, to its end."""
        async with asyncio.TaskGroup() as tasks, self._verifying:
            tasks.create_task(self._send(request, headers))
            try:
                await self._read(reply, held)
            except ProxyError as error:
                self._put(b"data: " + error.write() + b"\n\n")
            self._outbox.put_nowait(None)

    async def _send(self, request: Request, headers: list[Header]) -> None:
        while (data := await self._outbox.get()) is not None:
            await request.send(Response(200, headers, data, keep_alive=events.COMMENT))

    async def _read(self, reply: Reply, held: HeldBytes) -> None:
        try:
            async with aclosing(events.read_events(answer_pieces(reply, held))) as arriving:
                async for chunks in arriving:
                    for chunk in chunks:
                        await self._take(chunk)
                    await self._verify_text()
        except _HeldError as error:
            self._finish(error.verdict, None)
        if self.verdict is None:
            raise unreadable("the answer ends before its end")
        self._put(events.DONE)

    async def _take(self, chunk: Fields) -> None:
        choices = events.choices_of(chunk)
        if len(choices) != 1 or self.verdict is not None:
            if len(choices) > 1:
                raise unreadable("more than one answer, though one was asked for")
            error = {"error": chunk["error"]} if "error" in chunk else {}
            self._put(events.write_event({**envelope(chunk), **error, "choices": []}))
            return
        self._chunk, choice = chunk, choices[0]
        delta = choice["delta"]
        events.add_delta(self._message, delta)
        if at_once := {name: delta[name] for name in _AT_ONCE if delta.get(name)}:
            self._put(events.write_chunk(chunk, at_once))
        for key in ("content", "refusal"):
            if text := delta.get(key):
                if not isinstance(text, str):
                    raise unreadable("the content of a chunk is no text")
                self._key = key
                self._unverified += text
        if choice.get("finish_reason"):
            await self._verify_text()
            self._finish(await self._judge_all(), choice["finish_reason"])

    async def _verify_text(self) -> None:
        """Give the verifier the text that has come, in one piece."""
        text, self._unverified = self._unverified, ""
        if not text:
            return
        if self._waived is not None:
            self._pass(text, self._waived)
            return
        try:
            if self._stream is None:
                self._stream = await self._verifying.enter_async_context(
                    self._judge.stream(self._asked.conversation, self._on_update, self._request_id)
                )
            await self._stream.write(text)
        except VerifydError as error:
            self._fail(error)

    def _pass(self, text: str, unjudged: Verdict) -> None:
        """Pass on what nobody judges, where that is what was asked for."""
        if not unjudged.released:
            raise _HeldError(unjudged)
        self._put_text(text)

    def _fail(self, error: VerifydError) -> None:
        """The verifier has failed: hold the rest, or pass it on from here."""
        self._waived = self._judge.failed(error)
        self._pass(self._narrative[self._shown :], self._waived)
        self._shown = len(self._narrative)

    @property
    def _narrative(self) -> str:
        return self._stream.narrative if self._stream else ""

    def _on_update(self, update: StreamUpdate) -> None:
        if self._waived is None:
            self._show(update.judged if self._annotates else update.released)

    def _show(self, end: int, note: str = "") -> None:
        """Show the text up to a place, with a note behind it."""
        text = self._narrative[self._shown : end] + note
        self._shown = max(self._shown, end)
        self._put_text(text)

    async def _judge_all(self) -> Verdict:
        """The verdict on the message, which is complete."""
        parts, said = [], said_in(self._message)
        if said.unknown:
            parts.append(verdict.cannot_read(said.unknown))
        if self._stream is not None and self._waived is None:
            try:
                parts.append(verdict.of_text(await self._stream.finish()))
            except VerifydError as error:
                self._fail(error)
        if self._waived is not None:
            return verdict.worst([*parts, self._waived])
        calls = await self._judge.judge_calls(self._asked.conversation, said, self._request_id)
        return verdict.worst([*parts, calls])

    def _finish(self, found: Verdict, reason: object) -> None:
        """Show the rest, or say that it is withheld."""
        self.verdict = found
        if found.released or (self._annotates and found.can_be_annotated):
            noted = not found.released and not self._asked.wants_json
            self._show(len(self._narrative), found.note() if noted else "")
            rest = {name: self._message[name] for name in _IN_THE_END if self._message.get(name)}
            if rest:
                self._put(events.write_chunk(self._chunk, events.as_delta(rest)))
        else:
            notice = REST_NOTICE if self._has_text else NOTICE
            self._put(events.write_chunk(self._chunk, {"content": notice}))
            reason = "content_filter"
        self._put(events.write_chunk(self._chunk, {}, reason, verifyd=found.write()))

    def _put_text(self, text: str) -> None:
        if text:
            self._has_text = True
            self._put(events.write_chunk(self._chunk, {self._key: text}))

    def _put(self, data: bytes) -> None:
        self._outbox.put_nowait(data)
