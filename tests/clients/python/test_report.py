"""The typed report: places as Python counts them, and nothing unknown that reads as good."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp
from hypothesis import given
from hypothesis import strategies as st
from verifyd import (
    Action,
    CheckFailure,
    Decision,
    Grade,
    Mode,
    Report,
    Severity,
    Span,
    Unit,
    Verdict,
)
from verifyd.v1 import common_pb2, consistency_pb2, numeric_pb2, report_pb2, verify_pb2


def place(text: str, part: str) -> common_pb2.Span:
    """Where a part stands, in bytes, as a server would say it."""
    start = len(text[: text.index(part)].encode())
    return common_pb2.Span(start=start, end=start + len(part.encode()))


def report(narrative: str = "text", **fields: object) -> Report:
    return Report(narrative, verify_pb2.VerifyResponse(report=report_pb2.Report(**fields)))  # type: ignore[arg-type]


def with_finding(narrative: str, finding: report_pb2.Finding) -> Report:
    findings = report_pb2.Findings(findings=[finding])
    result = report_pb2.CheckResult(check="numeric", required=True, findings=findings)
    return report(narrative, decision="DECISION_FAIL", action="ACTION_HOLD", results=[result])


@pytest.mark.parametrize(
    "narrative",
    [
        "plain 5 % here",
        "naïve Größe 5 % here",
        "🦉🦉 5 % here",  # outside the basic plane: two units in UTF-16, four bytes in UTF-8
        "👩‍👩‍👧 e\u0301te\u0301 5 % here",  # joined and combining: several code points, one glyph
        "٥ 日本 5 % here 🦉",
        "5 %",
        "🦉5 %",
    ],
)
def test_places_count_code_points(narrative: str) -> None:
    finding = report_pb2.Finding(span=place(narrative, "5 %"))
    finding.repair.CopyFrom(report_pb2.Repair(span=place(narrative, "5"), replacement="6"))
    [found] = with_finding(narrative, finding).findings
    assert narrative[found.span.start : found.span.end] == found.text == "5 %"
    assert found.repair is not None
    assert narrative[slice(*found.repair.span)] == "5"


@given(st.text(), st.data())
def test_every_place_of_every_text_round_trips(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    span = common_pb2.Span(start=len(text[:start].encode()), end=len(text[:end].encode()))
    [found] = with_finding(text, report_pb2.Finding(span=span)).findings
    assert found.span == Span(start, end)
    assert found.text == text[start:end]


@pytest.mark.parametrize("decision", [0, 99])
def test_a_decision_nobody_knows_is_unverified_and_held(decision: int) -> None:
    # A newer server may say RELEASE beside a decision that this client cannot read.
    unknown = report(decision=decision, action="ACTION_RELEASE")
    assert unknown.decision is Decision.UNVERIFIED
    assert unknown.action is Action.HOLD
    assert not unknown.ok


@pytest.mark.parametrize("action", [0, 99])
def test_an_action_nobody_knows_is_hold(action: int) -> None:
    assert report(decision="DECISION_PASS", action=action).action is Action.HOLD


def test_an_empty_answer_is_unverified_and_held() -> None:
    empty = Report("text", verify_pb2.VerifyResponse())
    assert (empty.decision, empty.action, empty.ok) == (Decision.UNVERIFIED, Action.HOLD, False)
    assert [empty.findings, empty.claims, empty.checks] == [(), (), ()]


@pytest.mark.parametrize(
    ("decision", "ok"),
    [("PASS", True), ("WARN", True), ("FAIL", False), ("UNVERIFIED", False)],
)
def test_ok_means_pass_or_warn(decision: str, ok: bool) -> None:
    known = report(decision=f"DECISION_{decision}", action="ACTION_RELEASE", mode="MODE_OBSERVE")
    assert (known.decision.name, known.ok) == (decision, ok)
    # `observe` releases what failed: the action is the server's to choose.
    assert (known.action, known.mode) == (Action.RELEASE, Mode.OBSERVE)


def test_a_severity_nobody_knows_is_an_error_and_a_verdict_is_no_support() -> None:
    [found] = with_finding("text", report_pb2.Finding(severity=99, verdict=99)).findings  # type: ignore[arg-type]
    assert (found.severity, found.verdict) == (Severity.ERROR, Verdict.INCONCLUSIVE)


def test_a_check_without_an_outcome_has_failed() -> None:
    [check] = report(results=[report_pb2.CheckResult(check="numeric")]).checks
    assert check.failure == CheckFailure("INTERNAL", "the server gave no outcome", retryable=False)


def test_a_failed_check_says_why() -> None:
    failure = report_pb2.CheckFailure(reason="TOO_MANY_NUMBERS", message="m", retryable=True)
    failed = report(results=[report_pb2.CheckResult(check="numeric", failure=failure)])
    assert failed.checks[0].failure == CheckFailure("TOO_MANY_NUMBERS", "m", retryable=True)
    assert "numeric failed: m" in str(failed)


NARRATIVE = "🦉 Per LMIS: pay rose to $1.2 million (QID:lmis_1). It was 15 % before."


def numeric_report() -> Report:
    text = NARRATIVE
    first = numeric_pb2.ClaimBinding(
        span=place(text, "$1.2 million"),
        value="1200000",
        unit="UNIT_CURRENCY",
        unit_symbol="USD",
        sentence=0,
        citation=1,
        matched=True,
        matched_source_qid="lmis_1",
        matched_location="data[5].salary",
        matched_value="1203999.50",
        verdict="VERDICT_SUPPORTED",
        grade="GRADE_EXACT",
        ambiguous_source_qids=["lmis_1", "lmis_2"],
    )
    second = numeric_pb2.ClaimBinding(
        span=place(text, "15 %"), value="15", unit="UNIT_PERCENT", sentence=1, citation=0,
        verdict="VERDICT_UNSUPPORTED", grade="GRADE_NONE",
    )  # fmt: skip
    detail = numeric_pb2.NumericDetail(
        claims_total=2,
        claims_matched=1,
        bindings=[first, second],
        sentences=[place(text, text[: text.index(" It")]), place(text, "It was 15 % before.")],
        citations=[
            numeric_pb2.NumericCitation(
                prefix=place(text, "Per LMIS:"), source_family="LMIS", query_id="lmis_1"
            )
        ],
    )
    sums = consistency_pb2.ConsistencyDetail(
        math_checks=[
            consistency_pb2.MathCheck(
                name="percent_sum_L1", passed=True, span=place(text, "15 %"), total="99.8",
                expected="100",
            )
        ]
    )  # fmt: skip
    results = [
        report_pb2.CheckResult(check="numeric", findings=report_pb2.Findings(numeric=detail)),
        report_pb2.CheckResult(check="consistency", findings=report_pb2.Findings(consistency=sums)),
    ]
    return report(text, decision="DECISION_PASS", action="ACTION_RELEASE", results=results)


def test_bindings_carry_their_sentence_and_citation() -> None:
    first, second = numeric_report().bindings
    claim = first.claim
    assert (claim.value_text, claim.value) == ("$1.2 million", Decimal(1200000))
    assert (claim.unit, claim.unit_symbol) == (Unit.CURRENCY, "USD")
    assert NARRATIVE[slice(*claim.span)] == "$1.2 million"
    assert claim.sentence == "🦉 Per LMIS: pay rose to $1.2 million (QID:lmis_1)."
    assert (claim.citation_prefix, claim.source_family) == ("Per LMIS:", "LMIS")
    assert claim.query_id == "lmis_1"
    assert (first.matched, first.matched_source_qid) == (True, "lmis_1")
    assert (first.matched_location, first.grade) == ("data[5].salary", Grade.EXACT)
    assert first.matched_value == Decimal("1203999.50")
    assert first.ambiguous_source_qids == ("lmis_1", "lmis_2")
    # 0 is "no citation", not the first one.
    assert (second.claim.citation_prefix, second.claim.query_id) == (None, None)
    assert (second.matched, second.matched_source_qid, second.matched_value) == (False, None, None)


def test_matched_needs_a_verdict_that_says_so() -> None:
    # `matched` alone, beside a verdict of a newer server, is no support.
    binding = numeric_pb2.ClaimBinding(value="1", matched=True, verdict=99)  # type: ignore[arg-type]
    detail = numeric_pb2.NumericDetail(bindings=[binding], sentences=[common_pb2.Span()])
    result = report_pb2.CheckResult(findings=report_pb2.Findings(numeric=detail))
    assert not report(results=[result]).bindings[0].matched


def test_counts_claims_and_sums() -> None:
    found = numeric_report()
    assert (found.claims_total, found.claims_matched, found.claims_inconclusive) == (2, 1, 0)
    assert [claim.value_text for claim in found.claims] == ["$1.2 million", "15 %"]
    [sum_] = found.math_checks
    assert (sum_.name, sum_.passed, sum_.total) == ("percent_sum_L1", True, Decimal("99.8"))
    assert NARRATIVE[slice(*sum_.span)] == "15 %"


def test_meta_is_aware_of_its_time_zone() -> None:
    meta = verify_pb2.ResponseMeta(
        request_id="r1",
        verified_at=Timestamp(seconds=1_700_000_000),
        elapsed=Duration(nanos=1_500_000),
        timings=[verify_pb2.CheckTiming(check="numeric", elapsed=Duration(nanos=1_000_000))],
    )
    read = Report("text", verify_pb2.VerifyResponse(meta=meta)).meta
    assert read.verified_at == datetime.fromtimestamp(1_700_000_000, UTC)
    assert read.elapsed == timedelta(microseconds=1500)
    assert read.timings == {"numeric": timedelta(milliseconds=1)}


def test_the_summary_names_decision_action_counts_and_findings() -> None:
    finding = report_pb2.Finding(
        code="CLAIM_NOT_FOUND", severity="SEVERITY_ERROR", span=place("it is 9,999", "9,999"),
        message="no cell agrees",
    )  # fmt: skip
    assert str(with_finding("it is 9,999", finding)).splitlines() == [
        "FAIL (hold): 0 of 0 numbers supported",
        "error CLAIM_NOT_FOUND '9,999': no cell agrees",
    ]


def finding(text: str, message: str, severity: str) -> report_pb2.Finding:
    return report_pb2.Finding(
        check="numeric",
        code="CODE",
        severity=f"SEVERITY_{severity}",
        span=place(text, text.split(maxsplit=1)[0]),
        message=message,
    )


def with_findings(narrative: str, *findings: report_pb2.Finding) -> Report:
    held = report_pb2.Findings(findings=findings)
    held.numeric.claims_total, held.numeric.claims_matched = 9, 4
    result = report_pb2.CheckResult(check="numeric", required=True, findings=held)
    return report(narrative, decision="DECISION_FAIL", action="ACTION_HOLD", results=[result])


def test_a_finding_says_its_words_once() -> None:
    first, second = with_findings(
        "5,001 people",
        finding("5,001 people", "'5,001' is not in the data", "ERROR"),
        finding("5,001 people", "nobody knows", "INFO"),
    ).findings
    assert str(first) == "error CODE: '5,001' is not in the data"
    assert str(second) == "info CODE '5,001': nobody knows"


@given(st.lists(st.sampled_from(["ERROR", "WARNING", "INFO"]), max_size=9), st.text(max_size=500))
def test_repr_is_one_line_with_decision_counts_and_the_worst(kinds: list[str], said: str) -> None:
    found = [finding("5 people", f"{kind} {said}", kind) for kind in kinds]
    shown = repr(with_findings("5 people", *found))
    assert shown.startswith("<Report FAIL (hold): 4 of 9 numbers supported")
    assert len(shown) < 600
    assert "\n" not in shown
    for kind in ("ERROR", "WARNING"):
        count = kinds.count(kind)
        assert (f", {count} {kind.lower()}" in shown) is bool(count)
    listed = [kind for kind in ("ERROR", "WARNING", "INFO") for _ in range(kinds.count(kind))][:3]
    # Trap: a message may have a semicolon of its own.
    shown_kinds = re.findall(r"; (error|warning|info) CODE", shown)
    assert [kind.upper() for kind in shown_kinds] == listed
    assert shown.endswith(f"; and {len(kinds) - 3} more>") is (len(kinds) > 3)
