"""A conversation in which a tool has said how many people work where."""

from __future__ import annotations

import json
from typing import Any

ROWS = [{"region": "North", "staff": 1234}, {"region": "South", "staff": 5678}]
QUESTION = {"role": "user", "content": "How many people work in each region?"}
CALL = {
    "id": "call_q",
    "type": "function",
    "function": {"name": "query", "arguments": '{"sql": "SELECT region, staff FROM lmis"}'},
}
ASKED: list[Any] = [
    {"role": "system", "content": "You answer from the data."},
    QUESTION,
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "call_q", "content": json.dumps(ROWS)},
]
RIGHT = "The North has 1,234 staff. The South has 5,678 staff."
WRONG = "The North has 1,234 staff. The South has 6,578 staff."
