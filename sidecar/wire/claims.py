"""Claims and structured responses: what a request says of them, and what was found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verifyd.v1 import claims_pb2, structure_pb2, verify_pb2

from sidecar.model.claim import (
    CitedSource,
    ClaimsDetail,
    ClaimVerdict,
    ClaimVerification,
    SourceAnalysis,
    VerificationResult,
)
from sidecar.model.report import Detail
from sidecar.model.structure import StructureDetail, StructuredResponse
from sidecar.settings.root import Settings
from sidecar.structure.intake import DEFAULT_SCHEMA, build_response, is_expected
from sidecar.wire import messages


def read_response(
    request: verify_pb2.VerifyRequest, settings: Settings
) -> StructuredResponse | None:
    """The structured response of a request, if it has one or owes one.

    Raises:
        VerifydError: What ``build_response`` raises.
    """
    required = settings.policy.required_checks
    owed = is_expected(request.checks, required, settings.structure)
    if not owed and not request.HasField("structured_response"):
        return None
    message = request.structured_response
    return build_response(
        message.response if message.HasField("response") else None,
        request.narrative,
        settings.structure,
        schema_json=message.schema_json,
        schema_name=message.schema_name,
        free=DEFAULT_SCHEMA in settings.overridable,
    )


def write_structure(
    message: structure_pb2.StructureDetail, detail: StructureDetail, level: Detail
) -> None:
    """Fill a message; ``VERDICTS`` leaves out the single errors and repairs."""
    message.valid = detail.valid
    message.corrected_json = detail.corrected
    message.corrected_valid = detail.corrected_valid
    message.retry_hint = detail.retry_hint
    if level is Detail.VERDICTS:
        return
    for error in detail.errors:
        message.errors.add(
            instance_path=error.path,
            schema_path=error.schema_path,
            keyword=error.keyword,
            message=error.message,
            repaired=error.repaired,
        )
    for repair in detail.repairs:
        made = message.repairs.add(
            instance_path=repair.path, kind=repair.kind, inserted_json=repair.inserted
        )
        for edit in repair.edits:
            made.edits.add(start=edit.start, end=edit.end, replacement=edit.replacement)


# ``ClaimsDetail`` to its message, and a request's way with unsupported claims.

_FILTERS = {
    claims_pb2.CLAIM_FILTER_NONE: "none",
    claims_pb2.CLAIM_FILTER_MARK: "mark",
    claims_pb2.CLAIM_FILTER_REMOVE_CITATION: "remove_citation",
    claims_pb2.CLAIM_FILTER_REMOVE_CLAIM: "remove_claim",
}


def apply_filter(request: verify_pb2.VerifyRequest, settings: Settings) -> Settings:
    """The settings with a request's filter: it changes repairs alone, so it needs no leave."""
    chosen = _FILTERS.get(request.claims.filter)
    if chosen is None:
        return settings
    return settings.having(claims=settings.claims.changed(filter=chosen))


def write_claims(
    message: claims_pb2.ClaimsDetail, detail: ClaimsDetail, level: Detail, drop_supported: bool
) -> None:
    """Fill a message: counts always, claims from BINDINGS on, whole contexts with EXPLAIN."""
    _write_summary(message.summary, detail)
    messages.write_passed(message, detail.passed_over)
    if level is Detail.VERDICTS:
        return
    sent = [one for one in detail.claims if one.flagged or not drop_supported]
    for one in sent:
        _write_claim(message.claims.add(), one, level)
    _write_positions(message.summary, sent)
    if level is Detail.EXPLAIN:
        for skipped in detail.skipped:
            place = message.skipped.add(reason=skipped.reason).span
            place.start, place.end = skipped.span


def _write_summary(message: claims_pb2.VerificationSummary, detail: ClaimsDetail) -> None:
    counts = detail.verdicts
    message.total_claims = len(detail.claims)
    message.supported_claims = counts.get(ClaimVerdict.SUPPORTED, 0)
    message.partial_claims = counts.get(ClaimVerdict.PARTIAL, 0)
    message.unsupported_claims = counts.get(ClaimVerdict.UNSUPPORTED, 0)
    message.contradicted_claims = counts.get(ClaimVerdict.CONTRADICTED, 0)
    message.not_judged_claims = counts.get(ClaimVerdict.NOT_JUDGED, 0)
    message.flagged_count = detail.flagged
    message.avg_confidence = detail.avg_confidence or 0.0
    message.verification_pass = detail.verification_pass
    for one in detail.by_source:
        _write_analysis(message.by_source.add(), one)


def _write_positions(
    message: claims_pb2.VerificationSummary, sent: Sequence[ClaimVerification]
) -> None:
    """Say which of the claims that are sent are flagged, and which cite each source."""
    message.flagged_claims.extend(place for place, one in enumerate(sent) if one.flagged)
    by_id = {one.source.id: one for one in message.by_source}
    for place, one in enumerate(sent):
        for source in one.claim.sources:
            if source.id in by_id:
                by_id[source.id].claims.append(place)


def _write_analysis(message: claims_pb2.SourceAnalysis, one: SourceAnalysis) -> None:
    _write_source(message.source, one.source)
    if one.origin is not None:
        message.origin = one.origin
    message.unavailable = one.unavailable
    message.claims_verified = one.claims
    message.supported = one.verdicts.get(ClaimVerdict.SUPPORTED, 0)
    message.flagged = one.flagged
    message.avg_confidence = one.avg_confidence or 0.0


def _write_claim(message: Any, one: ClaimVerification, level: Detail) -> None:
    message.verdict = one.verdict
    if one.confidence is not None:
        message.confidence = one.confidence
    message.flagged = one.flagged
    claim, first = one.claim, one.claim.sources[0]
    written = message.claim
    written.text = claim.text
    written.span.start, written.span.end = claim.span
    written.source_number, written.source_url = first.number, first.url
    written.claim_type = claim.claim_type
    written.context = claim.context if level is Detail.EXPLAIN else claim.nearby
    for source in claim.sources:
        _write_source(written.sources.add(), source)
    for result in one.results:
        _write_result(message.results.add(), result)


def _write_source(message: claims_pb2.CitedSource, source: CitedSource) -> None:
    message.id, message.number = source.id, source.number
    message.url, message.title = source.url, source.title


def _write_result(message: Any, result: VerificationResult) -> None:
    message.source_id = result.source.id
    message.verdict = result.verdict
    if result.confidence is not None:
        message.confidence = result.confidence
    message.evidence = result.evidence
    message.reasoning = result.reasoning
    if result.judged is not None:
        message.judged = result.judged
    message.model = result.model
