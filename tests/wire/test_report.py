"""Reports on the wire: levels of detail, the size cap, and enums that mean the same."""

from __future__ import annotations

from decimal import Decimal
from enum import IntEnum
from typing import Any

import pytest
from verifyd.v1 import citations_pb2, common_pb2, numeric_pb2, report_pb2, verify_pb2

from sidecar.model import number, report, why
from sidecar.model.check_details import CitationForm
from sidecar.model.formatting import format_plain
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
from sidecar.wire.report import MAX_REPORT_BYTES, write_report


@pytest.mark.parametrize(
    ("ours", "theirs", "prefix"),
    [
        (report.Decision, report_pb2.Decision, "DECISION_"),
        (why.LinkedPart, numeric_pb2.LinkPart, "LINK_PART_"),
        (why.LinkOrigin, numeric_pb2.LinkOrigin, "LINK_ORIGIN_"),
        (report.Action, report_pb2.Action, "ACTION_"),
        (report.Mode, report_pb2.Mode, "MODE_"),
        (report.Severity, report_pb2.Severity, "SEVERITY_"),
        (report.Verdict, common_pb2.Verdict, "VERDICT_"),
        (report.Grade, numeric_pb2.Grade, "GRADE_"),
        (report.Detail, verify_pb2.Detail, "DETAIL_"),
        (number.Unit, numeric_pb2.Unit, "UNIT_"),
        (number.NumberForm, numeric_pb2.NumberForm, "NUMBER_FORM_"),
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
        detail=NumericDetail(
            Bindings.from_sequence(bindings), [Skipped(Span(7, 9), SkipReason.YEAR)]
        ),
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
    return report_pb2.Report.FromString(write_report(found, level))


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


def explained(start: int, verdict: Verdict) -> ClaimBinding:
    """A number with a reading that has a value, and one that has none."""
    links = [
        why.Link(why.LinkedPart.ROW, "North", why.LinkOrigin.SENTENCE, 0.75, Span(2, 7)),
        why.Link(why.LinkedPart.COLUMN, "n", why.LinkOrigin.UNIT, 0.5),
    ]
    reasons = [why.Reason("cell", -1.18), why.Reason("row", 1.5)]
    told = why.Why("cell", 0.25, "q", "North, 2007", "n", 1, 1.0, links, reasons)
    lump = told._replace(kind="some_column", row="", column="", cells=3, agreeing=0.0)
    one = binding(start, verdict)
    return one._replace(
        considered=[Considered(one.reading, told), Considered(None, lump)],
        odds=why.Odds(0.9, 0.06, 0.04),
        hints=[why.Hint("UNIT_UNKNOWN", "no unit is known", {"column": "n"})],
    )


def test_explain_tells_why_and_what_would_mend_it() -> None:
    (sent,) = numeric(Detail.EXPLAIN, [explained(1, Verdict.UNSUPPORTED)]).bindings
    first, lump = sent.readings
    assert (first.location, first.why.kind, first.why.weight) == ("data[0].n", "cell", 0.25)
    assert (first.why.row, first.why.column, first.why.query_id) == ("North, 2007", "n", "q")
    row, column = first.why.links
    assert (row.part, row.origin, row.name, row.strength) == (1, 2, "North", 0.75)
    assert (row.span.start, row.span.end) == (2, 7)
    assert not column.HasField("span")
    assert [(r.feature, r.weight) for r in first.why.reasons] == [("cell", -1.18), ("row", 1.5)]
    assert (lump.query_id, lump.value, lump.why.cells, lump.why.agreeing) == ("", "", 3, 0.0)
    assert (sent.odds.right, sent.odds.wrong, sent.odds.outside) == (0.9, 0.06, 0.04)
    assert (sent.hints[0].code, dict(sent.hints[0].details)) == ("UNIT_UNKNOWN", {"column": "n"})


def test_without_explain_nothing_of_it_is_sent() -> None:
    (sent,) = numeric(Detail.BINDINGS, [explained(1, Verdict.UNSUPPORTED)]).bindings
    assert not sent.readings
    assert not sent.HasField("odds")
    assert not sent.hints


def test_past_three_mebibytes_the_explanations_of_wrong_numbers_go_too() -> None:
    # Trap: with nothing to drop but supported numbers, gRPC would refuse the whole reply.
    many = [explained(i, Verdict.UNSUPPORTED) for i in range(9000)]
    message = encode(whole(many), Detail.EXPLAIN)
    assert message.bindings_dropped
    assert message.ByteSize() < MAX_REPORT_BYTES
    detail = message.results[0].findings.numeric
    assert len(detail.bindings) == 9000
    assert not detail.bindings[0].readings


def test_past_three_mebibytes_supported_bindings_go_and_findings_stay() -> None:
    many = [binding(i, Verdict.SUPPORTED, "data[0]." + "n" * 500) for i in range(9000)]
    message = encode(whole([*many, binding(1, Verdict.UNSUPPORTED)]), Detail.BINDINGS)
    assert message.bindings_dropped
    assert message.ByteSize() < MAX_REPORT_BYTES
    detail = message.results[0].findings.numeric
    assert (detail.claims_total, len(detail.bindings)) == (9001, 1)
    assert len(message.results[0].findings.findings) == 1


def test_the_same_report_gives_the_same_bytes() -> None:
    first, second = (write_report(whole(MIXED), Detail.EXPLAIN) for _ in range(2))
    assert first == second
    assert first.index(b"\x0a\x01a\x12\x011") < first.index(b"\x0a\x01b\x12\x012")  # maps sorted


@pytest.mark.parametrize("level", Detail)
def test_parts_that_are_written_as_bytes_stand_where_protobuf_writes_them(level: Detail) -> None:
    sent = write_report(whole([explained(0, Verdict.SUPPORTED), *MIXED]), level)
    assert report_pb2.Report.FromString(sent).SerializeToString(deterministic=True) == sent


@pytest.mark.parametrize(
    ("value", "text"),
    [("1.2E+6", "1200000"), ("0.50", "0.5"), ("-5.0", "-5"), ("100", "100"), ("0", "0")],
)
def test_decimals_are_written_plainly(value: str, text: str) -> None:
    assert format_plain(Decimal(value)) == text
