"""A report as the result of verifying an answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any, TypeVar

from sidecar.checks import CODES
from sidecar.evals.model import (
    CheckOutcome,
    CitationVerification,
    ConfidenceCalibration,
    EvidenceSupportScore,
    Usage,
    VerificationResult,
    VerificationStatus,
)
from sidecar.judges.spending import Account
from sidecar.model.check_details import CitationsDetail, SupportDetail
from sidecar.model.claim import ClaimsDetail
from sidecar.model.decimals import shortest
from sidecar.model.report import (
    CheckResult,
    Decision,
    Failure,
    Finding,
    Findings,
    NumericDetail,
    Report,
    Severity,
)
from sidecar.settings.root import Settings

T = TypeVar("T")

_SNIPPET = 100  # characters, as in seed 003
_MISCALIBRATED = "CONFIDENCE_MISCALIBRATED"
_STATUS = {
    Decision.PASS: VerificationStatus.PASSED,
    Decision.WARN: VerificationStatus.WARNING,
    Decision.FAIL: VerificationStatus.FAILED,
    Decision.UNVERIFIED: VerificationStatus.FAILED,
}
_WORSE = (VerificationStatus.PASSED, VerificationStatus.WARNING, VerificationStatus.FAILED)


def unverified(issue: str) -> VerificationResult:
    """The result where nothing could be known, which is never a pass."""
    return VerificationResult(
        status=VerificationStatus.FAILED, decision=Decision.UNVERIFIED.name, issues=(issue,)
    )


def result(
    report: Report, account: Account, settings: Settings, confidence: float | None
) -> VerificationResult:
    """What a report comes to.

    Args:
        report: Of the checks.
        account: What they took of models.
        settings: In force.
        confidence: What the run states beside its text; it counts where the text states none.
    """
    support = _detail(report, SupportDetail)
    found = VerificationResult(
        status=_STATUS[report.decision],
        decision=report.decision.name,
        citations=tuple(_citations(report)),
        evidence_support=None if support is None else _support(support),
        issues=tuple(_issues(report)),
        checks={one.check: _outcome(one) for one in report.results},
        numbers=_numbers(report),
        claims=_claims(report),
        text_digest=report.text_digest,
        usage=_usage(account, settings),
    )
    return found if support is None else _calibrated(found, support, settings, confidence)


def worsened(
    found: VerificationResult, status: VerificationStatus, issue: str
) -> VerificationResult:
    """The same result with one more issue, and no better than a status."""
    worse = max(found.status, status, key=_WORSE.index)
    return replace(found, status=worse, issues=(*found.issues, issue))


def _detail(report: Report, kind: type[T]) -> T | None:
    for one in report.results:
        if isinstance(one.outcome, Findings) and isinstance(one.outcome.detail, kind):
            return one.outcome.detail
    return None


def _citations(report: Report) -> Iterator[CitationVerification]:
    detail = _detail(report, CitationsDetail)
    for one in detail.citations if detail else ():
        snippet = one.snippet[:_SNIPPET] if one.found else None
        yield CitationVerification(
            citation_id=one.marker.key, found=one.found, evidence_snippet=snippet
        )


def _support(detail: SupportDetail) -> EvidenceSupportScore:
    scored = detail.evidence_support
    return EvidenceSupportScore(
        score=scored.score,
        reasoning=scored.reasoning,
        supporting_evidence_ids=tuple(scored.supporting_evidence_ids),
    )


def _calibrated(
    found: VerificationResult,
    detail: SupportDetail,
    settings: Settings,
    confidence: float | None,
) -> VerificationResult:
    """With the confidence of the text, or else of the run, beside that of the evidence."""
    said = detail.confidence_calibration
    own = said.span is None and confidence is not None
    stated = confidence if own and confidence is not None else said.stated_confidence
    delta = round(abs(stated - said.evidence_confidence), 9)
    tolerance: Decimal = settings.support.confidence_tolerance
    calibration = ConfidenceCalibration(
        stated_confidence=stated,
        evidence_confidence=said.evidence_confidence,
        calibration_delta=delta,
        is_calibrated=0 <= stated <= 1 and shortest(delta) <= tolerance,
    )
    found = replace(found, confidence_calibration=calibration)
    if not own or calibration.is_calibrated:
        return found
    evidence = calibration.evidence_confidence
    told = f"the stated confidence is {stated:.2f}, that of the evidence {evidence:.2f}"
    return _told(found, f"{told} [{_MISCALIBRATED}]", settings)


def _told(found: VerificationResult, issue: str, settings: Settings) -> VerificationResult:
    """With what the check would have found, had the text stated it."""
    changed = settings.policy.severities.get(_MISCALIBRATED)
    severity = Severity[changed.upper()] if changed else CODES[_MISCALIBRATED].severity
    if severity is Severity.INFO:
        return found
    is_error = severity is Severity.ERROR
    status = VerificationStatus.FAILED if is_error else VerificationStatus.WARNING
    return worsened(found, status, issue)


def _issues(report: Report) -> Iterator[str]:
    for one in report.results:
        outcome = one.outcome
        if isinstance(outcome, Failure):
            yield f"{one.check}: {outcome.message} [{outcome.reason}]"
            continue
        for finding, severity in zip(outcome.findings, one.severities, strict=True):
            if severity is not Severity.INFO:
                yield f"{finding.message} [{finding.code}]"


def _outcome(one: CheckResult) -> CheckOutcome:
    outcome = one.outcome
    if isinstance(outcome, Failure):
        return CheckOutcome(passed=False, error=f"{outcome.message} [{outcome.reason}]")
    pairs = zip(outcome.findings, one.severities, strict=True)
    return CheckOutcome(
        passed=all(severity is Severity.INFO for severity in one.severities),
        judged=outcome.judged,
        findings=tuple(_finding(finding, severity) for finding, severity in pairs),
    )


def _finding(finding: Finding, severity: Severity) -> dict[str, Any]:
    return {
        "code": finding.code,
        "severity": severity.name.lower(),
        "verdict": finding.verdict.name.lower(),
        "span": [finding.span.start, finding.span.end],
        "message": finding.message,
    }


def _numbers(report: Report) -> Mapping[str, int]:
    detail = _detail(report, NumericDetail)
    return _counted([] if detail is None else [one.name for one in detail.bindings.verdicts])


def _claims(report: Report) -> Mapping[str, int]:
    detail = _detail(report, ClaimsDetail)
    return _counted([] if detail is None else [one.verdict.name for one in detail.claims])


def _counted(names: Sequence[str]) -> Mapping[str, int]:
    return dict(sorted(Counter(map(str.lower, names)).items()))


def _usage(account: Account, settings: Settings) -> Usage:
    models = account.models.values()
    return Usage(
        input_tokens=sum(one.prompt_tokens for one in models),
        output_tokens=sum(one.completion_tokens for one in models),
        cost=float(sum((one.cost or Decimal(0) for one in models), Decimal(0))),
        currency=settings.claims.currency,
    )
