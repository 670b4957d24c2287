"""A graph of LangGraph whose model corrects its answer; the model is scripted.

In the repository: pip install './clients/python[langgraph]' .
"""

import json

from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.tools import tool
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode
from verifyd import Client
from verifyd.integrations.langgraph import VerifyNode

ORDERS = [
    {"region": "North", "orders": 1234, "revenue": 56780.5},
    {"region": "South", "orders": 980, "revenue": 41200.0},
]
CALL = {"name": "list_orders", "args": {"region": "North"}, "id": "c1"}
SCRIPT = [
    AIMessage("", tool_calls=[CALL]),
    AIMessage("The North had 1,324 orders."),
    AIMessage("The North had 1,234 orders."),
]


@tool
def list_orders(region: str) -> str:
    """Orders and revenue of a region."""
    return json.dumps([row for row in ORDERS if row["region"] == region])


model = GenericFakeChatModel(messages=iter(SCRIPT))

with Client.local() as client:
    verify = VerifyNode(client, tools=[list_orders])
    graph = StateGraph(MessagesState)
    graph.add_node("model", lambda state: {"messages": [model.invoke(state["messages"])]})
    graph.add_node("verify", verify.node)
    graph.add_node("tools", ToolNode([list_orders]))
    graph.add_edge(START, "model")
    graph.add_edge("model", "verify")
    ways = {"retry": "model", "tools": "tools", "end": END}
    graph.add_conditional_edges("verify", verify.route, ways)
    graph.add_edge("tools", "model")
    question = HumanMessage("How many orders came from the North?")
    for message in graph.compile().invoke({"messages": [question]})["messages"]:
        print(message.content)
