"""OpenAI Agents SDK: an output guardrail, and a guardrail of each tool call.

The SDK shows a guardrail only the answer, or the call. The rest of the conversation comes from the
hooks of the agent, which a ``Verifier`` is as well.

Example:
    verifier = Verifier(Client())

    @function_tool(tool_input_guardrails=[verifier.tool_guardrail])
    def list_orders(region: str) -> list[dict]: ...

    agent = Agent(
        name="orders",
        tools=[list_orders],
        hooks=verifier,
        output_guardrails=[verifier.output_guardrail],
    )
    result = await run(agent, "How many orders came from the North?")
"""

from __future__ import annotations

import weakref
from dataclasses import replace
from typing import Any, Unpack

from agents import (
    Agent,
    AgentHooks,
    GuardrailFunctionOutput,
    ItemHelpers,
    ModelResponse,
    OutputGuardrail,
    OutputGuardrailTripwireTriggered,
    RunContextWrapper,
    Runner,
    RunResult,
    ToolGuardrailFunctionOutput,
    ToolInputGuardrail,
    ToolInputGuardrailData,
)

from verifyd._requests import TranscriptArguments
from verifyd.aio import AsyncClient
from verifyd.client import Client
from verifyd.integrations._guard import Guard, Judgement, OnError, is_feedback
from verifyd.transcript_results import TranscriptResult
from verifyd.transcripts import Rules, ToolCall


class Verifier(AgentHooks[Any]):
    """The hooks and guardrails of one agent, for any number of runs at once.

    A run whose conversation is not known is held: where the hooks are missing, or where earlier
    items are with the provider alone (``previous_response_id``, ``conversation_id``).

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
        self._items: dict[int, list[Any]] = {}
        self.output_guardrail = OutputGuardrail(self._judge_output, name="verifyd")
        self.tool_guardrail = ToolInputGuardrail(self._judge_call, name="verifyd")

    async def on_llm_start(
        self,
        context: RunContextWrapper[Any],
        agent: Agent[Any],
        system_prompt: str | None,
        input_items: list[Any],
    ) -> None:
        """Keep what the model is given."""
        key = _key(context)
        if key not in self._items:
            weakref.finalize(context.usage, self._items.pop, key, None)
        system = [{"role": "system", "content": system_prompt}] if system_prompt else []
        self._items[key] = [*system, *input_items]

    async def on_llm_end(
        self, context: RunContextWrapper[Any], agent: Agent[Any], response: ModelResponse
    ) -> None:
        """Keep what it says to that."""
        if items := self._items.get(_key(context)):
            items += response.to_input_items()

    async def _judge_output(
        self, context: RunContextWrapper[Any], agent: Agent[Any], output: Any
    ) -> GuardrailFunctionOutput:
        judgement = Judgement(released=False)
        if items := self._items.get(_key(context)):
            judgement = await self._guard.judge(_conversation(items), _schemas(agent))
            found = judgement.result
            if isinstance(found, TranscriptResult) and isinstance(output, str):
                # A tool may end the run with an output that the model never said.
                is_it = output in found.narrative
                judgement = replace(judgement, released=judgement.released and is_it)
        return GuardrailFunctionOutput(judgement, tripwire_triggered=not judgement.released)

    async def _judge_call(self, data: ToolInputGuardrailData) -> ToolGuardrailFunctionOutput:
        """The model hears of a call that is refused; one that could not be judged ends the run."""
        context = data.context
        call = ToolCall(context.tool_name, context.tool_arguments, context.tool_call_id)
        judgement = Judgement(released=False)
        if items := self._items.get(_key(context)):
            judgement = await self._guard.judge_call(
                _conversation(items), call, _schemas(data.agent)
            )
        if judgement.released:
            return ToolGuardrailFunctionOutput.allow(judgement)
        if judgement.feedback:
            return ToolGuardrailFunctionOutput.reject_content(judgement.feedback, judgement)
        return ToolGuardrailFunctionOutput.raise_exception(judgement)


async def run(agent: Agent[Any], given: Any, *, retries: int = 2, **options: Any) -> RunResult:
    """``Runner.run``, which lets the model correct an answer that its output guardrail holds.

    Args:
        agent: The agent.
        given: What the user says, or the items so far.
        retries: How often it may correct itself.
        options: As for ``Runner.run``. A ``session`` would get the items of each attempt.

    Raises:
        OutputGuardrailTripwireTriggered: If its last answer is held as well.
    """
    for left in range(retries, -1, -1):
        try:
            return await Runner.run(agent, given, **options)
        except OutputGuardrailTripwireTriggered as held:
            judgement = held.guardrail_result.output.output_info
            if not left or not isinstance(judgement, Judgement) or not judgement.feedback:
                raise
            done = held.run_data
            agent = done.last_agent
            given = [
                *ItemHelpers.input_to_new_input_list(done.input),
                *(item.to_input_item() for item in done.new_items),
                {"role": "user", "content": judgement.feedback},
            ]
    raise AssertionError("the last attempt returns or raises")


def _key(context: RunContextWrapper[Any]) -> int:
    """The run: each context of it has the same usage."""
    return id(context.usage)


def _conversation(items: list[Any]) -> list[Any]:
    """The items without what this adapter said."""
    return [item for item in items if not is_feedback(item.get("content", item.get("output")))]


def _schemas(agent: Any) -> list[dict[str, Any]]:
    return [
        {"name": tool.name, "description": tool.description, "schema": tool.params_json_schema}
        for tool in agent.tools
        if hasattr(tool, "params_json_schema")
    ]
