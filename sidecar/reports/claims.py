"""What the ``claims`` check found, as JSON, with the keys of seed 002."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sidecar.model.claim import (
    CitedSource,
    ClaimsDetail,
    ClaimVerdict,
    ClaimVerification,
    SourceAnalysis,
    VerificationResult,
)
from sidecar.model.report import Detail
from sidecar.model.text import Span

Object = dict[str, Any]


def metadata(detail: ClaimsDetail) -> Object:
    """``report.metadata["verification"]`` of the seed."""
    counts = detail.verdicts
    return {
        "total_claims": len(detail.claims),
        "supported": counts.get(ClaimVerdict.SUPPORTED, 0),
        "partial": counts.get(ClaimVerdict.PARTIAL, 0),
        "unsupported": counts.get(ClaimVerdict.UNSUPPORTED, 0),
        "contradicted": counts.get(ClaimVerdict.CONTRADICTED, 0),
        "not_judged": counts.get(ClaimVerdict.NOT_JUDGED, 0),
        "avg_confidence": round(detail.avg_confidence or 0.0, 4),
        "flagged_count": detail.flagged,
        "verification_pass": detail.verification_pass,
    }


def written(detail: ClaimsDetail, level: Detail, place: Callable[[Span], Any]) -> Object:
    """The detail at a level; ``place`` writes a span."""
    found: Object = {
        "verification": metadata(detail),
        "by_source": [_analysis(one) for one in detail.by_source],
        "passed_over": dict(sorted(detail.passed_over.items())),
    }
    if level is not Detail.VERDICTS:
        found["claims"] = [_claim(one, level, place) for one in detail.claims]
        found["flagged_claims"] = [n for n, one in enumerate(detail.claims) if one.flagged]
        for analysis in found["by_source"]:
            analysis["claims"] = _citing(analysis["source"]["id"], detail.claims)
    if level is Detail.EXPLAIN:
        found["skipped"] = [
            {"span": place(span), "reason": reason} for span, reason in detail.skipped
        ]
    return found


def _citing(source: str, claims: Sequence[ClaimVerification]) -> list[int]:
    """The positions of the claims that cite a source."""
    cited = ({source.id for source in one.claim.sources} for one in claims)
    return [place for place, ids in enumerate(cited) if source in ids]


def _analysis(one: SourceAnalysis) -> Object:
    return {
        "source": _source(one.source),
        "origin": one.origin.name if one.origin else "",
        "unavailable": one.unavailable,
        "claims_verified": one.claims,
        "supported": one.verdicts.get(ClaimVerdict.SUPPORTED, 0),
        "flagged": one.flagged,
        "avg_confidence": round(one.avg_confidence or 0.0, 4),
    }


def _claim(one: ClaimVerification, level: Detail, place: Callable[[Span], Any]) -> Object:
    claim, first = one.claim, one.claim.sources[0]
    return {
        "text": claim.text,
        "span": place(claim.span),
        "source_number": first.number,
        "source_url": first.url,
        "claim_type": claim.claim_type.name.lower(),
        "sources": [_source(source) for source in claim.sources],
        "verdict": one.verdict.name.lower(),
        "confidence": one.confidence,
        "flagged": one.flagged,
        "results": [_result(result) for result in one.results],
        "context": claim.context if level is Detail.EXPLAIN else claim.nearby,
    }


def _source(source: CitedSource) -> Object:
    return {
        "id": source.id,
        "number": source.number,
        "url": source.url,
        "title": source.title,
    }


def _result(result: VerificationResult) -> Object:
    found: Object = {
        "source_id": result.source.id,
        "verdict": result.verdict.name.lower(),
        "confidence": result.confidence,
        "evidence": result.evidence,
        "reasoning": result.reasoning,
        "model": result.model,
    }
    if result.judged is not None:
        found["judged"] = result.judged.name.lower()
    return found
