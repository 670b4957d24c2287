"""Conversations of agents: what is verified, and where values may come from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, TypedDict

from verifyd._overrides import Overrides
from verifyd.citable import Fields
from verifyd.enums import Detail, ToolCallScope, TranscriptForm

Messages = str | Mapping[str, Any] | Iterable[Any]
"""Messages as JSON text, a list of dicts or objects, or the body of a request or response."""

Origins = str | Sequence[str]
"""``user``, ``system``, ``tool``, ``tool:NAME``, ``computed`` or ``free``; one of them or more."""


@dataclass(frozen=True, slots=True)
class ToolDefinition:
    """A tool that an agent may call.

    Attributes:
        name: Its name.
        description: What it does.
        schema: The JSON Schema of its arguments, as a dict or JSON text; "" where it is unknown.
    """

    name: str
    description: str = ""
    schema: Mapping[str, Any] | str = ""


@dataclass(frozen=True, slots=True)
class Transcript:
    """A conversation.

    Attributes:
        messages: Its messages.
        form: Their form, a ``TranscriptForm`` or its name; None: recognized by their fields.
        tools: The tools beside those that the messages come with: ``ToolDefinition``, or as a
            provider is given them.
    """

    messages: Messages
    form: TranscriptForm | str | None = None
    tools: Sequence[ToolDefinition | Fields] = ()


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool call that an agent is about to make.

    Attributes:
        tool: The name of the tool.
        arguments: A mapping, or JSON text as the model wrote it.
        id: Its id; may be empty.
    """

    tool: str
    arguments: Mapping[str, Any] | str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class ToolRule:
    """Where the values of an argument may come from.

    Attributes:
        tool: The name of the tool, or ``*`` for every tool.
        argument: The path of the argument, such as ``passengers[].name``, or ``*`` for all.
        origins: Where from.
    """

    tool: str
    argument: str
    origins: Origins


Rules = Mapping[str, Mapping[str, Origins]] | Sequence[ToolRule | Fields]
"""Origins by tool and argument, such as ``{"refund": {"order_id": "tool:get_order"}}``."""


class TranscriptScope(TypedDict):
    """Which message of a conversation is verified, and which tool calls by which rules."""

    form: TranscriptForm | str | None
    message: int | None
    rules: Rules
    tools: Sequence[ToolDefinition | Fields]
    tool_calls: ToolCallScope | str


class ToolCallArguments(TypedDict):
    """What ``Client.verify_tool_call`` takes beside messages, call and time."""

    form: TranscriptForm | str | None
    rules: Rules
    tools: Sequence[ToolDefinition | Fields]
    today: date | str
    detail: Detail | str
    overrides: Overrides | None
    request_id: str
    agent_id: str
