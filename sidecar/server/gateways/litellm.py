"""LiteLLM's Generic Guardrail API, as of LiteLLM 1.108."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Literal

from sidecar.server.gateways.hooks import (
    Answer,
    Body,
    Hook,
    Id,
    Row,
    Trace,
    Verdict,
    join_reasons,
    read_body,
    write_conversation,
)

PATH = "/beta/litellm_basic_guardrail_api"


class _Caller(Body):
    """Whose virtual key the model was called with."""

    user_api_key_hash: str | None = None


class _Request(Body):
    """The body of a hook.

    Attributes:
        input_type: Whether the model has answered.
        texts: The texts of the messages, else of the answers.
        structured_messages: The messages, in the form of OpenAI's chat completions.
        tools: The tools that the model may call.
        tool_calls: Those of the messages, else of the answers.
        litellm_call_id: Id of the one call of the model.
        litellm_trace_id: Id of the conversation that it belongs to.
        request_data: Who calls the model.
    """

    input_type: Literal["request", "response"]
    texts: list[str] | None
    structured_messages: list[Row] | None = None
    tools: list[Row] | None = None
    tool_calls: list[Row] | None = None
    litellm_call_id: Id | None = None
    litellm_trace_id: Id | None = None
    request_data: _Caller


def read(data: bytes) -> Hook:
    """A hook.

    Raises:
        RequestMalformed: If the body is not what LiteLLM sends.
    """
    body = read_body(_Request, data)
    messages, answered = body.structured_messages, body.input_type == "response"
    if messages or not answered:
        conversation = write_conversation(messages or (), body.tools or ())
    else:
        conversation = None
    return Hook(_find_trace(body), conversation, _list_answers(body) if answered else None)


def _find_trace(body: _Request) -> Trace:
    """By the id of the call: several calls of one conversation may be on their way at once."""
    key = body.request_data.user_api_key_hash or ""
    if body.litellm_call_id:
        return Trace(f"call {key}", body.litellm_call_id)
    return Trace(f"trace {key}", body.litellm_trace_id or "")


def _list_answers(body: _Request) -> Sequence[Answer]:
    """An answer for each text; LiteLLM does not say which of several the tool calls belong to."""
    first, *others = body.texts or [""]
    return Answer(first, body.tool_calls or ()), *map(Answer, others)


def write(verdicts: Sequence[Verdict]) -> bytes:
    """The response; without verdicts the call goes on."""
    held = [verdict for verdict in verdicts if not verdict.is_released]
    response: dict[str, object] = {"action": "NONE"}
    if held and all(verdict.is_repaired for verdict in held):
        texts = [one.text if one.repaired is None else one.repaired for one in verdicts]
        response = {"action": "GUARDRAIL_INTERVENED", "texts": texts}
    elif held:
        response = {"action": "BLOCKED", "blocked_reason": join_reasons(held)}
    return json.dumps(response).encode()
