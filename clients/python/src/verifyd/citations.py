"""What the checks ``citations`` and ``support`` made of the evidence that a narrative cites."""

from __future__ import annotations

from dataclasses import dataclass

from verifyd.enums import CitationForm
from verifyd.results import Span


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
        overlap: The share of the sentence's words that stand there, where that can be known.
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
