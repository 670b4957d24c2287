"""LangGraph: a node that verifies what the model says and the tools that it calls, and its edges.

Example:
    verify = VerifyNode(Client(), tools=tools)

    graph = StateGraph(MessagesState)
    graph.add_node("model", call_model)
    graph.add_node("verify", verify.node)
    graph.add_node("tools", ToolNode(tools))
    graph.add_edge(START, "model")
    graph.add_edge("model", "verify")
    ways = {"retry": "model", "tools": "tools", "end": END}
    graph.add_conditional_edges("verify", verify.route, ways)
    graph.add_edge("tools", "model")

The last message of the state is then an answer that verifyd released, or says that it was held.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, Unpack

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage
from langchain_core.utils.function_calling import convert_to_openai_tool

from verifyd._requests import TranscriptArguments
from verifyd.aio import AsyncClient
from verifyd.client import Client
from verifyd.integrations._guard import Guard, Judgement, OnError, is_feedback
from verifyd.transcripts import Rules

Route = Literal["retry", "tools", "end"]

_HELD = "This answer was held back: it could not be verified."


class VerifyNode:
    """A node for a state with ``messages``, between the model and all that acts on its messages.

    Args:
        client: A ``Client``, or an ``AsyncClient`` for graphs that are awaited; a ``Client`` of
            the server at its usual address if it is not given.
        tools: The tools that the model may call.
        retries: How often in a row the model may correct itself.
        held: What stands in the place of an answer that is held.
        on_error: ``release`` lets on where verifyd is away.
        rules: Where values of arguments may come from (``Client.verify_tool_call``).
        asked: As for ``Client.verify_transcript``.
    """

    def __init__(
        self,
        client: Client | AsyncClient | None = None,
        *,
        tools: Sequence[Any] = (),
        retries: int = 2,
        held: str = _HELD,
        on_error: OnError = "hold",
        rules: Rules = (),
        **asked: Unpack[TranscriptArguments],
    ) -> None:
        self._guard = Guard(client, on_error=on_error, rules=rules, **asked)
        self._tools = [convert_to_openai_tool(tool) for tool in tools]
        self._retries = retries
        self._held = held
        is_async = isinstance(self._guard.client, AsyncClient)
        self.node: Callable[[Any], Any] = self._await if is_async else self._block

    def _block(self, state: Any) -> dict[str, list[AnyMessage]]:
        messages = state["messages"]
        return self._act(messages, self._guard.judge_now(_conversation(messages), self._tools))

    async def _await(self, state: Any) -> dict[str, list[AnyMessage]]:
        messages = state["messages"]
        return self._act(messages, await self._guard.judge(_conversation(messages), self._tools))

    @staticmethod
    def route(state: Any) -> Route:
        """Where to go from the node: back to the model, on to the tools, or to the end."""
        last = state["messages"][-1]
        if is_feedback(last.content):
            return "retry"
        return "tools" if isinstance(last, AIMessage) and last.tool_calls else "end"

    def _act(
        self, messages: Sequence[AnyMessage], judgement: Judgement
    ) -> dict[str, list[AnyMessage]]:
        """What the state gets: nothing, feedback, or another message in the place of the last."""
        draft = messages[-1]
        if judgement.released:
            return {"messages": []}
        if judgement.feedback and _retried(messages) < self._retries:
            return {"messages": _answer(draft, judgement.feedback)}
        held = AIMessage(
            self._held, id=draft.id, response_metadata={"verifyd": {"held": str(judgement)}}
        )
        return {"messages": [held]}


def _answer(draft: AnyMessage, feedback: str) -> list[AnyMessage]:
    """The feedback, to each call where the model makes any: providers want an answer to each."""
    calls = draft.tool_calls if isinstance(draft, AIMessage) else []
    if not calls:
        return [HumanMessage(feedback)]
    return [ToolMessage(feedback, tool_call_id=call["id"], status="error") for call in calls]


def _retried(messages: Sequence[AnyMessage]) -> int:
    """How often in a row the model was sent back."""
    drafts = 0
    for message in reversed(messages[:-1]):
        if isinstance(message, AIMessage):
            drafts += 1
        elif not is_feedback(message.content):
            break
    return drafts


def _conversation(messages: Sequence[AnyMessage]) -> list[AnyMessage]:
    """The messages without what this adapter said."""
    return [message for message in messages if not is_feedback(message.content)]
