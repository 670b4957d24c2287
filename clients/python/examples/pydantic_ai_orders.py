"""An agent of Pydantic AI that corrects its answer; its model is a function.

In the repository: pip install './clients/python[pydantic-ai]' .
"""

from pydantic_ai import Agent
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import FunctionModel
from verifyd import Client
from verifyd.integrations.pydantic_ai import Verifier

ORDERS = [
    {"region": "North", "orders": 1234, "revenue": 56780.5},
    {"region": "South", "orders": 980, "revenue": 41200.0},
]
SCRIPT = iter(
    [
        ToolCallPart("list_orders", {"region": "North"}),
        TextPart("The North had 1,324 orders."),
        TextPart("The North had 1,234 orders."),
    ]
)


def list_orders(region: str) -> list[dict[str, object]]:
    """Orders and revenue of a region."""
    return [row for row in ORDERS if row["region"] == region]


model = FunctionModel(lambda messages, info: ModelResponse(parts=[next(SCRIPT)]))

with Client.local() as client:
    verifier = Verifier(client)
    agent = Agent(model, tools=[list_orders], capabilities=[verifier], retries=2)
    agent.output_validator(verifier.validate_output)
    result = agent.run_sync("How many orders came from the North?")

for message in result.all_messages():
    for part in message.parts:
        print(getattr(part, "content", "") or part.args)
