"""The guardrail webhook of agentgateway, as of its main branch in November 2026."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sidecar.server.call import RequestMalformed
from sidecar.server.gateways.hooks import (
    Answer,
    Body,
    Hook,
    Row,
    Trace,
    Verdict,
    join_reasons,
    read_body,
    write_conversation,
)

REQUEST_PATH = "/request"
RESPONSE_PATH = "/response"

HELD_STATUS = 422
"""The status of HTTP that the caller of the model gets in place of an answer that is held."""


class _Messages(Body):
    """The messages of a request."""

    messages: list[Row]


class _Request(Body):
    """A hook before the model answers; messages that are sent as they came stand in no body."""

    body: _Messages | None = None
    messages: list[Row] | None = None


class _Message(Body):
    """What a model says: agentgateway sends no tool calls."""

    content: str


class _Choice(Body):
    """One of several answers."""

    message: _Message


class _Choices(Body):
    """The answers of a model."""

    choices: list[_Choice]


class _Response(Body):
    """A hook once the model has answered."""

    body: _Choices


def read_request(data: bytes) -> Hook:
    """A hook before the model answers.

    Raises:
        RequestMalformed: If the body is not what agentgateway sends.
    """
    request = read_body(_Request, data)
    messages = request.body.messages if request.body else request.messages
    if messages is None:
        raise RequestMalformed("body: Field required")
    return Hook(Trace(), write_conversation(messages), None)


def read_response(data: bytes) -> Hook:
    """A hook once the model has answered.

    Raises:
        RequestMalformed: If the body is not what agentgateway sends.
    """
    choices = read_body(_Response, data).body.choices
    return Hook(Trace(), None, [Answer(choice.message.content) for choice in choices])


def write(verdicts: Sequence[Verdict]) -> bytes:
    """The response; without verdicts the call goes on."""
    held = [verdict for verdict in verdicts if not verdict.is_released]
    action: dict[str, object] = {"reason": "nothing is held"}
    if held and all(verdict.is_repaired for verdict in held):
        texts = [one.text if one.repaired is None else one.repaired for one in verdicts]
        choices = [{"message": {"role": "assistant", "content": text}} for text in texts]
        action = {"body": {"choices": choices}, "reason": join_reasons(held)}
    elif held:
        reason = join_reasons(held)
        error = {"message": reason, "type": "verifyd", "code": "held"}
        body = json.dumps({"error": error})
        action = {"body": body, "status_code": HELD_STATUS, "reason": reason}
    return json.dumps({"action": action}).encode()
