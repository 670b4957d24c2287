"""Conversations on the wire to the model, and what was made of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any, ClassVar

from verifyd.v1 import arguments_pb2, evidence_pb2, transcripts_pb2, verify_pb2
from verifyd.v1 import transcript_service_pb2 as pb

from sidecar.checks.numeric import NumericCheck
from sidecar.errors import VerifydError
from sidecar.model.report import Report
from sidecar.model.transcript import Message, ToolCall, ToolDefinition, Transcript
from sidecar.policy import combine
from sidecar.transcripts.choosing import CallScope, ChosenMessage, choose_message, list_premises
from sidecar.transcripts.forms.reading import Form, read_transcript
from sidecar.transcripts.origins.rules import RuleInvalid, ToolRule
from sidecar.transcripts.pending import PendingCall
from sidecar.transcripts.results.gathering import Gathered, gather
from sidecar.transcripts.results.parts import Cell, ExtractedTable
from sidecar.wire.messages import VerifyRequest, VerifyToolCallResponse, VerifyTranscriptResponse

_FORMS = {
    transcripts_pb2.TRANSCRIPT_FORM_OPENAI_CHAT: Form.OPENAI_CHAT,
    transcripts_pb2.TRANSCRIPT_FORM_OPENAI_RESPONSES: Form.OPENAI_RESPONSES,
    transcripts_pb2.TRANSCRIPT_FORM_ANTHROPIC: Form.ANTHROPIC,
    transcripts_pb2.TRANSCRIPT_FORM_GEMINI: Form.GEMINI,
    transcripts_pb2.TRANSCRIPT_FORM_LANGCHAIN: Form.LANGCHAIN,
    transcripts_pb2.TRANSCRIPT_FORM_OPENTELEMETRY: Form.OPENTELEMETRY,
}
_SCOPES = {
    pb.TOOL_CALL_SCOPE_ALL: CallScope.ALL,
    pb.TOOL_CALL_SCOPE_NONE: CallScope.NONE,
}


class TranscriptNarrativeGiven(VerifydError):
    """A request for a conversation brings a narrative or a second conversation."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "TRANSCRIPT_NARRATIVE_GIVEN"


class ToolCallMissing(VerifydError):
    """There is no tool call to verify, more than one, or one without a tool."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "TOOL_CALL_MISSING"


def read_conversation(message: transcripts_pb2.Transcript) -> Transcript:
    """A conversation, with the tools that are given beside it.

    Raises:
        TranscriptMalformed: If it cannot be read in whole.
        TranscriptTooLarge: Past the limits.
    """
    read = read_transcript(message.messages, _FORMS.get(message.form))
    given = [ToolDefinition(one.name, one.description, one.schema_json) for one in message.tools]
    named = {tool.name for tool in given}
    others = [tool for tool in read.tools if tool.name not in named]
    return replace(read, tools=(*given, *others))


def take_transcript(request: verify_pb2.VerifyRequest) -> None:
    """Put what the conversation of a request says in its place: evidence and premises."""
    transcript = read_conversation(request.transcript)
    add_conversation(request, gather(transcript, None), list_premises(transcript.messages))
    request.ClearField("transcript")


def add_conversation(
    request: verify_pb2.VerifyRequest, gathered: Gathered, premises: Iterable[str]
) -> None:
    """Add what a conversation says to a request: results are evidence, words are premises."""
    for table in gathered.tables:
        _write_table(request.evidence.query_results.add(), table)
    optional = "citations" not in request.checks
    for source in gathered.sources:
        request.evidence.sources.add(
            id=source.id, title=source.title, text=source.text, citation_optional=optional
        )
    request.premises.extend(premises)


def _write_table(result: Any, table: ExtractedTable) -> None:
    result.query_id, result.family, result.title = table.query_id, table.tool, table.title
    if table.cut_at is not None:
        result.row_limit = table.cut_at
    if any(isinstance(cell, Decimal) for row in table.rows for cell in row):
        rows = evidence_pb2.Rows(columns=table.columns)
        for row in table.rows:
            rows.rows.add().cells.extend(map(_make_cell, row))
        result.rows = rows.SerializeToString()
    else:  # much faster
        result.json = json.dumps({"columns": table.columns, "rows": table.rows})


def _make_cell(value: Cell) -> evidence_pb2.Cell:
    if value is None:
        return evidence_pb2.Cell()
    if isinstance(value, Decimal):
        return evidence_pb2.Cell(decimal=str(value))
    kinds = {str: "text", float: "number", int: "integer", bool: "boolean"}
    return evidence_pb2.Cell(**{kinds[type(value)]: value})


def read_rules(messages: Sequence[arguments_pb2.ToolRule], *, enforced: bool) -> list[ToolRule]:
    """The rules of a request.

    Raises:
        RuleInvalid: If one is none.
    """
    return [
        ToolRule(one.tool, one.argument, tuple(one.origins), enforced=enforced) for one in messages
    ]


def read_day(written: str) -> date | None:
    """The day that relative dates count from, where it is given.

    Raises:
        RuleInvalid: If it is none.
    """
    try:
        return date.fromisoformat(written) if written else None
    except ValueError:
        message = f"{written[:40]!r} is no day, such as 2024-05-15"
        raise RuleInvalid(message, field="today", given=written[:40]) from None


def read_call(request: pb.VerifyToolCallRequest, transcript: Transcript) -> tuple[ToolCall, int]:
    """The call that is verified, and the number of messages before it.

    Raises:
        ToolCallMissing: If the request has none, and the last message not exactly one.
    """
    messages = transcript.messages
    if request.HasField("call"):
        given = request.call
        if not given.tool:
            raise ToolCallMissing("the tool call names no tool", calls=1)
        return ToolCall(given.id, given.tool, given.arguments_json), len(messages)
    calls = messages[-1].calls if messages else ()
    if len(calls) != 1:
        message = f"the last message has {len(calls)} tool calls; name the one to verify"
        raise ToolCallMissing(message, calls=len(calls))
    return calls[0], len(messages) - 1


def read_chosen(request: pb.VerifyTranscriptRequest) -> ChosenMessage:
    """The message of a conversation that a request asks to verify.

    Its text and evidence are put into the request for the narrative.

    Raises:
        TranscriptNarrativeGiven: If that request has a narrative or a conversation already.
        TranscriptMessageUnknown: If the assistant has no such message.
        TranscriptMalformed: If the conversation cannot be read in whole.
        TranscriptTooLarge: Past the limits.
    """
    narrative = request.request
    if narrative.narrative or narrative.HasField("transcript"):
        raise TranscriptNarrativeGiven("the narrative is the text of the conversation's message")
    transcript = read_conversation(request.transcript)
    index = request.message_index if request.HasField("message_index") else None
    chosen = choose_message(transcript, index)
    narrative.narrative = chosen.message.text
    add_conversation(narrative, chosen.gathered, chosen.premises)
    has_evidence = narrative.evidence.ByteSize() or narrative.HasField("structured_response")
    if not has_evidence and not narrative.checks:
        narrative.checks.append(NumericCheck.name)  # which no tool then supports
    return chosen


def begin(request: pb.VerifyTranscriptRequest) -> tuple[ChosenMessage, Any]:
    """The message that a request asks to verify, and a response with what was read.

    Raises:
        VerifydError: What ``read_chosen`` raises.
    """
    chosen = read_chosen(request)
    return chosen, _begin_response(chosen)


def read_scope(scope: pb.ToolCallScope) -> CallScope:
    """Which tool calls a ``ToolCallScope`` names."""
    return _SCOPES.get(scope, CallScope.MESSAGE)


# Arguments of a call as a narrative.


def make_request(
    pending: PendingCall, like: verify_pb2.VerifyRequest | pb.VerifyToolCallRequest
) -> verify_pb2.VerifyRequest:
    """The arguments of a call as a narrative.

    Args:
        pending: The call.
        like: What says how it is verified.
    """
    request: verify_pb2.VerifyRequest = VerifyRequest(
        narrative=pending.call.arguments,
        checks=pending.checks,
        detail=like.detail,
        request_id=like.request_id,
        agent_id=like.agent_id,
    )
    request.overrides.MergeFromString(like.overrides.SerializeToString())
    return request


# Responses.


def _begin_response(chosen: ChosenMessage) -> Any:
    """A response with what was read."""
    message = chosen.message
    response = VerifyTranscriptResponse(narrative=message.text, message_index=message.index)
    for one in chosen.readings():
        response.results.add(
            message_index=one.message,
            call_id=one.call_id,
            tool=one.tool,
            query_ids=one.query_ids,
            source_ids=one.source_ids,
            unread=one.unread,
        )
    for reason, count in chosen.transcript.skipped:
        response.passed_over.add(reason=reason, count=count)
    return response


def write_call(response: Any, message: Message, pending: PendingCall, report: bytes) -> None:
    """Add what was found in a tool call."""
    response.tool_calls.add(
        message_index=message.index,
        call_id=pending.call.id,
        tool=pending.call.tool,
        arguments_json=pending.call.arguments,
        report=report,
    )


def write_verdict(response: Any, reports: Sequence[Report]) -> None:
    """Fill the worst decision of some reports: at least one."""
    response.decision, response.action = combine(reports)


def write_call_response(pending: PendingCall, verified: Any) -> Any:
    """The response for a tool call."""
    response = VerifyToolCallResponse(arguments_json=pending.call.arguments)
    response.response.MergeFrom(verified)
    return response
