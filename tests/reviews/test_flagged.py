"""From a report to a review: which findings are flagged, and what their removal takes out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from sidecar.model.claim import (
    CitedSource,
    ClaimsDetail,
    ClaimType,
    ClaimVerdict,
    ClaimVerification,
    ExtractedClaim,
    VerificationResult,
)
from sidecar.model.digests import sha256_hex
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
from sidecar.model.text import Span, Text
from sidecar.reviews import flagged
from sidecar.reviews.model import Review
from sidecar.reviews.settings import ReviewsSettings

TEXT = (
    "# Sales\n\nSales were 4,321. They fell by 5 % in\nMay. So “they” say: 7.\n\n"
    "| a |\n|--|\n| 9 |\n"
)
FAILED = Failure("INTERNAL", "a fault", retryable=False)


def finding(words: str, code: str = "CLAIM_NOT_FOUND", **details: str) -> Finding:
    data = TEXT.encode()
    start = data.index(words.encode())
    span = Span(start, start + len(words.encode()))
    return Finding(
        code=code, verdict=Verdict.UNSUPPORTED, span=span, message=f"{words}?", details=details
    )


def result(check: str, *found: Finding, severity: Severity = Severity.ERROR) -> CheckResult:
    return CheckResult(
        check=check,
        required=True,
        outcome=Findings(findings=found, judged=len(found)),
        severities=(severity,) * len(found),
    )


def report(*results: CheckResult) -> Report:
    return Report(
        decision=Decision.FAIL,
        action=Action.HOLD,
        mode=Mode.ENFORCE,
        results=results,
        text_digest=sha256_hex(TEXT.encode()),
        evidence_digest="",
        settings_digest="",
        engine_version="",
    )


def review(
    *results: CheckResult, settings: ReviewsSettings | None = None, tenant: str = "local"
) -> Review:
    own = settings or ReviewsSettings()
    return flagged.make_review(report(*results), Text(TEXT), tenant, "request", own)


def scopes(made: Review) -> Sequence[str]:
    return [item.scope_words for item in made.items]


@pytest.mark.parametrize(
    ("results", "count"),
    [
        ([result("numeric", finding("4,321"))], 1),
        ([result("claims", finding("4,321"), severity=Severity.WARNING)], 1),
        ([result("numeric", finding("4,321"), severity=Severity.INFO)], 0),
        ([result("citations", finding("4,321"))], 0),
        (
            [CheckResult(check="numeric", required=True, outcome=FAILED)],
            0,
        ),
        ([], 0),
    ],
)
def test_flagged_are_warnings_and_errors_of_some_checks(
    results: list[CheckResult], count: int
) -> None:
    assert flagged.count_flagged(report(*results), ReviewsSettings()) == count
    assert len(review(*results).items) == count


def test_which_checks_is_a_setting() -> None:
    made = review(
        result("numeric", finding("4,321")),
        result("citations", finding("7")),
        settings=ReviewsSettings(checks=("citations",)),
    )
    assert [item.check for item in made.items] == ["citations"]


def test_a_number_goes_with_its_sentence() -> None:
    made = review(result("numeric", finding("4,321"), finding("5 %"), finding("7"), finding("9")))
    assert scopes(made) == [
        "Sales were 4,321.",
        "They fell by 5 % in\nMay.",
        "So “they” say: 7.",
        "| 9 |",
    ]
    assert [item.words for item in made.items] == ["4,321", "5 %", "7", "9"]


def test_a_claim_goes_alone() -> None:
    made = review(
        result("claims", finding("They fell by 5 %", "CLAIM_CONTRADICTED", quote="It rose"))
    )
    assert scopes(made) == ["They fell by 5 %"]
    assert made.items[0].quote == "It rose"


@pytest.mark.parametrize(
    ("text", "claim", "scope"),
    [
        (
            "Yes. Wages rose by 5 % [Source 1]. No.",
            "Wages rose by 5 %",
            "Wages rose by 5 % [Source 1].",
        ),
        ("Wages rose [ev-1] [^f2]!", "Wages rose", "Wages rose [ev-1] [^f2]!"),
        ("He said “wages rose”.", "He said “wages rose", "He said “wages rose”."),
        # Of a sentence with two claims, the other one keeps its words and its stop.
        ("Prices fell [1], wages rose [2].", "wages rose", "wages rose [2]"),
        ("Prices fell [1], wages rose [2].", "Prices fell", "Prices fell [1]"),
    ],
)
def test_a_claim_goes_with_its_citations(text: str, claim: str, scope: str) -> None:
    start = len(text[: text.index(claim)].encode())
    span = Span(start, start + len(claim.encode()))
    one = Finding(code="X", verdict=Verdict.UNSUPPORTED, span=span, message="m", details={})
    made = flagged.make_review(
        report(result("claims", one)), Text(text), "local", "r", ReviewsSettings()
    )
    assert made.items[0].scope_words == scope


def test_the_model_whose_verdict_it_is_is_kept() -> None:
    claimed = (finding("They fell by 5 %"), finding("7"))
    source = CitedSource("s1")
    judged = [
        ClaimVerification(
            ExtractedClaim("", one.span, (), (source,), ClaimType.FACTUAL),
            ClaimVerdict.UNSUPPORTED,
            0.9,
            [VerificationResult(source, ClaimVerdict.UNSUPPORTED, 0.9, model=model)],
            flagged=True,
        )
        for one, model in zip(claimed, ("small", ""), strict=True)
    ]
    outcome = Findings(findings=claimed, judged=2, detail=ClaimsDetail(claims=judged))
    made = review(replace(result("claims", *claimed), outcome=outcome))
    assert [item.model for item in made.items] == ["small", ""]


def test_items_are_numbered_in_the_order_of_the_text() -> None:
    made = review(result("claims", finding("7")), result("numeric", finding("4,321")))
    assert [(item.item_id, item.words) for item in made.items] == [(1, "4,321"), (2, "7")]


def test_the_worst_are_kept_where_there_are_many() -> None:
    made = review(
        result("numeric", finding("4,321"), finding("5 %"), severity=Severity.WARNING),
        result("claims", finding("7")),
        settings=ReviewsSettings(max_items=2),
    )
    assert [item.words for item in made.items] == ["4,321", "7"]
    assert made.dropped_items == 1


def test_the_same_findings_of_the_same_text_are_the_same_review() -> None:
    one, other = (review(result("numeric", finding("4,321"))) for _ in range(2))
    assert one.review_id == other.review_id


@pytest.mark.parametrize(
    "other",
    [
        review(result("numeric", finding("4,321")), tenant="other"),
        review(result("claims", finding("4,321"))),
        review(result("numeric", finding("5 %"))),
        review(result("numeric", finding("4,321", "WRONG_ROW"))),
        review(result("numeric", finding("4,321"), severity=Severity.WARNING)),
    ],
)
def test_other_findings_are_another_review(other: Review) -> None:
    assert other.review_id != review(result("numeric", finding("4,321"))).review_id


def test_long_words_are_cut_between_characters() -> None:
    text = "ü" * 5000
    whole = Finding(
        code="X", verdict=Verdict.UNSUPPORTED, span=Span(0, 10_000), message="m", details={}
    )
    own = ReviewsSettings()
    made = flagged.make_review(report(result("claims", whole)), Text(text), "local", "r", own)
    assert made.items[0].words == "ü" * (flagged.MAX_WORDS_BYTES // 2)
    assert made.text == text.encode()
