"""From the wire to ``verifyd.results``: findings, and what was done for them."""

from __future__ import annotations

from datetime import UTC
from decimal import Decimal

from verifyd._offsets import Offsets
from verifyd.enums import Mode, Severity, Verdict
from verifyd.results import (
    CheckFailure,
    CheckInfo,
    CheckResult,
    CodeInfo,
    Finding,
    ModelUse,
    Repair,
    ResponseMeta,
    ReviewRecord,
)
from verifyd.v1 import report_pb2, verify_pb2


def check(result: report_pb2.CheckResult, offsets: Offsets) -> CheckResult:
    """How one check ended. An outcome that is not set is a failure: nothing is known."""
    failure = None
    if not result.HasField("findings"):
        failure = CheckFailure(
            reason=result.failure.reason or "INTERNAL",
            message=result.failure.message or "the server gave no outcome",
            retryable=result.failure.retryable,
        )
    return CheckResult(
        check=result.check,
        required=result.required,
        findings=tuple(finding(f, offsets) for f in result.findings.findings),
        nothing_to_judge=result.findings.nothing_to_judge,
        failure=failure,
        mode=Mode(result.mode),
    )


def finding(message: report_pb2.Finding, offsets: Offsets) -> Finding:
    """One finding."""
    repair = None
    if message.HasField("repair"):
        repair = Repair(offsets.span(message.repair.span), message.repair.replacement)
    return Finding(
        check=message.check,
        code=message.code,
        severity=Severity(message.severity),
        verdict=Verdict(message.verdict),
        span=offsets.span(message.span),
        text=offsets.slice(message.span),
        message=message.message,
        details=dict(message.details),
        repair=repair,
        confidence=message.confidence if message.HasField("confidence") else None,
    )


def meta(message: verify_pb2.ResponseMeta) -> ResponseMeta:
    """When and how fast."""
    return ResponseMeta(
        request_id=message.request_id,
        verified_at=message.verified_at.ToDatetime(tzinfo=UTC),
        elapsed=message.elapsed.ToTimedelta(),
        timings={timing.check: timing.elapsed.ToTimedelta() for timing in message.timings},
        models=tuple(
            ModelUse(
                model=use.model,
                calls=use.calls,
                failures=use.failures,
                kept=use.kept,
                prompt_tokens=use.prompt_tokens,
                completion_tokens=use.completion_tokens,
                cost=Decimal(use.cost) if use.cost else None,
            )
            for use in message.models
        ),
        review=_review_record(message.review) if message.HasField("review") else None,
    )


def _review_record(message: verify_pb2.ReviewRecord) -> ReviewRecord:
    return ReviewRecord(message.stored, message.review_id, message.items, message.dropped_items)


def check_info(message: verify_pb2.CheckInfo) -> CheckInfo:
    """One check of the server."""
    return CheckInfo(
        name=message.name,
        summary=message.summary,
        required=message.required,
        codes=tuple(
            CodeInfo(code.code, Severity(code.severity), code.summary, code.remedy)
            for code in message.codes
        ),
    )
