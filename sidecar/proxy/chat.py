"""Requests and answers of chat completions: what is read of them, and what stands in their place.

An answer that is held or annotated is built anew from the fields that are known here, so that
nothing of a held message, such as its tokens in ``logprobs``, is passed on beside it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sidecar.proxy.errors import ProxyError
from sidecar.proxy.verdict import Verdict

NOTICE: Final = "This answer was withheld: it could not be verified."
REST_NOTICE: Final = "\n\n[The rest was withheld: this answer could not be verified.]"

_ENVELOPE: Final = "id", "object", "created", "model", "system_fingerprint", "service_tier", "usage"
"""Fields of a completion that say nothing of what the model wrote."""

_FIELDS: Final = frozenset(
    (
        *("role", "name", "content", "refusal", "tool_calls", "function_call", "annotations"),
        *("reasoning", "reasoning_content", "reasoning_details"),
    )
)
"""Fields of a message that can be dealt with; one with others, such as ``audio``, is held."""

Fields = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """A request for a completion.

    Attributes:
        body: Its fields.
        messages: The conversation so far.
    """

    body: Fields
    messages: list[Any]

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
        return cls(body, body["messages"])

    @property
    def is_stream(self) -> bool:
        """Whether the answer is to come in chunks."""
        return self.body.get("stream") is True

    @property
    def wants_one(self) -> bool:
        """Whether one answer is asked for."""
        return self.body.get("n") in (None, 1)

    @property
    def wants_json(self) -> bool:
        """Whether the answer is read by a program, which a note would be in the way of."""
        form = self.body.get("response_format")
        return isinstance(form, dict) and form.get("type") != "text"

    @property
    def tools(self) -> list[Any]:
        """The definitions of the tools."""
        given = [*_list(self.body.get("tools")), *_list(self.body.get("functions"))]
        return [tool for tool in given if _is_function(tool)]

    @property
    def has_evidence(self) -> bool:
        """Whether a tool has returned anything."""
        return any(
            isinstance(one, dict) and one.get("role") in ("tool", "function")
            for one in self.messages
        )

    def retried(self, message: Fields, verdict: Verdict) -> bytes:
        """The body that asks again, with the answer and what is wrong with it."""
        calls = [one for one in message.get("tool_calls") or () if isinstance(one, dict)]
        said = [
            {"role": "tool", "tool_call_id": one.get("id"), "content": "The call was not made."}
            for one in calls
        ]
        messages = [*self.messages, message, *said, {"role": "user", "content": verdict.feedback}]
        return json.dumps({**self.body, "messages": messages}).encode()


def read_object(data: bytes | str) -> Fields | None:
    """A JSON object; None where it is none."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def read_choices(completion: Fields | None) -> list[Fields]:
    """The choices of a completion, each with its message.

    Raises:
        ProxyError: If it is none.
    """
    choices = completion.get("choices") if completion else None
    if not isinstance(choices, list) or not all(map(_is_choice, choices)) or not choices:
        raise unreadable("its answer is no chat completion")
    return choices


def _list(given: object) -> list[Any]:
    return given if isinstance(given, list) else []


def _is_function(tool: object) -> bool:
    """Whether a tool is one that the agent has, unlike those of the API itself."""
    named = tool.get("function", tool) if isinstance(tool, dict) else None
    return isinstance(named, dict) and isinstance(named.get("name"), str)


def _is_choice(given: object) -> bool:
    return isinstance(given, dict) and isinstance(given.get("message"), dict)


def unreadable(why: str) -> ProxyError:
    """The error for an answer that cannot be verified, since it cannot be read."""
    return ProxyError(502, "upstream_unreadable", f"the upstream is not understood: {why}")


def unknown_parts(message: Mapping[str, Any]) -> list[str]:
    """Fields and kinds of content of a message that nobody verifies."""
    unknown = {name for name, value in message.items() if value and name not in _FIELDS}
    content = message.get("content")
    if isinstance(content, list):
        kinds = {part.get("type") if isinstance(part, dict) else None for part in content}
        unknown |= {str(kind) for kind in kinds - {"text", "refusal"}}
    elif not isinstance(content, str | None):
        unknown.add("content")
    return sorted(unknown)


def calls_in(message: Mapping[str, Any]) -> list[Any]:
    """The tool calls of a message."""
    calls = message.get("tool_calls") or []
    one = message.get("function_call")
    return [*(calls if isinstance(calls, list) else [calls]), *([one] if one else [])]


def said_in(message: Mapping[str, Any]) -> str | list[Any]:
    """The text of a message: its content, and behind that a refusal."""
    content, refusal = message.get("content") or "", message.get("refusal")
    if not isinstance(refusal, str) or not refusal:
        return content
    if isinstance(content, list):
        return [*content, {"type": "refusal", "refusal": refusal}]
    return f"{content}\n\n{refusal}" if content else refusal


def without_media(messages: Sequence[Any]) -> list[Any]:
    """A conversation without its images and sounds, which are large and no evidence."""
    return [
        {**one, "content": [_lean(part) for part in one["content"]]}
        if isinstance(one, dict) and isinstance(one.get("content"), list)
        else one
        for one in messages
    ]


def _lean(part: Any) -> Any:
    kind = part.get("type") if isinstance(part, dict) else None
    return {"type": kind} if kind in ("image_url", "input_audio", "file") else part


def envelope(completion: Mapping[str, Any]) -> Fields:
    """The fields of a completion, or a chunk, beside its choices."""
    return {name: completion[name] for name in _ENVELOPE if name in completion}


def replaced(
    asked: ChatRequest, completion: Fields, verdicts: Sequence[Verdict], *, annotates: bool
) -> Fields:
    """A completion in which a choice that is held has a notice, or is annotated."""
    choices = [
        choice if verdict.released else _replace(asked, choice, verdict, annotates=annotates)
        for choice, verdict in zip(completion["choices"], verdicts, strict=True)
    ]
    return {**envelope(completion), "choices": choices}


def _replace(asked: ChatRequest, choice: Fields, verdict: Verdict, *, annotates: bool) -> Fields:
    message: Fields = {"role": "assistant", "content": NOTICE}
    finish: object = "content_filter"
    if annotates and verdict.can_be_annotated:
        finish = choice.get("finish_reason")
        message = {name: value for name, value in choice["message"].items() if name in _FIELDS}
        content = message.get("content")
        if isinstance(content, str) and not asked.wants_json:
            message["content"] = content + verdict.note()
    return {
        "index": choice.get("index", 0),
        "message": message,
        "logprobs": None,
        "finish_reason": finish,
        "verifyd": verdict.write(),
    }
