"""Numbers from decided findings, against plain recounts and references."""

from __future__ import annotations

import random
from collections.abc import Sequence
from decimal import Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.model.intervals import wilson
from sidecar.model.report import Severity, Verdict
from sidecar.reviews.agreement import (
    MAX_PAIRS,
    Agreement,
    AgreementCounts,
    cohen_kappa,
    measure_agreement,
)
from sidecar.reviews.judgements import JudgedFinding, Judgement

PEOPLE = ("Ana", "Ben", "Cem")
AGREES, KEEPS = Judgement("Ana", agrees=True), Judgement("Ana", agrees=False)

judgements = st.builds(
    lambda person, agrees, repairs: Judgement(person, agrees, agrees and repairs),
    st.sampled_from(PEOPLE),
    st.booleans(),
    st.booleans(),
)
findings = st.builds(
    JudgedFinding,
    check=st.sampled_from(("numeric", "claims")),
    code=st.sampled_from(("CLAIM_NOT_FOUND", "CLAIM_UNCERTAIN", "CLAIM_SOURCES_DISAGREE")),
    model=st.sampled_from(("", "small", "large")),
    severity=st.sampled_from((Severity.WARNING, Severity.ERROR)),
    verdict=st.sampled_from(Verdict),
    confidence=st.none() | st.sampled_from((0.0, 0.1, 0.3, 0.7, 0.82, 1.0)) | st.floats(0, 1),
    judgements=st.lists(judgements, max_size=4).map(tuple),
)


def finding(*decided: Judgement, **changes: object) -> JudgedFinding:
    fields: dict[str, object] = {"check": "numeric", "code": "CLAIM_NOT_FOUND"}
    return JudgedFinding(**fields | changes, judgements=decided)  # type: ignore[arg-type]


def measure(findings: Sequence[JudgedFinding], threshold: float | None = None) -> Agreement:
    return measure_agreement(findings, {"CLAIM_NOT_FOUND"}, threshold)


def counts(agreed: int, repaired: int, false_alarms: int, open_: int) -> AgreementCounts:
    return AgreementCounts(agreed=agreed, repaired=repaired, false_alarms=false_alarms, open=open_)


class TestWilson:
    @given(st.integers(1, 100_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
    def test_both_ends_solve_the_equation_of_the_score_test(self, drawn: tuple[int, int]) -> None:
        # The ends are the shares p of which the observed one is z standard errors away:
        # n (share - p)² = z² p (1 - p), solved here in exact decimals.
        right, count = drawn
        with localcontext() as context:
            context.prec = 60
            z, n = Decimal("1.959963984540054"), Decimal(count)
            share = Decimal(right) / n
            a, b, c = n + z * z, -(2 * n * share + z * z), n * share * share
            root = (b * b - 4 * a * c).sqrt()
            ends = [float((-b + sign * root) / (2 * a)) for sign in (-1, 1)]
        assert wilson(right / count, count) == pytest.approx(ends, rel=1e-9, abs=1e-12)

    def test_nothing_and_everything_reach_the_ends(self) -> None:
        assert wilson(0.0, 5)[0] == 0
        assert wilson(1.0, 5)[1] == 1


class TestKappa:
    def test_the_example_of_the_books(self) -> None:
        # Fifty proposals: both say yes to 20 and no to 15; agreement 0.7, by chance 0.5.
        assert cohen_kappa(both=20, first=25, second=30, findings=50) == pytest.approx(0.4)

    @given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=60))
    def test_it_is_one_less_the_weighed_disagreement(self, said: list[tuple[bool, bool]]) -> None:
        # As scikit-learn computes it: from the matrix, and the one that chance would make.
        both = (False, True)
        matrix = {(one, other): said.count((one, other)) for one in both for other in both}
        ones = {each: matrix[each, False] + matrix[each, True] for each in (False, True)}
        others = {each: matrix[False, each] + matrix[True, each] for each in (False, True)}
        expected = {pair: ones[pair[0]] * others[pair[1]] / len(said) for pair in matrix}
        unlike = [(False, True), (True, False)]
        chance = sum(expected[pair] for pair in unlike)
        found = cohen_kappa(matrix[True, True], ones[True], others[True], len(said))
        if chance == 0:
            assert found is None
        else:
            wanted = 1 - sum(matrix[pair] for pair in unlike) / chance
            assert found == pytest.approx(wanted, abs=1e-12)

    def test_it_is_undefined_where_both_said_one_and_the_same_of_all(self) -> None:
        assert cohen_kappa(both=7, first=7, second=7, findings=7) is None
        assert cohen_kappa(both=0, first=0, second=0, findings=7) is None
        assert cohen_kappa(both=0, first=7, second=0, findings=7) == 0


class TestCounts:
    def test_the_last_decision_counts(self) -> None:
        found = measure([finding(AGREES, KEEPS), finding(KEEPS, AGREES)])
        assert found.settled == counts(1, 0, 1, 0)
        assert found.decisions == 4

    def test_what_nobody_decided_is_neither(self) -> None:
        found = measure([finding(), finding(AGREES)])
        assert found.settled == counts(1, 0, 0, 1)
        assert found.settled.share is not None
        assert found.settled.share.value == 1
        assert measure([finding()]).settled.share is None

    def test_an_edit_to_the_repair_is_agreement_with_it_as_well(self) -> None:
        repaired = Judgement("Ana", agrees=True, repairs=True)
        found = measure([finding(AGREES), finding(repaired), finding(repaired, KEEPS)])
        assert found.settled == counts(2, 1, 1, 0)

    def test_what_the_check_leaves_open_is_counted_apart(self) -> None:
        found = measure(
            [
                finding(KEEPS, verdict=Verdict.INCONCLUSIVE, code="NOT_COVERED"),
                finding(AGREES, verdict=Verdict.SUPPORTED, code="CLAIM_UNCERTAIN", check="claims"),
                finding(AGREES, verdict=Verdict.CONTRADICTED),
            ]
        )
        assert found.left_open == counts(1, 0, 1, 0)
        assert found.settled == counts(1, 0, 0, 0)

    @given(st.lists(findings, max_size=30))
    def test_groups_add_up(self, drawn: list[JudgedFinding]) -> None:
        found = measure(drawn)
        for leaves_open, total in ((False, found.settled), (True, found.left_open)):
            groups = [one.counts for one in found.groups if one.leaves_open is leaves_open]
            assert (
                counts(
                    sum(one.agreed for one in groups),
                    sum(one.repaired for one in groups),
                    sum(one.false_alarms for one in groups),
                    sum(one.open for one in groups),
                )
                == total
            )
        keys = [(one.check, one.code, one.model, one.leaves_open) for one in found.groups]
        assert keys == sorted(set(keys))

    @given(st.lists(findings, max_size=30), st.randoms(use_true_random=False))
    def test_the_order_of_findings_changes_nothing(
        self, drawn: list[JudgedFinding], shuffling: random.Random
    ) -> None:
        other = [*drawn]
        shuffling.shuffle(other)
        assert measure(other) == measure(drawn)


class TestPairs:
    def test_people_are_compared_over_what_both_decided(self) -> None:
        yes, no = Judgement("Ben", agrees=True), Judgement("Ben", agrees=False)
        found = measure(
            [
                finding(AGREES, yes),
                finding(no, AGREES, KEEPS),  # what each says last
                finding(AGREES, no),
                finding(AGREES),
                finding(yes, Judgement("Cem", agrees=True)),
            ]
        )
        first, second = found.pairs
        assert (first.first, first.second, first.findings, first.same) == ("Ana", "Ben", 3, 2)
        assert first.kappa == pytest.approx(0.4)
        assert (second.first, second.second, second.findings) == ("Ben", "Cem", 1)
        assert second.kappa is None

    def test_many_people_are_bounded(self) -> None:
        everybody = [Judgement(f"person {number:02}", agrees=True) for number in range(99)]
        found = measure([finding(*everybody)])
        assert (len(found.pairs), found.more_pairs) == (MAX_PAIRS, 190 - MAX_PAIRS)
        assert {pair.second for pair in found.pairs} <= {one.person for one in everybody[-20:]}


class TestCalibration:
    def test_a_verdict_holds_where_people_decided_so(self) -> None:
        # A supported claim with little confidence is right where the text was kept.
        uncertain = {"check": "claims", "code": "CLAIM_UNCERTAIN", "verdict": Verdict.SUPPORTED}
        found = measure(
            [
                finding(AGREES, confidence=0.9),
                finding(KEEPS, confidence=0.9),
                finding(AGREES, confidence=1.0),
                finding(AGREES, confidence=0.9, verdict=Verdict.INCONCLUSIVE),
                finding(AGREES),
                finding(confidence=0.9),
                finding(KEEPS, confidence=0.6, **uncertain),
                finding(AGREES, confidence=0.6, check="claims", code="CLAIM_SOURCES_DISAGREE"),
            ]
        )
        claims, numeric = found.calibrations
        (of_claims,) = claims.bins
        assert (of_claims.low, of_claims.high, of_claims.findings) == (0.6, 0.7, 1)
        assert of_claims.share_held == 1
        assert claims.brier == pytest.approx(0.16)
        assert (claims.with_confidence, claims.without_confidence) == (1, 1)
        (of_numbers,) = numeric.bins
        assert (of_numbers.low, of_numbers.high, of_numbers.findings) == (0.9, 1.0, 3)
        assert of_numbers.mean_confidence == pytest.approx(2.8 / 3)
        assert of_numbers.share_held == pytest.approx(2 / 3)
        assert numeric.brier == pytest.approx((0.01 + 0.81 + 0) / 3)
        assert (numeric.with_confidence, numeric.without_confidence) == (3, 2)

    @given(st.lists(findings, max_size=30))
    def test_bins_hold_what_is_in_them(self, drawn: list[JudgedFinding]) -> None:
        found = measure(drawn)
        decided = sum(bool(one.judgements) for one in drawn)
        for one in found.calibrations:
            assert sum(each.findings for each in one.bins) == one.with_confidence
            assert (one.brier is None) == (not one.with_confidence)
            for each in one.bins:
                assert each.low - 1e-12 <= each.mean_confidence <= each.high + 1e-12
        counted = ((one.with_confidence, one.without_confidence) for one in found.calibrations)
        assert sum(map(sum, counted)) == decided


def effect_of(found: Agreement, setting: str) -> Sequence[tuple[int, ...]]:
    (sweep,) = [one for one in found.thresholds if one.setting == setting]
    return [
        (
            *(one.effect.held_right, one.effect.held_wrong, one.effect.held_open),
            *(one.effect.released_right, one.effect.released_wrong, one.effect.released_open),
        )
        for one in sweep.effects
    ]


class TestEffects:
    def test_error_at_holds_what_is_at_least_as_probably_wrong(self) -> None:
        decided = [
            finding(AGREES, confidence=0.82),
            finding(KEEPS, confidence=0.82),
            finding(AGREES, confidence=0.5),
            finding(KEEPS, confidence=0.5),
            finding(confidence=0.9),
            finding(confidence=0.1),
            finding(AGREES),  # no confidence: no threshold is about it
            finding(AGREES, confidence=0.9, code="ROUNDING_MISMATCH"),  # a warning anyhow
            finding(AGREES, confidence=0.9, verdict=Verdict.INCONCLUSIVE),
        ]
        found = measure(decided, 0.82)
        assert effect_of(found, "numeric.binding.error_at") == [(1, 1, 1, 1, 1, 1)]
        assert [one.setting for one in found.thresholds] == ["numeric.binding.error_at"]

    def test_the_threshold_of_claims_holds_what_is_below(self) -> None:
        claim = {"check": "claims", "code": "CLAIM_UNCERTAIN", "verdict": Verdict.SUPPORTED}
        decided = [
            finding(AGREES, confidence=0.6, **claim),
            finding(KEEPS, confidence=0.5, **claim),
            finding(confidence=0.4, **claim),
        ]
        found = measure(decided, 0.6)
        assert effect_of(found, "claims.confidence_threshold") == [(0, 1, 1, 0, 1, 0)]

    @given(st.lists(findings, max_size=30))
    def test_a_sweep_moves_findings_from_one_side_to_the_other(
        self, drawn: list[JudgedFinding]
    ) -> None:
        found = measure(drawn)
        for sweep in found.thresholds:
            rows = effect_of(found, sweep.setting)
            assert len({(a + e, b + d, c + f) for a, b, c, d, e, f in rows}) == 1
            held = [sum(row[:3]) for row in rows]
            assert held in (sorted(held), sorted(held, reverse=True))

    def test_a_severity_holds_errors(self) -> None:
        warning = {"severity": Severity.WARNING}
        found = measure(
            [finding(AGREES), finding(KEEPS), finding(KEEPS, **warning), finding(**warning)]
        )
        (one,) = found.severities
        assert (one.unchanged.held_right, one.unchanged.held_wrong) == (1, 1)
        assert (one.unchanged.released_right, one.unchanged.released_open) == (1, 1)
        assert (one.as_error.held_right, one.as_error.held_wrong, one.as_error.held_open) == (
            *(1, 2),
            1,
        )
        assert (one.as_warning.released_right, one.as_warning.released_wrong) == (2, 1)
        assert one.as_warning.released_open == 1
