"""Chat completions: the conversation of a request, and what a message says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from verifyd import TranscriptForm

from sidecar.proxy.conversation import (
    Conversation,
    Fields,
    Said,
    read_object,
    select_tools,
    unreadable,
    without_media,
)
from sidecar.proxy.errors import ProxyError

_ENVELOPE: Final = "id", "object", "created", "model", "system_fingerprint", "service_tier", "usage"
"""Fields of a completion that say nothing of what the model wrote."""

FIELDS: Final = frozenset(
    (
        *("role", "name", "content", "refusal", "tool_calls", "function_call", "annotations"),
        *("reasoning", "reasoning_content", "reasoning_details"),
    )
)
"""Fields of a message that can be dealt with; one with others, such as ``audio``, is held."""


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """A request for a completion.

    Attributes:
        body: Its fields.
        conversation: So far.
    """

    body: Fields
    conversation: Conversation

    @classmethod
    def read(cls, data: bytes) -> ChatRequest:
        """Read a body.

        Raises:
            ProxyError: If its conversation cannot be read, so that no answer could be verified.
        """
        body = read_object(data)
        if body is None or not isinstance(body.get("messages"), list):
            message = "the body is no JSON object with a list of messages"
            raise ProxyError(400, "request_unreadable", message)
        messages = body["messages"]
        roles = {one.get("role") for one in messages if isinstance(one, dict)}
        conversation = Conversation(
            without_media(messages),
            TranscriptForm.OPENAI_CHAT,
            select_tools(body.get("tools"), body.get("functions")),
            has_evidence=not roles.isdisjoint(("tool", "function")),
        )
        return cls(body, conversation)

    @property
    def wants_one(self) -> bool:
        """Whether one answer is asked for."""
        return self.body.get("n") in (None, 1)

    @property
    def wants_json(self) -> bool:
        """Whether the answer is read by a program, which a note would be in the way of."""
        form = self.body.get("response_format")
        return isinstance(form, dict) and form.get("type") != "text"


def read_choices(completion: Fields | None) -> list[Fields]:
    """The choices of a completion, each with its message.

    Raises:
        ProxyError: If it is none.
    """
    choices = completion.get("choices") if completion else None
    if not isinstance(choices, list) or not all(map(_is_choice, choices)) or not choices:
        raise unreadable("its answer is no chat completion")
    return choices


def _is_choice(given: object) -> bool:
    return isinstance(given, dict) and isinstance(given.get("message"), dict)


def said_in(message: Mapping[str, Any]) -> Said:
    """What a message says: its content, behind that a refusal, and its calls."""
    unknown = [name for name, value in message.items() if value and name not in FIELDS]
    texts, strange = _read_texts(message)
    calls = message.get("tool_calls") or []
    if one := message.get("function_call"):
        calls = [*calls, one] if isinstance(calls, list) else None
    if not isinstance(calls, list) or not all(isinstance(call, dict) for call in calls):
        calls, strange = [], [*strange, "tool_calls"]
    return Said("\n\n".join(filter(None, texts)), calls, sorted({*unknown, *strange}))


def _read_texts(message: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """The texts of a message, and the kinds of its other parts."""
    texts, strange = [], []
    for name in ("content", "refusal"):
        given = message.get(name) or ""
        for part in given if isinstance(given, list) else [{"type": name, name: given}]:
            kind = part.get("type") if isinstance(part, dict) else None
            text = part.get(kind) if kind in ("text", "content", "refusal") else None
            if isinstance(text, str):
                texts.append(text)
            else:
                strange.append(str(kind))
    return texts, strange


def envelope(completion: Mapping[str, Any]) -> Fields:
    """The fields of a completion, or a chunk, beside its choices."""
    return {name: completion[name] for name in _ENVELOPE if name in completion}
