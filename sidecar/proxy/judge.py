"""Has answers verified against the conversation that they belong to."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from verifyd import AsyncClient, AsyncVerificationStream, StreamUpdate, Transcript, VerifydError

from sidecar.proxy import verdict
from sidecar.proxy.conversation import Conversation, Fields, Said
from sidecar.proxy.options import ProxyOptions
from sidecar.proxy.verdict import Verdict

VERIFY_S: Final = 30.0
"""Seconds for one answer, the time that a busy server makes it wait included."""

_WITHOUT_EVIDENCE: Final = ("numeric", "consistency")
"""Checks that are named run even against nothing: no number is supported then."""

OnUpdate = Callable[[StreamUpdate], object]


class Judge:
    """Judges answers.

    Args:
        client: Of the server that verifies.
        options: What becomes of answers without evidence, and of errors.
    """

    def __init__(self, client: AsyncClient, options: ProxyOptions) -> None:
        self._client, self._options = client, options

    def waives(self, conversation: Conversation) -> Verdict | None:
        """The verdict on any answer to a request without evidence, where an option says so."""
        if conversation.has_evidence or self._options.without_evidence == "verify":
            return None
        if self._options.without_evidence == "pass":
            return verdict.NOTHING_SAID
        return verdict.unverified("NO_EVIDENCE")

    async def judge(self, conversation: Conversation, said: Said, request_id: str) -> Verdict:
        """The verdict on a whole answer."""
        if said.unknown:
            return verdict.cannot_read(said.unknown)
        if not said.text and not said.calls:
            return verdict.NOTHING_SAID
        if (waived := self.waives(conversation)) is not None:
            return waived
        judging = [self.judge_calls(conversation, said, request_id)]
        if said.text:
            judging.append(self._guard(self._judge_text(conversation, said.text, request_id)))
        return verdict.worst(await asyncio.gather(*judging))

    async def judge_calls(self, conversation: Conversation, said: Said, request_id: str) -> Verdict:
        """The verdict on the tool calls of an answer."""
        text = [{"role": "assistant", "content": said.text}] if said.text else []
        before = [*conversation.messages, *text]
        judging = (
            self._guard(self._judge_call(conversation, before, call, request_id))
            for call in said.calls
        )
        return verdict.worst(await asyncio.gather(*judging))

    async def _judge_text(self, conversation: Conversation, text: str, request_id: str) -> Verdict:
        report = await self._client.verify(
            text,
            transcript=_transcript(conversation),
            checks=_choose_checks(conversation),
            detail="verdicts",
            request_id=request_id,
            timeout=VERIFY_S,
        )
        return verdict.of_text(report)

    async def _judge_call(
        self, conversation: Conversation, before: Sequence[Any], call: Fields, request_id: str
    ) -> Verdict:
        result = await self._client.verify_tool_call(
            before,
            call,
            form=conversation.form,
            tools=conversation.tools,
            detail="verdicts",
            request_id=request_id,
            timeout=VERIFY_S,
        )
        return verdict.of_call(result)

    def stream(
        self, conversation: Conversation, on_update: OnUpdate, request_id: str
    ) -> AsyncVerificationStream:
        """Verifies the text of an answer while it comes."""
        return self._client.stream(
            release="sentence",
            on_update=on_update,
            transcript=_transcript(conversation),
            checks=_choose_checks(conversation),
            detail="verdicts",
            request_id=request_id,
            idle_timeout=VERIFY_S,
        )

    def failed(self, error: VerifydError) -> Verdict:
        """The verdict where the verifier has failed."""
        return verdict.failed(error, released=self._options.releases_on_error)

    async def _guard(self, judging: Awaitable[Verdict]) -> Verdict:
        try:
            return await judging
        except VerifydError as error:
            return self.failed(error)


def _transcript(conversation: Conversation) -> Transcript:
    return Transcript(conversation.messages, conversation.form)


def _choose_checks(conversation: Conversation) -> Sequence[str]:
    return () if conversation.has_evidence else _WITHOUT_EVIDENCE
