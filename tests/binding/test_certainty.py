"""The probability that a flagged number is wrong, and what moves it."""

from __future__ import annotations

import math
from inspect import signature

from hypothesis import given
from hypothesis import strategies as st

from sidecar.binding.certainty import FEATURES, Doubt, features, log_odds, probability
from sidecar.binding.settings import BindingSettings

USUAL = Doubt(odds=4.0, row=1.0, column=1.0)
AMOUNTS = st.floats(0, 3)


def doubts(*, plain: bool) -> st.SearchStrategy[Doubt]:
    odds, shares = st.floats(-6, 8), st.floats(0, 1)
    flags = [st.booleans()] * 4
    return st.builds(Doubt, odds, AMOUNTS, AMOUNTS, *flags, shares, st.just(plain))


@given(doubts(plain=True), doubts(plain=True))
def test_what_is_plainly_named_is_an_error_whatever_else_is_known(one: Doubt, two: Doubt) -> None:
    assert probability(one) == probability(two) >= BindingSettings().error_at


def test_nothing_of_other_numbers_enters() -> None:
    assert [*signature(probability).parameters] == ["doubt"]
    assert {*Doubt._fields} - {*FEATURES} == set()


def test_what_speaks_for_an_error_and_against_it() -> None:
    usual = probability(USUAL)
    assert probability(USUAL._replace(far=True)) < usual
    assert probability(USUAL._replace(shifted=True)) < usual
    assert probability(USUAL._replace(odds=-1.0)) < usual
    assert probability(USUAL._replace(outside=True)) < usual
    assert probability(USUAL._replace(plain=True)) > usual


@given(st.floats(0, 1e300), st.floats(0, 1e300), doubts(plain=False))
def test_it_is_a_probability(right: float, wrong: float, doubt: Doubt) -> None:
    doubt = doubt._replace(odds=log_odds(right, wrong))
    assert all(map(math.isfinite, features(doubt)))
    assert len(features(doubt)) == len(features(doubt._replace(plain=True))) == len(FEATURES)
    assert 0 <= probability(doubt) <= 1


def test_odds_of_nothing_are_bounded() -> None:
    assert log_odds(0.0, 1.0) == 8.0
    assert log_odds(1.0, 0.0) == log_odds(0.0, 0.0) == -6.0
