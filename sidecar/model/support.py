"""How strong the evidence of a text is, beside the confidence that the text states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sidecar.model.text import Span


class EvidenceSupportScore(NamedTuple):
    """How strong the evidence is.

    Attributes:
        score: From 0 to 1.
        reasoning: Why, in a sentence.
        supporting_evidence_ids: What was counted, in the order of the request.
        mean_relevance: Its mean relevance, from 0 to 1.
        provenances: How many different provenances it has.
        cited: Whether the text cites it; otherwise it is all that the request holds.
    """

    score: float
    reasoning: str
    supporting_evidence_ids: Sequence[str]
    mean_relevance: float
    provenances: int
    cited: bool


class ConfidenceCalibration(NamedTuple):
    """The stated confidence beside the strength of the evidence.

    Attributes:
        stated_confidence: From 0 to 1; a half where the text states none.
        evidence_confidence: The score of the evidence.
        calibration_delta: Their absolute difference.
        is_calibrated: Whether that is inside the tolerance.
        span: Where the text states it, if it does.
    """

    stated_confidence: float
    evidence_confidence: float
    calibration_delta: float
    is_calibrated: bool
    span: Span | None


@dataclass(frozen=True, slots=True)
class SupportDetail:
    """What the support check came to."""

    evidence_support: EvidenceSupportScore
    confidence_calibration: ConfidenceCalibration
