"""What the check ``claims`` made of the cited statements of a narrative."""

from __future__ import annotations

from dataclasses import dataclass

from verifyd.enums import ClaimType, ClaimVerdict, SourceOrigin
from verifyd.results import Span


@dataclass(frozen=True, slots=True)
class CitedSource:
    """What a claim cites.

    Attributes:
        id: Of the source or item; what the text writes, where the request has none.
        number: What the text cites it by; 0 where it has no number.
        url: Where it was found, or "".
        title: Its title, or "".
    """

    id: str
    number: int
    url: str
    title: str


@dataclass(frozen=True, slots=True)
class ExtractedClaim:
    """A statement of the text that cites sources.

    Attributes:
        text: What it says, without its citations.
        span: Where.
        source_number: The number of the first source that it cites; 0 where it has none.
        source_url: The URL of that source, or "".
        claim_type: What kind of statement it is.
        context: The words before it and its sentence, at most 500 characters; with
            ``Detail.EXPLAIN``, all that the judge is sent.
        sources: All that it cites.
    """

    text: str
    span: Span
    source_number: int
    source_url: str
    claim_type: ClaimType
    context: str
    sources: tuple[CitedSource, ...]


@dataclass(frozen=True, slots=True)
class VerificationResult:
    """What one source says about a claim.

    Attributes:
        source: Which.
        verdict: What it says, after every quote was looked up.
        confidence: From 0 to 1, as the judge gave it; None where its verdict does not stand, or
            there is none.
        evidence: The quotes, as they stand in the source; None where there are none.
        reasoning: Why, in a sentence or two.
        judged: What the judge said, where the quotes did not bear it out.
        model: Which model judged; "" where none did.
        claim: The claim.
    """

    source: CitedSource
    verdict: ClaimVerdict
    confidence: float | None
    evidence: str | None
    reasoning: str
    judged: ClaimVerdict | None
    model: str
    claim: ExtractedClaim


@dataclass(frozen=True, slots=True)
class ClaimVerification:
    """A claim and what its sources say together.

    Attributes:
        claim: The claim.
        verdict: Of all its sources: one that supports it is enough.
        confidence: In that verdict; None where no judge's verdict stands.
        flagged: Whether somebody should look at it.
        results: What each source says, in the order of the citations.
    """

    claim: ExtractedClaim
    verdict: ClaimVerdict
    confidence: float | None
    flagged: bool
    results: tuple[VerificationResult, ...]


@dataclass(frozen=True, slots=True)
class SourceAnalysis:
    """The claims that cite one source, counted.

    Attributes:
        source: Which.
        origin: Where its text comes from; UNSPECIFIED where it has none.
        unavailable: Why it has none, such as ``SOURCE_HOST_NOT_ALLOWED``, or "".
        claims_verified: Claims that cite it.
        supported: Claims that it says, all of them.
        flagged: Claims among them that are flagged, whatever other sources say.
        avg_confidence: The mean confidence of its results that have one; 0 where none has.
        results: What it says about each of them, in the order of the text; empty with
            ``Detail.VERDICTS``.
    """

    source: CitedSource
    origin: SourceOrigin
    unavailable: str
    claims_verified: int
    supported: int
    flagged: int
    avg_confidence: float
    results: tuple[VerificationResult, ...] = ()


@dataclass(frozen=True, slots=True)
class SkippedStatement:
    """A cited statement that was not judged, and why: "opinion", "question", "type" and so on."""

    span: Span
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class VerificationSummary:
    """The claims of a text, counted by what their sources say.

    Attributes:
        total_claims: Claims that were judged, or should have been.
        supported_claims: Those that their sources say, all of them.
        partial_claims: Those that their sources say in part.
        unsupported_claims: Those that their sources do not say.
        contradicted_claims: Those that their sources say otherwise.
        not_judged_claims: Those without a verdict that can be read.
        flagged_count: Those that somebody should look at.
        avg_confidence: The mean confidence of the claims that have one; 0 where none has.
        verification_pass: Whether no claim is flagged.
        claims: Each claim, in the order of the text; empty with ``Detail.VERDICTS``.
        by_source: The claims of each source, in the order in which the text first cites it.
        skipped: Cited statements that were not judged (``Detail.EXPLAIN``).
    """

    total_claims: int
    supported_claims: int
    partial_claims: int
    unsupported_claims: int
    contradicted_claims: int
    not_judged_claims: int
    flagged_count: int
    avg_confidence: float
    verification_pass: bool
    claims: tuple[ClaimVerification, ...]
    by_source: tuple[SourceAnalysis, ...]
    skipped: tuple[SkippedStatement, ...]

    @property
    def flagged_claims(self) -> tuple[ClaimVerification, ...]:
        """The claims that somebody should look at."""
        return tuple(one for one in self.claims if one.flagged)

    @property
    def results_by_source(self) -> dict[str, tuple[VerificationResult, ...]]:
        """What each source says about its claims, by its URL; by its id where it has none."""
        found: dict[str, tuple[VerificationResult, ...]] = {}
        for one in self.by_source:
            key = one.source.url or one.source.id
            found[key] = found.get(key, ()) + one.results
        return found

    @property
    def metadata(self) -> dict[str, int | float | bool]:
        """The counts as a report of a research pipeline keeps them in its metadata."""
        return {
            "total_claims": self.total_claims,
            "supported": self.supported_claims,
            "partial": self.partial_claims,
            "unsupported": self.unsupported_claims,
            "contradicted": self.contradicted_claims,
            "not_judged": self.not_judged_claims,
            "avg_confidence": self.avg_confidence,
            "flagged_count": self.flagged_count,
            "verification_pass": self.verification_pass,
        }
