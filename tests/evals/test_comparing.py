"""Two runs: which questions are compared, the tests by hand and against a library, and words."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from evals_made import FAILED, eval_run, many, result, verification

from sidecar.evals.comparing import Conclusion, MeasureChange, RunComparison, compare
from sidecar.evals.measures.differing import holm, mcnemar, swap_test
from sidecar.evals.measures.resampling import make_generator
from sidecar.evals.model import EvalQuestion, EvalResult, EvidenceItem


def _change(found: RunComparison, name: str) -> MeasureChange:
    (one,) = [change for change in found.changes if change.name == name]
    return one


def _runs(passes: list[tuple[bool, bool]]) -> RunComparison:
    def made(at: int, passed: bool) -> EvalResult:
        return result(f"q{at}", verification() if passed else verification(FAILED))

    before = [made(at, then) for at, (then, _) in enumerate(passes)]
    after = [made(at, now) for at, (_, now) in enumerate(passes)]
    return compare(eval_run(before), eval_run(after))


class TestQuestions:
    def test_each_is_compared_with_itself(self) -> None:
        before = [result("a"), result("b", verification(FAILED)), result("gone")]
        after = [result("new"), result("b"), result("a", error="timed out")]
        found = compare(eval_run(before), eval_run(after))
        assert found.compared == 2
        assert found.only_before == ("gone",)
        assert found.only_after == ("new",)
        assert found.newly_passing == ("b",)
        assert found.newly_failing == ("a",)
        assert _change(found, "success_rate").before == 1
        assert _change(found, "success_rate").after == 0.5

    def test_one_that_was_reworded_is_told_and_left_out(self) -> None:
        one = result("a")
        other = replace(one, question=replace(one.question, question="What else?"))
        found = compare(eval_run([one]), eval_run([other]))
        assert (found.compared, found.reworded, found.changes) == (0, ("a",), ())

    @pytest.mark.parametrize("name", ["success_criteria", "schema"])
    def test_one_of_which_more_is_expected_is_no_worse_answer(self, name: str) -> None:
        first, same, more = (
            result(question=EvalQuestion(id="a", question="?", **{name: wanted}))  # type: ignore[arg-type]
            for wanted in ({"x": 1, "y": [2]}, {"y": [2], "x": 1}, {"x": 1, "y": [3]})
        )
        assert compare(eval_run([first]), eval_run([same])).compared == 1
        assert compare(eval_run([first]), eval_run([more])).reworded == ("a",)

    def test_a_mean_is_over_questions_that_both_tell(self) -> None:
        before = [result("a", duration_seconds=1.0), result("b", duration_seconds=9.0)]
        after = [result("a", duration_seconds=2.0), result("b")]
        time = _change(compare(eval_run(before), eval_run(after)), "avg_duration_seconds")
        assert (time.before, time.after, time.questions) == (1.0, 2.0, 1)
        assert (time.low, time.high) == (None, None)

    def test_the_same_run_twice_differs_in_nothing(self) -> None:
        found = compare(eval_run(many(60)), eval_run(many(60)))
        assert {one.conclusion for one in found.changes} == {Conclusion.NO_EVIDENCE}
        rate = _change(found, "verification_pass_rate")
        assert rate.difference == 0
        assert rate.low is not None
        assert rate.low < 0  # 60 questions without a change do not prove that none would change


class TestConclusions:
    def test_ten_lost_and_none_gained_is_worse(self) -> None:
        found = _runs([(True, False)] * 10 + [(True, True)] * 10)
        rate = _change(found, "verification_pass_rate")
        assert rate.p == rate.adjusted == pytest.approx(2 / 2**10)
        assert rate.conclusion is Conclusion.WORSE
        assert rate.difference == -0.5
        assert rate.low is not None
        assert rate.high is not None
        assert -0.8 < rate.low < -0.5 < rate.high < -0.2

    def test_five_lost_of_five_is_not_yet_evidence(self) -> None:
        rate = _change(_runs([(True, False)] * 5 + [(True, True)] * 10), "verification_pass_rate")
        assert rate.p == pytest.approx(2 / 2**5)
        assert rate.conclusion is Conclusion.NO_EVIDENCE

    def test_fewer_warnings_are_better_and_more_evidence_is_only_different(self) -> None:
        items = [EvidenceItem(id="e", text="")] * 3
        before = [result(f"q{n}", duration_seconds=2.0 + n / 100) for n in range(20)]
        after = [result(f"q{n}", duration_seconds=1.0 + n / 100, evidence=items) for n in range(20)]
        found = compare(eval_run(before), eval_run(after))
        assert _change(found, "avg_duration_seconds").conclusion is Conclusion.BETTER
        assert _change(found, "avg_evidence_count").conclusion is Conclusion.DIFFERENT


def test_runs_of_one_agent_are_rarely_called_different() -> None:
    # Two independent runs of the same agent: a false alarm about the pass rate in at most 5 of 100.
    random, alarms = np.random.default_rng(5), 0
    for _ in range(200):
        draws = random.random((40, 2)) < 0.7
        gained = int((draws[:, 1] & ~draws[:, 0]).sum())
        alarms += mcnemar(gained, int((draws[:, 0] & ~draws[:, 1]).sum())) < 0.05
    assert alarms / 200 <= 0.06


def test_swapping_keeps_its_level() -> None:
    random, alarms = np.random.default_rng(9), 0
    for at in range(200):
        pairs = random.gamma(1, 1, (2, 25))
        before, after = (np.stack([half, np.ones(25)], axis=1) for half in pairs)
        alarms += swap_test(before, after, make_generator(str(at).encode(), "test")) < 0.05
    assert 0.01 <= alarms / 200 <= 0.09


@pytest.mark.parametrize(("gained", "lost"), [(0, 0), (0, 5), (3, 9), (40, 41), (500, 600)])
def test_mcnemar_agrees_with_the_binomial_test(gained: int, lost: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    there = stats.binomtest(gained, gained + lost).pvalue if gained + lost else 1.0
    assert mcnemar(gained, lost) == pytest.approx(there, rel=1e-9)


def test_all_swaps_of_few_questions_by_hand() -> None:
    # Differences 1 and 3: of the four ways to swap, +4 and -4 are as large as what was found.
    before, after = np.array([[1.0, 1], [1, 1]]), np.array([[2.0, 1], [4, 1]])
    assert swap_test(before, after, make_generator(b"x", "test")) == 0.5


def test_swapping_agrees_with_scipy() -> None:
    stats = pytest.importorskip("scipy.stats")
    random = np.random.default_rng(2)
    first = random.normal(0, 1, 40)
    second = first + random.normal(0.3, 1, 40)
    there = stats.permutation_test(
        (first, second),
        lambda x, y: np.mean(y) - np.mean(x),
        permutation_type="samples",
        n_resamples=20_000,
        rng=np.random.default_rng(1),
    ).pvalue
    ones = np.ones(40)
    here = swap_test(
        np.stack([first, ones], axis=1),
        np.stack([second, ones], axis=1),
        make_generator(b"x", "test"),
    )
    assert here == pytest.approx(there, abs=0.015)


def test_holm_by_hand() -> None:
    # 0.01 × 4; 0.02 × 3; 0.03 × 2 = 0.06 as before; 0.5 × 1
    assert holm([0.5, 0.01, 0.03, 0.02]) == pytest.approx([0.5, 0.04, 0.06, 0.06])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []
