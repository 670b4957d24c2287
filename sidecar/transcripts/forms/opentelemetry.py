"""Messages by OpenTelemetry's conventions for generative AI, in both of their generations.

    {"name": "gen_ai.user.message", "body": {"content": …}}                    one event a message
    {"attributes": {"gen_ai.input.messages": …, "gen_ai.output.messages": …}}  a span, or one event

Attributes may be plain or typed, as the protocol writes them (``{"stringValue": …}``). Of several
spans, the one counts whose messages begin with those of every other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sidecar.model.transcript import Role, ToolCall, ToolResult
from sidecar.text.vocabulary import one_of
from sidecar.transcripts import exact_json
from sidecar.transcripts.forms import openai_chat
from sidecar.transcripts.forms.drafting import (
    Body,
    Draft,
    Fields,
    Mismatch,
    first_of,
    join_text,
    require_fields,
    require_list,
    require_text,
    skip_block,
    text_or,
    write_arguments,
    write_content,
)

_GROUPS = (
    *("resourceSpans", "scopeSpans", "spans"),
    *("resourceLogs", "scopeLogs", "logRecords"),
)
_MESSAGES = ("gen_ai.input.messages", "gen_ai.output.messages")
_EVENTS = {
    "gen_ai.system.message": "system",
    "gen_ai.user.message": "user",
    "gen_ai.assistant.message": "assistant",
    "gen_ai.tool.message": "tool",
    "gen_ai.choice": "assistant",
}
_OF_MESSAGES = one_of("role content type data kwargs parts tool_calls")
"""Fields of messages: what has one and is no event of ours is a message of another form."""

read_tool = openai_chat.read_tool


def split(document: object) -> Body | None:
    """The parts of events, spans or attributes; None where there are none of these."""
    if isinstance(document, dict) and any(name in document for name in _MESSAGES):
        document = {"attributes": document}
    records = list(_records(document))
    if not records or "messages" in records[0]:  # the body of another form
        return None
    bodies = [body for body in map(_body, records) if body is not None]
    if not bodies:
        return Body(records)
    longest = max(bodies, key=lambda body: len(body.messages))
    for body in bodies:
        if list(body.messages) != list(longest.messages[: len(body.messages)]):
            raise Mismatch("several spans with different conversations")
    return longest


def _records(value: object) -> Iterator[Fields]:
    """The spans or events of a document, which may be grouped as they are exported."""
    if isinstance(value, list):
        for each in value:
            yield from _records(require_fields(each, "a record"))
        return
    fields = require_fields(value, "a record")
    group = next((name for name in _GROUPS if isinstance(fields.get(name), list)), None)
    if group is not None:
        yield from _records(fields[group])
        return
    events = require_list(fields.get("events"), "the events of a span")
    if not events or _body(fields) is not None:
        yield fields
    for event in events:
        yield require_fields(event, "an event")


def _body(record: Fields) -> Body | None:
    """The messages that one record holds as attributes."""
    attributes = _attributes(record)
    lists = [_parsed(attributes.get(name)) for name in _MESSAGES]
    if all(one is None for one in lists):
        return None
    messages = [message for one in lists for message in require_list(one, "messages")]
    parts = require_list(_parsed(attributes.get("gen_ai.system_instructions")), "instructions")
    instructions = [text_or(require_fields(part, "a part").get("content")) for part in parts]
    tools = _parsed(attributes.get("gen_ai.tool.definitions"))
    return Body(messages, "\n".join(instructions), require_list(tools, "tools"))


def read_message(message: object, index: int, draft: Draft) -> None:
    """Read one message with parts, or one event."""
    fields = require_fields(message)
    if "parts" in fields:
        _read_parts(fields, index, draft)
        return
    name = _name(fields)
    role = _EVENTS.get(name)
    if role is None:
        if not name or not _OF_MESSAGES.isdisjoint(fields):
            raise Mismatch("no message of OpenTelemetry")
        draft.skip(f"event {name}")
        return
    body = _event_body(fields)
    if _choice(body):
        raise Mismatch("a response with several choices")
    inner = body.get("message")
    body = {"role": role, **(inner if isinstance(inner, dict) else body)}
    body = {name: _parsed(value) if name == "tool_calls" else value for name, value in body.items()}
    if role == "tool":
        content = write_content(body.get("content"), draft)
        tool = text_or(first_of(body, "name", "gen_ai.tool.name"))
        result = ToolResult(text_or(body.get("id")), tool, content, False)
        draft.add(index, Role.TOOL, results=[result])
        return
    known = ("role", "content", "tool_calls", "refusal")
    openai_chat.read_message({name: body[name] for name in known if name in body}, index, draft)


def _choice(body: Fields) -> int:
    """Which choice of a response it is."""
    index = body.get("index", 0)
    return int(index) if isinstance(index, int) or str(index).isdigit() else 0


def _event_body(fields: Fields) -> dict[str, Any]:
    """What an event says: in its body, in an attribute that holds it, or in its attributes."""
    attributes = _attributes(fields)
    body = _plain(fields.get("body"))
    if body is None:
        body = attributes.get("gen_ai.event.content")
    body = _parsed(body)
    if isinstance(body, dict):
        return {**attributes, **body}
    return attributes or dict(fields)


def _read_parts(fields: Fields, index: int, draft: Draft) -> None:
    role = openai_chat.ROLES.get(text_or(fields.get("role")))
    if role is None:
        raise Mismatch("no role of OpenTelemetry")
    texts: list[str] = []
    calls: list[ToolCall] = []
    results: list[ToolResult] = []
    for each in require_list(fields["parts"], "parts"):
        part = require_fields(each, "a part")
        match part.get("type"):
            case "text":
                texts.append(text_or(part.get("content")))
            case "tool_call":
                name = require_text(part.get("name"), "the name of a tool call")
                arguments = write_arguments(part.get("arguments"))
                calls.append(ToolCall(text_or(part.get("id")), name, arguments))
            case "tool_call_response":
                content = write_content(first_of(part, "response", "result"), draft)
                name = text_or(part.get("name"))
                results.append(ToolResult(text_or(part.get("id")), name, content, False))
            case kind:
                skip_block(kind, draft)
    if results and not texts and not calls:
        role = Role.TOOL
    draft.add(index, role, join_text(role).join(texts), calls, results)


def _name(record: Fields) -> str:
    attributes = record.get("attributes")
    inside = attributes.get("event.name") if isinstance(attributes, dict) else None
    return text_or(first_of(record, "name", "event_name", "eventName", "event.name") or inside)


def _attributes(record: Fields) -> dict[str, Any]:
    """Attributes by name, whether they are an object or the protocol's list."""
    given = record.get("attributes")
    if isinstance(given, list):
        return _pairs(given)
    return {name: _plain(value) for name, value in given.items()} if isinstance(given, dict) else {}


def _pairs(values: Sequence[object]) -> dict[str, Any]:
    pairs = [require_fields(value, "an attribute") for value in values]
    return {text_or(pair.get("key")): _plain(pair.get("value")) for pair in pairs}


def _plain(value: Any) -> Any:
    """A value of the protocol as plain JSON."""
    if not isinstance(value, dict) or len(value) != 1:
        return value
    ((kind, inner),) = value.items()
    if kind in ("stringValue", "boolValue", "doubleValue"):
        return inner
    if kind == "intValue":
        return int(inner) if str(inner).lstrip("-").isdigit() else inner
    if kind == "arrayValue" and isinstance(inner, dict):
        return [_plain(each) for each in require_list(inner.get("values"), "values")]
    if kind == "kvlistValue" and isinstance(inner, dict):
        return _pairs(require_list(inner.get("values"), "values"))
    return value


def _parsed(value: Any) -> Any:
    """A value that attributes may hold as JSON text."""
    if not isinstance(value, str):
        return value
    try:
        return exact_json.parse(value)
    except exact_json.NotJson:
        return value
