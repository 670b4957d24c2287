"""Pydantic AI: an output validator that raises ``ModelRetry``, and a capability for tool calls.

Example:
    verifier = Verifier(Client())
    agent = Agent("openai:gpt-5", tools=[list_orders], capabilities=[verifier])
    agent.output_validator(verifier.validate_output)
    print(agent.run_sync("How many orders came from the North?").output)

A run ends with ``Held`` where verifyd does not answer, and with the ``UnexpectedModelBehavior`` of
Pydantic AI where its retries (``Agent(retries=...)``) are used up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar, Unpack

from pydantic_ai import ModelRetry, RunContext
from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    SystemPromptPart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.tools import ToolDefinition
from pydantic_core import to_json

from verifyd._requests import TranscriptArguments
from verifyd.aio import AsyncClient
from verifyd.client import Client
from verifyd.integrations._guard import Guard, Held, Judgement, OnError, is_feedback
from verifyd.transcripts import Rules, ToolCall

T = TypeVar("T")


class Verifier(AbstractCapability[Any]):
    """Verifies the output of an agent, and each call of its tools before it is made.

    Args:
        client: What asks the server; that at its usual address if it is not given.
        on_error: ``release`` lets on where verifyd is away.
        rules: Where values of arguments may come from (``Client.verify_tool_call``).
        today: The day that "tomorrow" counts from.
        asked: As for ``Client.verify_transcript``.
    """

    def __init__(
        self,
        client: Client | AsyncClient | None = None,
        *,
        on_error: OnError = "hold",
        rules: Rules = (),
        today: str = "",
        **asked: Unpack[TranscriptArguments],
    ) -> None:
        self._guard = Guard(client, on_error=on_error, rules=rules, today=today, **asked)

    async def validate_output(self, ctx: RunContext[Any], output: T) -> T:
        """For ``Agent.output_validator``. Nothing is shown of an output that is still written."""
        if ctx.partial_output:
            raise ModelRetry("the output is verified when it is complete")
        text = output if isinstance(output, str) else to_json(output).decode()
        said = {"role": "assistant", "content": text}
        _pass(await self._guard.judge([*_conversation(ctx.messages[:-1]), said]))
        return output

    async def before_tool_execute(
        self,
        ctx: RunContext[Any],
        *,
        call: ToolCallPart,
        tool_def: ToolDefinition,
        args: dict[str, Any],
    ) -> dict[str, Any]:
        """Verify a call; the model is asked for another one where it is held."""
        schema = {
            "name": tool_def.name,
            "description": tool_def.description,
            "schema": tool_def.parameters_json_schema,
        }
        made = ToolCall(call.tool_name, call.args_as_json_str(), call.tool_call_id)
        _pass(await self._guard.judge_call(_conversation(ctx.messages), made, [schema]))
        return args


def _pass(judgement: Judgement) -> None:
    if judgement.released:
        return
    if judgement.feedback:
        raise ModelRetry(judgement.feedback)
    raise Held(judgement)


def _conversation(messages: Sequence[ModelMessage]) -> list[dict[str, Any]]:
    """The messages as those of OpenAI's chat, without what this adapter said."""
    instructions = [one.instructions for one in messages if isinstance(one, ModelRequest)]
    system = [{"role": "system", "content": one} for one in instructions[-1:] if one]
    parts = (part for message in messages for part in message.parts)
    said = [one for part in parts for one in _message(part)]
    return [*system, *(one for one in said if not is_feedback(one["content"]))]


def _message(part: object) -> Iterator[dict[str, Any]]:
    match part:
        case SystemPromptPart():
            yield {"role": "system", "content": part.content}
        case UserPromptPart():
            yield {"role": "user", "content": _words(part.content)}
        case TextPart():
            yield {"role": "assistant", "content": part.content}
        case ToolCallPart():
            function = {"name": part.tool_name, "arguments": part.args_as_json_str()}
            call = {"id": part.tool_call_id, "type": "function", "function": function}
            yield {"role": "assistant", "content": None, "tool_calls": [call]}
        case ToolReturnPart():
            content = part.model_response_str()
            yield {"role": "tool", "tool_call_id": part.tool_call_id, "content": content}


def _words(content: Any) -> str:
    """The words of a prompt, without images and files."""
    parts = [content] if isinstance(content, str) else content
    return "\n".join(part for part in parts if isinstance(part, str))
