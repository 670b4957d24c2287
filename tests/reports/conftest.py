"""A report over a small narrative, with one of everything that a report can hold."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest

from sidecar.model.check_details import ConsistencyDetail, MathCheck
from sidecar.model.number import Citation, Number, NumericClaim, Skipped, SkipReason, Unit
from sidecar.model.report import (
    Action,
    Bindings,
    CheckResult,
    ClaimBinding,
    Considered,
    Decision,
    Failure,
    Finding,
    Findings,
    Grade,
    Mode,
    NumericDetail,
    Reading,
    Repair,
    Report,
    Severity,
    Verdict,
)
from sidecar.model.text import Span, Text
from sidecar.model.why import Hint, Link, LinkedPart, LinkOrigin, Odds, Reason, Why

NARRATIVE = """# Wages

Per LMIS: 1,234 人 in 2024 — and 9,999 more.

- 61 %
- 45 %
"""


@pytest.fixture
def text() -> Text:
    return Text(NARRATIVE)


@pytest.fixture
def span(text: Text) -> Callable[[str], Span]:
    """The span of the first occurrence of some words."""

    def find(words: str) -> Span:
        start = text.string.index(words)
        return text.span(start, start + len(words))

    return find


@pytest.fixture
def report(span: Callable[[str], Span]) -> Report:
    right = _claim(span("1,234"), "1234", span)
    wrong = _claim(span("9,999"), "9999", span)
    numeric = Findings(
        findings=(
            Finding(
                code="CLAIM_NOT_FOUND",
                verdict=Verdict.UNSUPPORTED,
                span=span("9,999"),
                message="no value agrees with 9999; the nearest is 1234",
                details={"value": "9999", "closest": "1234"},
                repair=Repair(span("9,999"), "1,234"),
            ),
        ),
        judged=2,
        detail=NumericDetail(
            bindings=Bindings.from_sequence(
                (
                    _explained(right, span("LMIS")),
                    ClaimBinding(wrong, Verdict.UNSUPPORTED, Grade.NONE),
                )
            ),
            skipped=(Skipped(span("2024"), SkipReason.YEAR),),
        ),
    )
    group = span("- 61 %\n- 45 %")
    consistency = Findings(
        findings=(
            Finding(
                code="MATH_INCONSISTENT",
                verdict=Verdict.CONTRADICTED,
                span=group,
                message="the parts add up to 106, not 100",
            ),
        ),
        judged=1,
        detail=ConsistencyDetail(
            (MathCheck("percent_sum_L5", False, group, Decimal(106), Decimal(100)),)
        ),
    )
    return make_report(
        CheckResult(check="numeric", required=True, outcome=numeric, severities=(Severity.ERROR,)),
        CheckResult(
            check="consistency", required=True, outcome=consistency, severities=(Severity.ERROR,)
        ),
        decision=Decision.FAIL,
    )


@pytest.fixture
def failed_report() -> Report:
    failure = Failure("DEADLINE_EXCEEDED", "numeric did not finish within 10 s", retryable=True)
    return make_report(
        CheckResult(check="numeric", required=True, outcome=failure),
        decision=Decision.UNVERIFIED,
    )


def make_report(*results: CheckResult, decision: Decision) -> Report:
    return Report(
        decision=decision,
        action=Action.HOLD,
        mode=Mode.ENFORCE,
        results=results,
        text_digest="t",
        evidence_digest="e",
        settings_digest="s",
        engine_version="0.1.0",
    )


def _explained(claim: NumericClaim, said: Span) -> ClaimBinding:
    """A number that is right, with what was weighed for it."""
    reading = Reading("lmis_001", "data[0].staff", Decimal(1234), Grade.EXACT)
    links = [Link(LinkedPart.ROW, "LMIS", LinkOrigin.SENTENCE, 0.95, said)]
    reasons = [Reason("cell", -1.18), Reason("row_and_column", 2.81)]
    why = Why("cell", 0.7, "lmis_001", "LMIS, 2024", "staff", 1, 1.0, links, reasons)
    rest = Why("outside", 0.3, "", "", "", 1, 1.0, (), [Reason("outside", 0.86)])
    return ClaimBinding(
        claim,
        Verdict.SUPPORTED,
        Grade.EXACT,
        reading,
        considered=[Considered(reading, why), Considered(None, rest)],
        odds=Odds(0.9, 0.06, 0.04),
        hints=[Hint("WORD_UNKNOWN", "“人” is no known name of any column", {"word": "人"})],
    )


def _claim(where: Span, value: str, span: Callable[[str], Span]) -> NumericClaim:
    exact = Decimal(value)
    sentence = span("Per LMIS: 1,234 人 in 2024 — and 9,999 more.")
    citation = Citation(prefix=span("Per LMIS:"), family="LMIS")
    return NumericClaim(Number(where, exact, exact, exact, Unit.COUNT), sentence, citation)
