"""Numbers that sums of supported numbers come to: supported by them, and by nothing less."""

from __future__ import annotations

from decimal import Decimal

import pytest

from sidecar.binding.settings import UnsupportedSettings
from sidecar.checks.reconciling import reconcile as shown_with
from sidecar.model.check_details import ConsistencyDetail, MathCheck
from sidecar.model.number import Citation, Number, NumericClaim
from sidecar.model.report import (
    Bindings,
    ClaimBinding,
    Finding,
    Findings,
    Grade,
    NumericDetail,
    Verdict,
)
from sidecar.model.text import Span

SUPPORTED, UNSUPPORTED = Verdict.SUPPORTED, Verdict.UNSUPPORTED
INCONCLUSIVE = Verdict.INCONCLUSIVE


def shown(numeric: Findings, consistency: Findings) -> Findings:
    return shown_with(numeric, consistency, UnsupportedSettings())


def numeric(*verdicts: Verdict, code: str = "CLAIM_NOT_FOUND") -> Findings:
    spans = [Span(at, at + 1) for at in range(len(verdicts))]
    bindings = [
        ClaimBinding(
            NumericClaim(
                Number(span, Decimal(25), Decimal("24.5"), Decimal("25.5")), Span(0, 9), Citation()
            ),
            verdict,
            Grade.EXACT,
        )
        for span, verdict in zip(spans, verdicts, strict=True)
    ]
    findings = [
        Finding(code=code, verdict=verdict, span=span, message="")
        for span, verdict in zip(spans, verdicts, strict=True)
        if verdict is not SUPPORTED
    ]
    return Findings(
        findings=findings, judged=len(spans), detail=NumericDetail(Bindings.from_sequence(bindings))
    )


def sums(*found: tuple[int, list[int], bool], total: str = "25") -> Findings:
    checks = [
        MathCheck(
            f"growth_L{place}",
            passed,
            Span(0, 9),
            Decimal(total),
            Decimal(25),
            result=Span(place, place + 1),
            operands=[Span(at, at + 1) for at in operands],
        )
        for place, operands, passed in found
    ]
    return Findings(detail=ConsistencyDetail(checks))


def verdicts(found: Findings) -> list[Verdict]:
    assert isinstance(found.detail, NumericDetail)
    return [binding.verdict for binding in found.detail.bindings]


def test_a_sum_that_holds_supports_its_result_and_is_named() -> None:
    found = shown(numeric(SUPPORTED, SUPPORTED, UNSUPPORTED), sums((2, [0, 1], True)))
    assert verdicts(found) == [SUPPORTED] * 3
    assert not found.findings
    assert isinstance(found.detail, NumericDetail)
    reading = found.detail.bindings[2].reading
    assert reading is not None
    assert (reading.where, reading.value) == ("consistency:growth_L2", Decimal(25))
    assert found.detail.bindings[2].grade is Grade.EXACT
    assert found.detail.bindings.verdicts == [SUPPORTED] * 3


@pytest.mark.parametrize("operand", [UNSUPPORTED, INCONCLUSIVE, Verdict.CONTRADICTED])
def test_a_value_that_is_not_supported_lends_nothing(operand: Verdict) -> None:
    before = numeric(SUPPORTED, operand, UNSUPPORTED)
    assert shown(before, sums((2, [0, 1], True))) is before


def test_a_sum_that_fails_shows_nothing() -> None:
    before = numeric(SUPPORTED, SUPPORTED, UNSUPPORTED)
    assert shown(before, sums((2, [0, 1], False))) is before


def test_a_value_that_no_check_judged_lends_nothing() -> None:
    before = numeric(SUPPORTED, UNSUPPORTED)
    assert shown(before, sums((1, [0, 7], True))) is before


def test_results_may_be_what_others_come_from() -> None:
    before = numeric(SUPPORTED, UNSUPPORTED, INCONCLUSIVE)
    assert verdicts(shown(before, sums((1, [0], True), (2, [1], True)))) == [SUPPORTED] * 3


def test_a_number_without_the_source_that_is_asked_for_stays_uncited() -> None:
    before = numeric(SUPPORTED, UNSUPPORTED, code="CLAIM_UNCITED")
    assert shown(before, sums((1, [0], True))) is before


def test_what_only_rounding_explains_is_tolerated() -> None:
    found = shown(numeric(SUPPORTED, UNSUPPORTED), sums((1, [0], True), total="25.6"))
    assert isinstance(found.detail, NumericDetail)
    assert found.detail.bindings[1].grade is Grade.TOLERATED


def test_no_sum_overrules_what_the_data_contradict() -> None:
    """ "12 men and 30 women, together 42", where the data have 45 in all."""
    found = numeric(SUPPORTED, SUPPORTED, Verdict.CONTRADICTED, UNSUPPORTED)
    told = shown(found, sums((2, [0, 1], True), (3, [0, 2], True)))
    assert told.findings == found.findings
    assert isinstance(told.detail, NumericDetail)
    assert list(told.detail.bindings.verdicts) == [
        *(SUPPORTED, SUPPORTED, Verdict.CONTRADICTED, UNSUPPORTED)
    ]
