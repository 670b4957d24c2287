"""Server-sent events of chat completions: reading chunks, writing them, putting them together."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping, Sequence
from typing import Any, Final

from sidecar.proxy.chat import envelope
from sidecar.proxy.conversation import Fields, read_object, unreadable
from sidecar.proxy.verdict import Verdict

DONE: Final = b"data: [DONE]\n\n"
COMMENT: Final = b": verifying\n\n"
"""Shows clients and proxies that an answer is on its way; readers of events skip it."""

_END: Final = "[DONE]"

_CONTINUED: Final = frozenset(
    ("content", "refusal", "arguments", "input", "reasoning", "reasoning_content")
)
"""Texts that come in pieces."""


async def read_events(pieces: AsyncIterator[bytes]) -> AsyncGenerator[list[Fields], None]:
    """The events of a stream, up to its end: those together that have come together.

    Raises:
        ProxyError: If they are none, or break off.
    """
    data: list[bytes] = []
    async for lines in _lines(pieces):
        chunks: list[Fields] = []
        for line in lines:
            if line.startswith(b"data:"):
                data.append(line[5:].removeprefix(b" "))
            elif not line and data:
                written, data = b"\n".join(data).decode("utf-8", "replace"), []
                if written == _END:
                    yield chunks
                    return
                chunk = read_object(written)
                if chunk is None:
                    raise unreadable("an event is no JSON object")
                chunks.append(chunk)
        yield chunks
    raise unreadable("the stream ends before its end")


async def _lines(pieces: AsyncIterator[bytes]) -> AsyncIterator[list[bytes]]:
    rest = bytearray()
    async for piece in pieces:
        rest += piece
        if b"\n" in piece:
            *lines, last = rest.split(b"\n")
            rest = bytearray(last)
            yield [bytes(line).removesuffix(b"\r") for line in lines]


def write_event(fields: Mapping[str, Any]) -> bytes:
    """An event."""
    return b"data: " + json.dumps(fields, ensure_ascii=False).encode() + b"\n\n"


def write_chunk(like: Fields, delta: Fields, finish: object = None, **more: object) -> bytes:
    """A chunk as the upstream writes them.

    Args:
        like: One of its chunks.
        delta: What the chunk adds to the message.
        finish: Why the message ends with it; None where it does not.
        **more: Other fields of the choice.
    """
    index = like["choices"][0].get("index", 0) if like.get("choices") else 0
    choice = {"index": index, "delta": delta, "logprobs": None, "finish_reason": finish, **more}
    fields = {name: value for name, value in envelope(like).items() if name != "usage"}
    return write_event({**fields, "choices": [choice]})


def as_chunks(completion: Fields, verdicts: Sequence[Verdict]) -> Iterator[bytes]:
    """A completion as the events of a stream."""
    base = {**completion, "object": "chat.completion.chunk"}
    for choice, verdict in zip(completion["choices"], verdicts, strict=True):
        like = {**base, "choices": [choice]}
        yield write_chunk(like, as_delta(choice["message"]))
        yield write_chunk(like, {}, choice["finish_reason"], verifyd=verdict.write())
    if base.get("usage"):
        yield write_event({**envelope(base), "choices": []})
    yield DONE


def as_delta(message: Fields) -> Fields:
    """A message, or a part of one, as what a chunk brings."""
    calls = message.get("tool_calls")
    if not isinstance(calls, list):
        return message
    return {**message, "tool_calls": [{"index": at, **call} for at, call in enumerate(calls)]}


class Assembly:
    """A completion that comes in chunks."""

    def __init__(self) -> None:
        self._fields: Fields = {}
        self._choices: dict[int, Fields] = {}

    def add(self, chunk: Fields) -> None:
        """Add a chunk.

        Raises:
            ProxyError: If it is none.
        """
        self._fields |= {name: value for name, value in envelope(chunk).items() if value}
        for choice in choices_of(chunk):
            index = choice.get("index", 0)
            whole = self._choices.setdefault(
                index, {"index": index, "message": {}, "finish_reason": None}
            )
            whole["finish_reason"] = choice.get("finish_reason") or whole["finish_reason"]
            add_delta(whole["message"], choice["delta"])

    def completion(self) -> Fields:
        """All of it.

        Raises:
            ProxyError: If a choice has no end.
        """
        choices = [self._choices[index] for index in sorted(self._choices)]
        if not choices or any(one["finish_reason"] is None for one in choices):
            raise unreadable("the stream ends before its end")
        return {**self._fields, "object": "chat.completion", "choices": choices}


def choices_of(chunk: Fields) -> list[Fields]:
    """The choices of a chunk, each with a delta.

    Raises:
        ProxyError: If they are none.
    """
    choices = chunk.get("choices") or []
    if not isinstance(choices, list):
        raise unreadable("a chunk has no list of choices")
    for choice in choices:
        if not isinstance(choice, dict) or not isinstance(choice.get("index", 0), int):
            raise unreadable("a choice is no object")
        choice["delta"] = choice.get("delta") or {}
        if not isinstance(choice["delta"], dict):
            raise unreadable("a delta is no object")
    return choices


def add_delta(whole: Fields, delta: Fields) -> None:
    """Add to a message, or a part of one, what a chunk brings.

    Texts are continued, calls are found by their index, what else comes replaces.

    Raises:
        ProxyError: If it does not fit.
    """
    for name, value in delta.items():
        before = whole.get(name)
        if name == "tool_calls" and value:
            whole[name] = before or []
            _add_calls(whole[name], value)
        elif isinstance(value, dict):
            whole[name] = before if isinstance(before, dict) else {}
            add_delta(whole[name], value)
        elif isinstance(value, list):
            whole[name] = [*before, *value] if isinstance(before, list) else value
        elif value is not None and name in _CONTINUED:
            whole[name] = f"{before or ''}{value}"
        elif value is not None or name not in whole:
            whole[name] = value


def _add_calls(calls: list[Fields], parts: object) -> None:
    if not isinstance(parts, list):
        raise unreadable("the tool calls of a chunk are no list")
    for part in parts:
        index = part.get("index", 0) if isinstance(part, dict) else None
        if not isinstance(index, int) or not 0 <= index <= len(calls):
            raise unreadable("a part of a tool call has no place")
        if index == len(calls):
            calls.append({})
        add_delta(calls[index], {name: each for name, each in part.items() if name != "index"})
