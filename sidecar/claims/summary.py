"""What the results of all sources come to, for each claim and each source (stage 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from sidecar.model.claim import (
    CitedSource,
    ClaimVerdict,
    ClaimVerification,
    ExtractedClaim,
    SourceAnalysis,
    VerificationResult,
    mean_confidence,
)
from sidecar.model.formatting import to_shortest_decimal
from sidecar.model.source_text import TextOrigin

SOURCES_DISAGREE = "CLAIM_SOURCES_DISAGREE"
_BY_VERDICT = {
    ClaimVerdict.SUPPORTED: "",
    ClaimVerdict.PARTIAL: "CLAIM_PARTIAL",
    ClaimVerdict.UNSUPPORTED: "CLAIM_UNSUPPORTED",
    ClaimVerdict.CONTRADICTED: "CLAIM_CONTRADICTED",
    ClaimVerdict.NOT_JUDGED: "CLAIM_NOT_JUDGED",
}
_ORDER = (
    ClaimVerdict.SUPPORTED,
    ClaimVerdict.PARTIAL,
    ClaimVerdict.CONTRADICTED,
    ClaimVerdict.NOT_JUDGED,
    ClaimVerdict.UNSUPPORTED,
)
"""Which verdict of several sources counts: one that supports is enough."""


def combine_results(
    claim: ExtractedClaim, results: Sequence[VerificationResult], threshold: Decimal
) -> ClaimVerification:
    """What the sources of a claim say together.

    Args:
        claim: The claim.
        results: Of each of its sources, at least one.
        threshold: A supported claim with less confidence is flagged.
    """
    best = min(results, key=_place)
    verdict, code = best.verdict, best.code or _BY_VERDICT[best.verdict]
    disputed = any(one.verdict is ClaimVerdict.CONTRADICTED for one in results)
    if disputed and verdict in (ClaimVerdict.SUPPORTED, ClaimVerdict.PARTIAL):
        verdict, code = ClaimVerdict.PARTIAL, SOURCES_DISAGREE
    elif (
        verdict is ClaimVerdict.SUPPORTED
        and to_shortest_decimal(best.confidence or 0.0) < threshold
    ):
        code = "CLAIM_UNCERTAIN"
    return ClaimVerification(claim, verdict, best.confidence, results, bool(code), code)


def _place(one: VerificationResult) -> tuple[int, bool, float]:
    return _ORDER.index(one.verdict), not one.model, -(one.confidence or 0.0)


def group_by_source(
    claims: Iterable[ClaimVerification],
    origins: Mapping[str, TextOrigin],
    unavailable: Mapping[str, str],
) -> list[SourceAnalysis]:
    """The results of each source, counted, in the order in which the text first cites it.

    Args:
        claims: All claims.
        origins: By the id of a source, where its text comes from.
        unavailable: By the id of a source, why it has no text.
    """
    sources: dict[CitedSource, list[tuple[VerificationResult, bool]]] = {}
    for one in claims:
        for result in one.results:
            sources.setdefault(result.source, []).append((result, one.flagged))
    return [
        SourceAnalysis(
            source,
            origins.get(source.id),
            unavailable.get(source.id, ""),
            Counter(result.verdict for result, _ in found),
            sum(flagged for _, flagged in found),
            mean_confidence(result for result, _ in found),
        )
        for source, found in sources.items()
    ]
