"""Pydantic AI: its output validator and its capability, with a model that is a function."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel
from verifyd import AsyncClient, Client, Unavailable

pytest.importorskip("pydantic_ai")

from pydantic_ai import Agent, UnexpectedModelBehavior
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import FunctionModel
from pydantic_ai.models.test import TestModel
from verifyd.integrations import Held
from verifyd.integrations._guard import MARK
from verifyd.integrations.pydantic_ai import Verifier

QUESTION = "How many orders came from the North?"
LIST = ToolCallPart("list_orders", {"region": "North"})
WRONG = TextPart("The North had 1,324 orders.")
RIGHT = TextPart("The North had 1,234 orders.")


def agent(shop: Any, client: Any, *script: Any, retries: int = 2, **options: Any) -> Any:
    parts = iter(script)
    model = FunctionModel(lambda messages, info: ModelResponse(parts=[next(parts)]))
    output = options.pop("output_type", str)
    verifier = Verifier(client, **options)
    built = Agent(
        model,
        tools=[shop.list_orders, shop.refund],
        capabilities=[verifier],
        retries=retries,
        output_type=output,
    )
    built.output_validator(verifier.validate_output)
    return built


async def test_a_wrong_answer_is_corrected(client: Client, shop: Any) -> None:
    done = await agent(shop, client, LIST, WRONG, RIGHT).run(QUESTION)
    assert done.output == RIGHT.content
    assert shop.ran == ["list_orders North"]
    contents = [
        part.content for one in done.all_messages() for part in one.parts[:1] if part != LIST
    ]
    (feedback,) = [one for one in contents if MARK in one]
    assert "1,234" in feedback


def test_a_program_without_asyncio_does_the_same(client: Client, shop: Any) -> None:
    done = agent(shop, client, LIST, WRONG, RIGHT).run_sync(QUESTION)
    assert done.output == RIGHT.content


async def test_an_answer_that_stays_wrong_is_held(client: Client, shop: Any) -> None:
    with pytest.raises(UnexpectedModelBehavior):
        await agent(shop, client, LIST, WRONG, WRONG, retries=1).run(QUESTION)


async def test_a_right_answer_is_released(async_client: AsyncClient, shop: Any) -> None:
    assert (await agent(shop, async_client, LIST, RIGHT).run(QUESTION)).output == RIGHT.content


class Count(BaseModel):
    """An output that is no text."""

    region: str
    orders: int


async def test_an_output_in_fields_is_verified_too(client: Client, shop: Any) -> None:
    wrong = ToolCallPart("final_result", {"region": "North", "orders": 1324})
    right = ToolCallPart("final_result", {"region": "North", "orders": 1234})
    asked = agent(shop, client, LIST, wrong, right, output_type=Count)
    assert (await asked.run(QUESTION)).output == Count(region="North", orders=1234)


async def test_nothing_is_shown_of_an_answer_that_is_still_written(
    client: Client, shop: Any
) -> None:
    verifier = Verifier(client)
    streamed = Agent(TestModel(custom_output_text=WRONG.content))
    streamed.output_validator(verifier.validate_output)
    seen = []

    async def watch() -> None:
        async with streamed.run_stream(QUESTION) as result:
            async for output in result.stream_output(debounce_by=None):
                seen.append(output)

    with pytest.raises(UnexpectedModelBehavior, match="during streaming"):
        await watch()
    assert seen == []


async def test_without_a_server_no_tool_runs_and_no_answer_is_given(
    gone: Client, shop: Any
) -> None:
    for script in ([LIST, RIGHT], [RIGHT]):
        with pytest.raises(Held) as held:
            await agent(shop, gone, *script).run(QUESTION)
        assert isinstance(held.value.judgement.error, Unavailable)
    assert shop.ran == []


async def test_only_who_asks_for_it_goes_on_without_a_server(gone: Client, shop: Any) -> None:
    done = await agent(shop, gone, LIST, RIGHT, on_error="release").run(QUESTION)
    assert done.output == RIGHT.content


async def test_a_call_with_an_id_from_nowhere_is_refused_before_it_runs(
    client: Client, shop: Any
) -> None:
    # The second time its id stands in our own feedback, which is no origin.
    wrong = ToolCallPart("refund", {"order_id": "W9981"})
    right = ToolCallPart("refund", {"order_id": "W1003"})
    end = TextPart("Order W1003 was refunded.")
    done = await agent(shop, client, wrong, wrong, right, end).run("Please refund order W1003.")
    assert done.output == end.content
    assert shop.ran == ["refund W1003"]
