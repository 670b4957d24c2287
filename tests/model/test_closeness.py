"""How far "nearly", "just over" and "close to" reach: near, on their side, and the same for all."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.binding.settings import NumericSettings
from sidecar.binding.tolerance import one_sided, tolerated
from sidecar.consistency.sums import may_state, point_interval
from sidecar.model.number import TIGHT, Number, NumberForm, Qualifier, has_two_digits, hedged_bounds
from sidecar.model.text import Text
from sidecar.text import context
from sidecar.text.claims import extract_numbers
from sidecar.text.options import ExtractOptions

SETTINGS = NumericSettings()
HEDGES = (
    *context.ONE_WORD,
    *context.TWO_WORDS,
    "just over",
    "a little more than",
    "slightly under",
)
SIZES = st.decimals("0.1", "99999", places=1) | st.integers(1, 99_999).map(Decimal)


def read(written: str) -> Number:
    (claim,) = extract_numbers(Text(f"It was {written} people."), ExtractOptions()).claims
    return claim.number


def agrees(number: Number, value: Decimal) -> bool:
    """Whether a value near a number supports it in the numeric check."""
    low, high = one_sided(number, tolerated(number, SETTINGS))
    return low <= value <= high


@given(
    st.sampled_from(HEDGES),
    SIZES,
    st.decimals("-0.5", "0.5", places=3),
    st.decimals(0, 1, places=2),
)
def test_what_lies_nearer_agrees_where_what_lies_further_does(
    hedge: str, size: Decimal, off: Decimal, part: Decimal
) -> None:
    number = read(f"{hedge} {size}")
    far = number.value * (1 + off)
    nearer = number.value + (far - number.value) * part
    if agrees(number, far):
        assert agrees(number, nearer)
    if may_state(number, point_interval(far)):
        assert may_state(number, point_interval(nearer))


@given(st.sampled_from(sorted(TIGHT)), SIZES, st.sampled_from(sorted(NumberForm)))
def test_a_tight_hedge_reaches_a_tenth_at_most_and_keeps_its_side(
    hedge: Qualifier, size: Decimal, form: NumberForm
) -> None:
    number = read(str(size))._replace(qualifier=hedge, form=form)
    found = hedged_bounds(number)
    assert found is not None
    low, high = found
    assert low <= number.value <= high
    assert max(number.value - low, high - number.value) <= number.value / 10
    below, above = number.value - low, high - number.value
    if hedge is Qualifier.NEARLY:
        assert above <= number.value / 1000
    if hedge is Qualifier.JUST_OVER:
        assert below <= number.value / 1000
    if hedge is Qualifier.CLOSE_TO:
        assert below == above


@given(st.sampled_from(sorted(TIGHT)), SIZES, st.decimals("0.7", "1.3", places=3))
def test_numbers_and_sums_are_as_near(hedge: Qualifier, size: Decimal, times: Decimal) -> None:
    number = read(str(size))._replace(qualifier=hedge)
    value = number.value * times
    assert agrees(number, value) is may_state(number, point_interval(value))


@given(st.integers(1, 9), st.integers(0, 6), st.decimals("0.51", "0.99", places=2))
def test_a_single_digit_is_no_value_cut_off(digit: int, zeros: int, rest: Decimal) -> None:
    words = ("", " thousand", " million")[zeros % 3]
    number = read(f"{digit}{words}")
    value = number.value * (1 + rest / digit)
    assert not has_two_digits(number)
    assert not agrees(number, value)
    assert not may_state(number, point_interval(value))
    over = number._replace(qualifier=Qualifier.OVER)
    assert may_state(over, point_interval(value))


@given(st.integers(10, 99), st.decimals("0.51", "0.99", places=2))
def test_two_digits_may_be_a_value_cut_off(digits: int, rest: Decimal) -> None:
    number = read(str(digits))
    assert agrees(number, digits + rest)
    assert may_state(number, point_interval(digits + rest))


@pytest.mark.parametrize(
    ("written", "hedge"),
    [
        ("just over 20", Qualifier.JUST_OVER),
        ("a little more than 20", Qualifier.JUST_OVER),
        ("slightly above 20", Qualifier.JUST_OVER),
        ("just under 20", Qualifier.NEARLY),
        ("slightly fewer than 20", Qualifier.NEARLY),
        ("not quite 20", Qualifier.NEARLY),
        ("close to 20", Qualifier.CLOSE_TO),
        ("over 20", Qualifier.OVER),
        ("no more than 20", Qualifier.AT_MOST),
        ("over (20)", Qualifier.NONE),
        ("turned over 20", Qualifier.NONE),
        ("taking over 20", Qualifier.NONE),
        ("an increase over the 20", Qualifier.NONE),
        ("a team of over 20", Qualifier.OVER),
        ("summed over the 20", Qualifier.NONE),  # across them
        ("Over the 20", Qualifier.NONE),
        ("over the $20", Qualifier.OVER),
    ],
)
def test_words_of_degree_and_verbs_with_over(written: str, hedge: Qualifier) -> None:
    assert read(written).qualifier is hedge
