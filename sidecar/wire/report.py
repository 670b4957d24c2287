"""``Report`` to ``verifyd.v1.Report``.

Messages are filled in place: see ``wire.numeric``.
"""

from __future__ import annotations

from verifyd.v1 import common_pb2, consistency_pb2, report_pb2

from sidecar.model.citation import CitationsDetail
from sidecar.model.consistency import ConsistencyDetail
from sidecar.model.decimals import plain
from sidecar.model.report import (
    CheckResult,
    Detail,
    Failure,
    Finding,
    NumericDetail,
    Report,
    Severity,
)
from sidecar.model.structure import StructureDetail
from sidecar.model.support import SupportDetail
from sidecar.model.text import Span
from sidecar.wire import citations, numeric, structure, support

MAX_REPORT_BYTES = 3 * 1024 * 1024


def write(message: report_pb2.Report, report: Report, detail: Detail) -> None:
    """Fill a message with a report at a level of detail.

    Past 3 MiB, bindings of supported numbers and citations that were found are dropped, and
    ``bindings_dropped`` says so; then what was weighed for the other numbers. Findings never are.
    """
    _write(message, report, detail, drop_supported=False)
    for less in (detail, min(detail, Detail.BINDINGS)):
        if message.ByteSize() <= MAX_REPORT_BYTES:  # protobuf writes all of it to know that
            return
        message.Clear()
        _write(message, report, less, drop_supported=True)


def _write(
    message: report_pb2.Report, report: Report, detail: Detail, *, drop_supported: bool
) -> None:
    message.decision = report.decision
    message.action = report.action
    message.mode = report.mode
    message.text_digest = report.text_digest
    message.evidence_digest = report.evidence_digest
    message.settings_digest = report.settings_digest
    message.engine_version = report.engine_version
    message.bindings_dropped = drop_supported
    for result in report.results:
        _write_result(message, result, detail, drop_supported)


def _write_result(
    message: report_pb2.Report, result: CheckResult, detail: Detail, drop_supported: bool
) -> None:
    ending = message.results.add(check=result.check, required=result.required, mode=result.mode)
    outcome = result.outcome
    if isinstance(outcome, Failure):
        ending.failure.reason = outcome.reason
        ending.failure.message = outcome.message
        ending.failure.retryable = outcome.retryable
        return
    findings = ending.findings
    findings.SetInParent()  # a check that found nothing ended well all the same
    findings.nothing_to_judge = outcome.judged == 0
    for finding, severity in zip(outcome.findings, result.severities, strict=True):
        _write_finding(findings, result.check, finding, severity)
    match outcome.detail:
        case NumericDetail():
            findings.numeric.SetInParent()
            numeric.write(findings.numeric, outcome.detail, detail, drop_supported)
        case ConsistencyDetail():
            findings.consistency.CopyFrom(_consistency(outcome.detail, detail))
        case CitationsDetail():
            findings.citations.SetInParent()
            citations.write(findings.citations, outcome.detail, detail, drop_supported)
        case StructureDetail():
            structure.write(findings.structure, outcome.detail, detail)
        case SupportDetail():
            support.write(findings.support, outcome.detail, detail)
        case None:
            pass


def span(place: Span) -> common_pb2.Span:
    """A place in the narrative."""
    return common_pb2.Span(start=place.start, end=place.end)


def _write_finding(
    message: report_pb2.Findings, check: str, finding: Finding, severity: Severity
) -> None:
    written = message.findings.add(
        check=check,
        code=finding.code,
        severity=severity,
        verdict=finding.verdict,
        message=finding.message,
        confidence=finding.confidence,
    )
    details = written.details
    for name, value in finding.details.items():  # cheaper than handing them over together
        details[name] = value
    place = written.span
    place.start, place.end = finding.span
    if finding.repair is not None:
        written.repair.span.start, written.repair.span.end = finding.repair.span
        written.repair.replacement = finding.repair.replacement


def _consistency(detail: ConsistencyDetail, level: Detail) -> consistency_pb2.ConsistencyDetail:
    passed = sum(check.passed for check in detail.math_checks)
    message = consistency_pb2.ConsistencyDetail(
        checks_passed=passed, checks_failed=len(detail.math_checks) - passed
    )
    if level is not Detail.VERDICTS:
        message.math_checks.extend(
            consistency_pb2.MathCheck(
                name=check.name,
                passed=check.passed,
                span=span(check.span),
                total=plain(check.total),
                expected=plain(check.expected),
                mend="" if check.mend is None else plain(check.mend),
            )
            for check in detail.math_checks
        )
    return message
