"""Conversations between a user, an agent and its tools."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Role(Enum):
    """Who a message is from."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that an agent makes.

    Attributes:
        id: The id of the call. Where the form of the messages has none, its place: ``m3-call-1``.
        tool: The name of the tool.
        arguments: Their JSON text, as the model wrote it.
    """

    id: str
    tool: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool returned.

    Attributes:
        call_id: The id of the call that it answers; empty where it is unknown.
        tool: The name of the tool; empty where it is unknown.
        content: Its text, or JSON text where it came as JSON.
        failed: Whether it says that the call failed.
    """

    call_id: str
    tool: str
    content: str
    failed: bool


@dataclass(frozen=True, slots=True)
class Message:
    """One message.

    Attributes:
        index: Its place in the list that was given, from 0. Instructions that stand beside the list
            count as its first message.
        id: Its id; empty where it has none.
        role: Who it is from.
        text: What it says.
        calls: The calls that it makes.
        results: The results that it brings.
    """

    index: int
    id: str
    role: Role
    text: str
    calls: tuple[ToolCall, ...] = ()
    results: tuple[ToolResult, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolDefinition:
    """A tool that an agent may call.

    Attributes:
        name: Its name.
        description: What it does.
        schema: The JSON Schema of its arguments, as JSON text; empty where it is unknown.
    """

    name: str
    description: str
    schema: str


@dataclass(frozen=True, slots=True)
class Transcript:
    """A conversation.

    Attributes:
        messages: In the order in which they were sent.
        tools: The tools that the agent may call, as far as they are known.
        skipped: What is neither text nor a call nor a result, such as ``image``: each kind, in
            their order, with how often it appears.
    """

    messages: tuple[Message, ...]
    tools: tuple[ToolDefinition, ...] = ()
    skipped: tuple[tuple[str, int], ...] = ()
