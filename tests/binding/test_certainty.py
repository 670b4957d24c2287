"""The probability that a flagged number is wrong, and what moves it."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from sidecar.binding.certainty import Doubt, features, log_odds, probability

PLAIN = Doubt(odds=8.0, row=1.0, column=1.0)


def test_a_text_that_is_understood_makes_a_flagged_number_more_surely_wrong() -> None:
    known = [probability(PLAIN, supported, 10) for supported in range(11)]
    assert known == sorted(known)
    assert known[-1] > known[0] + 0.3


def test_a_lone_number_is_taken_for_one_of_a_usual_text() -> None:
    alone = probability(PLAIN, 0, 0)
    assert probability(PLAIN, 0, 5) < alone < probability(PLAIN, 10, 10)


def test_what_speaks_for_a_slip_and_against_it() -> None:
    usual = probability(PLAIN, 4, 5)
    assert probability(PLAIN._replace(misplaced=True), 4, 5) > usual
    assert probability(PLAIN._replace(far=True), 4, 5) < usual
    assert probability(PLAIN._replace(shifted=True), 4, 5) < usual
    assert probability(PLAIN._replace(row=0.0), 4, 5) < usual
    assert probability(PLAIN._replace(odds=-1.0), 4, 5) < usual


@given(
    st.floats(0, 1e300), st.floats(0, 1e300), st.floats(0, 3), st.integers(0, 10_000),
    st.integers(0, 10_000), st.booleans(),
)  # fmt: skip
def test_it_is_a_probability(
    right: float, wrong: float, row: float, supported: int, flagged: int, far: bool
) -> None:
    doubt = Doubt(log_odds(right, wrong), row, row, far)
    assert all(map(math.isfinite, features(doubt, supported, supported + flagged)))
    assert 0 <= probability(doubt, supported, supported + flagged) <= 1


def test_odds_of_nothing_are_bounded() -> None:
    assert log_odds(0.0, 1.0) == 8.0
    assert log_odds(1.0, 0.0) == log_odds(0.0, 0.0) == -6.0
