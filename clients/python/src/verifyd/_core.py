"""What both clients do, as conversations (see ``verifyd._calls``)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Unpack
from weakref import WeakValueDictionary

from verifyd import _arguments, _seldom
from verifyd._calls import Conversation, call, deadline_of
from verifyd._requests import Results, fit, query_results, upload
from verifyd.citable import EvidenceItem, Fields, Source
from verifyd.enums import ClaimFilter, Detail
from verifyd.errors import EvidenceNotFound
from verifyd.query_result import EvidenceInfo, Handle, QueryResult
from verifyd.v1 import (
    citations_pb2,
    claims_pb2,
    evidence_pb2,
    evidence_service_pb2,
    verify_pb2,
)

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from verifyd._outcome_calls import OutcomeCalls
    from verifyd._overrides import Overrides
    from verifyd._rates import CurrencyRate
    from verifyd._requests import EvidenceArguments, TranscriptArguments, VerifyArguments
    from verifyd._review_calls import ReviewCalls
    from verifyd.formulas import Formula
    from verifyd.report import Report
    from verifyd.results import CheckInfo
    from verifyd.structured import Schema, StructuredResponse
    from verifyd.transcript_results import ToolCallResult, TranscriptResult
    from verifyd.transcripts import (
        Messages,
        ToolCall,
        ToolCallArguments,
        Transcript,
        TranscriptScope,
    )

PUT_TIMEOUT_S = 60.0
STREAM_TIMEOUT_S = 600.0
FRAME_BYTES = 6
"""Most bytes that a message takes beside its own, in one that repeats it."""


class Core:
    """Conversations with one server. What not every call needs is imported where it is used.

    Args:
        timeout: Seconds for a call that names no other.
    """

    def __init__(self, timeout: float) -> None:
        self._timeout = timeout
        self._put: WeakValueDictionary[str, Handle] = WeakValueDictionary()

    @cached_property
    def outcomes(self) -> OutcomeCalls:
        """Conversations about outcomes."""
        from verifyd._outcome_calls import OutcomeCalls

        return OutcomeCalls(self._timeout)

    @cached_property
    def reviews(self) -> ReviewCalls:
        """Conversations about reviews."""
        from verifyd._review_calls import ReviewCalls

        return ReviewCalls(self._timeout)

    def verify(
        self,
        narrative: str,
        results: Results | None,
        timeout: float | None,
        **asked: Unpack[VerifyArguments],
    ) -> Conversation[Report]:
        """Verify a narrative. Evidence that the server has dropped is put again, each once."""
        _arguments.text("narrative", narrative)
        deadline = self._deadline(timeout)
        request, again = yield from self._request(narrative, results, deadline, **asked)
        id_ = request.request_id
        answer = yield from self._ask("Verify", request, deadline, id_, again)
        from verifyd.report import Report

        return Report(narrative, answer)

    def verify_transcript(
        self,
        messages: Messages,
        results: Results | None,
        timeout: float | None,
        scope: TranscriptScope,
        **asked: Unpack[TranscriptArguments],
    ) -> Conversation[TranscriptResult]:
        """Verify a message of a conversation."""
        from verifyd import _conversations
        from verifyd.transcript_results import TranscriptResult

        deadline = self._deadline(timeout)
        given = _conversations.transcript_request(messages, **scope)
        request, again = yield from self._request(
            "", results, deadline, taken=given.ByteSize(), **asked
        )
        given.request.CopyFrom(request)
        answer = yield from self._ask(
            "VerifyTranscript", given, deadline, request.request_id, again
        )
        return TranscriptResult(answer)

    def verify_tool_call(
        self,
        messages: Messages,
        made: ToolCall | Fields | None,
        timeout: float | None,
        **asked: Unpack[ToolCallArguments],
    ) -> Conversation[ToolCallResult]:
        """Verify the arguments of a tool call."""
        from verifyd import _conversations
        from verifyd.report import Report
        from verifyd.transcript_results import ToolCallResult

        request = _conversations.call_request(messages, made, **asked)
        deadline, id_ = self._deadline(timeout), request.request_id
        answer = yield from call("VerifyToolCall", lambda: request, deadline, id_)
        report = Report(answer.arguments_json, answer.response)
        return ToolCallResult(request.call.tool, request.call.id, report)

    def stream(
        self,
        results: Results | None,
        release: str,
        timeout: float | None,
        **asked: Unpack[VerifyArguments],
    ) -> Conversation[Any]:
        """Open a stream: the answer is what performing ``VerifyStream`` gives."""
        deadline = deadline_of(timeout, STREAM_TIMEOUT_S)
        request, again = yield from self._request("", results, deadline, **asked)
        start = verify_pb2.VerifyStreamStart(
            request=request, release=f"RELEASE_MODE_{release.upper()}"
        )
        part, id_ = verify_pb2.VerifyStreamRequest(start=start), request.request_id
        return (yield from self._ask("VerifyStream", part, deadline, id_, again))

    def more_evidence(
        self, results: Results | None, timeout: float | None, **given: Unpack[EvidenceArguments]
    ) -> Conversation[verify_pb2.VerifyStreamRequest]:
        """Evidence for a stream that is open."""
        deadline = self._deadline(timeout)
        evidence, _ = yield from self._evidence(results, deadline, **given)
        return verify_pb2.VerifyStreamRequest(evidence=evidence)

    def _request(
        self,
        narrative: str,
        results: Results | None,
        deadline: float,
        *,
        taken: int = 0,
        handles: Sequence[Handle | str] = (),
        checks: Sequence[str] = (),
        detail: Detail | str = Detail.UNSPECIFIED,
        overrides: Overrides | None = None,
        currency_rates: Sequence[CurrencyRate | Fields] = (),
        items: Sequence[EvidenceItem | Fields] = (),
        sources: Sequence[Source | Fields] = (),
        bare_numbers: bool = False,
        claim_filter: ClaimFilter | str = ClaimFilter.UNSPECIFIED,
        structured: StructuredResponse | Schema | None = None,
        formulas: Sequence[Formula | Fields] = (),
        premises: Sequence[str] = (),
        transcript: Transcript | Messages | None = None,
        request_id: str = "",
        agent_id: str = "",
    ) -> Conversation[tuple[verify_pb2.VerifyRequest, dict[str, QueryResult | Source]]]:
        """A request, and the evidence behind its handles that can be put again.

        ``taken``: The bytes that its message has beside it.
        """
        response = _seldom.response(structured)
        taken += len(narrative.encode())
        taken += 0 if response is None else response.ByteSize()
        read = _seldom.formula_of(narrative)
        filtered = _arguments.choice("claim_filter", claim_filter, ClaimFilter)
        declared = _arguments.every("formulas", formulas, read, "Formula")
        taken += sum(message.ByteSize() + FRAME_BYTES for message in declared)
        said = _arguments.every("premises", premises, _arguments.text, "texts")
        taken += sum(len(premise.encode()) + FRAME_BYTES for premise in said)
        talk = _seldom.transcript(transcript)
        taken += 0 if talk is None else talk.ByteSize()
        evidence, again = yield from self._evidence(
            results, deadline, taken, handles=handles, items=items, sources=sources
        )
        request = verify_pb2.VerifyRequest(
            narrative=narrative,
            evidence=evidence,
            checks=_arguments.every("checks", checks, _arguments.text, "names"),
            detail=f"DETAIL_{_arguments.choice('detail', detail, Detail)}",
            overrides=_seldom.overrides(overrides),
            currency_rates=_arguments.every(
                "currency_rates", currency_rates, _seldom.rate, "CurrencyRate"
            ),
            citations=citations_pb2.CitationOptions(bare_numbers=bare_numbers),
            claims=claims_pb2.ClaimOptions(filter=f"CLAIM_FILTER_{filtered}"),
            structured_response=response,
            formulas=declared,
            premises=said,
            transcript=talk,
            request_id=_arguments.text("request_id", request_id),
            agent_id=_arguments.text("agent_id", agent_id),
        )
        return request, again

    def _evidence(
        self,
        results: Results | None,
        deadline: float,
        taken: int = 0,
        *,
        handles: Sequence[Handle | str] = (),
        items: Sequence[EvidenceItem | Fields] = (),
        sources: Sequence[Source | Fields] = (),
    ) -> Conversation[tuple[evidence_pb2.Evidence, dict[str, QueryResult | Source]]]:
        """Evidence beside ``taken`` bytes of one message; what it has no room for is put ahead."""
        evidence = evidence_pb2.Evidence(
            items=_arguments.every("items", items, EvidenceItem._of, "EvidenceItem"),
            sources=_arguments.every("sources", sources, Source._of, "Source"),
        )
        inline, ahead = fit(query_results(results), taken + evidence.ByteSize())
        ids, again = self._known(handles)
        sent = yield from self._send(ahead, deadline, again)
        evidence.query_results.extend(result.message for result in inline)
        evidence.handles.extend([*sent, *ids])
        return evidence, again

    def _known(
        self, handles: Sequence[Handle | str]
    ) -> tuple[list[str], dict[str, QueryResult | Source]]:
        """The ids of handles, and the evidence behind those that can be put again."""
        given = _arguments.every("handles", handles, _handle, "handles")
        ids = [_id(handle) for handle in given]
        again = {id_: self._put[id_].result for id_ in ids if id_ in self._put}
        again |= {handle.id: handle.result for handle in given if isinstance(handle, Handle)}
        return ids, again

    def _send(
        self, ahead: Sequence[QueryResult], deadline: float, again: dict[str, QueryResult | Source]
    ) -> Conversation[list[str]]:
        """Put what no request has room for; ``again`` learns how to put it once more."""
        sent = []
        for result in ahead:
            handle = yield from self._upload(result, deadline)
            again[handle.id] = result
            sent.append(handle.id)
        return sent

    def _ask(
        self,
        method: str,
        request: Message,
        deadline: float,
        request_id: str,
        again: dict[str, QueryResult | Source],
    ) -> Conversation[Any]:
        """Ask until the server has all evidence; what it has dropped is put again, each once."""
        while True:
            try:
                return (yield from call(method, lambda: request, deadline, request_id))
            except EvidenceNotFound as error:
                lost = again.pop(error.metadata.get("handle", ""), None)
                if lost is None:
                    raise
            yield from self._upload(lost, deadline)

    def put(self, result: QueryResult, timeout: float | None) -> Conversation[Handle]:
        """Put a query result ahead."""
        if not isinstance(result, QueryResult):
            raise _arguments.wrong("result", result, "a QueryResult, which gives the data its id")
        deadline = self._deadline(PUT_TIMEOUT_S if timeout is None else timeout)
        return (yield from self._upload(result, deadline))

    def put_source(self, source: Source, timeout: float | None) -> Conversation[Handle]:
        """Put a source ahead."""
        if not isinstance(source, Source):
            raise _arguments.wrong("source", source, "a Source")
        return (yield from self._upload(source, self._deadline(timeout)))

    def get(self, handle: Handle | str, timeout: float | None) -> Conversation[EvidenceInfo]:
        """Ask what is known of a piece of evidence."""
        request = evidence_service_pb2.GetEvidenceRequest(handle=_id(handle))
        answer = yield from call("GetEvidence", lambda: request, self._deadline(timeout))
        return EvidenceInfo._read(answer.info)

    def delete(self, handle: Handle | str, timeout: float | None) -> Conversation[None]:
        """Delete a piece of evidence."""
        request = evidence_service_pb2.DeleteEvidenceRequest(handle=_id(handle))
        yield from call("DeleteEvidence", lambda: request, self._deadline(timeout))
        self._put.pop(_id(handle), None)

    def list_checks(self, timeout: float | None) -> Conversation[tuple[CheckInfo, ...]]:
        """Ask for the checks of the server."""
        request = verify_pb2.ListChecksRequest()
        answer = yield from call("ListChecks", lambda: request, self._deadline(timeout))
        from verifyd import _reading

        return tuple(_reading.check_info(check) for check in answer.checks)

    def _upload(self, result: QueryResult | Source, deadline: float) -> Conversation[Handle]:
        if isinstance(result, Source):
            request = evidence_service_pb2.PutSourceRequest(source=result._message())
            answer = yield from call("PutSource", lambda: request, deadline)
        else:
            answer = yield from call("PutQueryResult", lambda: upload(result), deadline)
        info = EvidenceInfo._read(answer.info)
        handle = Handle(answer.handle, result, info, answer.already_present)
        self._put[handle.id] = handle
        return handle

    def _deadline(self, timeout: float | None) -> float:
        return deadline_of(timeout, self._timeout)


def _id(handle: Handle | str) -> str:
    return handle.id if isinstance(handle, Handle) else _arguments.text("handle", handle)


def _handle(argument: str, given: object) -> Handle | str:
    return given if isinstance(given, Handle) else _arguments.text(argument, given)
