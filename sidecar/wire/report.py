"""``Report`` to the bytes of ``verifyd.v1.Report``.

Messages are filled in place: protobuf copies one whole when it is put into another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verifyd.v1 import arguments_pb2, citations_pb2, numeric_pb2, support_pb2

from sidecar.model.check_details import (
    ArgumentsDetail,
    CitationsDetail,
    CitationVerification,
    ConsistencyDetail,
    SupportDetail,
)
from sidecar.model.claim import ClaimsDetail
from sidecar.model.formatting import format_plain
from sidecar.model.report import (
    CheckResult,
    ClaimBinding,
    Considered,
    Detail,
    Failure,
    Finding,
    NumericDetail,
    Report,
    Severity,
    Verdict,
)
from sidecar.model.structure import StructureDetail
from sidecar.model.why import Why
from sidecar.wire import claims, formulas, messages
from sidecar.wire.bindings import BindingWriter, write_groups
from sidecar.work import check_abandoned

MAX_READINGS = 20


def write_numeric(detail: NumericDetail, level: Detail, drop_supported: bool) -> bytes:
    """The message: counts always, bindings from BINDINGS on, all that was weighed in EXPLAIN."""
    verdicts = detail.bindings.verdicts
    counts = numeric_pb2.NumericDetail(
        claims_total=len(verdicts),
        claims_matched=verdicts.count(Verdict.SUPPORTED),
        claims_inconclusive=verdicts.count(Verdict.INCONCLUSIVE),
    )
    if level is Detail.VERDICTS:
        counts.claims_uncovered = detail.uncovered
        messages.write_passed(counts, detail.passed_over)
        return counts.SerializeToString()
    writer = BindingWriter()
    as_arrays = detail.bindings.plain
    if as_arrays is not None and level is not Detail.EXPLAIN and not drop_supported:
        bindings = write_groups(writer, detail.bindings, as_arrays())
    else:
        for binding in detail.bindings:
            check_abandoned()
            if not (drop_supported and binding.matched):
                message = writer.write(binding)
                if level is Detail.EXPLAIN:
                    _explain(message, binding)
        bindings = writer.taken()
    skipped = numeric_pb2.NumericDetail(claims_uncovered=detail.uncovered)
    for span, reason in detail.skipped if level is Detail.EXPLAIN else ():
        one = skipped.skipped.add(reason=reason)
        one.span.start, one.span.end = span
    messages.write_passed(skipped, detail.passed_over)
    for formula in detail.no_claims:
        formulas.write_formula(skipped.no_claims.add(), formula)
    # Parts of a message, in the order of its fields, are the whole of it.
    parts = counts.SerializeToString(), bindings, writer.shared(), skipped.SerializeToString()
    return b"".join(parts)


def _explain(message: numeric_pb2.ClaimBinding, binding: ClaimBinding) -> None:
    message.low = format_plain(binding.claim.number.low)
    message.high = format_plain(binding.claim.number.high)
    for each in binding.considered[:MAX_READINGS]:
        _write_reading(message.readings.add(), each)
    if binding.odds is not None:
        message.odds.right, message.odds.wrong, message.odds.outside = binding.odds
    for code, told, details in binding.hints:
        message.hints.add(code=code, message=told, details=details)


def _write_reading(message: numeric_pb2.Reading, one: Considered) -> None:
    reading, why = one
    if reading is not None:
        message.query_id = reading.query_id
        message.location = reading.location
        message.value = format_plain(reading.value)
        message.grade = reading.grade
        message.formula = reading.formula
    if why is not None:
        _write_why(message.why, why)


def _write_why(message: numeric_pb2.Why, why: Why) -> None:
    message.kind, message.weight, message.query_id = why.kind, why.weight, why.query_id
    message.row, message.column = why.row, why.column
    message.cells, message.agreeing = why.cells, why.agreeing
    for part, name, origin, strength, span in why.links:
        link = message.links.add(part=part, name=name, origin=origin, strength=strength)
        if span is not None:
            link.span.start, link.span.end = span
    for feature, weight in why.reasons:
        message.reasons.add(feature=feature, weight=weight)


# ``SupportDetail`` to its message.


def write_support(message: support_pb2.SupportDetail, detail: SupportDetail, level: Detail) -> None:
    """Fill a message; the ids of the evidence from BINDINGS on."""
    support, calibration = detail.evidence_support, detail.confidence_calibration
    score = message.evidence_support
    score.score = support.score
    score.reasoning = support.reasoning
    score.evidence_count = len(support.supporting_evidence_ids)
    score.mean_relevance = support.mean_relevance
    score.provenance_count = support.provenances
    score.cited = support.cited
    if level is not Detail.VERDICTS:
        score.supporting_evidence_ids.extend(support.supporting_evidence_ids)
    compared = message.confidence_calibration
    compared.stated_confidence = calibration.stated_confidence
    compared.evidence_confidence = calibration.evidence_confidence
    compared.calibration_delta = calibration.calibration_delta
    compared.is_calibrated = calibration.is_calibrated
    if calibration.span is not None:
        compared.span.start, compared.span.end = calibration.span


# ``Finding`` to its message.


def write_findings(
    check: str, findings: Sequence[Finding], severities: Sequence[Severity]
) -> bytes:
    """The findings of a check as they are sent."""
    message = messages.Findings()
    for finding, severity in zip(findings, severities, strict=True):
        write_finding(message.findings.add(), check, finding, severity)
    whole: bytes = message.SerializeToString(deterministic=True)
    return whole


def write_finding(written: Any, check: str, finding: Finding, severity: Severity) -> None:
    """Fill a message."""
    written.check, written.code, written.message = check, finding.code, finding.message
    written.severity, written.verdict = severity, finding.verdict
    if finding.confidence is not None:
        written.confidence = finding.confidence
    details = written.details
    for name, value in finding.details.items():  # cheaper than handing them over together
        details[name] = value
    place = written.span
    place.start, place.end = finding.span
    if finding.repair is not None:
        written.repair.span.start, written.repair.span.end = finding.repair.span
        written.repair.replacement = finding.repair.replacement


# ``CitationsDetail`` to its message.


def write_citations(
    message: citations_pb2.CitationsDetail,
    detail: CitationsDetail,
    level: Detail,
    drop_supported: bool,
) -> None:
    """Fill a message: counts always, citations from BINDINGS on."""
    message.citations_total = len(detail.citations)
    message.citations_found = detail.found
    if detail.validity_rate is not None:
        message.citation_validity_rate = detail.validity_rate
    message.statements_total = detail.statements
    message.statements_cited = detail.cited
    messages.write_passed(message, detail.passed_over)
    if level is Detail.VERDICTS:
        return
    for one in detail.citations:
        if not (drop_supported and one.found):
            _write_citation(message, one)


def _write_citation(message: citations_pb2.CitationsDetail, one: CitationVerification) -> None:
    place = message.citations.add(
        citation_id=one.marker.key,
        found=one.found,
        evidence_snippet=one.snippet,
        form=one.marker.form,
        evidence_ids=one.evidence_ids,
        overlap=one.overlap,
    ).span
    place.start, place.end = one.marker.span


# ``ArgumentsDetail`` to its message.


def write_arguments(
    message: arguments_pb2.ArgumentsDetail, detail: ArgumentsDetail, level: Detail
) -> None:
    """Fill a message: counts always, values from BINDINGS on."""
    verdicts = [one.verdict for one in detail.values if one.verdict]
    message.tool = detail.tool
    message.values_total = len(verdicts)
    message.values_supported = verdicts.count(Verdict.SUPPORTED)
    for one in detail.values if level is not Detail.VERDICTS else ():
        value = message.arguments.add(path=one.path, kind=one.kind, verdict=one.verdict)
        value.span.start, value.span.end = one.span
        if one.origin:
            value.origin.kind, value.origin.message_index = one.origin, one.message
            value.origin.tool, value.origin.call_id = one.tool, one.call_id
            value.origin.location = one.location


MAX_REPORT_BYTES = 3 * 1024 * 1024


def write_report(report: Report, detail: Detail) -> bytes:
    """A report at a level of detail, as it is sent.

    Past 3 MiB, bindings of supported numbers and citations that were found are dropped, and
    ``bindings_dropped`` says so; then what was weighed for the other numbers. Findings never are.
    """
    sent = write_whole_report(report, detail)
    for less in (detail, min(detail, Detail.BINDINGS)):
        if len(sent) <= MAX_REPORT_BYTES:
            break
        sent = write_whole_report(report, less, drop_supported=True)
    return sent


def write_whole_report(report: Report, detail: Detail, *, drop_supported: bool = False) -> bytes:
    """A report at a level of detail, whatever its size."""
    message = messages.Report(
        decision=report.decision,
        action=report.action,
        mode=report.mode,
        text_digest=report.text_digest,
        evidence_digest=report.evidence_digest,
        settings_digest=report.settings_digest,
        engine_version=report.engine_version,
        bindings_dropped=drop_supported,
        retry_hint=report.retry_hint(),
    )
    for result in report.results:
        _write_result(message, result, detail, drop_supported)
    written: bytes = message.SerializeToString(deterministic=True)
    return written


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
            findings.numeric = write_numeric(outcome.detail, detail, drop_supported)
        case ConsistencyDetail():
            _write_consistency(findings.consistency, outcome.detail, detail)
        case CitationsDetail():
            findings.citations.SetInParent()
            write_citations(findings.citations, outcome.detail, detail, drop_supported)
        case StructureDetail():
            claims.write_structure(findings.structure, outcome.detail, detail)
        case SupportDetail():
            write_support(findings.support, outcome.detail, detail)
        case ArgumentsDetail():
            write_arguments(findings.arguments, outcome.detail, detail)
        case ClaimsDetail():
            claims.write_claims(findings.claims, outcome.detail, detail, drop_supported)
        case None:
            pass
    # A check that found nothing ended well all the same: its empty bytes are sent.
    told = write_findings(result.check, outcome.findings, result.severities)
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
            total=format_plain(check.total),
            expected=format_plain(check.expected),
            mend="" if check.mend is None else format_plain(check.mend),
        )
        written.span.start, written.span.end = check.span
