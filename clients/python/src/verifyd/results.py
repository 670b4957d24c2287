"""What verification found, as plain frozen data.

Spans are indices into the Python string that was verified: ``narrative[span.start:span.end]`` is
what they cover. The protobuf messages count UTF-8 bytes; the translation is done here once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from verifyd.enums import (
    CitationForm,
    Direction,
    Grade,
    Mode,
    NumberForm,
    Qualifier,
    Severity,
    SkipReason,
    Unit,
    Verdict,
)

if TYPE_CHECKING:
    from verifyd.explained import Hint, Odds, Why


class Span(NamedTuple):
    """A half-open range of code points of the narrative."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Repair:
    """A replacement that would settle a finding."""

    span: Span
    replacement: str


@dataclass(frozen=True, slots=True)
class Finding:
    """Something in the text that is wrong, doubtful or worth knowing.

    Attributes:
        check: The check that found it.
        code: What it is, such as ``CLAIM_NOT_FOUND``. A code never changes its meaning.
        severity: How bad it is.
        verdict: What the evidence says about the statement.
        span: Where.
        text: The words that the span covers.
        message: A sentence for people.
        details: The values in the message, for programs.
        repair: A replacement, where one is known.
        confidence: How sure the check is, from 0 to 1, where it can say.
    """

    check: str
    code: str
    severity: Severity
    verdict: Verdict
    span: Span
    text: str
    message: str
    details: Mapping[str, str]
    repair: Repair | None
    confidence: float | None

    def __str__(self) -> str:
        return f"{str(self.severity).lower()} {self.code} {self.text!r}: {self.message}"


@dataclass(frozen=True, slots=True)
class NumericClaim:
    """A number of the narrative.

    Attributes:
        value_text: As written: "$1.2 million".
        value: Exact, in the base of its unit: 1200000. Percent stay percent.
        unit: What it counts or measures.
        unit_symbol: "%", "USD", "km"; empty for a bare count.
        span: Where.
        sentence: The sentence that it stands in.
        citation_prefix: "Per LMIS:", where the sentence has one.
        query_id: The query result that the sentence names, if any.
        source_family: The source that the prefix names, if any.
        form: How it is written.
        qualifier: How it is hedged.
        direction: Which movement is meant.
    """

    value_text: str
    value: Decimal
    unit: Unit
    unit_symbol: str
    span: Span
    sentence: str
    citation_prefix: str | None
    query_id: str | None
    source_family: str | None
    form: NumberForm
    qualifier: Qualifier
    direction: Direction


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to explain a number.

    Attributes:
        query_id: The query result; "" for many cells none of which agrees, and for what none
            speaks of.
        location: The place in it; "" as above.
        value: The exact value there, in the unit of the claim; None as above.
        grade: How closely it agrees.
        formula: The derivation; "" for a plain cell.
        why: What spoke for it, where readings are weighed.
    """

    query_id: str
    location: str
    value: Decimal | None
    grade: Grade
    formula: str
    why: Why | None = None


@dataclass(frozen=True, slots=True)
class ClaimBinding:
    """A number and the cell that it was bound to.

    Attributes:
        claim: The number.
        matched: Whether a source supports it.
        matched_source_qid: The query result of the chosen reading, if any.
        matched_location: The place in it: "data[5].salary" (row from 0), or "row_count".
        matched_value: The exact value there, in the unit of the claim.
        verdict: What the evidence says.
        grade: How closely the reading agrees.
        formula: The derivation of the reading; empty for a plain cell.
        chance: The probability that a random number would agree as well, where computed.
        ambiguous_source_qids: All query results that explain it equally well, if several.
        low: The least value that rounds to what is written (``Detail.EXPLAIN``).
        high: The greatest one (``Detail.EXPLAIN``).
        readings: Those that were weighed, the chosen one first (``Detail.EXPLAIN``).
        odds: How probably it is right, wrong, or about something else (``Detail.EXPLAIN``).
        hints: What would mend a wrong decision (``Detail.EXPLAIN``).
    """

    claim: NumericClaim
    matched: bool
    matched_source_qid: str | None
    matched_location: str | None
    matched_value: Decimal | None
    verdict: Verdict
    grade: Grade
    formula: str
    chance: float | None
    ambiguous_source_qids: tuple[str, ...]
    low: Decimal | None
    high: Decimal | None
    readings: tuple[Reading, ...]
    odds: Odds | None = None
    hints: tuple[Hint, ...] = ()


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something that looks like a number and was not taken for a quantity."""

    span: Span
    text: str
    reason: SkipReason


@dataclass(frozen=True, slots=True)
class MathCheck:
    """One sum that the text states or implies, such as ``percent_sum_L42``.

    ``mend`` is the value that would mend a failed sum in place of the number that states its
    result; None where it holds, or no one number is its result.
    """

    name: str
    passed: bool
    span: Span
    total: Decimal
    expected: Decimal
    mend: Decimal | None = None


@dataclass(frozen=True, slots=True)
class CitationVerification:
    """A citation and the evidence that it points at.

    Attributes:
        citation_id: What is cited, as written: "ev-abc-001", "LMIS", "3".
        found: Whether the request holds it.
        evidence_snippet: How the evidence begins, if it was found and says something.
        span: Where.
        form: How it is written.
        evidence_ids: What it points at: several where a family has several.
        overlap: The share of the sentence's words that stand there, where that can be told.
    """

    citation_id: str
    found: bool
    evidence_snippet: str | None
    span: Span
    form: CitationForm
    evidence_ids: tuple[str, ...]
    overlap: float | None


@dataclass(frozen=True, slots=True)
class EvidenceSupportScore:
    """How strong the evidence of a text is.

    Attributes:
        score: From 0 to 1.
        reasoning: Why, in a sentence.
        supporting_evidence_ids: What was counted; empty with ``Detail.VERDICTS``.
        evidence_count: How many pieces that are.
        mean_relevance: Their mean relevance.
        provenance_count: How many provenances they have.
        cited: Whether the text cites them; otherwise all evidence was counted.
    """

    score: float
    reasoning: str
    supporting_evidence_ids: tuple[str, ...]
    evidence_count: int
    mean_relevance: float
    provenance_count: int
    cited: bool


@dataclass(frozen=True, slots=True)
class ConfidenceCalibration:
    """The stated confidence beside the strength of the evidence.

    Attributes:
        stated_confidence: From 0 to 1; 0.5 where the text states none.
        evidence_confidence: The score of the evidence.
        calibration_delta: Their difference.
        is_calibrated: Whether that is inside the tolerance.
        span: Where the text states it, if it does.
    """

    stated_confidence: float
    evidence_confidence: float
    calibration_delta: float
    is_calibrated: bool
    span: Span | None


@dataclass(frozen=True, slots=True)
class CheckFailure:
    """Why a check could not finish: nothing is known."""

    reason: str
    message: str
    retryable: bool


@dataclass(frozen=True, slots=True)
class CheckResult:
    """How one check ended: with findings, or with a failure.

    Attributes:
        check: Its name.
        required: Whether the decision needs it to finish.
        findings: In the order of the text; empty where it failed.
        nothing_to_judge: Whether the text held nothing for it.
        failure: Set where it could not finish.
        mode: Whether it may hold the text back.
    """

    check: str
    required: bool
    findings: tuple[Finding, ...]
    nothing_to_judge: bool
    failure: CheckFailure | None
    mode: Mode


@dataclass(frozen=True, slots=True)
class ResponseMeta:
    """When and how fast a request was answered: different in every call."""

    request_id: str
    verified_at: datetime
    elapsed: timedelta
    timings: Mapping[str, timedelta]


@dataclass(frozen=True, slots=True)
class CodeInfo:
    """A code that findings can have."""

    code: str
    severity: Severity
    summary: str
    remedy: str


@dataclass(frozen=True, slots=True)
class CheckInfo:
    """A check of the server.

    Attributes:
        name: As in the ``checks`` argument of ``verify``.
        summary: What it does, in a sentence.
        required: Whether a decision needs it to finish when it runs.
        codes: The codes of its findings.
    """

    name: str
    summary: str
    required: bool
    codes: tuple[CodeInfo, ...]
