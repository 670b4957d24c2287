"""Whole chat completions, read and written.

One that is held or annotated is built anew from the fields that are known here, so that nothing of
a held message, such as its tokens in ``logprobs``, is passed on beside it.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from sidecar.proxy import events
from sidecar.proxy.chat import FIELDS, ChatRequest, envelope, read_choices, said_in
from sidecar.proxy.conversation import NOT_MADE, NOTICE, Conversation, Fields, Said, read_object
from sidecar.proxy.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Completion:
    """A completion.

    Attributes:
        asked: What it answers.
        fields: Of it.
        data: Its body as it came; empty where it came in chunks.
    """

    asked: ChatRequest
    fields: Fields
    data: bytes

    @property
    def said(self) -> Sequence[Said]:
        """What each choice says."""
        return [said_in(choice["message"]) for choice in self.fields["choices"]]

    def asked_again(self, verdict: Verdict) -> bytes:
        """The request with the answer, and what is wrong with it, in its conversation."""
        message, body = self.fields["choices"][0]["message"], self.asked.body
        said = [
            {"role": "tool", "tool_call_id": call.get("id"), "content": NOT_MADE}
            for call in message.get("tool_calls") or ()
        ]
        more = [message, *said, {"role": "user", "content": verdict.feedback}]
        return json.dumps({**body, "messages": [*body["messages"], *more]}).encode()

    def write(self, verdicts: Sequence[Verdict], *, annotates: bool) -> bytes:
        """The body that goes out: as it came where all is released.

        Args:
            verdicts: On each choice.
            annotates: Whether a text that is held goes out with a note.
        """
        is_released = all(one.released for one in verdicts)
        if is_released and self.data:
            return self.data
        choices = [
            choice if verdict.released else self._replace(choice, verdict, annotates=annotates)
            for choice, verdict in zip(self.fields["choices"], verdicts, strict=True)
        ]
        fields = {**envelope(self.fields), "choices": choices}
        if self.data:
            return json.dumps(fields).encode()
        return b"".join(events.as_chunks(fields, verdicts))

    def _replace(self, choice: Fields, verdict: Verdict, *, annotates: bool) -> Fields:
        message: Fields = {"role": "assistant", "content": NOTICE}
        finish: object = "content_filter"
        if annotates and verdict.can_be_annotated:
            finish = choice.get("finish_reason")
            message = {name: value for name, value in choice["message"].items() if name in FIELDS}
            content = message.get("content")
            if isinstance(content, str) and not self.asked.wants_json:
                message["content"] = content + verdict.note()
        return {
            "index": choice.get("index", 0),
            "message": message,
            "logprobs": None,
            "finish_reason": finish,
            "verifyd": verdict.write(),
        }


class Completions:
    """Reads the answers to a request.

    Args:
        asked: The request.
    """

    def __init__(self, asked: ChatRequest) -> None:
        self._asked = asked

    @property
    def conversation(self) -> Conversation:
        """That is answered."""
        return self._asked.conversation

    def read(self, data: bytes) -> Completion:
        """An answer in one piece.

        Raises:
            ProxyError: If it is none.
        """
        fields = read_object(data) or {}
        read_choices(fields)
        return Completion(self._asked, fields, data)

    async def read_stream(self, pieces: AsyncIterator[bytes]) -> Completion:
        """An answer in chunks.

        Raises:
            ProxyError: If it is none.
        """
        assembly = events.Assembly()
        async for chunks in events.read_events(pieces):
            for chunk in chunks:
                assembly.add(chunk)
        return Completion(self._asked, assembly.completion(), b"")
