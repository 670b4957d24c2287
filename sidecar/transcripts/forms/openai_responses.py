"""The items of OpenAI's responses: what a request gives, and what a response adds.

Words and calls of one turn are items of their own there; together they are one message.
"""

from __future__ import annotations

from sidecar.model.transcript import Role, ToolCall, ToolResult
from sidecar.transcripts.forms import openai_chat
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

_TEXTS = frozenset({"text", "input_text", "output_text", "refusal"})
read_tool = openai_chat.read_tool


def split(document: object) -> Body | None:
    """The parts of a list of items, or of a body; None where it is neither."""
    if isinstance(document, list):
        return Body(document)
    if not isinstance(document, dict):
        return None
    if not isinstance(document.get("input"), str | list) and "output" not in document:
        return Body([document]) if "type" in document else None
    given = document.get("input")
    items = [{"role": "user", "content": given}] if isinstance(given, str) else given
    output = require_list(document.get("output"), "output")
    tools = require_list(document.get("tools"), "tools")
    instructions = text_or(document.get("instructions"))
    return Body([*require_list(items, "input"), *output], instructions, tools)


def read_message(item: object, index: int, draft: Draft) -> None:
    """Read one item."""
    fields = require_fields(item)
    kind = text_or(fields.get("type"), "message")
    if kind == "message":
        _read_text(fields, index, draft)
    elif kind in ("function_call", "custom_tool_call", "mcp_call"):
        _read_call(fields, index, draft)
    elif kind in ("function_call_output", "custom_tool_call_output"):
        content = write_content(fields.get("output"), draft)
        result = ToolResult(text_or(fields.get("call_id")), "", content, False)
        draft.add(index, Role.TOOL, results=[result], message_id=fields.get("id"))
    elif kind == "file_search_call" and fields.get("results"):
        call = ToolCall(_id(fields), kind, write_arguments({"queries": fields.get("queries")}))
        found = ToolResult(call.id, kind, write_content(fields["results"], draft), False)
        draft.add(index, Role.ASSISTANT, "", [call], [found])
    elif kind == "reasoning" or kind.endswith(("_call", "_output", "_reference", "_list_tools")):
        draft.skip(kind)
    else:
        raise Mismatch(f"an item of type {kind!r}")


def _read_text(fields: Fields, index: int, draft: Draft) -> None:
    role = openai_chat.ROLES.get(text_or(fields.get("role")))
    if role is None or role is Role.TOOL or "tool_calls" in fields:
        raise Mismatch("no role of responses")
    if "content" not in fields:
        raise Mismatch("a message without content")
    text = read_text(fields.get("content"), draft, _TEXTS, joint=join_text(role))
    if role is Role.ASSISTANT:
        draft.continue_turn(index, text, message_id=fields.get("id"))
    else:
        draft.add(index, role, text, message_id=fields.get("id"))


def _read_call(fields: Fields, index: int, draft: Draft) -> None:
    name = require_text(fields.get("name"), "the name of a tool call")
    call = ToolCall(_id(fields), name, write_arguments(first_of(fields, "arguments", "input")))
    results = []
    if fields["type"] == "mcp_call" and first_of(fields, "output", "error") is not None:
        failed = fields.get("error") is not None
        content = write_content(first_of(fields, "error", "output"), draft)
        results.append(ToolResult(call.id, name, content, failed))
    if results:
        draft.add(index, Role.ASSISTANT, "", [call], results, message_id=fields.get("id"))
    else:
        draft.continue_turn(index, "", [call], message_id=fields.get("id"))


def _id(fields: Fields) -> str:
    return text_or(first_of(fields, "call_id", "id"))
