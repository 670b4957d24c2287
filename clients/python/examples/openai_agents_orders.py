"""An agent of the OpenAI Agents SDK that corrects its answer; its model is scripted.

In the repository: pip install './clients/python[openai-agents]' .
"""

import asyncio
import json

from agents import Agent, function_tool, set_tracing_disabled
from agents.testing import ScriptedModel, assistant_message, function_call
from verifyd import Client
from verifyd.integrations.openai_agents import Verifier, run

ORDERS = [
    {"region": "North", "orders": 1234, "revenue": 56780.5},
    {"region": "South", "orders": 980, "revenue": 41200.0},
]
SCRIPT = [
    [function_call("list_orders", {"region": "North"}, call_id="c1")],
    [assistant_message("The North had 1,324 orders.")],
    [assistant_message("The North had 1,234 orders.")],
]


async def main() -> None:
    """Ask one question."""
    with Client.local() as client:
        verifier = Verifier(client)

        @function_tool(tool_input_guardrails=[verifier.tool_guardrail])
        def list_orders(region: str) -> str:
            """Orders and revenue of a region."""
            return json.dumps([row for row in ORDERS if row["region"] == region])

        agent = Agent(
            name="orders",
            model=ScriptedModel(SCRIPT),
            tools=[list_orders],
            hooks=verifier,
            output_guardrails=[verifier.output_guardrail],
        )
        result = await run(agent, "How many orders came from the North?")
        for item in result.to_input_list():
            print(item.get("content") or item.get("output") or item.get("arguments"))
        print(result.final_output)


set_tracing_disabled(True)
asyncio.run(main())
