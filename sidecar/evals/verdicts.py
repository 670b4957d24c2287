"""What an answer is judged by: its report as a result, and the criteria of its question."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from sidecar.checks import CODES
from sidecar.evals.model import (
    CheckOutcome,
    CitationVerification,
    ConfidenceCalibration,
    EvalQuestion,
    EvidenceSupportScore,
    ResearchRun,
    Usage,
    VerificationResult,
    VerificationStatus,
)
from sidecar.judges.spending import SpendingAccount
from sidecar.model.check_details import CitationsDetail, SupportDetail
from sidecar.model.claim import ClaimsDetail
from sidecar.model.formatting import to_shortest_decimal
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

if TYPE_CHECKING:
    from sidecar.model.outcome import SuccessCriteria
    from sidecar.outcomes.engine import OutcomeEngine


T = TypeVar("T")

_SNIPPET = 100  # characters of a quoted passage
_MISCALIBRATED = "CONFIDENCE_MISCALIBRATED"
_STATUS = {
    Decision.PASS: VerificationStatus.PASSED,
    Decision.WARN: VerificationStatus.WARNING,
    Decision.FAIL: VerificationStatus.FAILED,
    Decision.UNVERIFIED: VerificationStatus.FAILED,
}
_WORSE = (VerificationStatus.PASSED, VerificationStatus.WARNING, VerificationStatus.FAILED)


def make_unverified(issue: str) -> VerificationResult:
    """The result where nothing could be known, which is never a pass."""
    return VerificationResult(
        status=VerificationStatus.FAILED, decision=Decision.UNVERIFIED.name, issues=(issue,)
    )


def make_result(
    report: Report, account: SpendingAccount, settings: Settings, confidence: float | None
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


def worsen(found: VerificationResult, status: VerificationStatus, issue: str) -> VerificationResult:
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
        is_calibrated=0 <= stated <= 1 and to_shortest_decimal(delta) <= tolerance,
    )
    found = replace(found, confidence_calibration=calibration)
    if not own or calibration.is_calibrated:
        return found
    evidence = calibration.evidence_confidence
    told = f"the stated confidence is {stated:.2f}, that of the evidence {evidence:.2f}"
    return _add_hypothetical(found, f"{told} [{_MISCALIBRATED}]", settings)


def _add_hypothetical(
    found: VerificationResult, issue: str, settings: Settings
) -> VerificationResult:
    """With what the check would have found, had the text stated it."""
    changed = settings.policy.severities.get(_MISCALIBRATED)
    severity = Severity[changed.upper()] if changed else CODES[_MISCALIBRATED].severity
    if severity is Severity.INFO:
        return found
    is_error = severity is Severity.ERROR
    status = VerificationStatus.FAILED if is_error else VerificationStatus.WARNING
    return worsen(found, status, issue)


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


def _usage(account: SpendingAccount, settings: Settings) -> Usage:
    models = account.models.values()
    return Usage(
        input_tokens=sum(one.prompt_tokens for one in models),
        output_tokens=sum(one.completion_tokens for one in models),
        cost=float(sum((one.cost or Decimal(0) for one in models), Decimal(0))),
        currency=settings.claims.currency,
    )


# Whether an answer meets the success criteria of its question.

_TOP = "success_criteria"
_KEPT = 128  # criteria that were read: many questions have the same ones


class CriteriaVerdict(NamedTuple):
    """How criteria ended.

    Attributes:
        met: Whether they are met; never where they cannot be read.
        issues: Why not, in sentences.
    """

    met: bool
    issues: tuple[str, ...] = ()


class CriteriaJudge:
    """Judges runs by the criteria of their questions.

    Governance is not asked: it may remember other tasks, and an eval is no delivery.

    Args:
        settings: Of verifyd.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._engine: OutcomeEngine | None = None
        self._known: dict[str, SuccessCriteria] = {}

    async def judge(
        self, run: ResearchRun, question: EvalQuestion, report: Report | None
    ) -> CriteriaVerdict:
        """Whether a run meets the criteria of its question, which has some."""
        from sidecar.model.outcome import Task  # noqa: PLC0415 (few data sets have criteria)
        from sidecar.outcomes.engine import encode_task  # noqa: PLC0415

        engine = self._ready()
        criteria = self._read(question, engine)
        if isinstance(criteria, CriteriaVerdict):
            return criteria
        task = Task(
            input=_input(question),
            output=run.output if isinstance(run.output, dict) else {"text": run.answer},
            metadata={"duration_ms": 1000 * run.duration_seconds},
            report=report,
        )
        try:
            parts = encode_task(task)
        except (TypeError, ValueError) as error:
            return CriteriaVerdict(False, (f"the success criteria cannot be judged: {error}",))
        ended = await engine.verify(criteria, task, parts, tenant="", in_thread=asyncio.to_thread)
        unmet = [one.reason for one in ended.criterion_results if not one.met]
        issues = (
            () if ended.success else (ended.reason, *(u for u in unmet if u not in ended.reason))
        )
        return CriteriaVerdict(ended.success, issues)

    def faults(self, question: EvalQuestion) -> tuple[str, ...]:
        """What is wrong with the criteria of a question, if it has some."""
        if question.success_criteria is None:
            return ()
        read = self._read(question, self._ready())
        return read.issues if isinstance(read, CriteriaVerdict) else ()

    def _ready(self) -> OutcomeEngine:
        if self._engine is None:
            from sidecar.outcomes.engine import OutcomeEngine  # noqa: PLC0415 (as above)
            from sidecar.outcomes.governance import CombinedGovernance  # noqa: PLC0415

            own = self._settings
            self._engine = OutcomeEngine(
                own.outcomes, own.structure, governance=CombinedGovernance([])
            )
        return self._engine

    def _read(
        self, question: EvalQuestion, engine: OutcomeEngine
    ) -> SuccessCriteria | CriteriaVerdict:
        given: Any = question.success_criteria or {}
        given = given.get(_TOP, given) if len(given) == 1 else given
        key = json.dumps(given, sort_keys=True, default=repr)
        known = self._known.get(key)
        if known is not None:
            return known
        read = engine.read(given)
        if read.criteria is None:
            return CriteriaVerdict(
                False, tuple(f"{one.message} [{one.code}]" for one in read.faults)
            )
        if len(self._known) >= _KEPT:
            self._known.clear()
        self._known[key] = read.criteria
        return read.criteria


def _input(question: EvalQuestion) -> Mapping[str, Any]:
    """What the task was given: what extractors read there, beside the question itself."""
    given: dict[str, Any] = {**question.metadata, "question": question.question}
    if question.expected_answer is not None:
        given.setdefault("reference", question.expected_answer)
    if question.schema is not None:
        given.setdefault("output_schema", question.schema)
    return given
