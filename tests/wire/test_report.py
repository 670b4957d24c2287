"""Reports on the wire: levels of detail, the size cap, and enums that mean the same."""

from __future__ import annotations

from decimal import Decimal
from enum import IntEnum
from typing import Any

import pytest
from verifyd.v1 import citations_pb2, common_pb2, numeric_pb2, report_pb2, verify_pb2

from sidecar.model import number, report, why
from sidecar.model.citation import CitationForm
from sidecar.model.decimals import plain
from sidecar.model.number import Citation, Number, NumericClaim, Skipped, SkipReason, Unit
from sidecar.model.report import (
    Action,
    Bindings,
    CheckResult,
    ClaimBinding,
    Considered,
    Decision,
    Detail,
    Finding,
    Findings,
    Grade,
    Mode,
    NumericDetail,
    Reading,
    Report,
    Severity,
    Verdict,
)
from sidecar.model.text import Span
from sidecar.wire.report import MAX_REPORT_BYTES, write


@pytest.mark.parametrize(
    ("ours", "theirs", "prefix"),
    [
        (report.Decision, report_pb2.Decision, "DECISION_"),
        (why.Part, numeric_pb2.LinkPart, "LINK_PART_"),
        (why.Origin, numeric_pb2.LinkOrigin, "LINK_ORIGIN_"),
        (report.Action, report_pb2.Action, "ACTION_"),
        (report.Mode, report_pb2.Mode, "MODE_"),
        (report.Severity, report_pb2.Severity, "SEVERITY_"),
        (report.Verdict, common_pb2.Verdict, "VERDICT_"),
        (report.Grade, numeric_pb2.Grade, "GRADE_"),
        (report.Detail, verify_pb2.Detail, "DETAIL_"),
        (number.Unit, numeric_pb2.Unit, "UNIT_"),
        (number.Form, numeric_pb2.NumberForm, "NUMBER_FORM_"),
        (number.Qualifier, numeric_pb2.Qualifier, "QUALIFIER_"),
        (number.Direction, numeric_pb2.Direction, "DIRECTION_"),
        (CitationForm, citations_pb2.CitationForm, "CITATION_FORM_"),
        (number.SkipReason, numeric_pb2.SkipReason, "SKIP_REASON_"),
    ],
)
def test_enums_have_the_values_of_the_wire(ours: type[IntEnum], theirs: Any, prefix: str) -> None:
    mine = {f"{prefix}{member.name}": member.value for member in ours if member.value}
    wire = {name: value for name, value in theirs.items() if value}
    assert mine == wire


def binding(start: int, verdict: Verdict, location: str = "data[0].n") -> ClaimBinding:
    value = Decimal("1200000")
    written = Number(Span(start, start + 4), value, value - 5, value + 5, Unit.CURRENCY, "USD")
    claim = NumericClaim(written, Span(0, 9), Citation(Span(0, 3), "LMIS", "q"))
    reading = Reading("q", location, value, Grade.EXACT)
    return ClaimBinding(claim, verdict, Grade.EXACT, reading, considered=[Considered(reading)] * 30)


def whole(bindings: list[ClaimBinding]) -> Report:
    found = Finding(
        code="CLAIM_NOT_FOUND",
        verdict=Verdict.UNSUPPORTED,
        span=Span(1, 5),
        message="m",
        details={"b": "2", "a": "1"},
    )
    outcome = Findings(
        findings=[found],
        judged=len(bindings),
        detail=NumericDetail(Bindings.of(bindings), [Skipped(Span(7, 9), SkipReason.YEAR)]),
    )
    result = CheckResult(
        check="numeric", required=True, outcome=outcome, severities=[Severity.ERROR]
    )
    return Report(
        decision=Decision.FAIL,
        action=Action.HOLD,
        mode=Mode.ENFORCE,
        results=[result],
        text_digest="t",
        evidence_digest="e",
        settings_digest="s",
        engine_version="v",
    )


def encode(found: Report, level: Detail) -> report_pb2.Report:
    message = report_pb2.Report()
    write(message, found, level)
    return message


MIXED = [binding(0, Verdict.SUPPORTED), binding(5, Verdict.UNSUPPORTED)]


def numeric(level: Detail, bindings: list[ClaimBinding] = MIXED) -> numeric_pb2.NumericDetail:
    return encode(whole(bindings), level).results[0].findings.numeric


def test_verdicts_hold_counts_and_findings_only() -> None:
    detail = numeric(Detail.VERDICTS)
    assert (detail.claims_total, detail.claims_matched) == (2, 1)
    assert not detail.bindings
    assert encode(whole(MIXED), Detail.VERDICTS).results[0].findings.findings[0].severity == 3


def test_sentences_and_citations_are_sent_once() -> None:
    detail = numeric(Detail.BINDINGS)
    assert [(b.sentence, b.citation) for b in detail.bindings] == [(0, 1), (0, 1)]
    assert len(detail.sentences) == len(detail.citations) == 1
    assert detail.citations[0].query_id == "q"
    assert detail.bindings[0].value == "1200000"
    assert not detail.bindings[0].readings
    assert not detail.skipped


def test_explain_adds_readings_and_what_was_skipped() -> None:
    detail = numeric(Detail.EXPLAIN)
    assert (detail.bindings[0].low, detail.bindings[0].high) == ("1199995", "1200005")
    assert len(detail.bindings[0].readings) == 20  # the contract's limit
    assert detail.skipped[0].reason == numeric_pb2.SKIP_REASON_YEAR


def test_past_three_mebibytes_supported_bindings_go_and_findings_stay() -> None:
    many = [binding(i, Verdict.SUPPORTED, "data[0]." + "n" * 500) for i in range(9000)]
    message = encode(whole([*many, binding(1, Verdict.UNSUPPORTED)]), Detail.BINDINGS)
    assert message.bindings_dropped
    assert message.ByteSize() < MAX_REPORT_BYTES
    detail = message.results[0].findings.numeric
    assert (detail.claims_total, len(detail.bindings)) == (9001, 1)
    assert len(message.results[0].findings.findings) == 1


def test_the_same_report_gives_the_same_bytes() -> None:
    one, two = (encode(whole(MIXED), Detail.EXPLAIN) for _ in range(2))
    first = one.SerializeToString(deterministic=True)
    assert first == two.SerializeToString(deterministic=True)
    assert first.index(b"\x0a\x01a\x12\x011") < first.index(b"\x0a\x01b\x12\x012")  # maps sorted


@pytest.mark.parametrize(
    ("value", "text"),
    [("1.2E+6", "1200000"), ("0.50", "0.5"), ("-5.0", "-5"), ("100", "100"), ("0", "0")],
)
def test_decimals_are_written_plainly(value: str, text: str) -> None:
    assert plain(Decimal(value)) == text
