"""Cited statements of a text, and what their sources say about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from sidecar.model.cached import cached_property
from sidecar.model.source_text import TextOrigin
from sidecar.model.text import Span


class ClaimType(IntEnum):
    """What kind of statement a claim is. Values equal those of the wire enum."""

    FACTUAL = 1
    STATISTIC = 2
    QUOTE = 3
    DATE = 4


class ClaimVerdict(IntEnum):
    """What a source says about a claim. Values equal those of the wire enum."""

    SUPPORTED = 1
    PARTIAL = 2
    UNSUPPORTED = 3
    CONTRADICTED = 4
    NOT_JUDGED = 5

    @property
    def words(self) -> str:
        """As it stands in a sentence."""
        return self.name.lower().replace("_", " ")


class CitedSource(NamedTuple):
    """What a claim cites.

    Attributes:
        id: Of the source or item of the request; what the text writes, where there is none.
        number: What "[Source 3]" cites it by; 0 where it has no number.
        url: Where it was found, or "".
        title: Its title, or "".
        known: Whether the request holds it.
    """

    id: str
    number: int = 0
    url: str = ""
    title: str = ""
    known: bool = True


_NEARBY = 500
"""Characters of context that a report has by default, so that many claims stay a small report."""


class ExtractedClaim(NamedTuple):
    """A statement with the sources that it cites.

    Attributes:
        text: What it says, without its citations.
        span: Where it stands, citations left out at its end.
        markers: Where its citations stand.
        sources: What they cite, each once.
        claim_type: Its kind.
        context: What stands around it.
    """

    text: str
    span: Span
    markers: Sequence[Span]
    sources: Sequence[CitedSource]
    claim_type: ClaimType
    context: str = ""

    @property
    def nearby(self) -> str:
        """The last whole words of the context, at most 500 characters."""
        if len(self.context) <= _NEARBY:
            return self.context
        cut = self.context[-_NEARBY:]
        return cut.partition(" ")[2] or cut


class SkippedStatement(NamedTuple):
    """A cited statement that is not judged.

    Attributes:
        span: Where it stands.
        reason: Why: "opinion", "introduction", "commentary", "source_list", "type", "data".
    """

    span: Span
    reason: str


class VerificationResult(NamedTuple):
    """What one source says about a claim.

    Attributes:
        source: Which.
        verdict: What it says, after every quote was looked up.
        confidence: From 0 to 1, as the judge gave it; None where its verdict does not stand, or
            there is none.
        evidence: The quotes of the source, as they stand there, or "".
        reasoning: Why, in a sentence or two.
        code: Of the finding, where it is not what the verdict says: a quote that was not found.
        judged: What the judge said, where the quotes did not bear it out.
        model: Which model judged, or "".
    """

    source: CitedSource
    verdict: ClaimVerdict
    confidence: float | None
    evidence: str = ""
    reasoning: str = ""
    code: str = ""
    judged: ClaimVerdict | None = None
    model: str = ""


class ClaimVerification(NamedTuple):
    """A claim and what its sources say.

    Attributes:
        claim: The claim.
        verdict: Of all its sources together.
        confidence: In that verdict; None where no judge's verdict stands.
        results: Of each source, in the order of its citations.
        flagged: Whether somebody should look at it.
        code: Of its finding, or "".
    """

    claim: ExtractedClaim
    verdict: ClaimVerdict
    confidence: float | None
    results: Sequence[VerificationResult]
    flagged: bool
    code: str = ""

    @property
    def telling(self) -> VerificationResult:
        """The result that says why: that of a source that disagrees, if one does."""
        against = [one for one in self.results if one.verdict is ClaimVerdict.CONTRADICTED]
        coded = [one for one in self.results if one.code == self.code]
        same = [one for one in self.results if one.verdict is self.verdict]
        return (against or coded or same or list(self.results))[0]


def mean_confidence(judged: Iterable[VerificationResult | ClaimVerification]) -> float | None:
    """The mean of the confidences that some verdicts have; None where none has."""
    known = [one.confidence for one in judged if one.confidence is not None]
    return sum(known) / len(known) if known else None


class SourceAnalysis(NamedTuple):
    """The claims of one source, counted.

    Attributes:
        source: Which.
        origin: Where its text comes from; None where it has none.
        unavailable: Why it has none, or "".
        verdicts: How many of its claims have each verdict.
        flagged: How many of them are flagged.
        avg_confidence: The mean of the confidences that there are; None without any.
    """

    source: CitedSource
    origin: TextOrigin | None
    unavailable: str
    verdicts: Mapping[ClaimVerdict, int]
    flagged: int
    avg_confidence: float | None

    @property
    def claims(self) -> int:
        """How many claims cite it."""
        return sum(self.verdicts.values())


@dataclass(frozen=True, kw_only=True)
class ClaimsDetail:
    """What the claims check did with each cited statement.

    Attributes:
        claims: In the order of the text.
        skipped: Cited statements that were not judged.
        by_source: Each source, in the order in which the text first cites it.
        passed_over: What was not judged, cited or not, counted by reason.
    """

    claims: Sequence[ClaimVerification] = ()
    skipped: Sequence[SkippedStatement] = ()
    by_source: Sequence[SourceAnalysis] = ()
    passed_over: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def verdicts(self) -> Mapping[ClaimVerdict, int]:
        """How many claims have each verdict."""
        return Counter(one.verdict for one in self.claims)

    @property
    def flagged(self) -> int:
        """How many claims somebody should look at."""
        return sum(one.flagged for one in self.claims)

    @property
    def avg_confidence(self) -> float | None:
        """The mean confidence of the claims that have one; None without any."""
        return mean_confidence(self.claims)

    @property
    def verification_pass(self) -> bool:
        """Whether no claim is flagged."""
        return not self.flagged
