"""Conversations: what is sent of what callers hold, and what is read of what comes back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import pytest
from google.protobuf.message import Message
from openai.types.chat import ChatCompletionMessage
from verifyd import (
    Action,
    AsyncClient,
    Client,
    Decision,
    InvalidArgument,
    QueryResult,
    ToolCall,
    ToolCallResult,
    ToolDefinition,
    ToolRule,
    Transcript,
    TranscriptForm,
    TranscriptResult,
    Verdict,
)
from verifyd._calls import Call, Conversation
from verifyd._core import Core
from verifyd.v1 import (
    arguments_pb2,
    common_pb2,
    report_pb2,
    verify_pb2,
)
from verifyd.v1 import transcript_service_pb2 as pb

ROWS = [{"region": "North", "orders": 1234}]
CONVERSATION: list[dict[str, Any]] = [
    {"role": "user", "content": "How many orders came from the North? Refund W1003, too."},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {
                "id": "c1",
                "type": "function",
                "function": {"name": "list_orders", "arguments": '{"region": "North"}'},
            }
        ],
    },
    {"role": "tool", "tool_call_id": "c1", "content": json.dumps(ROWS)},
]
QUESTION: dict[str, Any] = {"role": "user", "content": "Refund order 1003, Zoë."}
NOWHERE = "unix:///nowhere/verifyd.sock"


class Asked(Client):
    """A client that sends nothing: it keeps the request and is given the answer."""

    def __init__(self, answer: Message) -> None:
        super().__init__(NOWHERE)
        self.sent: Any = None
        self._answer = answer

    def _run(self, conversation: Conversation[Any], perform: Any = None) -> Any:
        step = next(conversation)
        assert isinstance(step, Call)
        self.sent = step.request
        try:
            conversation.send(self._answer)
        except StopIteration as end:
            return end.value
        raise AssertionError("one call is enough")


def sent(messages: Any, **given: Any) -> pb.VerifyTranscriptRequest:
    with Asked(pb.VerifyTranscriptResponse()) as client:
        client.verify_transcript(messages, **given)
        request: pb.VerifyTranscriptRequest = client.sent
        return request


def sent_call(call: Any = None, **given: Any) -> pb.VerifyToolCallRequest:
    with Asked(pb.VerifyToolCallResponse()) as client:
        client.verify_tool_call([QUESTION], call, **given)
        request: pb.VerifyToolCallRequest = client.sent
        return request


def result(**fields: Any) -> TranscriptResult:
    with Asked(pb.VerifyTranscriptResponse(**fields)) as client:
        return client.verify_transcript([QUESTION])


@dataclass
class Written:
    """A message of a library that has data classes."""

    role: str
    content: str
    at: datetime


class Plain:
    """A message of a library that can say what it is."""

    def to_dict(self) -> dict[str, str]:
        return {"role": "user", "content": "b"}


OBJECTS: dict[str, tuple[object, dict[str, Any]]] = {
    "dict": (QUESTION, QUESTION),
    "pydantic": (
        ChatCompletionMessage(role="assistant", content="12 orders."),
        {"role": "assistant", "content": "12 orders."},
    ),
    "data class": (
        Written("user", "a", datetime(2026, 5, 1, 9)),  # noqa: DTZ001 (as libraries have it)
        {"role": "user", "content": "a", "at": "2026-05-01 09:00:00"},
    ),
    "to_dict": (Plain(), {"role": "user", "content": "b"}),
    "exact number": (
        {"role": "tool", "content": [{"amount": Decimal("10.10")}]},
        {"role": "tool", "content": [{"amount": "10.10"}]},
    ),
}


@pytest.mark.parametrize("kind", OBJECTS)
def test_messages_are_read_whatever_holds_them(kind: str) -> None:
    held, plain = OBJECTS[kind]
    assert json.loads(sent([held]).transcript.messages) == [plain]
    # Histories are tuples, deques and generators as well.
    assert json.loads(sent(iter((held, held))).transcript.messages) == [plain, plain]


def test_text_and_bodies_are_passed_on() -> None:
    lines = '{"role": "user",  "content": "a"}\n'
    assert sent(lines).transcript.messages == lines
    body = {"model": "m", "messages": [QUESTION]}
    assert json.loads(sent(body).transcript.messages) == body


def test_what_is_asked_of_a_conversation() -> None:
    request = sent(
        [QUESTION],
        results={"q1": [{"a": 1}]},
        form="anthropic",
        message=0,
        rules={"refund": {"order_id": "tool:get_order", "amount": ["tool", "computed"]}},
        tools=[ToolDefinition("refund", "Pays back.", {"type": "object"})],
        tool_calls="all",
        premises=["12 locations"],
        checks=["numeric"],
        request_id="r-1",
    )
    assert request.transcript.form == TranscriptForm.ANTHROPIC.value
    assert request.HasField("message_index")
    assert request.message_index == 0
    assert request.tool_calls == pb.TOOL_CALL_SCOPE_ALL
    assert [(one.tool, one.argument, [*one.origins]) for one in request.rules] == [
        ("refund", "order_id", ["tool:get_order"]),
        ("refund", "amount", ["tool", "computed"]),
    ]
    (tool,) = request.transcript.tools
    assert (tool.name, tool.description) == ("refund", "Pays back.")
    assert json.loads(tool.schema_json) == {"type": "object"}
    asked = request.request
    assert [one.query_id for one in asked.evidence.query_results] == ["q1"]
    assert ([*asked.premises], [*asked.checks], asked.request_id) == (
        ["12 locations"],
        ["numeric"],
        "r-1",
    )
    # The server takes the narrative from the messages, and refuses another one.
    assert asked.narrative == ""
    assert not asked.HasField("transcript")


def test_no_message_and_no_form_are_left_to_the_server() -> None:
    request = sent([QUESTION])
    assert not request.HasField("message_index")
    assert request.transcript.form == 0


SCHEMA = {"type": "object", "properties": {"order_id": {"type": "string"}}}
TOOLS: dict[str, Mapping[str, Any]] = {
    "openai chat": {
        "type": "function",
        "function": {"name": "refund", "description": "Pays back.", "parameters": SCHEMA},
    },
    "openai responses": {
        "type": "function",
        "name": "refund",
        "description": "Pays back.",
        "parameters": SCHEMA,
    },
    "anthropic": {"name": "refund", "description": "Pays back.", "input_schema": SCHEMA},
    "mcp": {"name": "refund", "description": "Pays back.", "inputSchema": SCHEMA},
    "ours": {"name": "refund", "description": "Pays back.", "schema": json.dumps(SCHEMA)},
}


@pytest.mark.parametrize("provider", TOOLS)
def test_tools_are_given_as_to_a_provider(provider: str) -> None:
    (tool,) = sent_call(tools=[TOOLS[provider]]).transcript.tools
    assert (tool.name, tool.description) == ("refund", "Pays back.")
    assert json.loads(tool.schema_json) == SCHEMA


ARGUMENTS = {"order_id": "1003"}
TEXT = json.dumps(ARGUMENTS)
CALLS: dict[str, object] = {
    "ours": ToolCall("refund", ARGUMENTS, "c1"),
    "text": ToolCall("refund", TEXT, "c1"),
    "openai chat": {"id": "c1", "function": {"name": "refund", "arguments": TEXT}},
    "openai responses": {"id": "i7", "call_id": "c1", "name": "refund", "arguments": TEXT},
    "anthropic": {"type": "tool_use", "id": "c1", "name": "refund", "input": ARGUMENTS},
    "langchain": {"type": "tool_call", "id": "c1", "name": "refund", "args": ARGUMENTS},
}


@pytest.mark.parametrize("provider", CALLS)
def test_a_call_is_given_as_a_provider_gives_it(provider: str) -> None:
    call = sent_call(CALLS[provider]).call
    assert (call.id, call.tool, json.loads(call.arguments_json)) == ("c1", "refund", ARGUMENTS)


def test_the_text_of_arguments_is_passed_on_as_the_model_wrote_it() -> None:
    # Places in the report point into it, and broken JSON is the server's to refuse.
    assert sent_call(ToolCall("refund", '{"order_id":  "1003"')).call.arguments_json == (
        '{"order_id":  "1003"'
    )


def test_a_call_may_be_left_to_the_server() -> None:
    request = sent_call(
        today=date(2026, 5, 1), detail="verdicts", rules=[ToolRule("*", "*", "user")]
    )
    assert not request.HasField("call")
    assert request.today == "2026-05-01"
    assert request.detail == verify_pb2.DETAIL_VERDICTS
    assert [*request.rules[0].origins] == ["user"]


WRONG: dict[str, tuple[dict[str, Any], str, str]] = {
    "bytes": ({"messages": b"[]"}, "messages", "JSON text, a list of messages"),
    "number": ({"messages": 5}, "messages", "JSON text, a list of messages"),
    "class": ({"messages": [float]}, "messages", "<class 'float'> of type type is no plain data"),
    "half a character": ({"messages": "\ud800"}, "messages", "surrogate pair"),
    "half inside": ({"messages": [{"content": "\ud800"}]}, "messages", "surrogate pair"),
    "form": ({"form": "openai"}, "form", "OPENAI_CHAT, OPENAI_RESPONSES, ANTHROPIC"),
    "message": ({"message": -1}, "message", "from 0"),
    "scope": ({"tool_calls": "some"}, "tool_calls", "MESSAGE, ALL, NONE"),
    "rules": ({"rules": "user"}, "rules", "a dict such as {'refund'"),
    "rule": ({"rules": [{"tool": "a", "origin": "user"}]}, "rules[0]", "did you mean origins?"),
    "origins": ({"rules": {"a": {"b": 5}}}, "rules[0].origins", "a list of origins"),
    "tools": ({"tools": {"name": "a"}}, "tools", "a list of ToolDefinition"),
    "tool": ({"tools": ["refund"]}, "tools[0]", "a dict of its fields"),
    "premises": ({"premises": "12"}, "premises", "a list of texts"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_given_wrong_is_never_sent(case: str) -> None:
    given, argument, said = WRONG[case]
    with pytest.raises(InvalidArgument) as raised:
        sent(**({"messages": [QUESTION]} | given))
    assert raised.value.argument == argument
    assert said in raised.value.message


def test_a_narrative_may_come_with_its_conversation() -> None:
    with Asked(verify_pb2.VerifyResponse()) as client:
        held = Transcript([QUESTION], TranscriptForm.OPENAI_CHAT)
        client.verify("12 orders.", transcript=held, premises=["a"])
        assert json.loads(client.sent.transcript.messages) == [QUESTION]
        assert client.sent.transcript.form == TranscriptForm.OPENAI_CHAT.value
        client.verify("12 orders.", transcript=[QUESTION])
        assert json.loads(client.sent.transcript.messages) == [QUESTION]
        client.verify("12 orders.")
        assert not client.sent.HasField("transcript")


@pytest.mark.parametrize(
    ("fields", "action"),
    [
        ({"decision": 1, "action": 1}, Action.RELEASE),
        ({"decision": 3, "action": 2}, Action.HOLD),
        ({}, Action.HOLD),
        ({"action": 1}, Action.HOLD),  # no decision
        ({"decision": 99, "action": 1}, Action.HOLD),  # of a newer server
        ({"decision": 1}, Action.HOLD),
        ({"decision": 1, "action": 99}, Action.HOLD),
    ],
)
def test_nothing_unknown_releases_a_message(fields: dict[str, int], action: Action) -> None:
    assert result(**fields).action is action


def test_a_message_in_full() -> None:
    arguments = '{"name": "Zoë", "order_id": "1003"}'
    start = len(arguments[: arguments.index('"1003"')].encode())
    value = arguments_pb2.ArgumentValue(
        path="order_id",
        span=common_pb2.Span(start=start, end=start + 6),
        kind="id",
        verdict=common_pb2.VERDICT_SUPPORTED,
        origin=arguments_pb2.ValueOrigin(kind="user", message_index=0, location="1003"),
    )
    free = arguments_pb2.ArgumentValue(path="name", kind="free text")
    detail = arguments_pb2.ArgumentsDetail(tool="refund", arguments=[free, value])
    found = report_pb2.CheckResult(
        check="arguments", findings=report_pb2.Findings(arguments=detail)
    )
    got = result(
        decision=3,
        action=2,
        narrative="12 orders.",
        message_index=4,
        response=verify_pb2.VerifyResponse(report=report_pb2.Report(retry_hint="Say 11.")),
        results=[pb.ToolResultReading(message_index=2, tool="list", query_ids=["list_1"])],
        tool_calls=[
            pb.ToolCallReport(
                message_index=4,
                call_id="c1",
                tool="refund",
                arguments_json=arguments,
                report=report_pb2.Report(
                    decision="DECISION_FAIL",
                    action="ACTION_HOLD",
                    results=[found],
                    retry_hint="Ask for the order.",
                ),
            )
        ],
        passed_over=[common_pb2.PassedOver(reason="image", count=2)],
    )
    assert (got.decision, got.action, got.ok) == (Decision.FAIL, Action.HOLD, False)
    assert (got.narrative, got.message_index) == ("12 orders.", 4)
    assert got.report is not None
    assert got.feedback() == "Say 11.\n\nCall of refund: Ask for the order."
    (reading,) = got.results
    assert (reading.tool, reading.query_ids, reading.unread) == ("list", ("list_1",), "")
    assert got.passed_over == {"image": 2}
    (call,) = got.tool_calls
    assert (call.tool, call.call_id, call.message_index) == ("refund", "c1", 4)
    assert (call.decision, call.action, call.ok) == (Decision.FAIL, Action.HOLD, False)
    name, order = call.arguments
    assert (name.verdict, name.origin) == (None, None)
    assert (order.path, order.text, order.kind) == ("order_id", '"1003"', "id")
    assert arguments[slice(*order.span)] == order.text
    assert order.verdict is Verdict.SUPPORTED
    assert order.origin is not None
    assert (order.origin.kind, order.origin.message_index) == ("user", 0)


def test_a_message_without_text_has_no_report() -> None:
    got = result(decision=1, action=1)
    assert got.report is None
    assert got.feedback() == str(got) == ""


def test_an_empty_answer_releases_no_call() -> None:
    with Asked(pb.VerifyToolCallResponse(arguments_json="{}")) as client:
        got: ToolCallResult = client.verify_tool_call([QUESTION], ToolCall("refund"))
    assert (got.tool, got.arguments_json, got.arguments) == ("refund", "{}", ())
    assert (got.action, got.decision, got.ok) == (Action.HOLD, Decision.UNVERIFIED, False)


def test_a_large_conversation_leaves_evidence_less_room() -> None:
    # One message takes 4 MiB: what no longer fits beside the messages is put ahead.
    rows = [{"text": "x" * 1000}] * 1500
    calls = Core(1).verify_transcript(
        [{"role": "user", "content": "y" * 3_000_000}],
        {"q": rows},
        None,
        {"form": None, "message": None, "rules": (), "tools": (), "tool_calls": "message"},
    )
    first = next(calls)
    assert isinstance(first, Call)
    assert first.method == "PutQueryResult"


def answered(text: str) -> list[dict[str, Any]]:
    return [*CONVERSATION, {"role": "assistant", "content": text}]


def test_a_number_that_a_tool_returned_is_released(server: Any) -> None:
    with Client(server.target, timeout=60) as client:
        right = client.verify_transcript(answered("The North had 1,234 orders."))
        wrong = client.verify_transcript(answered("Zoë: the North had 1,324 orders."))
    assert (right.action, right.message_index) == (Action.RELEASE, 3)
    (reading,) = right.results
    assert (reading.tool, reading.call_id, reading.message_index) == ("list_orders", "c1", 2)
    assert wrong.action is Action.HOLD
    assert wrong.report is not None
    (finding,) = wrong.report.findings
    assert wrong.narrative[slice(*finding.span)] == finding.text == "1,324"
    assert "1,234" in wrong.feedback()


async def test_both_clients_judge_a_call(server: Any) -> None:
    rules = {"refund": {"order_id": "user"}}
    made = [ToolCall("refund", {"order_id": one}) for one in ("W1003", "W9981")]
    async with AsyncClient(server.target, timeout=60) as client:
        awaited = [await client.verify_tool_call(CONVERSATION, one, rules=rules) for one in made]
        transcript = await client.verify_transcript(answered("1,234 orders."), tool_calls="all")
    with Client(server.target, timeout=60) as client:
        blocked = [client.verify_tool_call(CONVERSATION, one, rules=rules) for one in made]
    for right, wrong in (awaited, blocked):
        (value,) = right.arguments
        assert (right.action, value.verdict) == (Action.RELEASE, Verdict.SUPPORTED)
        assert value.origin is not None
        assert (value.origin.kind, value.origin.message_index) == ("user", 0)
        assert wrong.action is Action.HOLD
        assert [one.code for one in wrong.report.findings] == ["ARGUMENT_UNSUPPORTED"]
        assert "W9981" in wrong.feedback()
    assert [one.tool for one in transcript.tool_calls] == ["list_orders"]


def test_evidence_that_was_dropped_is_put_again(server: Any) -> None:
    with Client(server.target, timeout=60) as client:
        handle = client.put(QueryResult("q1", [{"shops": 12}]))
        client.delete(handle.id)
        talk = [QUESTION, {"role": "assistant", "content": "There are 12 shops."}]
        kept = client.verify_transcript(talk, handles=[handle])
    assert kept.action is Action.RELEASE


def test_what_was_said_before_supports_nothing(server: Any) -> None:
    with Client(server.target, timeout=60) as client:
        report = client.verify("There are 12 shops.", {"q": ROWS}, premises=["Are there 12 shops?"])
        same = client.verify("The North had 1,234 orders.", transcript=CONVERSATION)
        with client.stream(transcript=CONVERSATION) as stream:
            stream.write("The North had ")
            stream.write("1,324 orders.")
            streamed = stream.finish()
    assert [one.code for one in report.findings] == ["PREMISE_ONLY"]
    assert same.action is Action.RELEASE
    assert [one.text for one in streamed.findings] == ["1,324"]


def test_without_evidence_words_are_released_and_numbers_are_not(server: Any) -> None:
    asked = {"role": "user", "content": "Hello! Are there 12 shops?"}
    with Client(server.target, timeout=60) as client:
        words, number = (
            client.verify_transcript([asked, {"role": "assistant", "content": text}])
            for text in ("How can I help?", "Yes, there are 12 shops.")
        )
    assert words.action is Action.RELEASE
    assert number.action is Action.HOLD
    assert number.report is not None
    assert [one.code for one in number.report.findings] == ["PREMISE_ONLY"]
