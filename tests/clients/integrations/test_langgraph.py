"""LangGraph: where its edges lead, and what the state holds in the end."""

from __future__ import annotations

from typing import Any

import pytest
from verifyd import AsyncClient, Client, InvalidArgument

pytest.importorskip("langgraph")

from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_core.tools import StructuredTool
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode
from verifyd.integrations.langgraph import VerifyNode

QUESTION = {"messages": [HumanMessage("How many orders came from the North?")]}
WRONG = "The North had 1,324 orders."
RIGHT = "The North had 1,234 orders."
HELD = "This answer was held back: it could not be verified."


def call(name: str, arguments: dict[str, str], id_: str = "c1") -> AIMessage:
    return AIMessage("", tool_calls=[{"name": name, "args": arguments, "id": id_}])


LIST = call("list_orders", {"region": "North"})


def graph(shop: Any, client: Any, *script: AIMessage | str, **options: Any) -> Any:
    model = GenericFakeChatModel(messages=iter(script))
    tools = [StructuredTool.from_function(one) for one in (shop.list_orders, shop.refund)]
    verify = VerifyNode(client, tools=tools, **options)
    built = StateGraph(MessagesState)
    built.add_node("model", lambda state: {"messages": [model.invoke(state["messages"])]})
    built.add_node("verify", verify.node)
    built.add_node("tools", ToolNode(tools))
    built.add_edge(START, "model")
    built.add_edge("model", "verify")
    ways = {"retry": "model", "tools": "tools", "end": END}
    built.add_conditional_edges("verify", verify.route, ways)
    built.add_edge("tools", "model")
    return built.compile()


def test_a_wrong_answer_is_corrected(client: Client, shop: Any) -> None:
    done = graph(shop, client, LIST, WRONG, RIGHT).invoke(QUESTION)["messages"]
    assert done[-1].content == RIGHT
    assert isinstance(done[-2], HumanMessage)
    assert "1,234" in done[-2].content
    assert shop.ran == ["list_orders North"]


def test_an_answer_that_stays_wrong_is_no_longer_there(client: Client, shop: Any) -> None:
    done = graph(shop, client, LIST, WRONG, WRONG, retries=1).invoke(QUESTION)["messages"]
    assert done[-1].content == HELD
    assert "1,324" in done[-1].response_metadata["verifyd"]["held"]


def test_a_new_question_has_its_own_retries(client: Client, shop: Any) -> None:
    asked = graph(shop, client, LIST, WRONG, RIGHT, WRONG, RIGHT, retries=1)
    first = asked.invoke(QUESTION)["messages"]
    again = asked.invoke({"messages": [*first, HumanMessage("Say it again.")]})["messages"]
    assert again[-1].content == RIGHT


def test_an_answer_without_words_is_not_released_by_an_earlier_one(
    client: Client, shop: Any
) -> None:
    asked = graph(shop, client, LIST, RIGHT, AIMessage(""))
    first = asked.invoke(QUESTION)["messages"]
    again = asked.invoke({"messages": [*first, HumanMessage("Draw it.")]})["messages"]
    assert [first[-1].content, again[-1].content] == [RIGHT, HELD]


async def test_a_right_answer_is_released(async_client: AsyncClient, shop: Any) -> None:
    done = (await graph(shop, async_client, LIST, RIGHT).ainvoke(QUESTION))["messages"]
    assert [type(one) for one in done] == [HumanMessage, AIMessage, ToolMessage, AIMessage]
    assert done[-1].content == RIGHT


def test_without_a_server_no_tool_runs_and_no_answer_is_given(gone: Client, shop: Any) -> None:
    for script in ([LIST, RIGHT], [RIGHT]):
        done = graph(shop, gone, *script).invoke(QUESTION)["messages"]
        assert done[-1].content == HELD
        assert not done[-1].tool_calls
    assert shop.ran == []


def test_only_who_asks_for_it_goes_on_without_a_server(gone: Client, shop: Any) -> None:
    done = graph(shop, gone, LIST, RIGHT, on_error="release").invoke(QUESTION)["messages"]
    assert done[-1].content == RIGHT


def test_a_call_with_an_id_from_nowhere_is_refused_before_it_runs(
    client: Client, shop: Any
) -> None:
    # The second time its id stands in our own feedback, which is no origin.
    script = [
        call("refund", {"order_id": "W9981"}, "c1"),
        call("refund", {"order_id": "W9981"}, "c2"),
        call("refund", {"order_id": "W1003"}, "c3"),
        "Order W1003 was refunded.",
    ]
    question = {"messages": [HumanMessage("Please refund order W1003.")]}
    done = graph(shop, client, *script).invoke(question)["messages"]
    assert shop.ran == ["refund W1003"]
    assert done[-1].content == "Order W1003 was refunded."
    assert [one.status for one in done if isinstance(one, ToolMessage)] == [
        "error",
        "error",
        "success",
    ]


async def test_a_graph_that_blocks_needs_a_client_that_does(async_client: AsyncClient) -> None:
    node = VerifyNode(async_client)
    with pytest.raises(InvalidArgument, match="a Client"):
        node._guard.judge_now([])
    with pytest.raises(InvalidArgument, match="hold, release"):
        VerifyNode(on_error="ignore")  # type: ignore[arg-type]
