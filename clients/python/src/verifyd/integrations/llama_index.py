"""LlamaIndex: a function agent whose every step is verified, what it says and what it calls.

Example:
    agent = VerifiedAgent(Client(), tools=[list_orders], llm=llm)
    print(await agent.run("How many orders came from the North?"))

A run ends with ``Held`` where the last attempt is held, or verifyd does not answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from llama_index.core.agent.workflow import AgentOutput, FunctionAgent
from llama_index.core.base.llms.types import ToolCallBlock
from llama_index.core.bridge.pydantic import PrivateAttr
from llama_index.core.llms import ChatMessage
from llama_index.core.tools import AsyncBaseTool
from pydantic_core import to_json

from verifyd._requests import TranscriptArguments
from verifyd.aio import AsyncClient
from verifyd.client import Client
from verifyd.integrations._guard import Guard, Held, OnError, is_feedback
from verifyd.transcripts import Rules

_KEPT: Final = {"tool_call_id", "tool_calls"}
"""Fields that integrations of older models have beside the blocks of a message."""


class VerifiedAgent(FunctionAgent):
    """A ``FunctionAgent`` that gives no answer and makes no call that verifyd does not release.

    Args:
        client: What asks the server; that at its usual address if it is not given.
        retries: How often in a row the model may correct itself.
        on_error: ``release`` lets on where verifyd is away.
        rules: Where values of arguments may come from (``Client.verify_tool_call``).
        asked: As for ``Client.verify_transcript``.
        options: As for ``FunctionAgent``. ``streaming`` shows text before it is verified, and is
            off.
    """

    _guard: Guard = PrivateAttr()
    _retries: int = PrivateAttr()

    def __init__(
        self,
        client: Client | AsyncClient | None = None,
        *,
        retries: int = 2,
        on_error: OnError = "hold",
        rules: Rules = (),
        asked: TranscriptArguments | None = None,
        **options: Any,
    ) -> None:
        super().__init__(**{"streaming": False, **options})
        self._guard = Guard(client, on_error=on_error, rules=rules, **(asked or {}))
        self._retries = retries

    async def take_step(
        self, ctx: Any, llm_input: list[ChatMessage], tools: Sequence[AsyncBaseTool], memory: Any
    ) -> AgentOutput:
        """Let the model speak until verifyd releases what it says."""
        for left in range(self._retries, -1, -1):
            output = await super().take_step(ctx, llm_input, tools, memory)
            said = await ctx.store.get(self.scratchpad_key)
            judgement = await self._guard.judge(
                [*_conversation([*llm_input, *said[:-1]]), _draft(output)],
                [_schema(tool) for tool in tools],
            )
            if judgement.released:
                return output
            if not left or not judgement.feedback:
                raise Held(judgement)
            answers = _answers(output, judgement.feedback)
            await ctx.store.set(self.scratchpad_key, [*said, *answers])
        raise AssertionError("the last attempt returns or raises")


def _answers(output: AgentOutput, feedback: str) -> list[ChatMessage]:
    """The feedback, to each call where the model makes any: providers want an answer to each."""
    calls = [{"tool_call_id": call.tool_id} for call in output.tool_calls]
    if not calls:
        return [ChatMessage(role="user", content=feedback)]
    return [ChatMessage(role="tool", content=feedback, additional_kwargs=call) for call in calls]


def _conversation(messages: Sequence[ChatMessage]) -> list[dict[str, Any]]:
    """The messages as those of OpenAI's chat, without what this adapter said."""
    return [_message(one) for one in messages if not is_feedback(one.content)]


def _message(message: ChatMessage) -> dict[str, Any]:
    calls = [
        _call(block.tool_call_id, block.tool_name, block.tool_kwargs)
        for block in message.blocks
        if isinstance(block, ToolCallBlock)
    ]
    return {
        "role": message.role.value,
        "content": message.content,
        **({"tool_calls": calls} if calls else {}),
        **{key: message.additional_kwargs[key] for key in _KEPT & message.additional_kwargs.keys()},
    }


def _draft(output: AgentOutput) -> dict[str, Any]:
    """What the model said last, with the calls that the agent would make."""
    calls = [_call(one.tool_id, one.tool_name, one.tool_kwargs) for one in output.tool_calls]
    return {"role": "assistant", "content": output.response.content, "tool_calls": calls}


def _call(id_: str | None, name: str, arguments: dict[str, Any] | str) -> dict[str, Any]:
    written = arguments if isinstance(arguments, str) else to_json(arguments).decode()
    return {"id": id_, "type": "function", "function": {"name": name, "arguments": written}}


def _schema(tool: AsyncBaseTool) -> dict[str, Any]:
    about = tool.metadata
    return {
        "name": about.get_name(),
        "description": about.description,
        "schema": about.get_parameters_dict(),
    }
