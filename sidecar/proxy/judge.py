"""Has answers verified against the conversation that they belong to."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from verifyd import AsyncClient, AsyncVerificationStream, Transcript, TranscriptForm, VerifydError

from sidecar.proxy import verdict
from sidecar.proxy.chat import ChatRequest, Fields, calls_in, said_in, unknown_parts, without_media
from sidecar.proxy.options import ProxyOptions
from sidecar.proxy.verdict import Verdict

VERIFY_S: Final = 30.0
"""Seconds for one answer, the time that a busy server makes it wait included."""

_FORM: Final = TranscriptForm.OPENAI_CHAT

_WITHOUT_EVIDENCE: Final = ("numeric", "consistency")
"""Checks that are named run even against nothing: no number is supported then."""


class Judge:
    """Judges answers.

    Args:
        client: Of the server that verifies.
        options: What becomes of answers without evidence, and of errors.
    """

    def __init__(self, client: AsyncClient, options: ProxyOptions) -> None:
        self._client, self._options = client, options

    def waives(self, asked: ChatRequest) -> Verdict | None:
        """The verdict on any answer to a request without evidence, where an option says so."""
        if asked.has_evidence or self._options.without_evidence == "verify":
            return None
        if self._options.without_evidence == "pass":
            return verdict.NOTHING_SAID
        return verdict.unverified("NO_EVIDENCE")

    async def judge_message(self, asked: ChatRequest, message: Fields, request_id: str) -> Verdict:
        """The verdict on a whole message."""
        if unknown := unknown_parts(message):
            return verdict.unverified(f"CANNOT_READ:{','.join(unknown)}")
        if not said_in(message) and not calls_in(message):
            return verdict.NOTHING_SAID
        if (waived := self.waives(asked)) is not None:
            return waived
        told = {**message, "role": "assistant", "content": said_in(message)}
        return await self._guard(lambda: self._judge(asked, told, request_id))

    async def _judge(self, asked: ChatRequest, message: Fields, request_id: str) -> Verdict:
        found = await self._client.verify_transcript(
            [*without_media(asked.messages), message],
            form=_FORM,
            message=len(asked.messages),
            tools=asked.tools,
            checks=self._checks(asked),
            detail="verdicts",
            request_id=request_id,
            timeout=VERIFY_S,
        )
        parts = [verdict.of_call(one) for one in found.tool_calls]
        if found.report is not None:
            parts.append(verdict.of_text(found.report))
        if len(found.tool_calls) != len(calls_in(message)) or (
            said_in(message) and found.report is None
        ):
            parts.append(verdict.unverified("CANNOT_READ:answer"))
        return verdict.worst(parts)

    async def judge_calls(
        self, asked: ChatRequest, text: str, calls: Sequence[Any], request_id: str
    ) -> Verdict:
        """The verdict on the tool calls of a message whose text is verified by a stream."""
        said = [{"role": "assistant", "content": text}] if text else []
        before = [*without_media(asked.messages), *said]

        async def judge(call: Fields) -> Verdict:
            return verdict.of_call(
                await self._client.verify_tool_call(
                    before,
                    call,
                    form=_FORM,
                    tools=asked.tools,
                    detail="verdicts",
                    request_id=request_id,
                    timeout=VERIFY_S,
                )
            )

        async def judge_all() -> Verdict:
            return verdict.worst(await asyncio.gather(*map(judge, calls)))

        return await self._guard(judge_all)

    def stream(
        self, asked: ChatRequest, on_update: Callable[[Any], object], request_id: str
    ) -> AsyncVerificationStream:
        """Verifies the text of a message while it comes."""
        return self._client.stream(
            release="sentence",
            on_update=on_update,
            transcript=Transcript(without_media(asked.messages), _FORM),
            checks=self._checks(asked),
            detail="verdicts",
            request_id=request_id,
            idle_timeout=VERIFY_S,
        )

    def failed(self, error: VerifydError) -> Verdict:
        """The verdict where the verifier has failed."""
        return verdict.failed(error, released=self._options.releases_on_error)

    def _checks(self, asked: ChatRequest) -> Sequence[str]:
        return () if asked.has_evidence else _WITHOUT_EVIDENCE

    async def _guard(self, judging: Callable[[], Awaitable[Verdict]]) -> Verdict:
        try:
            return await judging()
        except VerifydError as error:
            return self.failed(error)
