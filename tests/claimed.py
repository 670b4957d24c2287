"""A text whose claims have every verdict, and what a check found about them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from sidecar.checks import CODES
from sidecar.checks.claims_codes import make_claim_finding
from sidecar.model.claim import (
    CitedSource,
    ClaimsDetail,
    ClaimType,
    ClaimVerdict,
    ClaimVerification,
    ExtractedClaim,
    SkippedStatement,
    SourceAnalysis,
    VerificationResult,
)
from sidecar.model.report import (
    Action,
    CheckResult,
    Decision,
    Findings,
    Mode,
    Report,
)
from sidecar.model.source_text import TextOrigin
from sidecar.model.text import Span, Text

TEXT = Text(
    "# Staff\n\n"
    "Staff rose to 1,234 [Source 1]. Exports fell [Source 1].\n"
    "The plan was endorsed by 15 nations [Source 2]. Wages grew a little [Source 1].\n"
    "Imports doubled [Source 3]. We think so [Source 1].\n"
)
FIRST = CitedSource("a", 1, "https://example.com/one")
SECOND = CitedSource("b", 2, title="The <b>second</b> | `report`")
THIRD = CitedSource("3", 3, known=False)


def span(words: str) -> Span:
    start = TEXT.string.index(words)
    return TEXT.span(start, start + len(words))


def claim(words: str, marker: str, result: VerificationResult, code: str = "") -> ClaimVerification:
    """A claim with one source."""
    after = TEXT.string.index(words)
    start = TEXT.string.index(marker, after)
    extracted = ExtractedClaim(
        words,
        span(words),
        [TEXT.span(start, start + len(marker))],
        [result.source],
        ClaimType.STATISTIC if any(map(str.isdigit, words)) else ClaimType.FACTUAL,
    )
    return ClaimVerification(
        extracted, result.verdict, result.confidence, [result], bool(code), code
    )


CLAIMS = [
    claim(
        "Staff rose to 1,234",
        "[Source 1]",
        VerificationResult(
            FIRST, ClaimVerdict.SUPPORTED, 0.95, "the staff was 1,234", "said so", model="m-1"
        ),
    ),
    claim(
        "Exports fell",
        "[Source 1]",
        VerificationResult(
            FIRST, ClaimVerdict.CONTRADICTED, 0.9, "Exports were flat", "flat", model="m-1"
        ),
        "CLAIM_CONTRADICTED",
    ),
    claim(
        "The plan was endorsed by 15 nations",
        "[Source 2]",
        VerificationResult(
            SECOND,
            ClaimVerdict.UNSUPPORTED,
            0.92,
            "",
            "nothing <script>alert(1)</script> [x](javascript:1)\n# of the kind",
            "CLAIM_QUOTE_NOT_FOUND",
            ClaimVerdict.SUPPORTED,
            "m-1",
        ),
        "CLAIM_QUOTE_NOT_FOUND",
    ),
    claim(
        "Wages grew a little",
        "[Source 1]",
        VerificationResult(FIRST, ClaimVerdict.PARTIAL, 0.65, "Wages grew", "how much?"),
        "CLAIM_PARTIAL",
    ),
    claim(
        "Imports doubled",
        "[Source 3]",
        VerificationResult(
            THIRD,
            ClaimVerdict.UNSUPPORTED,
            1.0,
            "",
            "Cannot verify: Source unavailable: no source of the request is cited",
            "SOURCE_UNAVAILABLE",
        ),
        "SOURCE_UNAVAILABLE",
    ),
]
SUPPORTED = ClaimVerdict.SUPPORTED
DETAIL = ClaimsDetail(
    claims=CLAIMS,
    skipped=[SkippedStatement(span("We think so"), "opinion")],
    by_source=[
        SourceAnalysis(
            FIRST,
            TextOrigin.GIVEN,
            "",
            Counter({SUPPORTED: 1, ClaimVerdict.CONTRADICTED: 1, ClaimVerdict.PARTIAL: 1}),
            2,
            0.8333,
        ),
        SourceAnalysis(
            SECOND, TextOrigin.FETCHED, "", Counter({ClaimVerdict.UNSUPPORTED: 1}), 1, 0.92
        ),
        SourceAnalysis(
            THIRD, None, "SOURCE_UNKNOWN", Counter({ClaimVerdict.UNSUPPORTED: 1}), 1, 1.0
        ),
    ],
)


def report(way: str = "none", detail: ClaimsDetail = DETAIL) -> Report:
    """What the check says of these claims.

    Args:
        way: What repairs do: ``claims.filter``.
        detail: The claims.
    """
    reasons = {one.source.id: one.unavailable for one in detail.by_source}
    findings = [make_claim_finding(one, TEXT, way, reasons) for one in detail.claims if one.flagged]
    outcome = Findings(findings=findings, judged=len(detail.claims), detail=detail)
    severities = tuple(CODES[finding.code].severity for finding in findings)
    result = CheckResult(check="claims", required=True, outcome=outcome, severities=severities)
    return Report(
        decision=Decision.FAIL,
        action=Action.HOLD,
        mode=Mode.ENFORCE,
        results=(result,),
        text_digest="t",
        evidence_digest="e",
        settings_digest="s",
        engine_version="0.1.0",
    )


def disputed() -> ClaimsDetail:
    """The first claim with a second source that says otherwise."""
    other = VerificationResult(SECOND, ClaimVerdict.CONTRADICTED, 0.8, "it was 1,180", "fewer")
    first = CLAIMS[0]
    both = first._replace(
        verdict=ClaimVerdict.PARTIAL,
        results=[*first.results, other],
        flagged=True,
        code="CLAIM_SOURCES_DISAGREE",
    )
    return replace(DETAIL, claims=[both])
