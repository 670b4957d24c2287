"""Conversations as agents hold them, and requests to verify them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import grpc
from verifyd.v1 import arguments_pb2, transcripts_pb2
from verifyd.v1 import transcript_service_pb2 as pb
from verifyd.v1 import transcript_service_pb2_grpc as pb_grpc

Message = dict[str, Any]


def call(name: str, call_id: str, arguments: object) -> Message:
    """A tool call as chat completions have it."""
    written = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": written}}


def assistant(text: str | None, *calls: Message) -> Message:
    """A message of the assistant."""
    return {"role": "assistant", "content": text} | ({"tool_calls": [*calls]} if calls else {})


def result(call_id: str, content: str) -> Message:
    """What a tool returned."""
    return {"role": "tool", "tool_call_id": call_id, "content": content}


def tool(name: str, schema: Mapping[str, Any]) -> Message:
    """The definition of a tool."""
    return {"type": "function", "function": {"name": name, "parameters": schema}}


QUESTION = {"role": "user", "content": "Sales of our 12 shops in North? Then refund order 1003."}
ASKED = assistant(
    None,
    call("get_sales", "c1", {"region": "North"}),
    call("search", "c2", {"q": "refunds"}),
    call("ping", "c3", {}),
)
ROWS = [{"month": "Jan", "sales": 120}, {"month": "Feb", "sales": 137}]
TEXT = "Refunds are made within 14 days of the purchase."
LOOKED_UP = [
    QUESTION,
    ASKED,
    result("c1", json.dumps(ROWS)),
    result("c2", TEXT),
    result("c3", "Error: no route"),
]
"""A question, three calls and their results; an answer would be message 5."""

RIGHT = "Sales in January were 120 and in February 137."
WRONG = "Sales in January were 9,999."
REFUND = call("refund", "c4", {"order_id": "1004"})
"""A call whose order nobody named."""


class Talking:
    """The methods of ``TranscriptService`` over one channel."""

    def __init__(self, channel: grpc.Channel, token: str = "") -> None:
        self._stub = pb_grpc.TranscriptServiceStub(channel)  # type: ignore[no-untyped-call]
        sent = (("authorization", f"Bearer {token}"),) if token else ()
        self._options: dict[str, Any] = {"timeout": 60, "metadata": sent}

    def verify(self, message: pb.VerifyTranscriptRequest) -> pb.VerifyTranscriptResponse:
        """Call ``VerifyTranscript``."""
        answer: pb.VerifyTranscriptResponse = self._stub.VerifyTranscript(message, **self._options)
        return answer

    def verify_call(self, message: pb.VerifyToolCallRequest) -> pb.VerifyToolCallResponse:
        """Call ``VerifyToolCall``."""
        answer: pb.VerifyToolCallResponse = self._stub.VerifyToolCall(message, **self._options)
        return answer


def transcript(*messages: Message, tools: Sequence[Message] = ()) -> transcripts_pb2.Transcript:
    """A conversation, with the tools that it defines."""
    written = {"messages": messages, "tools": tools} if tools else messages
    return transcripts_pb2.Transcript(messages=json.dumps(written))


def asked(*messages: Message, **fields: Any) -> pb.VerifyTranscriptRequest:
    """A request about what follows ``LOOKED_UP``."""
    tools = fields.pop("tools", ())
    return pb.VerifyTranscriptRequest(
        transcript=transcript(*LOOKED_UP, *messages, tools=tools), **fields
    )


def about(**fields: Any) -> pb.VerifyToolCallRequest:
    """A request about a call after ``LOOKED_UP``."""
    return pb.VerifyToolCallRequest(transcript=transcript(*LOOKED_UP), **fields)


def changed(message: Any, **fields: Any) -> Any:
    """The same request with other fields."""
    copy = type(message)()
    copy.CopyFrom(message)
    copy.MergeFrom(type(message)(**fields))
    return copy


def rule(*origins: str, argument: str = "order_id", name: str = "refund") -> arguments_pb2.ToolRule:
    """A rule about an argument."""
    return arguments_pb2.ToolRule(tool=name, argument=argument, origins=origins)
