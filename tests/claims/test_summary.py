"""What several sources say together: one that supports is enough, one that contradicts is told."""

from __future__ import annotations

from decimal import Decimal

import pytest
from claims.written import claim

from sidecar.claims.summary import combine_results, group_by_source
from sidecar.model.claim import CitedSource, ClaimVerdict, VerificationResult
from sidecar.model.source_text import TextOrigin

SAID = claim("It is so")
THRESHOLD = Decimal("0.7")
SUPPORTED, PARTIAL = ClaimVerdict.SUPPORTED, ClaimVerdict.PARTIAL
UNSUPPORTED, CONTRADICTED = ClaimVerdict.UNSUPPORTED, ClaimVerdict.CONTRADICTED
NOT_JUDGED = ClaimVerdict.NOT_JUDGED


def result(
    verdict: ClaimVerdict, confidence: float = 0.9, code: str = "", source: str = "s1"
) -> VerificationResult:
    return VerificationResult(CitedSource(source), verdict, confidence, code=code, model="m")


@pytest.mark.parametrize(
    ("verdicts", "together", "code"),
    [
        ([SUPPORTED], SUPPORTED, ""),
        ([PARTIAL], PARTIAL, "CLAIM_PARTIAL"),
        ([UNSUPPORTED], UNSUPPORTED, "CLAIM_UNSUPPORTED"),
        ([CONTRADICTED], CONTRADICTED, "CLAIM_CONTRADICTED"),
        ([NOT_JUDGED], NOT_JUDGED, "CLAIM_NOT_JUDGED"),
        ([UNSUPPORTED, SUPPORTED], SUPPORTED, ""),
        ([NOT_JUDGED, SUPPORTED], SUPPORTED, ""),
        ([CONTRADICTED, SUPPORTED], PARTIAL, "CLAIM_SOURCES_DISAGREE"),
        ([PARTIAL, CONTRADICTED], PARTIAL, "CLAIM_SOURCES_DISAGREE"),
        ([UNSUPPORTED, CONTRADICTED], CONTRADICTED, "CLAIM_CONTRADICTED"),
        ([UNSUPPORTED, NOT_JUDGED], NOT_JUDGED, "CLAIM_NOT_JUDGED"),
        ([UNSUPPORTED, PARTIAL], PARTIAL, "CLAIM_PARTIAL"),
    ],
)
def test_the_verdict_of_all(
    verdicts: list[ClaimVerdict], together: ClaimVerdict, code: str
) -> None:
    for order in (verdicts, verdicts[::-1]):
        one = combine_results(SAID, [result(verdict) for verdict in order], THRESHOLD)
        assert (one.verdict, one.code, one.flagged) == (together, code, bool(code))


def test_a_code_of_its_own_stays() -> None:
    one = combine_results(SAID, [result(UNSUPPORTED, code="CLAIM_QUOTE_NOT_FOUND")], THRESHOLD)
    assert one.code == "CLAIM_QUOTE_NOT_FOUND"


@pytest.mark.parametrize(
    ("confidence", "code"), [(0.0, "CLAIM_UNCERTAIN"), (0.69, "CLAIM_UNCERTAIN"), (0.7, "")]
)
def test_support_that_is_unsure_is_flagged(confidence: float, code: str) -> None:
    one = combine_results(SAID, [result(SUPPORTED, confidence)], THRESHOLD)
    assert (one.verdict, one.code) == (SUPPORTED, code)


def test_the_surest_support_counts() -> None:
    one = combine_results(SAID, [result(SUPPORTED, 0.2), result(SUPPORTED, 0.95)], THRESHOLD)
    assert (one.confidence, one.code) == (0.95, "")


def test_results_by_source_in_the_order_of_the_text() -> None:
    claims = [
        combine_results(
            SAID, [result(SUPPORTED, 0.8, source="b"), result(PARTIAL, source="a")], THRESHOLD
        ),
        combine_results(SAID, [result(UNSUPPORTED, 0.4, source="b")], THRESHOLD),
    ]
    b, a = group_by_source(claims, {"b": TextOrigin.GIVEN}, {"a": "SOURCE_NO_TEXT"})
    assert (b.source.id, b.origin, b.unavailable, b.claims, b.flagged) == (
        "b",
        TextOrigin.GIVEN,
        "",
        2,
        1,
    )
    assert b.avg_confidence == pytest.approx(0.6)
    assert b.verdicts == {SUPPORTED: 1, UNSUPPORTED: 1}
    assert (a.source.id, a.origin, a.unavailable, a.claims) == ("a", None, "SOURCE_NO_TEXT", 1)
    assert group_by_source([], {}, {}) == []
