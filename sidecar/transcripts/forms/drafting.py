"""What the readers of all forms share: the draft of a conversation, and access to its JSON.

A reader takes what it knows and passes over what is no text, call or result (``Draft.skip``).
Anything else is a ``Mismatch``: the message is not of its form, and the whole is not read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sidecar.model.transcript import Message, Role, ToolCall, ToolDefinition, ToolResult, Transcript
from sidecar.text.vocabulary import one_of
from sidecar.transcripts import exact_json
from sidecar.transcripts.linking import link_results

Fields = Mapping[str, Any]

CLAIMED_KINDS = one_of(
    "tool_use tool_result function_call function_call_output input_text output_text tool_call"
    " tool_call_response"
)
"""Kinds of blocks with text, calls or results in some form: no other form passes them over."""


class Mismatch(Exception):
    """A conversation is not of a form.

    Attributes:
        problem: What is wrong.
        index: Which message, or None where the whole has another shape.
    """

    def __init__(self, problem: str, index: int | None = None) -> None:
        super().__init__(problem)
        self.problem, self.index = problem, index


@dataclass(slots=True)
class Body:
    """The parts of a conversation as its form has them.

    Attributes:
        messages: The list.
        instructions: What stands beside it for the model.
        tools: The definitions of tools.
    """

    messages: Sequence[object]
    instructions: str = ""
    tools: Sequence[object] = ()


@dataclass(slots=True)
class Draft:
    """A conversation that is being read."""

    messages: list[Message] = field(default_factory=list)
    tools: list[ToolDefinition] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    first: int = 0

    def instruct(self, text: str) -> None:
        """Begin with instructions that stand beside the list of messages."""
        if text:
            self.messages.append(Message(0, "", Role.SYSTEM, text))
            self.first = 1

    def skip(self, kind: object) -> None:
        """Pass over a part that is neither text nor a call nor a result."""
        self.skipped[str(kind)[:80]] += 1

    def add(
        self,
        index: int,
        role: Role,
        text: str = "",
        calls: Sequence[ToolCall] = (),
        results: Sequence[ToolResult] = (),
        *,
        message_id: object = "",
    ) -> None:
        """Add a message by its place in the list."""
        name = message_id if isinstance(message_id, str) else ""
        place = index + self.first
        self.messages.append(Message(place, name, role, text, tuple(calls), tuple(results)))

    def continue_turn(
        self, index: int, text: str, calls: Sequence[ToolCall] = (), *, message_id: object = ""
    ) -> None:
        """Add words or calls of the assistant to its message, if that is the last one.

        The message then stands at the place of its last part. Two texts are two messages: of an
        answer that was corrected, only the correction is the answer.
        """
        last = self.messages[-1] if self.messages else None
        if last is None or last.role is not Role.ASSISTANT or last.results or (text and last.text):
            self.add(index, Role.ASSISTANT, text, calls, message_id=message_id)
            return
        place, text = index + self.first, text or last.text
        self.messages[-1] = replace(last, index=place, text=text, calls=(*last.calls, *calls))

    def define(self, name: object, description: object, schema: object) -> None:
        """Add a tool."""
        written = exact_json.write(schema) if isinstance(schema, dict) else ""
        self.tools.append(
            ToolDefinition(require_text(name, "the name of a tool"), text_or(description), written)
        )

    def finish(self) -> Transcript:
        """The conversation, its results linked with their calls."""
        skipped = tuple(sorted(self.skipped.items()))
        return Transcript(tuple(link_results(self.messages)), tuple(self.tools), skipped)


def require_fields(value: object, what: str = "a message") -> Fields:
    """A JSON object."""
    if not isinstance(value, dict):
        raise Mismatch(f"{what} is not an object")
    return value


def require_list(value: object, what: str) -> list[Any]:
    """A JSON array; an absent one is empty."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise Mismatch(f"{what} is not a list")
    return value


def require_text(value: object, what: str) -> str:
    """A text that is not empty."""
    if not isinstance(value, str) or not value:
        raise Mismatch(f"{what} is missing")
    return value


def text_or(value: object, otherwise: str = "") -> str:
    """A text, or another one where there is none."""
    return value if isinstance(value, str) else otherwise


def first_of(fields: Fields, *names: str) -> Any:
    """The value of the first name that has one."""
    return next((fields[name] for name in names if fields.get(name) is not None), None)


def read_blocks(content: object) -> Iterator[Fields]:
    """The blocks of a content: a text is one block, and so is each text of a list."""
    if content is None:
        return
    if isinstance(content, str):
        yield {"type": "text", "text": content}
        return
    for block in require_list(content, "the content"):
        if isinstance(block, str):
            yield {"type": "text", "text": block}
        else:
            yield require_fields(block, "a part of the content")


def read_text(content: object, draft: Draft, kinds: frozenset[str], *, joint: str = "") -> str:
    """The text of a content of blocks whose kinds are known; others are passed over."""
    found = []
    for block in read_blocks(content):
        kind = text_or(block.get("type"))
        if kind in kinds:
            found.append(text_or(first_of(block, "text", "refusal", "content")))
        elif kind.endswith(("tool_use", "tool_result")):  # of a tool that Anthropic runs itself
            raise Mismatch(f"a part of the content of type {kind!r}")
        else:
            skip_block(kind, draft)
    return joint.join(found)


def skip_block(kind: object, draft: Draft) -> None:
    """Pass over a block, unless another form has calls or results of its kind."""
    if not isinstance(kind, str) or not kind:
        raise Mismatch("a part of the content has no type")
    if kind in CLAIMED_KINDS:
        raise Mismatch(f"a part of the content of type {kind!r}")
    draft.skip(kind)


def write_arguments(value: object) -> str:
    """The JSON text of a call's arguments: as the model wrote it, where it is given as text."""
    if value is None:
        return "{}"
    return value if isinstance(value, str) else exact_json.write(value)


_TEXTS = frozenset({"text", "input_text", "output_text"})


def write_content(value: object, draft: Draft) -> str:
    """What a tool returned: its text, or its JSON text."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    blocks = value if isinstance(value, list) else []
    if not blocks or not all(_is_block(block) for block in blocks):
        return exact_json.write(value)
    texts = []
    for block in blocks:
        if block["type"] in _TEXTS:
            texts.append(text_or(block.get("text")))
        else:
            draft.skip(block["type"])
    return "\n".join(texts)


def _is_block(value: object) -> bool:
    """Whether a value is a block of text or media, rather than a row of data."""
    if not isinstance(value, dict):
        return False
    kind = text_or(value.get("type"))
    if kind in _TEXTS:
        return isinstance(value.get("text"), str)
    media = ("image", "audio", "video", "file", "document", "resource", "input_", "search_result")
    return kind.startswith(media) and "id" not in value


def join_text(role: Role) -> str:
    """What stands between the texts of one message: an assistant's are pieces of one."""
    return "" if role is Role.ASSISTANT else "\n"
