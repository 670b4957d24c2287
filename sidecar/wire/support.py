"""``SupportDetail`` to its message."""

from __future__ import annotations

from verifyd.v1 import support_pb2

from sidecar.model.report import Detail
from sidecar.model.support import SupportDetail


def write(message: support_pb2.SupportDetail, detail: SupportDetail, level: Detail) -> None:
    """Fill a message; the ids of the evidence from BINDINGS on."""
    support, calibration = detail.evidence_support, detail.confidence_calibration
    score = message.evidence_support
    score.score = support.score
    score.reasoning = support.reasoning
    score.evidence_count = len(support.supporting_evidence_ids)
    score.mean_relevance = support.mean_relevance
    score.provenance_count = support.provenances
    score.cited = support.cited
    if level is not Detail.VERDICTS:
        score.supporting_evidence_ids.extend(support.supporting_evidence_ids)
    compared = message.confidence_calibration
    compared.stated_confidence = calibration.stated_confidence
    compared.evidence_confidence = calibration.evidence_confidence
    compared.calibration_delta = calibration.calibration_delta
    compared.is_calibrated = calibration.is_calibrated
    if calibration.span is not None:
        compared.span.start, compared.span.end = calibration.span
