"""From the wire to plain data: protobuf messages in, the types of ``verifyd.results`` out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from datetime import UTC
from decimal import Decimal

from verifyd import _explaining
from verifyd.citable import Source
from verifyd.citations import CitationVerification, ConfidenceCalibration, EvidenceSupportScore
from verifyd.enums import (
    CitationForm,
    Direction,
    FormulaOrigin,
    FormulaOutcome,
    Grade,
    Mode,
    NumberForm,
    Qualifier,
    SettledBy,
    Severity,
    SkipReason,
    StructureRepairKind,
    Unit,
    Verdict,
)
from verifyd.formulas import Formula, FormulaUse
from verifyd.numeric import ClaimBinding, MathCheck, NumericClaim, Skipped
from verifyd.query_result import Column, EvidenceInfo
from verifyd.results import (
    CheckFailure,
    CheckInfo,
    CheckResult,
    CodeInfo,
    Finding,
    ModelUse,
    Repair,
    ResponseMeta,
    ReviewRecord,
    Span,
)
from verifyd.structured import Structure, StructureEdit, StructureError, StructureRepair
from verifyd.v1 import (
    citations_pb2,
    common_pb2,
    consistency_pb2,
    evidence_service_pb2,
    numeric_pb2,
    report_pb2,
    structure_pb2,
    support_pb2,
    verify_pb2,
)


class Offsets:
    """Translates UTF-8 byte offsets of one text into its code point indices."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: Sequence[int] | None = None  # None: ASCII, where the two are equal
        if not text.isascii():
            data = text.encode()
            starts = [place for place, byte in enumerate(data) if byte & 0xC0 != 0x80]
            self._starts = [*starts, len(data)]

    def index(self, byte: int) -> int:
        """The code point that holds a byte; the length of the text past its end."""
        return byte if self._starts is None else bisect_right(self._starts, byte) - 1

    def byte(self, index: int) -> int:
        """The byte at which a code point begins; the length of the text past its end."""
        if self._starts is None:
            return index
        return self._starts[min(index, len(self._starts) - 1)]

    def span(self, span: common_pb2.Span) -> Span:
        """A place as code points."""
        return Span(self.index(span.start), self.index(span.end))

    def slice(self, span: common_pb2.Span) -> str:
        """The words that a place covers."""
        return self.locate(span)[1]

    def locate(self, span: common_pb2.Span) -> tuple[Span, str]:
        """A place as code points, and the words that it covers."""
        place = self.span(span)
        return place, self._text[place.start : place.end]


def check(result: report_pb2.CheckResult, offsets: Offsets) -> CheckResult:
    """How one check ended. An outcome that is not set is a failure: nothing is known."""
    failure = None
    if not result.HasField("findings"):
        failure = CheckFailure(
            reason=result.failure.reason or "INTERNAL",
            message=result.failure.message or "the server gave no outcome",
            retryable=result.failure.retryable,
        )
    return CheckResult(
        check=result.check,
        required=result.required,
        findings=tuple(finding(f, offsets) for f in result.findings.findings),
        nothing_to_judge=result.findings.nothing_to_judge,
        failure=failure,
        mode=Mode(result.mode),
    )


def finding(message: report_pb2.Finding, offsets: Offsets) -> Finding:
    """One finding."""
    repair = None
    if message.HasField("repair"):
        repair = Repair(offsets.span(message.repair.span), message.repair.replacement)
    return Finding(
        check=message.check,
        code=message.code,
        severity=Severity(message.severity),
        verdict=Verdict(message.verdict),
        span=offsets.span(message.span),
        text=offsets.slice(message.span),
        message=message.message,
        details=dict(message.details),
        repair=repair,
        confidence=message.confidence if message.HasField("confidence") else None,
    )


def bindings(detail: numeric_pb2.NumericDetail, offsets: Offsets) -> tuple[ClaimBinding, ...]:
    """All numbers, each with its sentence and citation put back in."""
    sentences = [offsets.slice(span) for span in detail.sentences]
    citations = [numeric_pb2.NumericCitation(), *detail.citations]  # they are counted from 1
    return tuple(
        _binding(message, sentences[message.sentence], citations[message.citation], offsets)
        for message in detail.bindings
    )


def _binding(
    message: numeric_pb2.ClaimBinding,
    sentence: str,
    citation: numeric_pb2.NumericCitation,
    offsets: Offsets,
) -> ClaimBinding:
    has_prefix = citation.HasField("prefix")
    verdict = Verdict(message.verdict)
    return ClaimBinding(
        claim=NumericClaim(
            value_text=offsets.slice(message.span),
            value=Decimal(message.value),
            unit=Unit(message.unit),
            unit_symbol=message.unit_symbol,
            span=offsets.span(message.span),
            sentence=sentence,
            citation_prefix=offsets.slice(citation.prefix) if has_prefix else None,
            query_id=citation.query_id or None,
            source_family=citation.source_family or None,
            form=NumberForm(message.form),
            qualifier=Qualifier(message.qualifier),
            direction=Direction(message.direction),
        ),
        matched=message.matched and verdict is Verdict.SUPPORTED,
        matched_source_qid=message.matched_source_qid or None,
        matched_location=message.matched_location or None,
        matched_value=_decimal(message.matched_value),
        verdict=verdict,
        grade=Grade(message.grade),
        formula=message.formula,
        chance=message.chance if message.HasField("chance") else None,
        ambiguous_source_qids=tuple(message.ambiguous_source_qids),
        low=_decimal(message.low),
        high=_decimal(message.high),
        readings=tuple(_explaining.reading(each, offsets.locate) for each in message.readings),
        odds=_explaining.odds(message),
        hints=_explaining.hints(message),
        settled_by=SettledBy(message.settled_by),
        formula_use=_formula_use(message) if message.HasField("formula_use") else None,
    )


def _formula_use(message: numeric_pb2.ClaimBinding) -> FormulaUse:
    use = message.formula_use
    return FormulaUse(
        query=use.query,
        origin=FormulaOrigin(use.origin),
        outcome=FormulaOutcome(use.outcome),
        value=_decimal(use.value),
        reason=use.reason,
        message=use.message,
        reads=tuple(use.reads),
    )


def skipped(detail: numeric_pb2.NumericDetail, offsets: Offsets) -> tuple[Skipped, ...]:
    """What looks like a number and is none."""
    return tuple(
        Skipped(offsets.span(s.span), offsets.slice(s.span), SkipReason(s.reason))
        for s in detail.skipped
    )


def no_claims(detail: numeric_pb2.NumericDetail, offsets: Offsets) -> Iterator[Formula]:
    """What a model calls a period or an identifier."""
    for one in detail.no_claims:
        yield Formula(offsets.span(one.span), "", FormulaOrigin(one.origin), one.none)


def math_check(message: consistency_pb2.MathCheck, offsets: Offsets) -> MathCheck:
    """One sum."""
    return MathCheck(
        name=message.name,
        passed=message.passed,
        span=offsets.span(message.span),
        total=Decimal(message.total),
        expected=Decimal(message.expected),
        mend=Decimal(message.mend) if message.mend else None,
    )


def citation(message: citations_pb2.CitationVerification, offsets: Offsets) -> CitationVerification:
    """One citation."""
    return CitationVerification(
        citation_id=message.citation_id,
        found=message.found,
        evidence_snippet=message.evidence_snippet or None,
        span=offsets.span(message.span),
        form=CitationForm(message.form),
        evidence_ids=tuple(message.evidence_ids),
        overlap=message.overlap if message.HasField("overlap") else None,
    )


def support(message: support_pb2.EvidenceSupportScore) -> EvidenceSupportScore:
    """The strength of the evidence."""
    return EvidenceSupportScore(
        score=message.score,
        reasoning=message.reasoning,
        supporting_evidence_ids=tuple(message.supporting_evidence_ids),
        evidence_count=message.evidence_count,
        mean_relevance=message.mean_relevance,
        provenance_count=message.provenance_count,
        cited=message.cited,
    )


def calibration(
    message: support_pb2.ConfidenceCalibration, offsets: Offsets
) -> ConfidenceCalibration:
    """The stated confidence."""
    return ConfidenceCalibration(
        stated_confidence=message.stated_confidence,
        evidence_confidence=message.evidence_confidence,
        calibration_delta=message.calibration_delta,
        is_calibrated=message.is_calibrated,
        span=offsets.span(message.span) if message.HasField("span") else None,
    )


def structure(message: structure_pb2.StructureDetail) -> Structure:
    """The detail of the structure check."""
    return Structure(
        valid=message.valid,
        errors=tuple(
            StructureError(e.instance_path, e.schema_path, e.keyword, e.message, e.repaired)
            for e in message.errors
        ),
        repairs=tuple(
            StructureRepair(
                r.instance_path,
                StructureRepairKind(r.kind),
                r.inserted_json,
                tuple(StructureEdit(e.start, e.end, e.replacement) for e in r.edits),
            )
            for r in message.repairs
        ),
        corrected_json=message.corrected_json or None,
        corrected_valid=message.corrected_valid,
        retry_hint=message.retry_hint,
    )


def meta(message: verify_pb2.ResponseMeta) -> ResponseMeta:
    """When and how fast."""
    return ResponseMeta(
        request_id=message.request_id,
        verified_at=message.verified_at.ToDatetime(tzinfo=UTC),
        elapsed=message.elapsed.ToTimedelta(),
        timings={timing.check: timing.elapsed.ToTimedelta() for timing in message.timings},
        models=tuple(
            ModelUse(
                model=use.model,
                calls=use.calls,
                failures=use.failures,
                kept=use.kept,
                prompt_tokens=use.prompt_tokens,
                completion_tokens=use.completion_tokens,
                cost=_decimal(use.cost),
            )
            for use in message.models
        ),
        review=_review_record(message.review) if message.HasField("review") else None,
    )


def _review_record(message: verify_pb2.ReviewRecord) -> ReviewRecord:
    return ReviewRecord(message.stored, message.review_id, message.items, message.dropped_items)


def check_info(message: verify_pb2.CheckInfo) -> CheckInfo:
    """One check of the server."""
    return CheckInfo(
        name=message.name,
        summary=message.summary,
        required=message.required,
        codes=tuple(
            CodeInfo(code.code, Severity(code.severity), code.summary, code.remedy)
            for code in message.codes
        ),
    )


def evidence_info(message: evidence_service_pb2.EvidenceInfo) -> EvidenceInfo:
    """What is known of a piece of evidence."""
    return EvidenceInfo(
        handle=message.handle,
        query_id=message.query_id,
        family=message.family,
        title=message.title,
        columns=tuple(
            Column(c.name, c.label, c.description, c.unit, tuple(c.synonyms))
            for c in message.columns
        ),
        row_count=message.row_count,
        number_count=message.number_count,
        memory_bytes=message.memory_bytes,
        expires=message.expire_time.ToDatetime(tzinfo=UTC),
        source=Source._read(message.source) if message.HasField("source") else None,
        text_bytes=message.text_bytes,
    )


def _decimal(text: str) -> Decimal | None:
    return Decimal(text) if text else None
