"""Metrics against figures worked out by hand."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from evals_made import FAILED, WARNING, eval_run, many, result, verification

from sidecar.evals.measures.definitions import MEASURES
from sidecar.evals.measures.observing import QuestionEnding, recall
from sidecar.evals.metrics import EvalMetrics, calculate_metrics
from sidecar.evals.model import (
    Action,
    CheckOutcome,
    CitationVerification,
    ConfidenceCalibration,
    EvalQuestion,
    EvalResult,
    EvidenceItem,
    Usage,
)
from sidecar.evals.reports import markdown


def _calibration(stated: float, allowed: float) -> ConfidenceCalibration:
    return ConfidenceCalibration(
        stated_confidence=stated,
        evidence_confidence=allowed,
        calibration_delta=abs(stated - allowed),
        is_calibrated=True,
    )


def _cited(*found: bool) -> tuple[CitationVerification, ...]:
    return tuple(CitationVerification(citation_id=f"ev-{n}", found=f) for n, f in enumerate(found))


def _expecting(*files: str) -> EvalQuestion:
    return EvalQuestion(id="q1", question="Where?", expected_evidence_files=files)


@pytest.fixture
def worked() -> EvalMetrics:
    """Four questions: a pass, a failure, a warning, and an agent that gave no answer."""
    files = [EvidenceItem(id="e", text="", title="repo/src/main.py")]
    expecting = EvalQuestion(
        id="q1", question="?", expected_evidence_files=("src/main.py", "app/main.py"), tags=("a",)
    )
    first = verification(
        citations=_cited(True, True, True),
        confidence_calibration=_calibration(0.8, 0.7),
        checks={"numeric": CheckOutcome(passed=True, judged=4)},
        numbers={"supported": 4},
        claims={"supported": 1},
        criteria_met=True,
        seconds=0.1,
        usage=Usage(input_tokens=10, output_tokens=10, cost=0.5),
    )
    second = verification(
        FAILED,
        citations=_cited(False),
        confidence_calibration=_calibration(0.2, 0.5),
        checks={"numeric": CheckOutcome(passed=False, judged=4)},
        numbers={"supported": 1, "contradicted": 2, "unsupported": 1},
        claims={"partial": 1, "contradicted": 2},
    )
    third = verification(WARNING, checks={"numeric": CheckOutcome(passed=True, judged=0)})
    asked = {"id": "q4", "question": "?", "success_criteria": {"criteria": []}}
    with_criteria = EvalQuestion(**asked)  # type: ignore[arg-type]
    results = [
        result("q1", first, question=expecting, evidence=files * 3, duration_seconds=1.0),
        result("q2", second, tags=("a", "b"), duration_seconds=3.0, actions=[Action(name="x")]),
        result("q3", third, tags=("b",), confidence=0.8),
        result("q4", question=with_criteria, error="timed out", duration_seconds=8.0),
    ]
    return calculate_metrics(results)


class TestTheElevenOfTheSeed:
    def test_counts(self, worked: EvalMetrics) -> None:
        assert worked.total_questions == 4
        assert worked.successful_questions == 3

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("success_rate", 3 / 4),
            ("avg_confidence", (0.8 + 0.2 + 0.8) / 3),
            ("avg_evidence_count", 3 / 3),
            ("avg_action_count", 1 / 3),
            ("avg_duration_seconds", 12 / 3),
            ("citation_validity_rate", 3 / 4),  # of citations, not the mean of 1 and 0
            ("calibration_score", 1 - (0.1 + 0.3) / 2),
            ("verification_pass_rate", 1 / 4),  # neither the warning nor the error passes
            ("avg_evidence_recall", 1 / 2),
        ],
    )
    def test_figures(self, worked: EvalMetrics, name: str, value: float) -> None:
        assert getattr(worked, name) == pytest.approx(value)
        assert worked.estimate(name).value == getattr(worked, name)

    def test_the_report_of_the_seed(self, worked: EvalMetrics) -> None:
        assert f"{worked.success_rate:.1%} {worked.avg_confidence:.2f}" == "75.0% 0.60"
        assert "| Completed without error | `success_rate` | 75.0 % |" in (
            worked.to_report_markdown()
        )


@pytest.mark.parametrize(
    ("name", "value", "questions"),
    [
        ("verification_warning_rate", 1 / 4, 4),
        ("criteria_met", 0.0, 1),  # what was not verified met none
        ("numbers.supported", 5 / 8, 2),
        ("numbers.wrong", 3 / 8, 2),
        ("numbers.contradicted", 2 / 8, 2),
        ("claims.supported", 1 / 4, 2),
        ("claims.partial", 1 / 4, 2),
        ("claims.contradicted", 2 / 4, 2),
        ("checks.numeric.pass_rate", 1 / 2, 2),  # where nothing was judged, nothing passed
        ("checks.numeric.error_rate", 0.0, 2),
        ("tokens.judges", 20 / 4, 4),
        ("cost.judges", 0.5 / 4, 4),
        ("latency.p50", 3.0, 3),
        ("latency.p99", 8.0, 3),
        ("verification_latency.p90", 0.1, 1),
    ],
)
def test_further_figures(worked: EvalMetrics, name: str, value: float, questions: int) -> None:
    found = worked.estimate(name)
    assert found.value == pytest.approx(value)
    assert found.questions == questions


def test_what_nobody_tells_is_not_known(worked: EvalMetrics) -> None:
    for name in ("avg_evidence_support", "tokens.agent", "cost.agent"):
        found = worked.estimate(name)
        assert (found.value, found.low, found.high, found.questions) == (None, None, None, 0)


def test_without_results_nothing_is_known() -> None:
    empty = calculate_metrics([])
    assert empty.total_questions == 0
    assert {one.value for one in empty.estimates.values()} == {None}
    assert set(empty.estimates) == set(MEASURES)
    assert "0.0 %" not in empty.to_report_markdown()
    assert "100.0 %" not in empty.to_report_markdown()


def test_by_tag(worked: EvalMetrics) -> None:
    assert list(worked.by_tag) == ["a", "b"]
    assert worked.by_tag["a"]["verification_pass_rate"].value == 1 / 2
    assert worked.by_tag["b"]["verification_pass_rate"].value == 0
    assert worked.by_tag["a"]["numbers.wrong"].value == 3 / 8
    assert "numbers.wrong" in worked.by_tag["b"]
    assert "avg_evidence_recall" not in worked.by_tag["b"]


def test_a_tag_that_stands_twice_counts_once() -> None:
    found = calculate_metrics([result("q1", tags=("a", "a")), result("q2", error="no")])
    assert found.by_tag["a"]["success_rate"].questions == 1


def test_a_tag_for_each_question_takes_no_square_of_their_number() -> None:
    def seconds(count: int) -> float:
        results = [result(f"q{at}", tags=(f"t{at}",)) for at in range(count)]
        began = time.process_time()
        assert len(calculate_metrics(results).by_tag) == count
        return time.process_time() - began

    seconds(500)
    assert seconds(16_000) < 16 * seconds(2_000)  # 8 times the work, and room for chance


def test_means_are_rounded_once_in_whatever_order() -> None:
    for share, count in ((0.1, 3), (0.3, 10), (0.7, 7), (0.9, 20)):
        same = [result(f"q{at}", confidence=share) for at in range(count)]
        assert calculate_metrics(same).avg_confidence == share, "as a gate compares it"
    results = many(50)
    one, other = calculate_metrics(results), calculate_metrics(results[::-1])
    for name, found in one.estimates.items():
        assert found.value == other.estimates[name].value, name


def test_failures_in_order_with_reasons(worked: EvalMetrics) -> None:
    assert [(one.id, one.ending, one.reasons) for one in worked.failures] == [
        ("q2", QuestionEnding.FAILED, ("12 is not what the data has",)),
        ("q4", QuestionEnding.ERROR, ("timed out",)),
    ]
    assert worked.endings == {
        QuestionEnding.PASSED: 1,
        QuestionEnding.FAILED: 1,
        QuestionEnding.WARNING: 1,
        QuestionEnding.ERROR: 1,
    }


def test_an_answer_that_was_not_verified_did_not_pass() -> None:
    one = result("q1")
    bare = replace(one, run=replace(one.run, verification=None))
    found = calculate_metrics([bare])
    assert found.verification_pass_rate == 0
    assert found.success_rate == 1
    assert [failure.ending for failure in found.failures] == [QuestionEnding.UNVERIFIED]


def test_what_failed_or_is_unverified_passes_nowhere_whatever_else_is_said_of_it() -> None:
    good = verification(criteria_met=True, citations=_cited(True))
    asked = EvalQuestion(id="a", question="?", success_criteria={"criteria": []})
    found = calculate_metrics(
        [
            result(question=asked, found=good, error="it crashed"),
            result("b", replace(verification(), decision="UNVERIFIED")),
        ]
    )
    assert found.verification_pass_rate == 0
    assert found.estimate("criteria_met").value == 0
    assert found.citation_validity_rate is None, "there is no answer"
    assert found.endings == {QuestionEnding.ERROR: 1, QuestionEnding.UNVERIFIED: 1}


def test_nothing_known_is_no_failure_of_the_answer() -> None:
    made = verification(FAILED, decision="UNVERIFIED", issues=())
    (failure,) = calculate_metrics([result("q1", made)]).failures
    assert failure.ending is QuestionEnding.UNVERIFIED
    assert failure.reasons == ("verification ended with UNVERIFIED",)


def test_a_check_that_could_not_finish_did_not_pass() -> None:
    broken = verification(FAILED, checks={"claims": CheckOutcome(passed=True, error="no judge")})
    found = calculate_metrics([result("q1", broken)])
    assert found.estimate("checks.claims.pass_rate").value == 0
    assert found.estimate("checks.claims.error_rate").value == 1


def _paid(name: str, cost: float, currency: str) -> EvalResult:
    return result(name, usage=Usage(input_tokens=1, cost=cost, currency=currency))


def test_costs_in_two_currencies_have_no_mean_but_totals() -> None:
    found = calculate_metrics([_paid("q1", 2, "USD"), _paid("q2", 3, "QAR")])
    assert found.estimate("cost.agent").value is None
    assert found.totals == {
        "cost.agent.QAR": 3,
        "cost.agent.USD": 2,
        "tokens.agent.input": 2,
    }
    one = calculate_metrics([_paid("q1", 2, "USD"), _paid("q2", 0, "QAR")])
    assert one.estimate("cost.agent").value == 1


@pytest.mark.parametrize(
    ("expected", "found", "share"),
    [
        (["src/main.py"], ["src/main.py"], 1),
        (["src/main.py"], ["./src/main.py"], 1),
        (["src/main.py"], ["repo/src/main.py"], 1),
        (["src/main.py"], ["other_src/main.py"], 0),
        (["src/main.py"], ["src/main.py.bak"], 0),
        (["src/main.py"], ["main.py"], 0),
        (["./src/main.py"], ["C:\\repo\\src\\main.py"], 1),
        (["src/main.py"], ["src/x/../main.py"], 1),
        (["src/main.py", "app/main.py"], ["app/main.py", "app/main.py"], 0.5),
        (["a.py", "./a.py"], ["a.py"], 1),
        (["a.py"], ["", "A.py"], 0),
    ],
)
def test_recall(expected: list[str], found: list[str], share: float) -> None:
    assert recall(expected, found) == share


def test_no_expected_files_is_no_recall() -> None:
    found = calculate_metrics([result("q1", question=_expecting())])
    assert found.avg_evidence_recall is None


class TestIntervals:
    def test_the_same_results_give_the_same_intervals(self) -> None:
        first, second = calculate_metrics(many(80)), calculate_metrics(many(80))
        assert first.estimates == second.estimates
        assert first.by_tag == second.by_tag

    def test_every_figure_lies_inside_its_interval(self) -> None:
        for seed in range(5):
            for name, one in calculate_metrics(many(40, seed=seed)).estimates.items():
                if one.value is not None:
                    low = one.value if one.low is None else one.low
                    high = one.value if one.high is None else one.high
                    assert low <= one.value <= high, name

    def test_twenty_passes_of_twenty_are_not_certain(self) -> None:
        found = calculate_metrics([result(f"q{n}") for n in range(20)])
        rate = found.estimate("verification_pass_rate")
        assert rate.value == rate.high == 1
        # Wilson: n / (n + z²) = 20 / (20 + 3.8415)
        assert rate.low == pytest.approx(0.83887, abs=1e-5)

    def test_valid_citations_throughout_are_not_certain_either(self) -> None:
        found = calculate_metrics(
            [result(f"q{n}", verification(citations=_cited(True))) for n in range(20)]
        )
        assert found.estimate("citation_validity_rate").low == pytest.approx(0.83887, abs=1e-5)

    def test_one_question_tells_no_spread(self) -> None:
        found = calculate_metrics([result("q1", duration_seconds=2.0)])
        one = found.estimate("avg_duration_seconds")
        assert (one.value, one.low, one.high) == (2.0, None, None)

    def test_the_slowest_of_few_is_no_bound(self) -> None:
        results = [result(f"q{n}", duration_seconds=n + 1.0) for n in range(50)]
        found = calculate_metrics(results).estimate("latency.p99")
        assert found.value == 50
        assert found.high is None  # the true one is above all of 50 with 60 %
        assert found.low is not None


def test_the_report_names_the_run() -> None:
    written = markdown.render(eval_run(many(30), complete=False))
    assert "- **Data set**: Code understanding" in written
    assert "not complete" in written
