"""Gateways in tests: the bodies that they send, field by field, and what they make of replies.

Those of LiteLLM were recorded from its proxy, version 1.108.7, with two guardrail modes; those of
agentgateway are what ``webhook.rs`` of its source writes.
"""

from __future__ import annotations

import json
from typing import Any

from http_calls import HttpCaller, Reply

LITELLM = "/beta/litellm_basic_guardrail_api"
ROWS = [{"region": "North", "sales": 1234}, {"region": "South", "sales": 987}]
RIGHT = "Sales were 1,234 in the North."
WRONG = "Sales were 4,321 in the North."
CALL = {
    "id": "call-1",
    "type": "function",
    "function": {"name": "get_sales", "arguments": '{"year": 2024}'},
}
TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "refund",
            "description": "Pays money back.",
            "parameters": {"type": "object", "properties": {"order_id": {"type": "string"}}},
        },
    }
]


def gateways(**settings: Any) -> dict[str, Any]:
    """Settings of a server with webhooks."""
    return {
        "server": {"http": "tcp://127.0.0.1:0"},
        "gateways": {"enabled": True} | settings,
        "policy": {"severities": {"CLAIM_NOT_FOUND": "error"}},
    }


def messages(rows: object = ROWS) -> list[dict[str, Any]]:
    """A conversation in which a tool has returned rows."""
    return [
        {"role": "user", "content": "What were sales of order A-17 in 2024?"},
        {"role": "assistant", "content": None, "tool_calls": [CALL]},
        {"role": "tool", "content": json.dumps(rows), "tool_call_id": "call-1"},
    ]


class LiteLLM:
    """A LiteLLM proxy.

    Args:
        http: A connection to the server.
        call_id: Of the call of the model.
    """

    def __init__(self, http: HttpCaller, call_id: str | None = "c-1") -> None:
        self._http, self._call_id = http, call_id

    def ask(self, rows: object = ROWS, **changed: Any) -> Reply:
        """The hook before the model is called."""
        said = messages(rows)
        fields = {"structured_messages": said, "tools": TOOLS, "tool_calls": [CALL]}
        texts = [one["content"] for one in said if one["content"]]
        return self.post(**{"input_type": "request", "texts": texts} | fields | changed)

    def answer(self, *texts: str, **changed: Any) -> Reply:
        """The hook once the model has answered: LiteLLM sends no messages with it."""
        return self.post(**{"input_type": "response", "texts": texts} | changed)

    def post(self, **changed: Any) -> Reply:
        """A hook."""
        body: dict[str, Any] = {
            "input_type": "response",
            "litellm_call_id": self._call_id,
            "litellm_trace_id": "43aa1ba8-afe9-4006-ace8-dcce3a6a6265",
            "structured_messages": None,
            "images": None,
            "tools": None,
            "texts": [],
            "request_data": {"user_api_key_hash": "88dc28d0", "user_api_key_user_id": "ana"},
            "request_headers": {"host": "127.0.0.1:4000", "authorization": "[present]"},
            "litellm_version": "1.108.7",
            "additional_provider_specific_params": {},
            "tool_calls": None,
            "model": "gpt-4o-mini",
        }
        return self._http.post(LITELLM, body | changed, accept="*/*")


class Agentgateway:
    """An agentgateway that gives its webhooks some headers.

    Args:
        http: A connection to the server.
        headers: The same in both hooks.
    """

    def __init__(self, http: HttpCaller, **headers: str) -> None:
        self._http, self._headers = http, headers

    def ask(self, rows: object = ROWS) -> Reply:
        """The hook before the model is called: tool calls and ids are left out of messages."""
        said = [{"role": one["role"], "content": one["content"] or ""} for one in messages(rows)]
        return self._http.post("/request", {"body": {"messages": said}}, **self._headers)

    def answer(self, *texts: str) -> Reply:
        """The hook once the model has answered."""
        choices = [{"message": {"role": "assistant", "content": text}} for text in texts]
        return self._http.post("/response", {"body": {"choices": choices}}, **self._headers)
