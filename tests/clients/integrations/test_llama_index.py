"""LlamaIndex: the steps of its function agent, with a mock of a model that calls functions."""

from __future__ import annotations

from typing import Any

import pytest
from verifyd import AsyncClient, Client, Unavailable

pytest.importorskip("llama_index.core")

from llama_index.core.base.llms.types import ToolCallBlock
from llama_index.core.llms import ChatMessage
from llama_index.core.llms.mock import MockFunctionCallingLLM
from verifyd.integrations import Held
from verifyd.integrations.llama_index import VerifiedAgent

QUESTION = "How many orders came from the North?"


def call(name: str, arguments: dict[str, str], id_: str = "c1") -> ChatMessage:
    block = ToolCallBlock(tool_call_id=id_, tool_name=name, tool_kwargs=arguments)
    return ChatMessage(role="assistant", blocks=[block])


def answer(text: str) -> ChatMessage:
    return ChatMessage(role="assistant", content=text)


LIST = call("list_orders", {"region": "North"})
WRONG = answer("The North had 1,324 orders.")
RIGHT = answer("The North had 1,234 orders.")


def agent(shop: Any, client: Any, *script: ChatMessage, **options: Any) -> VerifiedAgent:
    replies = iter(script)
    llm = MockFunctionCallingLLM(
        response_generator=lambda messages, **_: next(replies), is_chat_model=True
    )
    return VerifiedAgent(client, tools=[shop.list_orders, shop.refund], llm=llm, **options)


async def test_a_wrong_answer_is_corrected(client: Client, shop: Any) -> None:
    done = await agent(shop, client, LIST, WRONG, RIGHT).run(user_msg=QUESTION)
    assert str(done) == RIGHT.content
    assert shop.ran == ["list_orders North"]


async def test_an_answer_that_stays_wrong_is_held(client: Client, shop: Any) -> None:
    with pytest.raises(Held, match="1,324"):
        await agent(shop, client, LIST, WRONG, WRONG, retries=1).run(user_msg=QUESTION)


async def test_a_right_answer_is_released(async_client: AsyncClient, shop: Any) -> None:
    done = await agent(shop, async_client, LIST, RIGHT, streaming=True).run(user_msg=QUESTION)
    assert str(done) == RIGHT.content


async def test_without_a_server_no_tool_runs_and_no_answer_is_given(
    gone: Client, shop: Any
) -> None:
    for script in ([LIST, RIGHT], [RIGHT]):
        with pytest.raises(Held) as held:
            await agent(shop, gone, *script).run(user_msg=QUESTION)
        assert isinstance(held.value.judgement.error, Unavailable)
    assert shop.ran == []


async def test_only_who_asks_for_it_goes_on_without_a_server(gone: Client, shop: Any) -> None:
    done = await agent(shop, gone, LIST, RIGHT, on_error="release").run(user_msg=QUESTION)
    assert str(done) == RIGHT.content


async def test_a_call_with_an_id_from_nowhere_is_refused_before_it_runs(
    client: Client, shop: Any
) -> None:
    # The second time its id stands in our own feedback, which is no origin.
    script = [
        call("refund", {"order_id": "W9981"}, "c1"),
        call("refund", {"order_id": "W9981"}, "c2"),
        call("refund", {"order_id": "W1003"}, "c3"),
        answer("Order W1003 was refunded."),
    ]
    done = await agent(shop, client, *script).run(user_msg="Please refund order W1003.")
    assert str(done) == "Order W1003 was refunded."
    assert shop.ran == ["refund W1003"]
