"""Conversations from what callers hold: messages of any library, tools, calls and rules."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from datetime import date, time
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

from verifyd import _arguments
from verifyd._overrides import Overrides, overrides_message
from verifyd.citable import Fields
from verifyd.enums import Detail, ToolCallScope, TranscriptForm
from verifyd.errors import InvalidArgument
from verifyd.transcripts import Messages, Rules, ToolCall, ToolDefinition, ToolRule, Transcript
from verifyd.v1 import arguments_pb2, transcripts_pb2
from verifyd.v1 import transcript_service_pb2 as pb

_MESSAGES: Final = "JSON text, a list of messages, or a dict that holds one"
_RULES: Final = "a dict such as {'refund': {'order_id': 'tool:get_order'}}, or a list of ToolRule"
_SCHEMAS: Final = ("schema", "schema_json", "parameters", "input_schema", "inputSchema")
_CALLS: Final = ("arguments", "arguments_json", "input", "args")
"""What the providers call the schema of a tool, and the arguments of a call."""


def transcript_request(
    messages: Messages,
    *,
    form: TranscriptForm | str | None,
    message: int | None,
    rules: Rules,
    tools: Sequence[ToolDefinition | Fields],
    tool_calls: ToolCallScope | str,
) -> pb.VerifyTranscriptRequest:
    """The part of a request that says which message of which conversation, and which calls."""
    return pb.VerifyTranscriptRequest(
        transcript=transcript(Transcript(messages, form, tools)),
        message_index=_index(message),
        rules=_rules(rules),
        tool_calls=f"TOOL_CALL_SCOPE_{_arguments.choice('tool_calls', tool_calls, ToolCallScope)}",
    )


def call_request(
    messages: Messages,
    call: ToolCall | Fields | None,
    *,
    form: TranscriptForm | str | None,
    rules: Rules,
    tools: Sequence[ToolDefinition | Fields],
    today: date | str,
    detail: Detail | str,
    overrides: Overrides | None,
    request_id: str,
    agent_id: str,
) -> pb.VerifyToolCallRequest:
    """The request for a tool call."""
    return pb.VerifyToolCallRequest(
        transcript=transcript(Transcript(messages, form, tools)),
        call=None if call is None else _call(call),
        rules=_rules(rules),
        today=_arguments.text("today", today.isoformat() if isinstance(today, date) else today),
        detail=f"DETAIL_{_arguments.choice('detail', detail, Detail)}",
        overrides=None if overrides is None else overrides_message(overrides),
        request_id=_arguments.text("request_id", request_id),
        agent_id=_arguments.text("agent_id", agent_id),
    )


def transcript(given: object) -> transcripts_pb2.Transcript:
    """The message of a ``Transcript``, or of what can be its messages."""
    held = given if isinstance(given, Transcript) else Transcript(given)  # type: ignore[arg-type]
    return transcripts_pb2.Transcript(
        messages=_messages(held.messages),
        form=f"TRANSCRIPT_FORM_{_form(held.form)}",
        tools=_arguments.every("tools", held.tools, _tool, "ToolDefinition"),
    )


def _call(given: object) -> pb.ToolCall:
    """A tool call: ours, or that of a provider."""
    fields = _fields("call", given)
    named = _fields("call.function", fields.get("function", fields))
    written = _first(named, _CALLS, "")
    return _arguments.message(
        pb.ToolCall,
        "call",
        {
            "id": fields.get("call_id") or fields.get("id") or "",
            "tool": named.get("tool") or named.get("name") or "",
            "arguments_json": written if isinstance(written, str) else _json("call", written),
        },
    )


def _rules(given: object) -> list[arguments_pb2.ToolRule]:
    """Rules, as such or as origins by tool and argument."""
    if isinstance(given, Mapping):
        given = [
            ToolRule(tool, argument, origins)
            for tool, by_argument in given.items()
            for argument, origins in _fields("rules", by_argument).items()
        ]
    return _arguments.every("rules", given, _rule, _RULES)


def _rule(argument: str, given: object) -> arguments_pb2.ToolRule:
    rule = _arguments.record(argument, given, ToolRule)
    origins = [rule.origins] if isinstance(rule.origins, str) else rule.origins
    named = _arguments.every(f"{argument}.origins", origins, _arguments.text, "origins")
    fields = {"tool": rule.tool, "argument": rule.argument, "origins": named}
    return _arguments.message(arguments_pb2.ToolRule, argument, fields)


def _tool(argument: str, given: object) -> transcripts_pb2.ToolDefinition:
    """A tool: ours, or as a provider is given it."""
    fields = _fields(argument, given)
    fields = _fields(argument, fields.get("function", fields))
    schema = _first(fields, _SCHEMAS, "")
    return _arguments.message(
        transcripts_pb2.ToolDefinition,
        argument,
        {
            "name": fields.get("name") or "",
            "description": fields.get("description") or "",
            "schema_json": schema if isinstance(schema, str) else _json(argument, schema),
        },
    )


def _messages(given: object) -> str:
    """Messages as JSON text; text is passed on as it is."""
    if isinstance(given, str):
        return _arguments.text("messages", given)
    if isinstance(given, bytes) or not isinstance(given, Mapping | Iterable):
        raise _arguments.wrong("messages", given, _MESSAGES)
    return _json("messages", given if isinstance(given, Mapping) else list(given))


def _index(given: object) -> int | None:
    if given is None or (isinstance(given, int) and not isinstance(given, bool) and given >= 0):
        return given
    raise _arguments.wrong("message", given, "the place of a message in the list, from 0")


def _form(given: TranscriptForm | str | None) -> TranscriptForm:
    if given is None:
        return TranscriptForm.UNSPECIFIED
    return _arguments.choice("form", given, TranscriptForm)


def _first(fields: Mapping[str, Any], names: Iterable[str], otherwise: Any) -> Any:
    """The value of the first name that is there."""
    return next((fields[name] for name in names if fields.get(name) is not None), otherwise)


def _fields(argument: str, given: object) -> Mapping[str, Any]:
    try:
        plain = given if isinstance(given, Mapping) else _plain(given)
    except TypeError:
        plain = None
    if not isinstance(plain, Mapping):
        raise _arguments.wrong(argument, given, "an object, or a dict of its fields")
    return plain


def _json(argument: str, given: object) -> str:
    try:
        return _arguments.text(argument, json.dumps(given, default=_plain, ensure_ascii=False))
    except InvalidArgument:
        raise
    except (TypeError, ValueError, RecursionError) as error:
        said = f"{argument} cannot be written as JSON: {error}"
        raise InvalidArgument(said, argument) from None


def _plain(given: Any) -> object:
    """What an object of a library says of itself as plain data."""
    if hasattr(given, "model_dump"):
        return given.model_dump(mode="json", exclude_none=True)
    if is_dataclass(given) and not isinstance(given, type):
        return asdict(given)
    if hasattr(given, "to_dict"):
        return given.to_dict()
    if isinstance(given, date | time | Decimal | UUID):
        return str(given)
    raise TypeError(f"{_arguments.shown(given)} of type {type(given).__name__} is no plain data")
