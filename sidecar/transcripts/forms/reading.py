"""Reads a conversation from JSON or JSON lines, in a form that is given or recognized."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from sidecar.model.transcript import Transcript
from sidecar.transcripts import exact_json
from sidecar.transcripts.errors import TranscriptMalformed, TranscriptTooLarge
from sidecar.transcripts.forms import (
    anthropic,
    gemini,
    langchain,
    openai_chat,
    openai_responses,
    opentelemetry,
)
from sidecar.transcripts.forms.drafting import Body, Draft, Mismatch


class Form(Enum):
    """The form of messages."""

    OPENAI_CHAT = "openai_chat"
    OPENAI_RESPONSES = "openai_responses"
    ANTHROPIC = "anthropic"
    GEMINI = "gemini"
    LANGCHAIN = "langchain"
    OPENTELEMETRY = "opentelemetry"


@dataclass(frozen=True, slots=True)
class TranscriptLimits:
    """Bounds of one conversation.

    Attributes:
        max_bytes: Of its text in UTF-8.
        max_messages: In its list.
    """

    max_bytes: int = 4_000_000
    max_messages: int = 10_000


class _Reader(NamedTuple):
    """What reads one form.

    Attributes:
        split: Finds the parts of a document; None where it has another shape.
        message: Reads a message by its place in the list.
        tool: Reads the definition of a tool.
    """

    split: Callable[[object], Body | None]
    message: Callable[[object, int, Draft], None]
    tool: Callable[[object, Draft], None]


_READERS = {  # in the order in which they are tried: messages of texts alone are alike in several
    form: _Reader(module.split, module.read_message, module.read_tool)
    for form, module in (
        (Form.OPENAI_CHAT, openai_chat),
        (Form.OPENAI_RESPONSES, openai_responses),
        (Form.ANTHROPIC, anthropic),
        (Form.GEMINI, gemini),
        (Form.LANGCHAIN, langchain),
        (Form.OPENTELEMETRY, opentelemetry),
    )
}
_DEFAULT_LIMITS = TranscriptLimits()


def read_transcript(
    text: str, form: Form | None = None, limits: TranscriptLimits = _DEFAULT_LIMITS
) -> Transcript:
    """Read a conversation.

    Args:
        text: A JSON array of messages, JSON lines, or the body of a request or response.
        form: Its form; None where that is to be recognized.
        limits: What it is held to.

    Raises:
        TranscriptMalformed: If it is not JSON, or no form explains all of its messages.
        TranscriptTooLarge: If it passes a limit.
    """
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise TranscriptMalformed("it is not valid Unicode") from None
    if size > limits.max_bytes:
        raise TranscriptTooLarge("max_bytes", size, limits.max_bytes)
    document = _parse(text)
    problems: list[Mismatch] = []
    for candidate in Form if form is None else [form]:
        try:
            return _read(document, _READERS[candidate], limits)
        except Mismatch as mismatch:
            problems.append(mismatch)
    furthest = max(problems, key=lambda each: -1 if each.index is None else each.index)
    hint = "" if form else " (no form of messages explains it)"
    raise TranscriptMalformed(f"{furthest.problem}{hint}", furthest.index)


def _read(document: object, reader: _Reader, limits: TranscriptLimits) -> Transcript:
    body = _in_request(document, reader.split)
    if body is None:
        raise Mismatch("it holds no list of messages")
    if len(body.messages) > limits.max_messages:
        raise TranscriptTooLarge("max_messages", len(body.messages), limits.max_messages)
    draft = Draft()
    draft.instruct(body.instructions)
    for index, message in enumerate(body.messages):
        try:
            reader.message(message, index, draft)
        except Mismatch as mismatch:
            raise Mismatch(mismatch.problem, index) from None
    if not draft.messages:
        raise Mismatch("it holds no messages")
    for tool in body.tools:
        reader.tool(tool, draft)
    return draft.finish()


def _in_request(document: object, split: Callable[[object], Body | None]) -> Body | None:
    """The parts of a document, which may hold a request beside its response."""
    if isinstance(document, dict) and isinstance(document.get("request"), dict):
        response = document.get("response")
        merged = {**document["request"], **(response if isinstance(response, dict) else {})}
        return split({**merged, "tools": document["request"].get("tools")})
    return split(document)


def _parse(text: str) -> object:
    text = text.removeprefix("\ufeff")
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) > 1 and _is_object(lines[0]) and _is_object(lines[1]):
        return [_json(line, number) for number, line in _numbered(text)]
    return _json(text, 0)


def _is_object(line: str) -> bool:
    line = line.strip()
    return line.startswith("{") and line.endswith("}")


def _numbered(text: str) -> Iterable[tuple[int, str]]:
    lines = enumerate(text.split("\n"), 1)
    return ((number, line) for number, line in lines if line.strip())


def _json(text: str, line: int) -> object:
    try:
        return exact_json.parse(text)
    except exact_json.TooDeep as error:
        raise TranscriptTooLarge("max_levels", error.levels, exact_json.MOST_LEVELS) from None
    except exact_json.NotJson as error:
        where = f"line {line} is" if line else "it is"
        raise TranscriptMalformed(f"{where} not valid JSON: {error}") from None
