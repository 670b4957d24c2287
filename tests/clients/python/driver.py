"""The driver of the Python client: see ``client_drivers``."""

from __future__ import annotations

import json
import sys
import time
from base64 import b64decode
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from queue import SimpleQueue
from typing import Any

from google.protobuf.json_format import MessageToDict, ParseDict
from google.protobuf.message import Message
from verifyd import (
    Client,
    Column,
    CurrencyRate,
    EvidenceItem,
    Formula,
    QueryResult,
    Report,
    Source,
    StructuredResponse,
    ToolCall,
    ToolCallScope,
    ToolDefinition,
    ToolRule,
    TranscriptForm,
    VerifydError,
)
from verifyd._calls import Call, Conversation, call
from verifyd._progress import StreamUpdate
from verifyd.streaming import VerificationStream
from verifyd.v1 import (
    claims_pb2,
    evidence_pb2,
    evidence_service_pb2,
    outcome_service_pb2,
    review_service_pb2,
    transcript_service_pb2,
    verify_pb2,
    verify_pb2_grpc,
)

WARM_UP = 20
REQUESTS: Mapping[str, type[Message]] = {
    name: getattr(module, f"{name}Request")
    for module, names in (
        (verify_pb2, ["Verify", "ListChecks"]),
        (evidence_service_pb2, ["PutSource", "GetEvidence", "DeleteEvidence"]),
        (
            outcome_service_pb2,
            ["ValidateCriteria", "VerifyOutcome", "SettleOutcome", "ReverseSettlement"],
        ),
        (outcome_service_pb2, ["GetOutcome", "ListOutcomes", "GetStatement"]),
        (review_service_pb2, ["ListFlagged", "Decide", "GetRevision", "GetAgreement"]),
    )
    for name in names
}


class Unsupported(Exception):
    """A request that cannot be said in the client's own terms."""


def answer(client: Client, line: Mapping[str, Any]) -> dict[str, Any]:
    """What one line asks for."""
    given = line["request"]
    match line["method"]:
        case "Verify":
            return verify(client, line)
        case "VerifyStream":
            return stream(client, line)
        case "VerifyTranscript":
            return verify_transcript(client, line)
        case "VerifyToolCall":
            return verify_tool_call(client, line)
        case "Measure":
            return measure(client, line)
        case "Put":
            handle = client.put(query_result(ParseDict(given, evidence_pb2.QueryResult())))
            return {"response": {"handle": handle.id}}
        case method:
            request = ParseDict(given, REQUESTS[method]())
            deadline = time.monotonic() + line.get("timeout_s", 10)
            reply = client._run(call(method, lambda: request, deadline))
            return {"response": MessageToDict(reply)}


def verify(client: Client, line: Mapping[str, Any]) -> dict[str, Any]:
    """Verify by the client's own arguments."""
    handles = [
        client.put(query_result(ParseDict(one, evidence_pb2.QueryResult())))
        for one in line.get("put", ())
    ]
    if line.get("drop"):
        for handle in handles:
            client._run(_delete(handle.id))
    request = ParseDict(line["request"], verify_pb2.VerifyRequest())
    report = client.verify(
        request.narrative,
        handles=[*handles, *request.evidence.handles],
        timeout=line.get("timeout_s"),
        **arguments(request),
    )
    return {"response": MessageToDict(report.raw), "report": view(report)}


def verify_transcript(client: Client, line: Mapping[str, Any]) -> dict[str, Any]:
    """Verify a conversation by the client's own arguments."""
    request = ParseDict(line["request"], transcript_service_pb2.VerifyTranscriptRequest())
    found = client.verify_transcript(
        request.transcript.messages,
        form=TranscriptForm(request.transcript.form) if request.transcript.form else None,
        message=request.message_index if request.HasField("message_index") else None,
        rules=[ToolRule(one.tool, one.argument, tuple(one.origins)) for one in request.rules],
        tools=[
            ToolDefinition(one.name, one.description, one.schema_json)
            for one in request.transcript.tools
        ],
        tool_calls=ToolCallScope(request.tool_calls or 1),
        handles=request.request.evidence.handles,
        premises=list(request.request.premises),
        **arguments(request.request),
    )
    calls = [
        {
            "message_index": one.message_index,
            "call_id": one.call_id,
            "tool": one.tool,
            "report": view(one.report),
        }
        for one in found.tool_calls
    ]
    told = {
        "decision": str(found.decision),
        "action": str(found.action),
        "released": str(found.action) == "RELEASE",
        "feedback": found.feedback(),
        "report": found.report and view(found.report),
        "tool_calls": calls,
    }
    return {"response": MessageToDict(found.raw), "report": told}


def verify_tool_call(client: Client, line: Mapping[str, Any]) -> dict[str, Any]:
    """Verify a tool call by the client's own arguments."""
    request = ParseDict(line["request"], transcript_service_pb2.VerifyToolCallRequest())
    call = ToolCall(request.call.tool, request.call.arguments_json, request.call.id)
    report = client.verify_tool_call(request.transcript.messages, call).report
    return {"response": MessageToDict(report.raw), "report": view(report)}


def _delete(handle: str) -> Conversation[None]:
    """Delete evidence behind the client's back."""
    request = evidence_service_pb2.DeleteEvidenceRequest(handle=handle)
    yield Call("DeleteEvidence", request, 10)


def stream(client: Client, line: Mapping[str, Any]) -> dict[str, Any]:
    """Verify what comes in parts."""
    start = ParseDict(line["request"], verify_pb2.VerifyStreamStart())
    updates = SimpleQueue[StreamUpdate]()
    steps, judged = [], 0
    with client.stream(
        handles=start.request.evidence.handles,
        release="sentence" if start.release == verify_pb2.RELEASE_MODE_SENTENCE else "report",
        on_update=updates.put,
        timeout=line.get("timeout_s"),
        **arguments(start.request),
    ) as verifying:
        for part in line["parts"]:
            if "text" in part:
                verifying.write(b64decode(part["text"]))
            elif "judged" in part:
                while judged < part["judged"]:
                    judged = updates.get(timeout=30).judged
                steps.append(known(verifying))
            else:
                evidence = ParseDict(part["evidence"], evidence_pb2.Evidence())
                verifying.add_evidence(**evidence_arguments(evidence), handles=evidence.handles)
        report = verifying.finish()
    sentences = [
        {"start": one.span.start, "end": one.span.end, "action": str(one.action)}
        for one in verifying.sentences
    ]
    told = {**known(verifying), "sentences": sentences, "steps": steps}
    return {"response": MessageToDict(report.raw), "report": view(report), **told}


def known(verifying: VerificationStream) -> dict[str, Any]:
    """What is known of a narrative so far."""
    findings = [
        {
            "check": one.check,
            "code": one.code,
            "text": one.text,
            "start": one.span.start,
            "end": one.span.end,
        }
        for one in sorted(verifying.findings, key=lambda one: one.span)
    ]
    return {"findings": findings, "released": len(verifying.released)}


def evidence_arguments(evidence: evidence_pb2.Evidence) -> dict[str, Any]:
    """Evidence as arguments of ``Client.verify``."""
    return {
        "results": [query_result(one) for one in evidence.query_results],
        "items": [plain(EvidenceItem, one) for one in evidence.items],
        "sources": [plain(Source, one) for one in evidence.sources],
    }


def arguments(request: verify_pb2.VerifyRequest) -> dict[str, Any]:
    """A request as arguments of ``Client.verify``."""
    given: dict[str, Any] = {
        **evidence_arguments(request.evidence),
        "checks": list(request.checks),
        "bare_numbers": request.citations.bare_numbers,
        "currency_rates": [
            CurrencyRate(getattr(one, "from"), one.to, one.rate, one.date or None)
            for one in request.currency_rates
        ],
        "formulas": [formula(one, request.narrative) for one in request.formulas],
        "request_id": request.request_id,
    }
    if request.detail:
        given["detail"] = verify_pb2.Detail.Name(request.detail).removeprefix("DETAIL_")
    if request.claims.filter:
        chosen = claims_pb2.ClaimFilter.Name(request.claims.filter)
        given["claim_filter"] = chosen.removeprefix("CLAIM_FILTER_")
    if request.HasField("overrides"):
        given["overrides"] = MessageToDict(request.overrides, preserving_proto_field_name=True)
        if "mode" in given["overrides"]:
            given["overrides"]["mode"] = given["overrides"]["mode"].removeprefix("MODE_")
    if request.HasField("structured_response"):
        response = request.structured_response
        if response.schema_json and not response.schema_json.lstrip().startswith("{"):
            raise Unsupported  # such a text would be the name of a schema
        given["structured"] = StructuredResponse(
            response.response if response.HasField("response") else None,
            response.schema_json if response.HasField("schema_json") else None,
            response.schema_name if response.HasField("schema_name") else None,
        )
    return given


def plain(kind: type[Any], message: Message) -> Any:
    """An item or source, from its message: their fields have the same names."""
    return kind(**{"id": "", **{field.name: value for field, value in message.ListFields()}})


def formula(message: Any, narrative: str) -> Formula:
    """A formula from its message."""
    number: Any = message.text
    if message.HasField("span"):
        data = narrative.encode()
        ends = (message.span.start, message.span.end)
        number = tuple(len(data[:end].decode()) for end in ends)
    return Formula(number, message.query)


def query_result(message: evidence_pb2.QueryResult) -> QueryResult:
    """A query result as a program would have it."""
    columns = [
        Column(one.name, one.label, one.description, one.unit, tuple(one.synonyms))
        for one in message.columns
    ]
    about: dict[str, Any] = {"family": message.family, "title": message.title, "columns": columns}
    for name in ("as_of", "expires_at"):
        if message.HasField(name):
            about[name] = getattr(message, name).ToDatetime(tzinfo=UTC)
    for name in ("row_count", "row_limit"):
        if message.HasField(name):
            about[name] = getattr(message, name)
    about["control_totals"] = list(map(MessageToDict, message.control_totals))
    form = message.WhichOneof("data")
    if form != "rows":
        return QueryResult(message.query_id, getattr(message, form or "json"), **about)
    names = message.rows.columns
    rows: Sequence[Any] = [
        dict(zip(names, map(cell, row.cells), strict=True)) for row in message.rows.rows
    ]
    return QueryResult(message.query_id, rows, **about)


def cell(message: evidence_pb2.Cell) -> Any:
    """The value of a cell."""
    match message.WhichOneof("value"):
        case None:
            return None
        case "decimal":
            try:
                return Decimal(message.decimal)
            except ArithmeticError:
                raise Unsupported from None
        case "date" if "T" in message.date:
            return datetime.fromisoformat(message.date)
        case "date":
            return date.fromisoformat(message.date)
        case name:
            return getattr(message, name)


def view(report: Report) -> dict[str, Any]:
    """What the client's face says."""
    return {
        "decision": str(report.decision),
        "action": str(report.action),
        "released": str(report.action) == "RELEASE",
        "feedback": report.feedback(),
        "repaired": report.repaired(),
        "failures": [
            {"check": check.check, "reason": check.failure.reason}
            for check in report.checks
            if check.failure is not None
        ],
        "findings": [
            {
                "check": one.check,
                "code": one.code,
                "severity": str(one.severity),
                "verdict": str(one.verdict),
                "message": one.message,
                "text": one.text,
                "replacement": None if one.repair is None else one.repair.replacement,
                "start": one.span.start,
                "end": one.span.end,
            }
            for one in report.findings
        ],
        "bindings": [
            {
                "text": report.narrative[slice(*one.claim.span)],
                "matched": one.matched,
                "verdict": str(one.verdict),
                "grade": str(one.grade),
                "source": one.matched_source_qid or "",
                "location": one.matched_location or "",
                "start": one.claim.span.start,
                "end": one.claim.span.end,
            }
            for one in report.bindings
        ],
    }


def measure(client: Client, line: Mapping[str, Any]) -> dict[str, Any]:
    """The same warm call by the stub and by the client, in turns; milliseconds, p50 and p95."""
    request = ParseDict(line["request"], verify_pb2.VerifyRequest())
    given = arguments(request)
    service: Any = verify_pb2_grpc.VerifyServiceStub  # generated without types
    stub = service(client._channel)
    calls: dict[str, Callable[[], object]] = {
        "stub_ms": lambda: stub.Verify(request, timeout=10),
        "face_ms": lambda: client.verify(request.narrative, **given).action,
    }
    times: dict[str, list[float]] = {name: [] for name in calls}
    for number in range(WARM_UP + line["count"]):
        for name, ask in calls.items():
            start = time.perf_counter()
            ask()
            if number >= WARM_UP:
                times[name].append((time.perf_counter() - start) * 1000)
    return {
        name: [sorted(taken)[len(taken) * share // 100] for share in (50, 95)]
        for name, taken in times.items()
    }


def main() -> None:
    """Answer every line."""
    clients: dict[tuple[str, str | None], Client] = {}
    for text in sys.stdin:
        line = json.loads(text)
        key = line["address"], line.get("token")
        try:
            if key not in clients:
                clients[key] = Client(line["address"], token=line.get("token"), timeout=20)
            got = answer(clients[key], line)
        except VerifydError as error:
            kind = type(error).__name__
            told = {"code": error.code, "reason": error.reason, "metadata": error.metadata}
            got = {"error": {"kind": kind, **told}}
        except Unsupported:
            got = {"error": {"kind": "Unsupported", "code": "", "reason": "", "metadata": {}}}
        print(json.dumps(got), flush=True)


if __name__ == "__main__":
    main()
