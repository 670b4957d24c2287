"""Gates: what they read, and that what is not known fails."""

from __future__ import annotations

import pytest
from evals_made import FAILED, result, verification

from sidecar.evals.gate import GateInvalid, judge_gate, parse_gate
from sidecar.evals.metrics import EvalMetrics, calculate_metrics
from sidecar.evals.model import CheckOutcome


@pytest.fixture(scope="module")
def metrics() -> EvalMetrics:
    checked = verification(FAILED, checks={"numeric": CheckOutcome(passed=False, judged=1)})
    return calculate_metrics(
        [
            result("a", tags=("auth",), duration_seconds=2.0),
            result("b", checked, tags=("auth", "v1.2 < v2"), duration_seconds=4.0),
            result("c", error="no"),
            result("d"),
        ]
    )


@pytest.mark.parametrize(
    ("expression", "failed"),
    [
        ("verification_pass_rate < 0.5", False),
        ("verification_pass_rate <= 0.5", True),
        ("verification_pass_rate == 0.5", True),
        ("verification_pass_rate != 0.5", False),
        ("verification_pass_rate > 0.5", False),
        ("verification_pass_rate>=50%", True),
        ("verification_pass_rate < 90 %", True),
        ("by_tag.auth.success_rate < 1", False),
        ("by_tag.auth.verification_pass_rate < 0.6", True),
        ("by_tag.v1.2 < v2.verification_pass_rate < 0.1", True),
        ("checks.numeric.pass_rate < 1", True),
        ("latency.p99 > 3", True),
        ("latency.p50 > 3", False),
        ("endings.error > 0", True),
        ("total_questions < 4", False),
        ("success_rate.low < 0.7", True),
        ("success_rate.high < 0.7", False),
    ],
)
def test_comparisons(metrics: EvalMetrics, expression: str, failed: bool) -> None:
    assert judge_gate(parse_gate(expression), metrics).failed is failed


@pytest.mark.parametrize(
    "expression",
    [
        "avg_evidence_recall < 0.9",
        "avg_evidence_recall > 0.9",  # whichever way it is written
        "checks.claims.pass_rate < 0.9",
        "by_tag.absent.success_rate < 0.1",
        "by_tag.auth.avg_evidence_recall < 0.1",
        "latency.p99.high > 1000",  # of two questions, the end is not known
    ],
)
def test_what_is_not_known_fails(metrics: EvalMetrics, expression: str) -> None:
    found = judge_gate(parse_gate(expression), metrics)
    assert found.failed
    assert found.value is None
    assert found.message.startswith("fails: nothing is known about ")


def test_the_nearest_tag_is_offered(metrics: EvalMetrics) -> None:
    found = judge_gate(parse_gate("by_tag.auht.success_rate < 0.1"), metrics)
    assert "did you mean 'by_tag.auth.success_rate'?" in found.message


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("verification_passrate < 0.9", "did you mean 'verification_pass_rate'?"),
        ("by_tag.auth.succes_rate < 0.9", "there is no metric"),
        ("checks.numeric.passed < 0.9", "did you mean 'checks.numeric.pass_rate'?"),
        ("success_rate", "is not a gate"),
        ("success_rate < ", "is not a gate"),
        ("< 0.9", "is not a gate"),
        ("success_rate = 0.9", "is not a gate"),
        ("success_rate < high", "is not a number"),
        ("success_rate < nan", "is not a number"),
        ("success_rate < 90", "success_rate is a share from 0 to 1"),
        ("numbers.wrong > 5", "is a share"),
        ("numbers.wrong > 500%", "is a share"),
        ("by_tag.a.b.numbers.wrong.high > 5", "is a share"),
        ("checks.numeric.pass_rate < -1", "is a share"),
        ("success_rate < 0.9 and latency.p99 > 3", "there is no metric"),
        ("", "is not a gate"),
    ],
)
def test_what_is_no_gate(expression: str, message: str) -> None:
    with pytest.raises(GateInvalid, match=message.replace("?", r"\?")):
        parse_gate(expression)


@pytest.mark.parametrize(
    "expression",
    ["successful_questions < 90%", "endings.passed < 90 %", "latency.p99 > 50%", "cost.agent > 5%"],
)
def test_a_percentage_of_what_is_no_share_is_refused(expression: str) -> None:
    with pytest.raises(GateInvalid, match="is not a share"):
        parse_gate(expression)
