"""Conversations on the wire to the model, and what was made of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, ClassVar, NamedTuple

from verifyd.v1 import arguments_pb2, evidence_pb2, transcripts_pb2, verify_pb2
from verifyd.v1 import transcript_service_pb2 as pb

from sidecar.checks.numeric import NumericCheck
from sidecar.errors import VerifydError
from sidecar.model.report import Action, Decision, Report
from sidecar.model.structure import StructuredResponse
from sidecar.model.transcript import Message, Role, ToolCall, ToolDefinition, Transcript
from sidecar.settings.root import Settings
from sidecar.structure.intake import build_response
from sidecar.transcripts.errors import TranscriptTooLarge
from sidecar.transcripts.forms.reading import Form, read_transcript
from sidecar.transcripts.origins import RuleInvalid, ToolRule
from sidecar.transcripts.pending import PendingCall
from sidecar.transcripts.results.gathering import Gathered, gather
from sidecar.transcripts.results.parts import Cell, ExtractedTable
from sidecar.wire.messages import VerifyRequest, VerifyToolCallResponse, VerifyTranscriptResponse

MAX_CALLS = 200
"""Tool calls of one request."""

_FORMS = {
    transcripts_pb2.TRANSCRIPT_FORM_OPENAI_CHAT: Form.OPENAI_CHAT,
    transcripts_pb2.TRANSCRIPT_FORM_OPENAI_RESPONSES: Form.OPENAI_RESPONSES,
    transcripts_pb2.TRANSCRIPT_FORM_ANTHROPIC: Form.ANTHROPIC,
    transcripts_pb2.TRANSCRIPT_FORM_GEMINI: Form.GEMINI,
    transcripts_pb2.TRANSCRIPT_FORM_LANGCHAIN: Form.LANGCHAIN,
    transcripts_pb2.TRANSCRIPT_FORM_OPENTELEMETRY: Form.OPENTELEMETRY,
}


class TranscriptNarrativeGiven(VerifydError):
    """A request for a conversation brings a narrative or a second conversation."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "TRANSCRIPT_NARRATIVE_GIVEN"


class TranscriptMessageUnknown(VerifydError):
    """A conversation has no such message of the assistant."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "TRANSCRIPT_MESSAGE_UNKNOWN"


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
    return Transcript(read.messages, (*given, *others))


def take_transcript(request: verify_pb2.VerifyRequest) -> None:
    """Put what the conversation of a request says in its place: evidence and premises."""
    transcript = read_conversation(request.transcript)
    add_conversation(request, gather(transcript, None), transcript.messages)
    request.ClearField("transcript")


def add_conversation(
    request: verify_pb2.VerifyRequest, gathered: Gathered, before: Iterable[Message]
) -> None:
    """Add what a conversation says to a request: results are evidence, words are premises."""
    for table in gathered.tables:
        _write_table(request.evidence.query_results.add(), table)
    optional = "citations" not in request.checks
    for source in gathered.sources:
        request.evidence.sources.add(
            id=source.id, title=source.title, text=source.text, citation_optional=optional
        )
    request.premises.extend(message.text for message in before if message.text)


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


def find_message(transcript: Transcript, index: int | None) -> int:
    """The place of the message that is verified among those that were read.

    Args:
        transcript: The conversation.
        index: Its place in the list that was given; None for the last one of the assistant.

    Raises:
        TranscriptMessageUnknown: If the assistant has no such message.
    """
    for place in reversed(range(len(transcript.messages))):
        message = transcript.messages[place]
        if message.role is not Role.ASSISTANT or index not in (None, message.index):
            continue
        if message.text.strip() or message.calls:
            return place
    where = "" if index is None else f" at {index}"
    raise TranscriptMessageUnknown(
        f"the conversation has no message of the assistant{where} with text or tool calls",
        **({} if index is None else {"index": index}),
    )


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


class ReadTranscript(NamedTuple):
    """A conversation with the message of it that is verified.

    Attributes:
        transcript: The conversation.
        place: Of the message among those that were read.
        gathered: What the tools had returned before it.
    """

    transcript: Transcript
    place: int
    gathered: Gathered

    @property
    def message(self) -> Message:
        """The message that is verified."""
        return self.transcript.messages[self.place]

    @property
    def before(self) -> Sequence[Message]:
        """The messages before it."""
        return self.transcript.messages[: self.place]


def read_judged(request: pb.VerifyTranscriptRequest) -> ReadTranscript:
    """The conversation of a request, with the message that is verified.

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
    place = find_message(transcript, index)
    read = ReadTranscript(transcript, place, gather(transcript, transcript.messages[place].index))
    narrative.narrative = read.message.text
    add_conversation(narrative, read.gathered, read.before)
    has_evidence = narrative.evidence.ByteSize() or narrative.HasField("structured_response")
    if not has_evidence and not narrative.checks:
        narrative.checks.append(NumericCheck.name)  # which no tool then supports
    return read


def list_calls(
    read: ReadTranscript, scope: int, rules: Sequence[ToolRule]
) -> list[tuple[Message, PendingCall]]:
    """The tool calls of a conversation that are verified, each with its message.

    Args:
        read: The conversation.
        scope: A ``ToolCallScope``.
        rules: Where values may come from.

    Raises:
        TranscriptTooLarge: If there are too many.
    """
    if scope == pb.TOOL_CALL_SCOPE_NONE:
        return []
    first = 0 if scope == pb.TOOL_CALL_SCOPE_ALL else read.place
    messages = read.transcript.messages
    calls = [
        (messages[at], make_pending(read.transcript, call, at, rules))
        for at in range(first, read.place + 1)
        for call in messages[at].calls
    ]
    if len(calls) > MAX_CALLS:
        raise TranscriptTooLarge("max_tool_calls", len(calls), MAX_CALLS)
    return calls


def make_pending(
    transcript: Transcript,
    call: ToolCall,
    before: int,
    rules: Sequence[ToolRule],
    today: date | None = None,
) -> PendingCall:
    """A call that is about to be made, after so many messages."""
    definition = next((tool for tool in transcript.tools if tool.name == call.tool), None)
    told = ToolCall(call.id, call.tool, call.arguments if call.arguments.strip() else "{}")
    return PendingCall(told, transcript.messages[:before], tuple(rules), today, definition)


# Arguments of a call as a narrative.


def apply_to_call(settings: Settings) -> Settings:
    """The settings for a tool call: what is required of narratives is not required of it."""
    return settings.having(policy=settings.policy.changed(required_checks=()))


def read_shape(pending: PendingCall, settings: Settings) -> StructuredResponse | None:
    """The shape that the arguments of a call must have, where its tool says.

    Raises:
        SchemaTooLarge: If the schema is longer than the server allows.
    """
    schema = pending.definition.schema if pending.definition else ""
    if not schema:
        return None
    arguments, own = pending.call.arguments, settings.structure
    return build_response(None, arguments, own, schema_json=schema, free=True)


def make_request(
    pending: PendingCall, like: verify_pb2.VerifyRequest | pb.VerifyToolCallRequest
) -> verify_pb2.VerifyRequest:
    """The arguments of a call as a narrative.

    Args:
        pending: The call.
        like: What says how it is verified.
    """
    checks = ["arguments"]
    if pending.definition and pending.definition.schema:
        checks.append("structure")
    request: verify_pb2.VerifyRequest = VerifyRequest(
        narrative=pending.call.arguments,
        checks=checks,
        detail=like.detail,
        request_id=like.request_id,
        agent_id=like.agent_id,
    )
    request.overrides.MergeFromString(like.overrides.SerializeToString())
    return request


# Responses.


def begin_response(read: ReadTranscript) -> Any:
    """A response with what was read."""
    response = VerifyTranscriptResponse(
        narrative=read.message.text, message_index=read.message.index
    )
    found = read.gathered
    for message in read.before:
        for result in message.results:
            here = message.index, result.call_id
            told = response.results.add(
                message_index=message.index, call_id=result.call_id, tool=result.tool
            )
            told.query_ids.extend(_at(found.tables, here, "query_id"))
            told.source_ids.extend(_at(found.sources, here, "id"))
            told.unread = "; ".join(_at(found.unread, here, "reason"))
    for reason, count in read.transcript.skipped:
        response.passed_over.add(reason=reason, count=count)
    return response


def _at(parts: Iterable[Any], here: tuple[int, str], name: str) -> list[str]:
    return [getattr(one, name) for one in parts if (one.message, one.call_id) == here]


def write_call(response: Any, message: Message, pending: PendingCall, report: bytes) -> None:
    """Add what was found in a tool call."""
    response.tool_calls.add(
        message_index=message.index,
        call_id=pending.call.id,
        tool=pending.call.tool,
        arguments_json=pending.call.arguments,
        report=report,
    )


_MILD_FIRST = Decision.PASS, Decision.WARN, Decision.UNVERIFIED, Decision.FAIL


def write_verdict(response: Any, reports: Sequence[Report]) -> None:
    """Fill the worst decision of some reports: at least one."""
    response.decision = max((one.decision for one in reports), key=_MILD_FIRST.index)
    held = any(one.action is not Action.RELEASE for one in reports)
    response.action = Action.HOLD if held else Action.RELEASE


def write_call_response(pending: PendingCall, verified: Any) -> Any:
    """The response for a tool call."""
    response = VerifyToolCallResponse(arguments_json=pending.call.arguments)
    response.response.MergeFrom(verified)
    return response
