"""The findings of the ``citations`` check; every value in a message stands in its details too."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.model.citation import Marker
from sidecar.model.number import Number
from sidecar.model.report import Finding, Repair, Severity, Verdict
from sidecar.model.text import Span, Text

_SHOWN = 80


def not_found(marker: Marker, nearest: str) -> Finding:
    """A citation of what the request does not hold, and what is most like it, if anything is."""
    key = marker.key[:_SHOWN]
    hint = f"; the nearest is {nearest!r}" if nearest else ""
    details = {"citation_id": key, "form": marker.form.name}
    return Finding(
        code="CITATION_NOT_FOUND",
        verdict=Verdict.UNSUPPORTED,
        span=marker.span,
        message=f"no evidence of the request is {key!r}{hint}",
        details=details | ({"nearest": nearest} if nearest else {}),
        repair=Repair(marker.key_span, nearest) if nearest else None,
        severity=None if marker.explicit else Severity.WARNING,
    )


def unreadable(marker: Marker) -> Finding:
    """Something that looks like a citation and cannot be read as one."""
    key = marker.key[:_SHOWN]
    return Finding(
        code="CITATION_UNREADABLE",
        verdict=Verdict.INCONCLUSIVE,
        span=marker.span,
        message=f"{key!r} looks like a citation and cannot be read as one",
        details={"text": key},
    )


def mismatch(marker: Marker, evidence_id: str, overlap: float) -> Finding:
    """A citation whose text shares next to no words with its sentence."""
    share = f"{overlap:.2f}"
    return Finding(
        code="CITATION_MISMATCH",
        verdict=Verdict.INCONCLUSIVE,
        span=marker.span,
        message=f"the share of the sentence's words that {evidence_id!r} holds is {share}",
        details={"citation_id": marker.key, "evidence_id": evidence_id, "overlap": share},
    )


def number_absent(text: Text, number: Number, evidence_ids: Sequence[str]) -> Finding:
    """A number that does not stand in what its sentence cites."""
    written, cited = text.slice(number.span)[:_SHOWN], ", ".join(evidence_ids)
    return Finding(
        code="CITED_NUMBER_ABSENT",
        verdict=Verdict.INCONCLUSIVE,
        span=number.span,
        message=f"{written!r} is not in {cited}",
        details={"text": written, "evidence_ids": cited},
    )


def uncited(text: Text, span: Span, why: str) -> Finding:
    """A statement without a citation, where the settings require one for its kind."""
    return Finding(
        code="CLAIM_UNCITED",
        verdict=Verdict.UNSUPPORTED,
        span=span,
        message=f"the statement cites no evidence of the request, and {why} need it",
        details={"required_for": why, "text": text.slice(span)[:_SHOWN]},
    )


def missing(span: Span) -> Finding:
    """A text that cites nothing at all."""
    return Finding(
        code="CITATIONS_MISSING",
        verdict=Verdict.UNSUPPORTED,
        span=span,
        message="the text cites none of the evidence",
    )
