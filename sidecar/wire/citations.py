"""``CitationsDetail`` to its message."""

from __future__ import annotations

from verifyd.v1 import citations_pb2

from sidecar.model.citation import CitationsDetail, CitationVerification
from sidecar.model.report import Detail
from sidecar.wire import passed


def write(
    message: citations_pb2.CitationsDetail,
    detail: CitationsDetail,
    level: Detail,
    drop_supported: bool,
) -> None:
    """Fill a message: counts always, citations from BINDINGS on."""
    message.citations_total = len(detail.citations)
    message.citations_found = detail.found
    if detail.validity_rate is not None:
        message.citation_validity_rate = detail.validity_rate
    message.statements_total = detail.statements
    message.statements_cited = detail.cited
    passed.write(message, detail.passed_over)
    if level is Detail.VERDICTS:
        return
    for one in detail.citations:
        if not (drop_supported and one.found):
            _write_citation(message, one)


def _write_citation(message: citations_pb2.CitationsDetail, one: CitationVerification) -> None:
    place = message.citations.add(
        citation_id=one.marker.key,
        found=one.found,
        evidence_snippet=one.snippet,
        form=one.marker.form,
        evidence_ids=one.evidence_ids,
        overlap=one.overlap,
    ).span
    place.start, place.end = one.marker.span
