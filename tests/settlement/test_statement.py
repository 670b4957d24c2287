"""What is paid for periods adds up, however they are cut, and never differs by a smallest unit."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.settlement.calculation import CurrencyStatement
from sidecar.settlement.model import Breakdown, find_smallest_unit, round_to_unit

ZERO = Decimal(0)
amounts = st.decimals(-2, 2, places=9) | st.decimals(-(10**15), 10**15, places=9)
currencies = st.sampled_from(["USD", "JPY", "BHD", "CLF"])


def of(currency: str, before: Decimal, total: Decimal) -> CurrencyStatement:
    return CurrencyStatement(
        currency=currency,
        settlements=1,
        reversed_settlements=0,
        reversals=0,
        settled=Breakdown(base=total),
        taken_back=Breakdown(base=ZERO),
        before=before,
    )


@given(currencies, st.lists(amounts, max_size=12), st.lists(st.integers(0, 12), max_size=4))
def test_periods_that_follow_each_other_add_up(
    currency: str, entries: list[Decimal], cuts: list[int]
) -> None:
    places = sorted({0, len(entries), *(min(cut, len(entries)) for cut in cuts)})
    each = [
        of(currency, sum(entries[:start], ZERO), sum(entries[start:end], ZERO))
        for start, end in pairwise(places)
    ]
    paid = sum((one.payable for one in each), ZERO)
    assert paid == round_to_unit(sum(entries, ZERO), currency)
    for before, after in pairwise(each):
        assert before.closing_remainder == after.opening_remainder
    for one in each:
        assert one.opening_remainder + one.total == one.payable + one.closing_remainder
        assert round_to_unit(one.payable, currency) == one.payable
        assert abs(one.closing_remainder) <= find_smallest_unit(currency) / 2
        assert abs(one.payable - one.total) <= find_smallest_unit(currency)


@given(currencies, st.decimals(0, 3, places=9), st.decimals(0, 3, places=9))
def test_work_that_costs_something_never_pays_less_than_nothing(
    currency: str, before: Decimal, total: Decimal
) -> None:
    assert of(currency, before, total).payable >= 0


@pytest.mark.parametrize(
    ("before", "total", "opening", "payable", "closing"),
    [
        ("0", "0.88", "0", "0.88", "0"),
        ("0", "0.004", "0", "0", "0.004"),
        ("0.004", "0.004", "0.004", "0.01", "-0.002"),
        ("0.008", "0.004", "-0.002", "0", "0.002"),
        ("0", "0.005", "0", "0", "0.005"),
        ("0.01", "0.005", "0", "0.01", "-0.005"),
        ("0.005", "-0.005", "0.005", "0", "0"),
        ("10.006", "-10", "-0.004", "-10", "-0.004"),
    ],
)
def test_examples(before: str, total: str, opening: str, payable: str, closing: str) -> None:
    found = of("USD", Decimal(before), Decimal(total))
    assert found.opening_remainder == Decimal(opening)
    assert found.payable == Decimal(payable)
    assert found.closing_remainder == Decimal(closing)
