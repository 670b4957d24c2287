"""Cases as data: what a request should come to, for every way to ask.

A file holds cases that share settings and evidence::

    description: one sentence
    settings: {...}            # of the server, where they differ from the shipped ones
    evidence: {...}            # for requests that have none of their own
    cases:
      - name: trap_25_does_not_match_5
        request: {narrative: ..., evidence: ..., checks: [...], detail: ..., overrides: ...}
        judge: [...]           # what a model says of each claim: see ``recorded``
        want: {decision, action, findings, bindings, math_checks, citations, validity, support,
               confidence, structure, claims, verification, by_source, skipped, repaired, failure,
               error}

``request`` is a ``VerifyRequest`` in protobuf's JSON mapping. Where ``settings`` enable the claims
check, whoever starts the server sets the endpoint that knows what ``judge`` says. Every key of
``want`` may be left out; ``findings``, ``bindings``, ``math_checks``, ``citations``, ``claims``,
``by_source`` and ``skipped`` are whole lists in order, of whose entries only the keys that are
named are compared. ``text`` is the part of the narrative that a span covers. ``structure`` is the
detail of that check; its ``errors`` and ``repairs`` are such lists, too. ``repaired`` is the
narrative with every repair carried out.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import grpc
from google.protobuf.json_format import ParseDict
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from verifyd import Report
from verifyd.v1 import (
    citations_pb2,
    claims_pb2,
    common_pb2,
    numeric_pb2,
    report_pb2,
    structure_pb2,
    support_pb2,
    verify_pb2,
)

from bench import yaml_file

_REPAIR = structure_pb2.StructureRepairKind
FOLDER = Path(__file__).parent / "cases"
OWN_FORM = ("outcomes", "stream", "transcripts")
"""Folders with files of another form: see ``outcome_case_files`` and its like."""


Evidence = tuple[Mapping[str, Any], Sequence[Mapping[str, Any]]]
"""The evidence of a case, and what its judge says of the claims."""


class Case(NamedTuple):
    """One case of one file."""

    id: str
    settings: Mapping[str, Any]
    request: verify_pb2.VerifyRequest
    want: Mapping[str, Any]
    recorded: Evidence = ({}, ())


class Refusal(NamedTuple):
    """A request that was refused."""

    code: str
    reason: str
    metadata: Mapping[str, str]


@functools.cache
def load() -> Sequence[Case]:
    """Every case of every file."""
    return tuple(_load())


def _load() -> Iterator[Case]:
    for path in sorted(FOLDER.rglob("*.yaml")):
        if path.parent.name in OWN_FORM:
            continue
        content = yaml_file.read(path)
        for case in content["cases"]:
            request = dict(case["request"])
            if "evidence" in content:
                request.setdefault("evidence", content["evidence"])
            yield Case(
                id=f"{path.parent.name}/{path.stem}/{case['name']}",
                settings=content.get("settings", {}),
                request=ParseDict(request, verify_pb2.VerifyRequest()),
                want=case["want"],
                recorded=(request.get("evidence", {}), case.get("judge", ())),
            )


def differences(case: Case, got: report_pb2.Report | Refusal) -> list[str]:
    """Where an answer is not what the case wants; empty where it is."""
    wanted = case.want.get("error")
    if isinstance(got, Refusal) or wanted is not None:
        refused = got._asdict() if isinstance(got, Refusal) else {}
        return compare("error", wanted or {"code": "none"}, refused)
    seen = describe(case.request.narrative, got)
    return [line for key, want in case.want.items() for line in compare(key, want, seen[key])]


def compare(place: str, want: Any, got: Any) -> list[str]:
    """Where what is got differs; of mappings only the wanted keys count."""
    if isinstance(want, Mapping):
        if not isinstance(got, Mapping):
            return [f"{place}: wanted {want}, got {got!r}"]
        return [
            line
            for key, value in want.items()
            for line in compare(f"{place}.{key}".lstrip("."), value, got.get(key))
        ]
    if isinstance(want, list):
        if len(want) != len(got):
            return [f"{place}: wanted {len(want)} entries, got {len(got)}: {got}"]
        return [
            line
            for i, (w, g) in enumerate(zip(want, got, strict=True))
            for line in compare(f"{place}[{i}]", w, g)
        ]
    return [] if want == got else [f"{place}: wanted {want!r}, got {got!r}"]


def describe(narrative: str, report: report_pb2.Report) -> dict[str, Any]:
    """A report in the words of the cases."""
    data = narrative.encode()
    details = [result.findings for result in report.results if result.HasField("findings")]
    failures = [
        {"check": result.check, "reason": result.failure.reason}
        for result in report.results
        if result.HasField("failure")
    ]
    return {
        "decision": report_pb2.Decision.Name(report.decision).removeprefix("DECISION_"),
        "action": report_pb2.Action.Name(report.action).removeprefix("ACTION_"),
        "findings": [_finding(f, data) for detail in details for f in detail.findings],
        "bindings": [_binding(b, data) for detail in details for b in detail.numeric.bindings],
        "math_checks": [
            {"name": m.name, "passed": m.passed, "total": m.total, "expected": m.expected}
            for detail in details
            for m in detail.consistency.math_checks
        ],
        "citations": [_citation(c, data) for detail in details for c in detail.citations.citations],
        "validity": next(
            (_validity(d.citations) for d in details if d.HasField("citations")), None
        ),
        "structure": next(
            (_structure(d.structure) for d in details if d.HasField("structure")), None
        ),
        "support": next((_support(d.support) for d in details if d.HasField("support")), None),
        "confidence": next(
            (_confidence(d.support, data) for d in details if d.HasField("support")), None
        ),
        "failure": failures[0] if failures else None,
        **_verification(report, data),
        "repaired": Report(narrative, verify_pb2.VerifyResponse(report=report)).repaired(),
    }


def _verification(report: report_pb2.Report, data: bytes) -> dict[str, Any]:
    """What was found about claims; None where the check did not run to its end."""
    details = [r.findings.claims for r in report.results if r.findings.HasField("claims")]
    if not details:
        return dict.fromkeys(("claims", "verification", "by_source", "skipped"))
    (detail,) = details
    counts = detail.summary
    return {
        "claims": [_claim(one) for one in detail.claims],
        "verification": {
            "total": counts.total_claims,
            "supported": counts.supported_claims,
            "partial": counts.partial_claims,
            "unsupported": counts.unsupported_claims,
            "contradicted": counts.contradicted_claims,
            "not_judged": counts.not_judged_claims,
            "flagged": counts.flagged_count,
            "avg_confidence": f"{counts.avg_confidence:.2f}",
            "pass": counts.verification_pass,
        },
        "by_source": [_analysis(one) for one in counts.by_source],
        "skipped": [
            {"text": _text(one.span, data), "reason": one.reason} for one in detail.skipped
        ],
    }


def _claim(one: claims_pb2.ClaimVerification) -> dict[str, Any]:
    return {
        "text": one.claim.text,
        "type": claims_pb2.ClaimType.Name(one.claim.claim_type).removeprefix("CLAIM_TYPE_"),
        "verdict": _verdict(one.verdict),
        "confidence": f"{one.confidence or 0:.2f}",
        "flagged": one.flagged,
        "source_number": one.claim.source_number,
        "source_url": one.claim.source_url,
        "sources": [source.id for source in one.claim.sources],
        "results": [
            {
                "source_id": result.source_id,
                "verdict": _verdict(result.verdict),
                "evidence": result.evidence,
                "judged": _verdict(result.judged) if result.judged else None,
            }
            for result in one.results
        ],
    }


def _analysis(one: claims_pb2.SourceAnalysis) -> dict[str, Any]:
    return {
        "id": one.source.id,
        "origin": claims_pb2.SourceOrigin.Name(one.origin).removeprefix("SOURCE_ORIGIN_"),
        "unavailable": one.unavailable,
        "claims": one.claims_verified,
        "supported": one.supported,
        "flagged": one.flagged,
    }


def _verdict(verdict: claims_pb2.ClaimVerdict) -> str:
    return claims_pb2.ClaimVerdict.Name(verdict).removeprefix("CLAIM_VERDICT_")


def _text(span: common_pb2.Span, data: bytes) -> str:
    return data[span.start : span.end].decode()


def _finding(finding: report_pb2.Finding, data: bytes) -> dict[str, Any]:
    return {
        "code": finding.code,
        "severity": report_pb2.Severity.Name(finding.severity).removeprefix("SEVERITY_"),
        "verdict": common_pb2.Verdict.Name(finding.verdict).removeprefix("VERDICT_"),
        "text": _text(finding.span, data),
        "replacement": finding.repair.replacement,
        "details": dict(finding.details),
        "replaced": _text(finding.repair.span, data) if finding.HasField("repair") else None,
    }


def _citation(citation: citations_pb2.CitationVerification, data: bytes) -> dict[str, Any]:
    form = citations_pb2.CitationForm.Name(citation.form).removeprefix("CITATION_FORM_")
    return {
        "text": _text(citation.span, data),
        "id": citation.citation_id,
        "found": citation.found,
        "form": form,
        "evidence_ids": list(citation.evidence_ids),
        "snippet": citation.evidence_snippet,
    }


def _validity(detail: citations_pb2.CitationsDetail) -> str | None:
    """The rate of valid citations with two decimals; None where the text cites nothing."""
    known = detail.HasField("citation_validity_rate")
    return f"{detail.citation_validity_rate:.2f}" if known else None


def _support(detail: support_pb2.SupportDetail) -> dict[str, Any]:
    score = detail.evidence_support
    return {
        "score": f"{score.score:.2f}",
        "count": score.evidence_count,
        "relevance": f"{score.mean_relevance:.2f}",
        "provenances": score.provenance_count,
        "cited": score.cited,
        "ids": list(score.supporting_evidence_ids),
    }


def _confidence(detail: support_pb2.SupportDetail, data: bytes) -> dict[str, Any]:
    compared = detail.confidence_calibration
    return {
        "stated": f"{compared.stated_confidence:.2f}",
        "delta": f"{compared.calibration_delta:.2f}",
        "calibrated": compared.is_calibrated,
        "text": _text(compared.span, data),
    }


def _binding(binding: numeric_pb2.ClaimBinding, data: bytes) -> dict[str, Any]:
    return {
        "text": _text(binding.span, data),
        "value": binding.value,
        "unit": numeric_pb2.Unit.Name(binding.unit).removeprefix("UNIT_"),
        "matched": binding.matched,
        "matched_source_qid": binding.matched_source_qid,
        "matched_location": binding.matched_location,
        "grade": numeric_pb2.Grade.Name(binding.grade).removeprefix("GRADE_"),
        "verdict": common_pb2.Verdict.Name(binding.verdict).removeprefix("VERDICT_"),
    }


def _structure(detail: structure_pb2.StructureDetail) -> dict[str, Any]:
    return {
        "valid": detail.valid,
        "corrected_json": detail.corrected_json,
        "corrected_valid": detail.corrected_valid,
        "has_hint": bool(detail.retry_hint),
        "errors": [
            {"instance_path": e.instance_path, "keyword": e.keyword, "repaired": e.repaired}
            for e in detail.errors
        ],
        "repairs": [
            {
                "instance_path": r.instance_path,
                "kind": _REPAIR.Name(r.kind).removeprefix("STRUCTURE_REPAIR_KIND_"),
                "inserted_json": r.inserted_json,
            }
            for r in detail.repairs
        ],
    }


def refusal(error: grpc.RpcError) -> Refusal:
    """How a call was refused."""
    status = rpc_status.from_call(error)
    assert status is not None, f"no rich error: {error}"
    info = error_details_pb2.ErrorInfo()
    assert status.details[0].Unpack(info)
    assert info.domain == "verifyd"
    return Refusal(error.code().name, info.reason, dict(info.metadata))


def count(cases: Sequence[Case], prefix: str) -> int:
    """How many cases have an id that begins so."""
    return sum(case.id.startswith(prefix) for case in cases)
