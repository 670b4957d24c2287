"""A report as JSON, for scripts: the names of the contract, indices in code points.

Names and values are those of ``verifyd.v1.Report`` without the prefixes of its enums. A span counts
code points, so that ``narrative[start:end]`` of a Python string is what it covers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from sidecar.model.citation import CitationsDetail, CitationVerification
from sidecar.model.claim import ClaimsDetail
from sidecar.model.consistency import ConsistencyDetail, MathCheck
from sidecar.model.decimals import plain
from sidecar.model.formula import FormulaUse
from sidecar.model.report import (
    CheckDetail,
    CheckResult,
    ClaimBinding,
    Considered,
    Detail,
    Failure,
    Finding,
    NumericDetail,
    Report,
    Severity,
    Verdict,
)
from sidecar.model.structure import StructureDetail
from sidecar.model.support import SupportDetail
from sidecar.model.text import Span, Text
from sidecar.model.why import Link
from sidecar.reports import claims
from sidecar.reports.excerpt import elsewhere, place

Object = dict[str, object]


def render(report: Report, text: Text, *, detail: Detail) -> str:
    """Write a report as JSON, with a line feed at its end.

    Args:
        report: What was found.
        text: The narrative.
        detail: ``VERDICTS`` leaves out the bindings; ``EXPLAIN`` adds what was weighed and skipped.
    """
    writer = _Writer(text, detail)
    return json.dumps(writer.report(report), ensure_ascii=False, indent=2) + "\n"


class _Writer:
    def __init__(self, text: Text, detail: Detail) -> None:
        self._text = text
        self._detail = detail

    def report(self, report: Report) -> Object:
        return {
            "decision": report.decision.name,
            "action": report.action.name,
            "mode": report.mode.name,
            "results": [self._result(result) for result in report.results],
            "text_digest": report.text_digest,
            "evidence_digest": report.evidence_digest,
            "settings_digest": report.settings_digest,
            "engine_version": report.engine_version,
            "retry_hint": report.retry_hint(),
        }

    def _result(self, result: CheckResult) -> Object:
        head: Object = {
            "check": result.check,
            "required": result.required,
            "mode": result.mode.name,
        }
        outcome = result.outcome
        if isinstance(outcome, Failure):
            failure = {
                "reason": outcome.reason,
                "message": outcome.message,
                "retryable": outcome.retryable,
            }
            return head | {"failure": failure}
        pairs = zip(outcome.findings, result.severities, strict=True)
        return (
            head
            | {"findings": [self._finding(finding, severity) for finding, severity in pairs]}
            | {"nothing_to_judge": outcome.judged == 0}
            | self._counts(outcome.detail)
        )

    def _finding(self, finding: Finding, severity: Severity) -> Object:
        written: Object = {
            "code": finding.code,
            "severity": severity.name,
            "verdict": finding.verdict.name,
            "span": self._span(finding.span),
            **self._place(finding),
            "text": self._text.slice(finding.span),
            "message": finding.message,
            "details": dict(sorted(finding.details.items())),
        }
        if finding.repair is not None:
            repair = finding.repair
            written["repair"] = {
                "span": self._span(repair.span),
                "replacement": repair.replacement,
            }
        if finding.confidence is not None:
            written["confidence"] = finding.confidence
        return written

    def _place(self, finding: Finding) -> Object:
        """Line and column; nothing for a finding about something else than the narrative."""
        if elsewhere(finding):
            return {}
        line, column = place(self._text, finding.span)
        return {"line": line, "column": column}

    def _counts(self, detail: CheckDetail | None) -> Object:
        written: Object = {}
        match detail:
            case NumericDetail():
                written["numeric"] = self._numeric(detail)
            case ConsistencyDetail():
                written["consistency"] = self._consistency(detail)
            case CitationsDetail():
                written["citations"] = self._citations(detail)
            case StructureDetail():
                written["structure"] = self._structure(detail)
            case SupportDetail():
                written["support"] = self._support(detail)
            case ClaimsDetail():
                written["claims"] = claims.written(detail, self._detail, self._span)
            case None:
                pass
        return written

    def _numeric(self, detail: NumericDetail) -> Object:
        written: Object = {
            "claims_total": len(detail.bindings),
            "claims_matched": detail.bindings.verdicts.count(Verdict.SUPPORTED),
            "claims_inconclusive": detail.bindings.verdicts.count(Verdict.INCONCLUSIVE),
            "claims_uncovered": detail.uncovered,
            "passed_over": dict(sorted(detail.passed_over.items())),
        }
        if self._detail is not Detail.VERDICTS:
            written["bindings"] = [self._binding(binding) for binding in detail.bindings]
            written["no_claims"] = [
                {"span": self._span(one.span), "origin": one.origin.name, "none": one.none}
                for one in detail.no_claims
            ]
        if self._detail is Detail.EXPLAIN:
            written["skipped"] = [
                {"span": self._span(span), "reason": reason.name} for span, reason in detail.skipped
            ]
        return written

    def _binding(self, binding: ClaimBinding) -> Object:
        number, sentence, citation = binding.claim
        written: Object = {
            "span": self._span(number.span),
            "text": self._text.slice(number.span),
            "value": plain(number.value),
            "unit": number.unit.name,
            "unit_symbol": number.symbol,
            "sentence": self._span(sentence),
            "source_family": citation.family,
            "query_id": citation.query_id,
            "matched": binding.matched,
            "verdict": binding.verdict.name,
            "grade": binding.grade.name,
            "settled_by": binding.settled_by.name,
        }
        if binding.use is not None:
            written["formula_use"] = _formula_use(binding.use)
        if binding.reading is not None:
            written["matched_source_qid"] = binding.reading.query_id
            written["matched_location"] = binding.reading.location
            written["matched_value"] = plain(binding.reading.value)
        if binding.sources:
            written["ambiguous_source_qids"] = list(binding.sources)
        if self._detail is Detail.EXPLAIN:
            written["low"] = plain(number.low)
            written["high"] = plain(number.high)
            written |= self._explained(binding)
        return written

    def _explained(self, binding: ClaimBinding) -> Object:
        """What was weighed, and what would fix a mistake."""
        return {
            "readings": [self._considered(one) for one in binding.considered],
            "odds": binding.odds._asdict() if binding.odds else None,
            "hints": [hint._asdict() for hint in binding.hints],
        }

    def _considered(self, one: Considered) -> Object:
        written: Object = {}
        if one.reading is not None:
            written = {
                "query_id": one.reading.query_id,
                "location": one.reading.location,
                "value": plain(one.reading.value),
                "grade": one.reading.grade.name,
                "formula": one.reading.formula,
            }
        if one.why is not None:
            links = [self._link(link) for link in one.why.links]
            reasons = [reason._asdict() for reason in one.why.reasons]
            written["why"] = one.why._asdict() | {"links": links, "reasons": reasons}
        return written

    def _link(self, link: Link) -> Object:
        return {
            "part": link.part.name,
            "name": link.name,
            "origin": link.origin.name,
            "strength": link.strength,
            "span": self._span(link.span) if link.span else None,
        }

    def _consistency(self, detail: ConsistencyDetail) -> Object:
        passed = sum(check.passed for check in detail.math_checks)
        written: Object = {
            "checks_passed": passed,
            "checks_failed": len(detail.math_checks) - passed,
        }
        if self._detail is not Detail.VERDICTS:
            written["math_checks"] = [self._math(check) for check in detail.math_checks]
        return written

    def _structure(self, detail: StructureDetail) -> Object:
        written: Object = {
            "valid": detail.valid,
            "corrected_json": detail.corrected,
            "corrected_valid": detail.corrected_valid,
            "retry_hint": detail.retry_hint,
        }
        if self._detail is not Detail.VERDICTS:
            written["errors"] = [
                {
                    "instance_path": error.path,
                    "schema_path": error.schema_path,
                    "keyword": error.keyword,
                    "message": error.message,
                    "repaired": error.repaired,
                }
                for error in detail.errors
            ]
            written["repairs"] = [
                {
                    "instance_path": repair.path,
                    "kind": repair.kind.name,
                    "inserted_json": repair.inserted,
                    "edits": [edit._asdict() for edit in repair.edits],
                }
                for repair in detail.repairs
            ]
        return written

    def _math(self, check: MathCheck) -> Object:
        return {
            "name": check.name,
            "passed": check.passed,
            "span": self._span(check.span),
            "total": plain(check.total),
            "expected": plain(check.expected),
        } | ({} if check.mend is None else {"mend": plain(check.mend)})

    def _citations(self, detail: CitationsDetail) -> Object:
        written: Object = {
            "citations_total": len(detail.citations),
            "citations_found": detail.found,
            "citation_validity_rate": detail.validity_rate,
            "statements_total": detail.statements,
            "statements_cited": detail.cited,
            "passed_over": dict(sorted(detail.passed_over.items())),
        }
        if self._detail is not Detail.VERDICTS:
            written["citations"] = [self._citation(one) for one in detail.citations]
        return written

    def _citation(self, one: CitationVerification) -> Object:
        return {
            "citation_id": one.marker.key,
            "found": one.found,
            "evidence_snippet": one.snippet or None,
            "span": self._span(one.marker.span),
            "form": one.marker.form.name,
            "evidence_ids": list(one.evidence_ids),
            "overlap": one.overlap,
        }

    def _support(self, detail: SupportDetail) -> Object:
        support, calibration = detail.evidence_support, detail.confidence_calibration
        score = support._asdict()
        score["provenance_count"] = score.pop("provenances")
        score["evidence_count"] = len(score["supporting_evidence_ids"])
        if self._detail is Detail.VERDICTS:
            del score["supporting_evidence_ids"]
        compared = calibration._asdict()
        compared["span"] = self._span(calibration.span) if calibration.span else None
        return {"evidence_support": score, "confidence_calibration": compared}

    def _span(self, span: Span) -> Mapping[str, int]:
        return {
            "start": self._text.char_offset(span.start),
            "end": self._text.char_offset(span.end),
        }


def _formula_use(use: FormulaUse) -> Object:
    """What a formula did; ``verifyd check --formulas`` reads its query, origin and none again."""
    return {
        "query": use.formula.query,
        "origin": use.formula.origin.name,
        "none": use.formula.none,
        "outcome": use.outcome.name,
        "value": None if use.value is None else plain(use.value),
        "reason": use.reason,
        "message": use.message,
        "reads": list(use.reads),
    }
