"""No report says that nothing is wrong where something may be."""

from __future__ import annotations

from itertools import product

import pytest

from sidecar.model.report import (
    Action,
    CheckResult,
    Decision,
    Failure,
    Finding,
    Findings,
    Mode,
    Report,
    Severity,
    Verdict,
)
from sidecar.model.text import Span
from sidecar.reports.summary import conclude

_REASSURING = ("nothing is wrong", "everything", "nothing to check")


def report(decision: Decision, *findings: tuple[Verdict, Severity], judged: int = 1) -> Report:
    found = [Finding(code="X", verdict=v, span=Span(0, 1), message="") for v, _ in findings]
    outcome = Findings(findings=found, judged=judged)
    severities = [severity for _, severity in findings]
    results = [CheckResult(check="a", required=True, outcome=outcome, severities=severities)]
    if decision in (Decision.WARN, Decision.UNVERIFIED) and not findings:
        failure = Failure("CHECK_ERROR", "", retryable=False)
        results.append(CheckResult(check="b", required=False, outcome=failure))
    return Report(
        decision=decision,
        action=Action.RELEASE,
        mode=Mode.ENFORCE,
        results=results,
        text_digest="",
        evidence_digest="",
        settings_digest="",
        engine_version="",
    )


@pytest.mark.parametrize(
    ("decision", "verdict", "severity"), [*product(Decision, Verdict, Severity)]
)
def test_what_is_not_supported_is_never_said_to_be_right(
    decision: Decision, verdict: Verdict, severity: Severity
) -> None:
    supported = Verdict.SUPPORTED, Severity.INFO
    said = conclude(report(decision, supported, (verdict, severity))).lower()
    if verdict is not Verdict.SUPPORTED or decision is not Decision.PASS:
        assert not any(words in said for words in _REASSURING)
    if verdict is Verdict.CONTRADICTED and decision in (Decision.WARN, Decision.PASS):
        assert "contradicted" in said


def test_what_passes_and_what_says_nothing() -> None:
    assert conclude(report(Decision.PASS)) == "Everything that was checked is supported."
    assert conclude(report(Decision.PASS, judged=0)) == "There was nothing to check."
    assert conclude(report(Decision.WARN)) == "Something in this text needs a look."
