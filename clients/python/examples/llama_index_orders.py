"""An agent of LlamaIndex that corrects its answer; its model is a mock.

In the repository: pip install './clients/python[llama-index]' .
"""

import asyncio
from typing import Any

from llama_index.core.base.llms.types import ToolCallBlock
from llama_index.core.llms import ChatMessage
from llama_index.core.llms.mock import MockFunctionCallingLLM
from llama_index.core.memory import ChatMemoryBuffer
from verifyd import Client
from verifyd.integrations.llama_index import VerifiedAgent

ORDERS = [
    {"region": "North", "orders": 1234, "revenue": 56780.5},
    {"region": "South", "orders": 980, "revenue": 41200.0},
]
CALL = ToolCallBlock(tool_call_id="c1", tool_name="list_orders", tool_kwargs={"region": "North"})
SCRIPT = iter(
    [
        ChatMessage(role="assistant", blocks=[CALL]),
        ChatMessage(role="assistant", content="The North had 1,324 orders."),
        ChatMessage(role="assistant", content="The North had 1,234 orders."),
    ]
)


def list_orders(region: str) -> list[dict[str, object]]:
    """Orders and revenue of a region."""
    return [row for row in ORDERS if row["region"] == region]


def speak(messages: Any, **options: Any) -> ChatMessage:
    """What the model says next."""
    return next(SCRIPT)


async def main() -> None:
    """Ask one question."""
    memory = ChatMemoryBuffer.from_defaults()
    with Client.local() as client:
        llm = MockFunctionCallingLLM(response_generator=speak, is_chat_model=True)
        agent = VerifiedAgent(client, tools=[list_orders], llm=llm)
        await agent.run(user_msg="How many orders came from the North?", memory=memory)
    for message in memory.get_all():
        print(message.content)


asyncio.run(main())
