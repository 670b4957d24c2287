"""OpenAI Agents SDK: what its guardrails let on, with a scripted model."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest
from pydantic import BaseModel
from verifyd import AsyncClient, Client

agents = pytest.importorskip("agents")

from agents import (  # noqa: E402
    Agent,
    OutputGuardrailTripwireTriggered,
    RunConfig,
    Runner,
    ToolInputGuardrailTripwireTriggered,
    function_tool,
)
from agents.testing import ScriptedModel, assistant_message, function_call  # noqa: E402
from verifyd.integrations._guard import MARK  # noqa: E402
from verifyd.integrations.openai_agents import Verifier, run  # noqa: E402

LIST = [function_call("list_orders", {"region": "North"}, call_id="c1")]
WRONG = [assistant_message("The North had 1,324 orders.")]
RIGHT = [assistant_message("The North had 1,234 orders.")]
QUESTION = "How many orders came from the North?"
OFF = RunConfig(tracing_disabled=True)


def agent(shop: Any, verifier: Verifier, *script: Any, hooks: bool = True, **options: Any) -> Any:
    guarded = function_tool(tool_input_guardrails=[verifier.tool_guardrail])
    return Agent(
        name="orders",
        model=ScriptedModel(script),
        tools=[guarded(shop.list_orders), guarded(shop.refund)],
        hooks=verifier if hooks else None,
        output_guardrails=[verifier.output_guardrail],
        **options,
    )


def said(call: Any) -> list[str]:
    """What the model was given that this adapter said."""
    texts = [str(item.get("content", item.get("output", ""))) for item in call.input]
    return [text for text in texts if MARK in text]


async def test_a_wrong_answer_is_corrected(client: Client, shop: Any) -> None:
    asked = agent(shop, Verifier(client), LIST, WRONG, RIGHT)
    result = await run(asked, QUESTION, run_config=OFF)
    assert result.final_output == "The North had 1,234 orders."
    assert shop.ran == ["list_orders North"]
    (feedback,) = said(asked.model.calls[-1])
    assert "1,234" in feedback


async def test_an_answer_that_stays_wrong_is_held(client: Client, shop: Any) -> None:
    asked = agent(shop, Verifier(client), LIST, WRONG, WRONG)
    with pytest.raises(OutputGuardrailTripwireTriggered) as held:
        await run(asked, QUESTION, retries=1, run_config=OFF)
    judgement = held.value.guardrail_result.output.output_info
    assert not judgement.released
    assert judgement.result.report.findings[0].text == "1,324"


async def test_nothing_is_left_of_a_run_that_ended(client: Client, shop: Any) -> None:
    verifier = Verifier(client)
    asked = agent(shop, verifier, LIST, RIGHT)
    result = await run(asked, QUESTION, run_config=OFF)
    assert verifier._items
    del asked, result
    gc.collect()
    assert not verifier._items


async def test_a_right_answer_is_released(async_client: AsyncClient, shop: Any) -> None:
    asked = agent(shop, Verifier(async_client), LIST, RIGHT)
    result = await Runner.run(asked, QUESTION, run_config=OFF)
    assert result.final_output == "The North had 1,234 orders."


async def test_a_streamed_run_is_judged_as_well(client: Client, shop: Any) -> None:
    streamed = Runner.run_streamed(
        agent(shop, Verifier(client), LIST, WRONG), QUESTION, run_config=OFF
    )
    with pytest.raises(OutputGuardrailTripwireTriggered):
        async for _ in streamed.stream_events():
            pass
    assert shop.ran == ["list_orders North"]


async def test_without_a_server_no_tool_runs_and_no_answer_is_given(
    gone: Client, shop: Any
) -> None:
    with pytest.raises(ToolInputGuardrailTripwireTriggered):
        await run(agent(shop, Verifier(gone), LIST, RIGHT), QUESTION, run_config=OFF)
    with pytest.raises(OutputGuardrailTripwireTriggered):
        await run(agent(shop, Verifier(gone), RIGHT), QUESTION, run_config=OFF)
    assert shop.ran == []


async def test_only_who_asks_for_it_goes_on_without_a_server(gone: Client, shop: Any) -> None:
    asked = agent(shop, Verifier(gone, on_error="release"), LIST, RIGHT)
    result = await run(asked, QUESTION, run_config=OFF)
    assert result.final_output == "The North had 1,234 orders."


async def test_without_the_hooks_nothing_is_released(client: Client, shop: Any) -> None:
    with pytest.raises(OutputGuardrailTripwireTriggered):
        await run(
            agent(shop, Verifier(client), RIGHT, hooks=False),
            f"{QUESTION} I heard 1,234 orders.",
            run_config=OFF,
        )


async def test_an_output_that_the_model_never_said_is_held(client: Client, shop: Any) -> None:
    asked = agent(shop, Verifier(client), LIST, tool_use_behavior="stop_on_first_tool")
    with pytest.raises(OutputGuardrailTripwireTriggered):
        await run(asked, QUESTION, run_config=OFF)


class Count(BaseModel):
    """An output that is no text."""

    region: str
    orders: int


async def test_an_output_in_fields_is_verified_too(client: Client, shop: Any) -> None:
    wrong, right = (
        [assistant_message(Count(region="North", orders=one).model_dump_json())]
        for one in (1324, 1234)
    )
    asked = agent(shop, Verifier(client), LIST, wrong, right, output_type=Count)
    result = await run(asked, QUESTION, run_config=OFF)
    assert result.final_output == Count(region="North", orders=1234)


async def test_who_took_over_corrects_the_answer(client: Client, shop: Any) -> None:
    takes_over = agent(shop, Verifier(client), LIST, WRONG, RIGHT)
    first = Agent(
        name="first",
        model=ScriptedModel([[function_call("transfer_to_orders", {}, call_id="h1")]]),
        handoffs=[takes_over],
    )
    result = await run(first, QUESTION, run_config=OFF)
    assert result.final_output == "The North had 1,234 orders."
    assert result.last_agent is takes_over


def refund(order_id: str, call_id: str) -> list[Any]:
    return [function_call("refund", {"order_id": order_id}, call_id=call_id)]


async def test_a_call_with_an_id_from_nowhere_is_refused_before_it_runs(
    client: Client, shop: Any
) -> None:
    # The second time its id stands in our own feedback, which is no origin.
    asked = agent(
        shop,
        Verifier(client),
        refund("W9981", "c1"),
        refund("W9981", "c2"),
        refund("W1003", "c3"),
        [assistant_message("Order W1003 was refunded.")],
    )
    await run(asked, "Please refund order W1003.", run_config=OFF)
    assert shop.ran == ["refund W1003"]
    first, second = said(asked.model.calls[2])
    assert "W9981" in first
    assert "W9981" in second


async def test_rules_say_where_an_id_may_come_from(client: Client, shop: Any) -> None:
    verifier = Verifier(client, rules={"refund": {"order_id": "tool:list_orders"}})
    asked = agent(shop, verifier, refund("W1003", "c0"), LIST, refund("W1003", "c2"), RIGHT)
    await run(asked, "Refund W1003. How many orders came from the North?", run_config=OFF)
    assert shop.ran == ["list_orders North", "refund W1003"]


async def test_runs_at_once_do_not_share_what_was_said(client: Client, shop: Any) -> None:
    # One knows the number and the other does not; both have the agent, and its verifier.
    verifier = Verifier(client)
    knows = agent(shop, verifier, LIST, RIGHT)
    guesses = agent(shop, verifier, RIGHT)
    done = await asyncio.gather(
        run(knows, QUESTION, run_config=OFF),
        run(guesses, QUESTION, retries=0, run_config=OFF),
        return_exceptions=True,
    )
    assert done[0].final_output == "The North had 1,234 orders."  # type: ignore[union-attr]
    assert isinstance(done[1], OutputGuardrailTripwireTriggered)
