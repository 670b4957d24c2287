"""A request spends what it may, whatever its calls do at the same time."""

from __future__ import annotations

import time
from contextlib import ExitStack
from decimal import Decimal

import pytest

from sidecar.judges.errors import JudgeError
from sidecar.judges.spending import Allowance, SpendingAccount


def free(prompt_tokens: int, completion_tokens: int) -> Decimal | None:
    return Decimal(0)


def cent(prompt_tokens: int, completion_tokens: int) -> Decimal | None:
    return Decimal(prompt_tokens + completion_tokens) / 100


def unknown(prompt_tokens: int, completion_tokens: int) -> Decimal | None:
    return None


def allowance(max_tokens: int = 100, max_cost: Decimal | None = None) -> Allowance:
    return Allowance(time.monotonic() + 1, max_tokens, max_cost)


def test_calls_at_the_same_time_share_the_tokens() -> None:
    own = allowance()
    with ExitStack() as stack:
        for _ in range(2):
            stack.enter_context(own.holding(50, free))
        with pytest.raises(JudgeError) as raised, own.holding(1, free):
            pass
        assert raised.value.reason == "JUDGE_BUDGET_SPENT"
    with own.holding(100, free):  # what was held back is free again
        pass


def test_what_was_spent_is_gone() -> None:
    own = allowance()
    own.account.spend("m", 40, 20, Decimal(0))
    with own.holding(40, free):
        pass
    with pytest.raises(JudgeError), own.holding(41, free):
        pass


def test_a_failed_call_frees_what_it_held() -> None:
    own = allowance()
    with pytest.raises(ZeroDivisionError), own.holding(100, free):
        _ = 1 // 0
    with own.holding(100, free):
        pass


def test_money_is_bounded_too() -> None:
    own = allowance(10_000, Decimal("1.00"))
    with own.holding(60, cent), pytest.raises(JudgeError), own.holding(41, cent):
        pass
    own.account.spend("m", 90, 10, Decimal("1.00"))
    with pytest.raises(JudgeError), own.holding(1, cent):
        pass


def test_what_has_no_price_is_not_afforded() -> None:
    own = allowance(10_000, Decimal("1.00"))
    with pytest.raises(JudgeError), own.holding(1, unknown):
        pass
    own.account.spend("other", 1, 1, None)
    with pytest.raises(JudgeError), own.holding(1, cent):
        pass


def test_accounts_add_up_by_model() -> None:
    one, total = SpendingAccount(), SpendingAccount()
    one.spend("a", 1, 2, Decimal("0.1"))
    one.spend("a", 3, 4, Decimal("0.2"))
    one.spend("b", 5, 6, Decimal("0.3"))
    one.failed("b", "JUDGE_TIMEOUT")
    for _ in range(2):
        total.add(one)
    assert total.models["a"].tokens == 20
    assert total.tokens == 42
    assert total.cost == Decimal("1.2")
    assert total.models["b"].failures == 2
    assert total.reasons == {"JUDGE_TIMEOUT": 2}


def test_a_cost_that_is_not_known_makes_the_total_unknown() -> None:
    account = SpendingAccount()
    account.spend("a", 1, 1, Decimal("0.1"))
    account.spend("b", 1, 1, None)
    assert account.cost is None
    assert account.models["a"].cost == Decimal("0.1")
