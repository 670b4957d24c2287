"""``Report`` to ``verifyd.v1.Report``.

Building the reply is what a warm ``Verify`` spends its time on, so each number becomes one message,
sentences and citations are sent once and pointed at, and nothing is formatted twice.
"""

from __future__ import annotations

from collections.abc import Sequence

from verifyd.v1 import common_pb2, consistency_pb2, numeric_pb2, report_pb2

from sidecar.model.decimals import plain
from sidecar.model.number import Citation
from sidecar.model.report import (
    CheckResult,
    ClaimBinding,
    ConsistencyDetail,
    Detail,
    Failure,
    Finding,
    Findings,
    NumericDetail,
    Reading,
    Report,
    Severity,
    Verdict,
)
from sidecar.model.text import Span

MAX_REPORT_BYTES = 3 * 1024 * 1024
MAX_READINGS = 20


def encode(report: Report, detail: Detail) -> report_pb2.Report:
    """The report at a level of detail.

    Past 3 MiB, bindings of supported numbers are dropped and ``bindings_dropped`` says so; findings
    never are.
    """
    message = _encode(report, detail, drop_supported=False)
    if message.ByteSize() > MAX_REPORT_BYTES:
        message = _encode(report, detail, drop_supported=True)
    return message


def _encode(report: Report, detail: Detail, *, drop_supported: bool) -> report_pb2.Report:
    return report_pb2.Report(
        decision=report.decision.value,
        action=report.action.value,
        mode=report.mode.value,
        results=[_result(result, detail, drop_supported) for result in report.results],
        text_digest=report.text_digest,
        evidence_digest=report.evidence_digest,
        settings_digest=report.settings_digest,
        engine_version=report.engine_version,
        bindings_dropped=drop_supported,
    )


def _result(result: CheckResult, detail: Detail, drop_supported: bool) -> report_pb2.CheckResult:
    outcome = result.outcome
    if isinstance(outcome, Failure):
        failure = report_pb2.CheckFailure(
            reason=outcome.reason, message=outcome.message, retryable=outcome.retryable
        )
        return report_pb2.CheckResult(check=result.check, required=result.required, failure=failure)
    findings = report_pb2.Findings(
        findings=[
            _finding(result.check, finding, severity)
            for finding, severity in zip(outcome.findings, result.severities, strict=True)
        ],
        nothing_to_judge=outcome.judged == 0,
        **_detail(outcome, detail, drop_supported),
    )
    return report_pb2.CheckResult(check=result.check, required=result.required, findings=findings)


def _detail(
    outcome: Findings, detail: Detail, drop_supported: bool
) -> dict[str, numeric_pb2.NumericDetail | consistency_pb2.ConsistencyDetail]:
    match outcome.detail:
        case NumericDetail():
            return {"numeric": _numeric(outcome.detail, detail, drop_supported)}
        case ConsistencyDetail():
            return {"consistency": _consistency(outcome.detail, detail)}
        case None:
            return {}


def span(place: Span) -> common_pb2.Span:
    """A place in the narrative."""
    return common_pb2.Span(start=place.start, end=place.end)


def _finding(check: str, finding: Finding, severity: Severity) -> report_pb2.Finding:
    repair = finding.repair
    return report_pb2.Finding(
        check=check,
        code=finding.code,
        severity=severity.value,
        verdict=finding.verdict.value,
        span=span(finding.span),
        message=finding.message,
        details=finding.details,
        repair=repair and report_pb2.Repair(span=span(repair.span), replacement=repair.replacement),
        confidence=finding.confidence,
    )


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
            )
            for check in detail.math_checks
        )
    return message


def _numeric(
    detail: NumericDetail, level: Detail, drop_supported: bool
) -> numeric_pb2.NumericDetail:
    verdicts = [binding.verdict for binding in detail.bindings]
    counts = {
        "claims_total": len(verdicts),
        "claims_matched": verdicts.count(Verdict.SUPPORTED),
        "claims_inconclusive": verdicts.count(Verdict.INCONCLUSIVE),
    }
    if level is Detail.VERDICTS:
        return numeric_pb2.NumericDetail(**counts)
    explain = level is Detail.EXPLAIN
    kept = [b for b in detail.bindings if not (drop_supported and b.matched)]
    sentences: dict[Span, int] = {}
    citations: dict[Citation, int] = {Citation(): 0}
    bindings = [_binding(binding, sentences, citations, explain) for binding in kept]
    return numeric_pb2.NumericDetail(
        **counts,
        bindings=bindings,
        sentences=[span(sentence) for sentence in sentences],
        citations=[_citation(citation) for citation in list(citations)[1:]],
        skipped=[
            numeric_pb2.SkippedNumber(span=span(skip.span), reason=skip.reason.value)
            for skip in detail.skipped
        ]
        if explain
        else (),
    )


def _binding(
    binding: ClaimBinding,
    sentences: dict[Span, int],
    citations: dict[Citation, int],
    explain: bool,
) -> numeric_pb2.ClaimBinding:
    """One number; adds its sentence and citation to those that the message will hold."""
    claim = binding.claim
    number = claim.number
    message = numeric_pb2.ClaimBinding(
        span=span(number.span),
        value=plain(number.value),
        unit=number.unit.value,
        unit_symbol=number.symbol,
        form=number.form.value,
        qualifier=number.qualifier.value,
        direction=number.direction.value,
        sentence=sentences.setdefault(claim.sentence, len(sentences)),
        citation=citations.setdefault(claim.citation, len(citations)),
        matched=binding.matched,
        verdict=binding.verdict.value,
        grade=binding.grade.value,
        ambiguous_source_qids=binding.sources,
    )
    reading = binding.reading
    if reading is not None:
        message.matched_source_qid = reading.query_id
        message.matched_location = reading.location
        message.matched_value = plain(reading.value)
    if explain:
        message.low = plain(number.low)
        message.high = plain(number.high)
        message.readings.extend(_readings(binding.considered))
    return message


def _readings(readings: Sequence[Reading]) -> list[numeric_pb2.Reading]:
    return [
        numeric_pb2.Reading(
            query_id=reading.query_id,
            location=reading.location,
            value=plain(reading.value),
            grade=reading.grade.value,
        )
        for reading in readings[:MAX_READINGS]
    ]


def _citation(citation: Citation) -> numeric_pb2.NumericCitation:
    return numeric_pb2.NumericCitation(
        prefix=citation.prefix and span(citation.prefix),
        source_family=citation.family,
        query_id=citation.query_id,
    )
