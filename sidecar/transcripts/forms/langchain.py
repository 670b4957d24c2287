"""The messages of LangChain, as the state of LangGraph holds them.

{"type": "human", "content": …}                    as models are dumped
{"type": "human", "data": {"content": …}}          as ``messages_to_dict`` writes them
{"lc": 1, "id": […, "HumanMessage"], "kwargs": …}  as ``dumpd`` writes them
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
    read_blocks,
    require_fields,
    require_list,
    require_text,
    skip_block,
    text_or,
    write_arguments,
    write_content,
)

_ROLES = {
    "human": Role.USER,
    "ai": Role.ASSISTANT,
    "system": Role.SYSTEM,
    "tool": Role.TOOL,
    "function": Role.TOOL,
}
_REPEATED = frozenset({"tool_use", "tool_call", "function_call", "server_tool_call"})
"""Blocks of calls, which stand among ``tool_calls`` as well."""
_TEXTS = frozenset({"text", "input_text", "output_text"})

read_tool = openai_chat.read_tool


def split(document: object) -> Body | None:
    """The parts of a list of messages, or of a state; None where it is neither."""
    if isinstance(document, list):
        return Body(document)
    if not isinstance(document, dict):
        return None
    state = document.get("values", document)
    if isinstance(state, dict) and "messages" in state:
        tools = require_list(state.get("tools"), "tools")
        return Body(require_list(state["messages"], "messages"), "", tools)
    return Body([document]) if "type" in document else None


def read_message(message: object, index: int, draft: Draft) -> None:
    """Read one message."""
    kind, fields = _unwrap(require_fields(message))
    role = _ROLES.get(kind)
    if role is None:
        raise Mismatch("no message of LangChain")
    name = fields.get("id")
    if role is Role.TOOL:
        result = ToolResult(
            text_or(fields.get("tool_call_id")),
            text_or(fields.get("name")),
            write_content(fields.get("content"), draft),
            fields.get("status") == "error",
        )
        draft.add(index, role, results=[result], message_id=name)
        return
    texts = []
    for block in read_blocks(fields.get("content")):
        part = text_or(block.get("type"))
        if part in _TEXTS:
            texts.append(text_or(block.get("text")))
        elif part not in _REPEATED or role is not Role.ASSISTANT:
            skip_block(part, draft)
    for _ in require_list(fields.get("invalid_tool_calls"), "invalid_tool_calls"):
        draft.skip("invalid tool call")
    draft.add(index, role, join_text(role).join(texts), _calls(fields), message_id=name)


def _unwrap(fields: Fields) -> tuple[str, Fields]:
    """The type of a message, and its fields."""
    if fields.get("lc") is not None:
        path = require_list(fields.get("id"), "the id of a constructor")
        inner = require_fields(fields.get("kwargs"), "the fields of a constructor")
        kind = text_or(path[-1] if path else "")
        return _kind(kind.removesuffix("Chunk").removesuffix("Message").lower()), inner
    kind = _kind(text_or(fields.get("type")).removesuffix("MessageChunk").lower())
    data = fields.get("data")
    if isinstance(data, dict):
        return kind, data
    if "content" not in fields:
        raise Mismatch("a message without content")
    return kind, fields


def _kind(name: str) -> str:
    return {"assistant": "ai", "user": "human"}.get(name, name)


def _calls(fields: Fields) -> list[ToolCall]:
    calls = require_list(fields.get("tool_calls"), "tool_calls")
    if calls:
        return [_call(require_fields(call, "a tool call")) for call in calls]
    beside = fields.get("additional_kwargs")
    given = beside.get("tool_calls") if isinstance(beside, dict) else None
    return [openai_chat.read_call(call) for call in require_list(given, "tool_calls")]


def _call(fields: Fields) -> ToolCall:
    name = require_text(fields.get("name"), "the name of a tool call")
    arguments = write_arguments(first_of(fields, "args", "arguments"))
    return ToolCall(text_or(fields.get("id")), name, arguments)
