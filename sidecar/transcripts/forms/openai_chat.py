"""The messages of OpenAI's chat completions, and bodies of its requests and responses."""

from __future__ import annotations

from collections.abc import Mapping

from sidecar.model.transcript import Role, ToolCall, ToolResult
from sidecar.transcripts.forms.drafting import (
    Body,
    Draft,
    Fields,
    Mismatch,
    first_of,
    join_text,
    read_text,
    require_fields,
    require_list,
    require_text,
    text_or,
    write_arguments,
    write_content,
)

ROLES: Mapping[str, Role] = {
    "system": Role.SYSTEM,
    "developer": Role.SYSTEM,
    "user": Role.USER,
    "assistant": Role.ASSISTANT,
    "tool": Role.TOOL,
    "function": Role.TOOL,
}
_TEXTS = frozenset({"text", "refusal"})
_SAID = ("content", "refusal", "audio")


def split(document: object) -> Body | None:
    """The parts of a list of messages, or of a body; None where it is neither."""
    if isinstance(document, list):
        return Body(document)
    if not isinstance(document, dict) or "system" in document:
        return None
    if "messages" not in document and "choices" not in document:
        return Body([document]) if "role" in document and "type" not in document else None
    messages = list(require_list(document.get("messages"), "messages"))
    choices = require_list(document.get("choices"), "choices")
    if len(choices) > 1:
        raise Mismatch("a response with several choices")
    messages += [require_fields(choice, "a choice").get("message") for choice in choices]
    tools = [
        *require_list(document.get("tools"), "tools"),
        *require_list(document.get("functions"), "functions"),
    ]
    return Body(messages, "", tools)


def read_message(message: object, index: int, draft: Draft) -> None:
    """Read one message."""
    fields = require_fields(message)
    role = ROLES.get(text_or(fields.get("role")))
    if role is None:
        raise Mismatch(f"no role of chat completions; these are {', '.join(ROLES)}")
    if "type" in fields or "parts" in fields:
        raise Mismatch("a message with a type or with parts")
    if role is Role.TOOL:
        name = text_or(fields.get("name"))
        content = write_content(fields.get("content"), draft)
        result = ToolResult(text_or(fields.get("tool_call_id")), name, content, False)
        draft.add(index, role, results=[result])
        return
    calls = [read_call(call) for call in require_list(fields.get("tool_calls"), "tool_calls")]
    if isinstance(fields.get("function_call"), dict):
        calls.append(read_call({"function": fields["function_call"]}))
    if not calls and all(name not in fields for name in _SAID):
        raise Mismatch("a message without content")
    text = read_text(fields.get("content"), draft, _TEXTS, joint=join_text(role))
    draft.add(index, role, text or text_or(fields.get("refusal")), calls)
    if fields.get("audio") is not None:
        draft.skip("audio")


def read_call(call: object) -> ToolCall:
    """A call of a function, or of a tool that takes a text."""
    fields = require_fields(call, "a tool call")
    made = require_fields(first_of(fields, "function", "custom"), "a tool call")
    name = require_text(made.get("name"), "the name of a tool call")
    arguments = write_arguments(first_of(made, "arguments", "input"))
    return ToolCall(text_or(fields.get("id")), name, arguments)


def read_tool(tool: object, draft: Draft) -> None:
    """Read the definition of a tool."""
    fields = require_fields(tool, "a tool")
    inner = first_of(fields, "function", "custom")
    fields = fields if inner is None else require_fields(inner, "a tool")
    if "name" in fields:
        draft.define(fields["name"], fields.get("description"), _schema(fields))
    else:
        draft.skip(f"tool {text_or(fields.get('type'))}".strip())


def _schema(fields: Fields) -> object:
    return first_of(fields, "parameters", "input_schema", "inputSchema")
