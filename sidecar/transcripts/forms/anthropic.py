"""The messages of Anthropic, and bodies of its requests and responses."""

from __future__ import annotations

from sidecar.model.transcript import Role, ToolCall, ToolResult
from sidecar.transcripts.forms.drafting import (
    Body,
    Draft,
    Fields,
    Mismatch,
    join_text,
    read_blocks,
    read_text,
    require_fields,
    require_list,
    require_text,
    skip_block,
    text_or,
    write_arguments,
    write_content,
)

_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT, "system": Role.SYSTEM}
_TEXT = frozenset({"text"})


def split(document: object) -> Body | None:
    """The parts of a list of messages, or of a body; None where it is neither."""
    if isinstance(document, list):
        return Body(document)
    if not isinstance(document, dict):
        return None
    messages = list(require_list(document.get("messages"), "messages"))
    if "role" in document and "content" in document:  # a response, or beside its request
        messages.append({"role": document["role"], "content": document["content"]})
    if not messages and "messages" not in document:
        return None
    system = read_text(document.get("system"), Draft(), _TEXT, joint="\n")
    return Body(messages, system, require_list(document.get("tools"), "tools"))


def read_message(message: object, index: int, draft: Draft) -> None:
    """Read one message."""
    fields = require_fields(message)
    role = _ROLES.get(text_or(fields.get("role")))
    if role is None or "tool_calls" in fields or fields.get("type", "message") != "message":
        raise Mismatch("no message of Anthropic")
    if "content" not in fields:
        raise Mismatch("a message without content")
    texts: list[str] = []
    calls: list[ToolCall] = []
    results: list[ToolResult] = []
    for block in read_blocks(fields.get("content")):
        kind = text_or(block.get("type"))
        if kind == "text":
            texts.append(text_or(block.get("text")))
        elif kind.endswith("tool_use"):
            name = require_text(block.get("name"), "the name of a tool call")
            calls.append(ToolCall(_id(block, "id"), name, write_arguments(block.get("input"))))
        elif kind.endswith("tool_result"):
            results.append(_result(block, draft))
        else:
            skip_block(kind, draft)
    if results and not texts and not calls and role is Role.USER:
        role = Role.TOOL
    text = join_text(role).join(texts)
    draft.add(index, role, text, calls, results, message_id=fields.get("id"))


def _result(block: Fields, draft: Draft) -> ToolResult:
    content = write_content(block.get("content"), draft)
    return ToolResult(_id(block, "tool_use_id"), "", content, block.get("is_error") is True)


def _id(block: Fields, name: str) -> str:
    return require_text(block.get(name), f"the {name} of a part")


def read_tool(tool: object, draft: Draft) -> None:
    """Read the definition of a tool; those that Anthropic runs have no schema."""
    fields = require_fields(tool, "a tool")
    draft.define(fields.get("name"), fields.get("description"), fields.get("input_schema"))
