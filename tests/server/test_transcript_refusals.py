"""What is refused about conversations, whose evidence they see, and that nothing crashes."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grpc
import pytest
import yaml
from calls import Calls, Refusal, refusal
from google.protobuf.json_format import MessageToDict
from http_calls import HttpCaller
from hypothesis import given, settings
from hypothesis import strategies as st
from talks import (
    ASKED,
    QUESTION,
    REFUND,
    RIGHT,
    Talking,
    about,
    asked,
    assistant,
    changed,
    rule,
    transcript,
)
from verifyd.v1 import evidence_pb2, report_pb2, transcripts_pb2, verify_pb2
from verifyd.v1 import transcript_service_pb2 as pb
from written_conversations import WRITERS, conversations

from sidecar.model.transcript import Message, Role, Transcript

HTTP = "/verifyd.v1.TranscriptService/"
PASS = report_pb2.DECISION_PASS

ANSWERED = asked(assistant(RIGHT))
CALLED = pb.ToolCall(tool="refund", arguments_json="{}")
FOUR_MILLION = transcripts_pb2.Transcript(messages=" " * 4_000_001)
REFUSED: dict[str, tuple[Any, str, dict[str, str]]] = {
    "narrative": (
        changed(ANSWERED, request=verify_pb2.VerifyRequest(narrative="12 shops.")),
        "TRANSCRIPT_NARRATIVE_GIVEN",
        {},
    ),
    "second conversation": (
        changed(ANSWERED, request=verify_pb2.VerifyRequest(transcript=transcript(QUESTION))),
        "TRANSCRIPT_NARRATIVE_GIVEN",
        {},
    ),
    "no conversation": (pb.VerifyTranscriptRequest(), "TRANSCRIPT_MALFORMED", {}),
    "no JSON": (
        pb.VerifyTranscriptRequest(transcript=transcripts_pb2.Transcript(messages="[{]")),
        "TRANSCRIPT_MALFORMED",
        {},
    ),
    "a message of no kind": (asked({"role": "robot"}), "TRANSCRIPT_MALFORMED", {"index": "5"}),
    "another form": (
        changed(
            ANSWERED,
            transcript=transcripts_pb2.Transcript(form=transcripts_pb2.TRANSCRIPT_FORM_GEMINI),
        ),
        "TRANSCRIPT_MALFORMED",
        {},
    ),
    "too long": (
        pb.VerifyTranscriptRequest(transcript=FOUR_MILLION),
        "TRANSCRIPT_TOO_LARGE",
        {"limit": "max_bytes", "given": "4000001", "maximum": "4000000"},
    ),
    "nobody answered": (
        pb.VerifyTranscriptRequest(transcript=transcript(QUESTION)),
        "TRANSCRIPT_MESSAGE_UNKNOWN",
        {},
    ),
    "a user's message": (
        changed(ANSWERED, message_index=0),
        "TRANSCRIPT_MESSAGE_UNKNOWN",
        {"index": "0"},
    ),
    "past the end": (
        changed(ANSWERED, message_index=4_000_000_000),
        "TRANSCRIPT_MESSAGE_UNKNOWN",
        {"index": "4000000000"},
    ),
    "nothing left to verify": (
        asked(assistant(None, REFUND), tool_calls=pb.TOOL_CALL_SCOPE_NONE),
        "TRANSCRIPT_MESSAGE_UNKNOWN",
        {"index": "5"},
    ),
    "a rule without origins": (changed(ANSWERED, rules=[rule()]), "TOOL_RULE_INVALID", {}),
    "a rule without a tool": (
        changed(ANSWERED, rules=[rule("user", name="")]),
        "TOOL_RULE_INVALID",
        {"field": "tool"},
    ),
    "a rule for no path": (
        changed(ANSWERED, rules=[rule("user", argument="a..b")]),
        "TOOL_RULE_INVALID",
        {"field": "argument"},
    ),
    "an unknown origin": (
        changed(ANSWERED, rules=[rule("moon")]),
        "TOOL_RULE_INVALID",
        {"field": "origins", "given": "moon"},
    ),
    "too many rules": (changed(ANSWERED, rules=[rule("user")] * 1001), "FIELD_TOO_LONG", {}),
    "too many tools": (
        changed(
            ANSWERED,
            transcript=transcripts_pb2.Transcript(
                tools=[transcripts_pb2.ToolDefinition(name=f"t{at}") for at in range(501)]
            ),
        ),
        "FIELD_TOO_LONG",
        {},
    ),
    "an id that is taken": (
        changed(
            ANSWERED,
            request=verify_pb2.VerifyRequest(
                evidence=evidence_pb2.Evidence(
                    query_results=[evidence_pb2.QueryResult(query_id="m2-get_sales", json="[]")]
                )
            ),
        ),
        "QUERY_ID_DUPLICATE",
        {},
    ),
    "an unknown check": (
        changed(ANSWERED, request=verify_pb2.VerifyRequest(checks=["vibes"])),
        "CHECK_UNKNOWN",
        {},
    ),
    "no call": (about(), "TOOL_CALL_MISSING", {"calls": "0"}),
    "a call of no tool": (about(call=pb.ToolCall(arguments_json="{}")), "TOOL_CALL_MISSING", {}),
    "one of three calls": (
        pb.VerifyToolCallRequest(transcript=transcript(QUESTION, ASKED)),
        "TOOL_CALL_MISSING",
        {"calls": "3"},
    ),
    "no day": (about(call=CALLED, today="tomorrow"), "TOOL_RULE_INVALID", {"field": "today"}),
    "a rule for a call": (about(call=CALLED, rules=[rule("moon")]), "TOOL_RULE_INVALID", {}),
    "a call after nonsense": (
        pb.VerifyToolCallRequest(
            transcript=transcripts_pb2.Transcript(messages="nonsense"), call=CALLED
        ),
        "TRANSCRIPT_MALFORMED",
        {},
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refusals(talking: Talking, http_server: Any, name: str) -> None:
    message, reason, metadata = REFUSED[name]
    is_call = isinstance(message, pb.VerifyToolCallRequest)
    send: Callable[[Any], Any] = talking.verify_call if is_call else talking.verify
    refused: Refusal = refusal(lambda: send(message))
    assert (refused.code, refused.reason) == ("INVALID_ARGUMENT", reason)
    assert metadata.items() <= refused.metadata.items()
    method = "VerifyToolCall" if is_call else "VerifyTranscript"
    with HttpCaller(http_server.http) as http:
        reply = http.post(HTTP + method, MessageToDict(message))
    assert reply.error == (400, "invalid_argument", reason)


def test_tenants_use_their_own_evidence_alone(start_server: Any, tmp_path: Path) -> None:
    tokens = {"finance": "token-of-finance", "health": "token-of-health"}
    digests = {name: hashlib.sha256(token.encode()).hexdigest() for name, token in tokens.items()}
    path = tmp_path / "tokens.yaml"
    path.write_text(yaml.safe_dump(digests))
    server = start_server({"server": {"token_file": str(path)}})
    with server.channel() as channel:
        handle = Calls(channel, tokens["finance"]).put().handle
        said = asked(assistant("Sales in the South were 987."))
        said.request.evidence.handles.append(handle)
        assert Talking(channel, tokens["finance"]).verify(said).decision == PASS
        health = Talking(channel, tokens["health"])
        assert refusal(lambda: health.verify(said)).reason == "EVIDENCE_NOT_FOUND"
        nobody = Talking(channel)
        assert refusal(lambda: nobody.verify(said)).reason == "CREDENTIALS_MISSING"
        assert refusal(lambda: nobody.verify_call(about(call=CALLED))).code == "UNAUTHENTICATED"


VALUES: tuple[Any, ...] = (
    None,
    "",
    "4,217",
    -1,
    1e308,
    True,
    [],
    {},
    [[]],
    "\x00",
    '{"a": ',
    "user",
    "tool",
    [{"type": "text", "text": "4,217 shops"}],
    {"role": "tool", "content": "shops: 4217"},
)


SCOPES = (
    pb.TOOL_CALL_SCOPE_MESSAGE,
    pb.TOOL_CALL_SCOPE_ALL,
    pb.TOOL_CALL_SCOPE_NONE,
)


def damaged(written: Any, chance: random.Random) -> Any:
    """A value with one part of it replaced, removed or doubled."""
    if chance.random() < 0.2 or not isinstance(written, list | dict) or not written:
        return chance.choice(VALUES)
    if isinstance(written, list):
        copy = list(written)
        at = chance.randrange(len(copy))
        kind = chance.randrange(4)
        if kind == 0:
            del copy[at]
        elif kind == 1:
            copy.insert(chance.randrange(len(copy) + 1), copy[at])
        else:
            copy[at] = damaged(copy[at], chance)
        return copy
    key = chance.choice(list(written))
    if chance.random() < 0.2:
        return {name: value for name, value in written.items() if name != key}
    return {**written, key: damaged(written[key], chance)}


@settings(max_examples=60)
@given(conversations(is_plain=False), st.sampled_from(list(WRITERS)), st.randoms())
def test_nothing_crashes_and_nothing_passes_without_evidence(
    talking: Talking, drawn: Transcript, form: str, chance: random.Random
) -> None:
    end = Message(len(drawn.messages), "", Role.ASSISTANT, "There are 4,217 shops in all.")
    written = WRITERS[form][1](Transcript((*drawn.messages, end)))
    for _ in range(chance.randrange(4)):
        written = damaged(written, chance)
    text = json.dumps(written)
    if chance.random() < 0.1:
        text = text[: chance.randrange(len(text) + 1)]
    sent = transcripts_pb2.Transcript(messages=text)
    scope = chance.choice(SCOPES)
    said = pb.VerifyTranscriptRequest(transcript=sent, tool_calls=scope)
    try:
        answer = talking.verify(said)
    except grpc.RpcError:
        assert refusal(lambda: talking.verify(said)).code == "INVALID_ARGUMENT"
        return
    has_evidence = any(one.query_ids or one.source_ids for one in answer.results)
    if "4,217" in answer.narrative and not has_evidence:
        assert answer.response.report.decision != PASS
        assert answer.decision != PASS
