"""From the wire to plain data: what each check found beside its findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any

from verifyd import _explaining, _verifying
from verifyd._offsets import Offsets
from verifyd.arguments import ArgumentValue, ValueOrigin
from verifyd.citations import CitationVerification, ConfidenceCalibration, EvidenceSupportScore
from verifyd.claims import VerificationSummary
from verifyd.enums import (
    CitationForm,
    Direction,
    FormulaOrigin,
    FormulaOutcome,
    Grade,
    NumberForm,
    Qualifier,
    SettledBy,
    SkipReason,
    StructureRepairKind,
    Unit,
    Verdict,
)
from verifyd.formulas import Formula, FormulaUse
from verifyd.numeric import ClaimBinding, MathCheck, NumericClaim, Skipped
from verifyd.structured import Structure, StructureEdit, StructureError, StructureRepair
from verifyd.v1 import (
    arguments_pb2,
    citations_pb2,
    consistency_pb2,
    numeric_pb2,
    report_pb2,
    structure_pb2,
    support_pb2,
)


class Details:
    """What the checks of one report found beside their findings, translated at each call."""

    def __init__(
        self, report: report_pb2.Report, numeric: numeric_pb2.NumericDetail, offsets: Offsets
    ) -> None:
        self._report = report
        self._numeric = numeric
        self._offsets = offsets

    def bindings(self) -> tuple[ClaimBinding, ...]:
        """All numbers, each with its sentence and citation put back in."""
        sentences = [self._offsets.slice(span) for span in self._numeric.sentences]
        # They are counted from 1.
        citations = [numeric_pb2.NumericCitation(), *self._numeric.citations]
        return tuple(
            _binding(one, sentences[one.sentence], citations[one.citation], self._offsets)
            for one in self._numeric.bindings
        )

    def formulas(self, bindings: Iterable[ClaimBinding]) -> tuple[Formula, ...]:
        """The formulas of the numbers, and what a model calls a period or an identifier."""
        decided = (
            Formula(
                bound.claim.span,
                use.query,
                use.origin,
                use.reason if use.outcome is FormulaOutcome.NONE else "",
            )
            for bound in bindings
            if (use := bound.formula_use) is not None
        )
        no_claims = (
            Formula(self._offsets.span(one.span), "", FormulaOrigin(one.origin), one.none)
            for one in self._numeric.no_claims
        )
        return (*decided, *no_claims)

    def arguments(self) -> tuple[ArgumentValue, ...]:
        """The values of the arguments of a tool call."""
        return tuple(
            _argument(one, self._offsets)
            for detail in self._found("arguments")
            for one in detail.arguments
        )

    def skipped(self) -> tuple[Skipped, ...]:
        """What looks like a number and is none."""
        return tuple(
            Skipped(*self._offsets.locate(one.span), SkipReason(one.reason))
            for one in self._numeric.skipped
        )

    def math_checks(self) -> tuple[MathCheck, ...]:
        """The sums that were tried."""
        return tuple(
            _math_check(sum_, self._offsets)
            for detail in self._found("consistency")
            for sum_ in detail.math_checks
        )

    def citations(self) -> tuple[CitationVerification, ...]:
        """Each citation of the text."""
        return tuple(
            _citation(one, self._offsets)
            for detail in self._found("citations")
            for one in detail.citations
        )

    def evidence_support(self) -> EvidenceSupportScore | None:
        """How strong the evidence is."""
        return next((_support(one.evidence_support) for one in self._found("support")), None)

    def confidence_calibration(self) -> ConfidenceCalibration | None:
        """Whether the stated confidence matches it."""
        found = self._found("support")
        return next(
            (_calibration(one.confidence_calibration, self._offsets) for one in found), None
        )

    def structure(self) -> Structure | None:
        """What was found about the response in JSON."""
        return next(map(_structure, self._found("structure")), None)

    def verification(self) -> VerificationSummary | None:
        """What sources say about the claims that cite them."""
        found = self._found("claims")
        return next((_verifying.summary(one, self._offsets.locate) for one in found), None)

    def _found(self, kind: str) -> Iterator[Any]:
        """The details of one kind, as they came."""
        for result in self._report.results:
            if result.findings.HasField(kind):
                yield getattr(result.findings, kind)


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


def _argument(message: arguments_pb2.ArgumentValue, offsets: Offsets) -> ArgumentValue:
    """One value; one whose verdict is missing was not judged."""
    span, text = offsets.locate(message.span)
    origin = message.origin
    return ArgumentValue(
        path=message.path,
        span=span,
        text=text,
        kind=message.kind,
        verdict=Verdict(message.verdict) if message.verdict else None,
        origin=ValueOrigin(
            origin.kind, origin.message_index, origin.tool, origin.call_id, origin.location
        )
        if message.HasField("origin")
        else None,
    )


def _math_check(message: consistency_pb2.MathCheck, offsets: Offsets) -> MathCheck:
    """One sum."""
    return MathCheck(
        name=message.name,
        passed=message.passed,
        span=offsets.span(message.span),
        total=Decimal(message.total),
        expected=Decimal(message.expected),
        mend=Decimal(message.mend) if message.mend else None,
    )


def _citation(
    message: citations_pb2.CitationVerification, offsets: Offsets
) -> CitationVerification:
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


def _support(message: support_pb2.EvidenceSupportScore) -> EvidenceSupportScore:
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


def _calibration(
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


def _structure(message: structure_pb2.StructureDetail) -> Structure:
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


def _decimal(text: str) -> Decimal | None:
    return Decimal(text) if text else None
