"""The contents of Gemini, and bodies of its requests and responses, in both spellings of names."""

from __future__ import annotations

from sidecar.model.transcript import Role, ToolCall, ToolResult
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
    text_or,
    write_arguments,
    write_content,
)

_ROLES = {
    "user": Role.USER,
    "model": Role.ASSISTANT,
    "function": Role.TOOL,
    "tool": Role.TOOL,
    "system": Role.SYSTEM,
}
_WRAPPED = ({"result"}, {"output"})


def split(document: object) -> Body | None:
    """The parts of a list of contents, or of a body; None where it is neither."""
    if isinstance(document, list):
        return Body(document)
    if not isinstance(document, dict):
        return None
    if "contents" not in document and "candidates" not in document:
        return Body([document]) if "parts" in document else None
    contents = document.get("contents")
    if isinstance(contents, str):
        contents = [{"role": "user", "parts": [{"text": contents}]}]
    candidates = require_list(document.get("candidates"), "candidates")
    if len(candidates) > 1:
        raise Mismatch("a response with several candidates")
    answers = [require_fields(one, "a candidate").get("content") for one in candidates]
    config = document.get("config")
    beside = {**config, **document} if isinstance(config, dict) else document
    instruction = first_of(beside, "systemInstruction", "system_instruction")
    return Body(
        [*require_list(contents, "contents"), *answers],
        _instructions(instruction),
        require_list(beside.get("tools"), "tools"),
    )


def _instructions(value: object) -> str:
    if isinstance(value, dict):
        parts = require_list(value.get("parts"), "the parts of the instructions")
        return "\n".join(text_or(require_fields(part, "a part").get("text")) for part in parts)
    return text_or(value)


def read_message(message: object, index: int, draft: Draft) -> None:
    """Read one content."""
    fields = require_fields(message)
    role = _ROLES.get(text_or(fields.get("role"), "user"))
    if role is None or "content" in fields or "type" in fields or "parts" not in fields:
        raise Mismatch("no content of Gemini")
    texts: list[str] = []
    calls: list[ToolCall] = []
    results: list[ToolResult] = []
    for each in require_list(fields["parts"], "parts"):
        part = require_fields(each, "a part")
        call = first_of(part, "functionCall", "function_call")
        result = first_of(part, "functionResponse", "function_response")
        if call is not None:
            calls.append(_call(require_fields(call, "a function call")))
        elif result is not None:
            results.append(_result(require_fields(result, "a function response"), draft))
        elif isinstance(part.get("text"), str) and not part.get("thought"):
            texts.append(part["text"])
        else:
            draft.skip(_kind(part))
    if results and not texts and not calls:
        role = Role.TOOL
    draft.add(index, role, join_text(role).join(texts), calls, results)


def _kind(part: Fields) -> str:
    """What a part holds: its first field that has a value."""
    if part.get("type") is not None:
        raise Mismatch("a part with a type")
    if part.get("thought"):
        return "thought"
    return next((name for name, value in part.items() if value is not None), "empty part")


def _call(fields: Fields) -> ToolCall:
    name = require_text(fields.get("name"), "the name of a function call")
    return ToolCall(text_or(fields.get("id")), name, write_arguments(fields.get("args")))


def _result(fields: Fields, draft: Draft) -> ToolResult:
    """A response; the library that calls functions wraps what they return."""
    name = require_text(fields.get("name"), "the name of a function response")
    response = fields.get("response")
    failed = isinstance(response, dict) and set(response) == {"error"}
    if isinstance(response, dict) and (failed or set(response) in _WRAPPED):
        (response,) = response.values()
    return ToolResult(text_or(fields.get("id")), name, write_content(response, draft), failed)


def read_tool(tool: object, draft: Draft) -> None:
    """Read the functions that a tool declares."""
    fields = require_fields(tool, "a tool")
    declared = first_of(fields, "functionDeclarations", "function_declarations")
    if declared is None:
        draft.skip(f"tool {_kind(fields)}")
    for each in require_list(declared, "the functions of a tool"):
        one = require_fields(each, "a function")
        schema = first_of(one, "parametersJsonSchema", "parameters_json_schema", "parameters")
        draft.define(one.get("name"), one.get("description"), schema)
