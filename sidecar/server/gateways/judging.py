"""Verdicts on answers: each is verified by ``VerifyTranscript``, as it would be over gRPC."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import grpc
from verifyd.v1 import report_pb2, transcripts_pb2, verify_pb2
from verifyd.v1 import transcript_service_pb2 as pb

from sidecar.errors import VerifydError
from sidecar.feedback.passages import apply_repairs
from sidecar.model.report import Repair
from sidecar.model.text import Span, Text
from sidecar.server.call import Context
from sidecar.server.gateways.hooks import Answer, Conversation, Verdict

METHOD = "/verifyd.v1.TranscriptService/VerifyTranscript"
WITHOUT_EVIDENCE = ("numeric",)
"""The checks of an answer whose conversation holds no evidence, beside those that are required."""

MAX_REASON = 2000
"""Characters of a reason: people read it, and models that try again."""


class Judge:
    """Judges answers.

    Args:
        methods: Have the method that verifies.
        repair: Whether to look for a text that may go out instead of one that is held.
    """

    def __init__(self, methods: grpc.GenericRpcHandler, *, repair: bool) -> None:
        self._methods, self._repair = methods, repair

    async def judge(self, answer: Answer, before: Conversation, context: Context) -> Verdict:
        """The verdict on an answer.

        Args:
            answer: The answer.
            before: The messages before it.
            context: Of the call that it came with.
        """
        if answer.is_empty:
            return Verdict(answer.text)
        found = await self._verify(answer, before, context)
        if found.action == report_pb2.ACTION_RELEASE:
            return Verdict(answer.text)
        repaired = await self._repaired(answer, found, before, context) if self._repair else None
        return Verdict(answer.text, _explain(found), repaired)

    async def _verify(
        self, answer: Answer, before: Conversation, context: Context
    ) -> pb.VerifyTranscriptResponse:
        """What is found in an answer; without evidence its numbers are judged against nothing."""
        try:
            return await self._ask(answer, before, context, checks=())
        except VerifydError as error:
            if error.reason != "NOTHING_TO_VERIFY":
                raise
        return await self._ask(answer, before, context, checks=WITHOUT_EVIDENCE)

    async def _ask(
        self, answer: Answer, before: Conversation, context: Context, *, checks: Sequence[str]
    ) -> pb.VerifyTranscriptResponse:
        request = pb.VerifyTranscriptRequest(
            transcript=transcripts_pb2.Transcript(messages=before.followed_by(answer.message())),
            request=verify_pb2.VerifyRequest(detail=verify_pb2.DETAIL_VERDICTS, checks=checks),
        )
        method: Any = self._methods.service(_Details())
        read = method.request_deserializer(request.SerializeToString())
        response = await method.unary_unary(read, context)
        return pb.VerifyTranscriptResponse.FromString(response.SerializeToString())

    async def _repaired(
        self,
        answer: Answer,
        found: pb.VerifyTranscriptResponse,
        before: Conversation,
        context: Context,
    ) -> str | None:
        """The text with its repairs, where they settle every error, and it is released then."""
        if any(one.report.action != report_pb2.ACTION_RELEASE for one in found.tool_calls):
            return None
        findings = list(_findings(found.response.report))
        errors = [one for one in findings if one.severity == report_pb2.SEVERITY_ERROR]
        if not errors or not all(one.HasField("repair") for one in errors):
            return None
        repairs = [
            Repair(Span(one.repair.span.start, one.repair.span.end), one.repair.replacement)
            for one in findings
            if one.HasField("repair")
        ]
        text = Text(answer.text)
        repaired = apply_repairs(text, Span(0, len(text.data)), repairs)
        again = await self._verify(Answer(repaired), before, context)
        return repaired if again.action == report_pb2.ACTION_RELEASE else None


class _Details(grpc.HandlerCallDetails):
    method = METHOD
    invocation_metadata: Any = ()


def _explain(found: pb.VerifyTranscriptResponse) -> str:
    """Why an answer is held: the codes, and what to send back to the model."""
    reports = [found.response.report, *(call.report for call in found.tool_calls)]
    held = [one for one in reports if one.action == report_pb2.ACTION_HOLD]
    codes = dict.fromkeys(code for report in held for code in _codes(report))
    hints = [report.retry_hint for report in held if report.retry_hint]
    reason = "\n".join([f"held by verifyd: {', '.join(codes)}", *hints])
    return reason if len(reason) <= MAX_REASON else f"{reason[: MAX_REASON - 1]}…"


def _codes(report: report_pb2.Report) -> Iterator[str]:
    """The codes of errors and warnings, and why checks could not finish."""
    for result in report.results:
        if result.HasField("failure"):
            yield f"{result.check} {result.failure.reason}"
        for finding in result.findings.findings:
            if finding.severity != report_pb2.SEVERITY_INFO:
                yield finding.code


def _findings(report: report_pb2.Report) -> Iterator[report_pb2.Finding]:
    for result in report.results:
        yield from result.findings.findings
