"""``Report`` to the bytes of ``verifyd.v1.Report``.

Messages are filled in place: protobuf copies one whole when it is put into another.
"""

from __future__ import annotations

from typing import Any

from sidecar.model.citation import CitationsDetail
from sidecar.model.claim import ClaimsDetail
from sidecar.model.consistency import ConsistencyDetail
from sidecar.model.decimals import plain
from sidecar.model.report import (
    CheckResult,
    Detail,
    Failure,
    NumericDetail,
    Report,
)
from sidecar.model.structure import StructureDetail
from sidecar.model.support import SupportDetail
from sidecar.wire import citations, claims, messages, numeric, structure, support
from sidecar.wire.findings import written as written_findings

MAX_REPORT_BYTES = 3 * 1024 * 1024


def written(report: Report, detail: Detail) -> bytes:
    """A report at a level of detail, as it is sent.

    Past 3 MiB, bindings of supported numbers and citations that were found are dropped, and
    ``bindings_dropped`` says so; then what was weighed for the other numbers. Findings never are.
    """
    hint = report.retry_hint()
    whole = _written(report, detail, hint, drop_supported=False)
    for less in (detail, min(detail, Detail.BINDINGS)):
        if len(whole) <= MAX_REPORT_BYTES:
            break
        whole = _written(report, less, hint, drop_supported=True)
    return whole


def _written(report: Report, detail: Detail, hint: str, *, drop_supported: bool) -> bytes:
    message = messages.Report(
        decision=report.decision,
        action=report.action,
        mode=report.mode,
        text_digest=report.text_digest,
        evidence_digest=report.evidence_digest,
        settings_digest=report.settings_digest,
        engine_version=report.engine_version,
        bindings_dropped=drop_supported,
        retry_hint=hint,
    )
    for result in report.results:
        _write_result(message, result, detail, drop_supported)
    whole: bytes = message.SerializeToString(deterministic=True)
    return whole


def _write_result(message: Any, result: CheckResult, detail: Detail, drop_supported: bool) -> None:
    ending = message.results.add(check=result.check, required=result.required, mode=result.mode)
    outcome = result.outcome
    if isinstance(outcome, Failure):
        ending.failure.reason = outcome.reason
        ending.failure.message = outcome.message
        ending.failure.retryable = outcome.retryable
        return
    findings = messages.Findings(nothing_to_judge=outcome.judged == 0)
    match outcome.detail:
        case NumericDetail():
            findings.numeric = numeric.written(outcome.detail, detail, drop_supported)
        case ConsistencyDetail():
            _write_consistency(findings.consistency, outcome.detail, detail)
        case CitationsDetail():
            findings.citations.SetInParent()
            citations.write(findings.citations, outcome.detail, detail, drop_supported)
        case StructureDetail():
            structure.write(findings.structure, outcome.detail, detail)
        case SupportDetail():
            support.write(findings.support, outcome.detail, detail)
        case ClaimsDetail():
            claims.write(findings.claims, outcome.detail, detail, drop_supported)
        case None:
            pass
    # A check that found nothing ended well all the same: its empty bytes are sent.
    told = written_findings(result.check, outcome.findings, result.severities)
    ending.findings = told + findings.SerializeToString(deterministic=True)


def _write_consistency(message: Any, detail: ConsistencyDetail, level: Detail) -> None:
    message.checks_passed = passed = sum(check.passed for check in detail.math_checks)
    message.checks_failed = len(detail.math_checks) - passed
    if level is Detail.VERDICTS:
        return
    for check in detail.math_checks:
        written = message.math_checks.add(
            name=check.name,
            passed=check.passed,
            total=plain(check.total),
            expected=plain(check.expected),
            mend="" if check.mend is None else plain(check.mend),
        )
        written.span.start, written.span.end = check.span
