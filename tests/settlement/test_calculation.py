"""What tasks cost: each case as data, and what holds for all."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import yaml_file
from sidecar.model.outcome import (
    ComparisonOperator,
    MetricType,
    Money,
    SuccessCriteria,
    SuccessCriterion,
)
from sidecar.settlement.calculation import MOST_UNITS, check, settle
from sidecar.settlement.model import (
    AMOUNTS,
    CURRENCY_PLACES,
    EXACT,
    AmountInvalid,
    CurrencyMixed,
    Terms,
    count_decimal_places,
    find_smallest_unit,
    format_amount,
    join,
    round_to_unit,
    split,
)

CASES = yaml_file.read(Path(__file__).parent / "cases.yaml")
CAPS = ("max_bonus", "max_penalty", "max_total")
ADJUSTMENTS = ("bonus_capped", "penalty_capped", "floor", "total_capped", "rounding")

amounts = st.decimals(0, 10**15, allow_nan=False, allow_infinity=False, places=9)
caps = st.none() | amounts | st.decimals(0, 2, places=9)
small = st.decimals(0, 3, places=9)
terms = st.builds(
    Terms,
    currency=st.sampled_from(["USD", "JPY", "BHD", "CLF"]),
    base=amounts | small,
    max_bonus=caps,
    max_penalty=caps,
    max_total=caps,
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["says"])
def test_case(case: dict[str, Any]) -> None:
    bounds = {name: Decimal(case[name]) for name in CAPS if name in case}
    agreed = Terms(currency=case["currency"], base=Decimal(case["base"]), **bounds)
    bonus, penalty = Decimal(case["bonus"]), Decimal(case["penalty"])
    found = settle(agreed, bonus, penalty, rounds=True)
    assert format_amount(found.total, agreed.currency) == case["total"]
    exact = settle(agreed, bonus, penalty, rounds=False)
    assert exact == replace(found, rounding=Decimal(0))
    assert (found.base, found.bonus, -found.penalty) == tuple(
        Decimal(case[name]) for name in ("base", "bonus", "penalty")
    )
    told = {name: getattr(found, name) for name in ADJUSTMENTS if getattr(found, name)}
    assert told == {name: Decimal(case[name]) for name in ADJUSTMENTS if name in case}


@given(terms, amounts | small, amounts | small)
def test_whatever_is_agreed_on(agreed: Terms, bonus: Decimal, penalty: Decimal) -> None:
    found = settle(agreed, bonus, penalty, rounds=True)
    assert settle(agreed, bonus, penalty, rounds=False) == replace(found, rounding=Decimal(0))
    exact = sum((getattr(found, name) for name in AMOUNTS), Decimal(0))
    assert exact == found.total
    assert found.total >= 0
    assert agreed.max_total is None or found.total <= agreed.max_total
    assert round_to_unit(found.total, agreed.currency) == found.total
    unit = find_smallest_unit(agreed.currency)
    assert abs(found.rounding) <= (unit / 2 if agreed.max_total is None else unit)
    assert found.bonus_capped <= 0 <= found.bonus
    assert found.penalty <= 0 <= found.penalty_capped
    assert found.total_capped <= 0 <= found.floor
    assert all(getattr(found, name) == round(getattr(found, name), 9) for name in AMOUNTS)
    assert found.total + found.reversed().total == 0


@given(terms, small, small, small)
def test_more_bonus_never_costs_less(
    agreed: Terms, bonus: Decimal, more: Decimal, penalty: Decimal
) -> None:
    for rounds in (True, False):
        cost = settle(agreed, bonus, penalty, rounds=rounds).total
        assert settle(agreed, bonus + more, penalty, rounds=rounds).total >= cost
        assert settle(agreed, bonus, penalty + more, rounds=rounds).total <= cost


@given(st.decimals(-(10**18), 10**18, places=9, allow_nan=False))
def test_what_is_kept_is_exact(amount: Decimal) -> None:
    units, nanos = split(amount)
    assert join(units, nanos) == amount
    assert abs(nanos) < 10**9
    assert units * nanos >= 0
    with pytest.raises(ValueError, match="more than 9 decimal places"):
        split(EXACT.add(amount, Decimal("1e-10")))


@pytest.mark.parametrize(
    ("amount", "currency", "text"),
    [
        ("1.5", "USD", "1.50"),
        ("-0.0044", "USD", "-0.0044"),
        ("100", "JPY", "100"),
        ("1E+2", "JPY", "100"),
        ("0.5", "JPY", "0.5"),
        ("0E-9", "USD", "0.00"),
        ("-0", "JPY", "0"),
        ("999999999999999999.999999999", "BHD", "999999999999999999.999999999"),
    ],
)
def test_amounts_are_written_with_the_places_of_their_currency(
    amount: str, currency: str, text: str
) -> None:
    assert format_amount(Decimal(amount), currency) == text


def test_places_are_those_of_iso_4217() -> None:
    assert [count_decimal_places(code) for code in ("USD", "JPY", "BHD", "CLF", "EUR")] == [
        2,
        0,
        3,
        4,
        2,
    ]
    assert all(len(code) == 3 and code.isupper() for code in CURRENCY_PLACES)


def criteria(currency: str, bonus: str) -> SuccessCriteria:
    one = SuccessCriterion(
        metric="word_count",
        metric_type=MetricType.COUNT,
        comparison=ComparisonOperator.GTE,
        threshold=Decimal(1),
        bonus=Money(Decimal(bonus), currency) if currency else None,
    )
    return SuccessCriteria(criteria=(one,), currency=currency)


def test_another_currency_is_refused() -> None:
    agreed = Terms(currency="USD", base=Decimal(1))
    check(agreed, criteria("USD", "1"))
    check(agreed, criteria("", "0"))
    with pytest.raises(CurrencyMixed, match="EUR") as refused:
        check(agreed, criteria("EUR", "1"))
    assert refused.value.metadata == {"field": "outcome", "given": "EUR", "currency": "USD"}


def test_what_a_database_cannot_keep_is_refused() -> None:
    most = Decimal(MOST_UNITS)
    check(Terms(currency="CLF", base=most), criteria("", "0"))
    check(Terms(currency="CLF", base=most, max_bonus=Decimal(0)), criteria("CLF", "1"))
    with pytest.raises(AmountInvalid, match="too much"):
        check(Terms(currency="CLF", base=most), criteria("CLF", "1"))
