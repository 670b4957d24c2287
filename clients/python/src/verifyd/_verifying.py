"""From the wire to ``verifyd.claims``: what sources say about the claims of a text."""

from __future__ import annotations

from collections.abc import Sequence

from verifyd._explaining import Locate
from verifyd.claims import (
    CitedSource,
    ClaimVerification,
    ExtractedClaim,
    SkippedStatement,
    SourceAnalysis,
    VerificationResult,
    VerificationSummary,
)
from verifyd.enums import ClaimType, ClaimVerdict, SourceOrigin
from verifyd.v1 import claims_pb2


def summary(message: claims_pb2.ClaimsDetail, locate: Locate) -> VerificationSummary:
    """All that the check found."""
    counts = message.summary
    claims = tuple(_claim(one, locate) for one in message.claims)
    return VerificationSummary(
        total_claims=counts.total_claims,
        supported_claims=counts.supported_claims,
        partial_claims=counts.partial_claims,
        unsupported_claims=counts.unsupported_claims,
        contradicted_claims=counts.contradicted_claims,
        not_judged_claims=counts.not_judged_claims,
        flagged_count=counts.flagged_count,
        avg_confidence=counts.avg_confidence,
        verification_pass=counts.verification_pass,
        claims=claims,
        by_source=tuple(_analysis(one, claims) for one in counts.by_source),
        skipped=tuple(SkippedStatement(*locate(one.span), one.reason) for one in message.skipped),
    )


def _claim(message: claims_pb2.ClaimVerification, locate: Locate) -> ClaimVerification:
    written = message.claim
    sources = tuple(_source(one) for one in written.sources)
    by_id = {source.id: source for source in sources}
    claim = ExtractedClaim(
        text=written.text,
        span=locate(written.span)[0],
        source_number=written.source_number,
        source_url=written.source_url,
        claim_type=ClaimType(written.claim_type),
        context=written.context,
        sources=sources,
    )
    return ClaimVerification(
        claim=claim,
        verdict=ClaimVerdict(message.verdict),
        confidence=message.confidence if message.HasField("confidence") else None,
        flagged=message.flagged,
        results=tuple(
            _result(one, by_id.get(one.source_id) or CitedSource(one.source_id, 0, "", ""), claim)
            for one in message.results
        ),
    )


def _result(
    message: claims_pb2.VerificationResult, source: CitedSource, claim: ExtractedClaim
) -> VerificationResult:
    return VerificationResult(
        source=source,
        verdict=ClaimVerdict(message.verdict),
        confidence=message.confidence if message.HasField("confidence") else None,
        evidence=message.evidence or None,
        reasoning=message.reasoning,
        judged=ClaimVerdict(message.judged) if message.judged else None,
        model=message.model,
        claim=claim,
    )


def _analysis(
    message: claims_pb2.SourceAnalysis, claims: Sequence[ClaimVerification]
) -> SourceAnalysis:
    results = (result for one in claims for result in one.results)
    return SourceAnalysis(
        source=_source(message.source),
        origin=SourceOrigin(message.origin),
        unavailable=message.unavailable,
        claims_verified=message.claims_verified,
        supported=message.supported,
        flagged=message.flagged,
        avg_confidence=message.avg_confidence,
        results=tuple(one for one in results if one.source.id == message.source.id),
    )


def _source(message: claims_pb2.CitedSource) -> CitedSource:
    return CitedSource(message.id, message.number, message.url, message.title)
