"""What a task costs, by what is agreed on and how its criteria ended: seed 001's ``Cost``.

Everything is exact: rounding to the smallest unit of the currency is a matter of statements. Where
the settings ask for it, each settlement is rounded by itself, in one step at the end, half to even.
A cap is a promise to who pays: where that would pass it, it goes down instead.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import ROUND_DOWN, Decimal, localcontext

from sidecar.model.outcome import SuccessCriteria
from sidecar.settlement.currencies import rounded, smallest_unit
from sidecar.settlement.errors import AmountInvalid, CurrencyMixed
from sidecar.settlement.model import EXACT, ZERO, Breakdown, Terms

MOST_UNITS = 10**18 - 1
"""Most whole units of a currency that a task costs: what a database keeps in eight bytes."""


def settle(terms: Terms, bonus: Decimal, penalty: Decimal, *, rounds: bool) -> Breakdown:
    """What a task costs.

    Args:
        terms: What is agreed on.
        bonus: What its criteria add, from 0: 0 where it did not succeed.
        penalty: What they take off, from 0.
        rounds: Whether the settlement is rounded, and not only the statement that it stands on.
    """
    with localcontext(EXACT):
        paid_bonus, taken = _capped(bonus, terms.max_bonus), _capped(penalty, terms.max_penalty)
        before = terms.base + paid_bonus - taken
        positive = max(before, ZERO)
        capped = _capped(positive, terms.max_total)
        return Breakdown(
            base=terms.base,
            bonus=bonus,
            bonus_capped=paid_bonus - bonus,
            penalty=ZERO - penalty,
            penalty_capped=penalty - taken,
            floor=positive - before,
            total_capped=capped - positive,
            rounding=_rounded(capped, terms) - capped if rounds else ZERO,
        )


def check(terms: Terms, criteria: SuccessCriteria) -> None:
    """Check that criteria can be settled on terms, whatever their task comes to.

    Raises:
        CurrencyMixed: If they are in another currency.
        AmountInvalid: If they may come to more than can be paid.
    """
    if criteria.currency not in ("", terms.currency):
        raise CurrencyMixed(
            f"the criteria are in {criteria.currency}, and the base cost is in {terms.currency}",
            field="outcome",
            given=criteria.currency,
            currency=terms.currency,
        )
    with localcontext(EXACT):
        most = settle(terms, _all_bonuses(criteria), ZERO, rounds=False).total
    if most > MOST_UNITS:
        message = f"base cost and bonuses come to {most:f} {terms.currency}: too much to be paid"
        raise AmountInvalid(message, field="base_cost")


def _all_bonuses(criteria: SuccessCriteria) -> Decimal:
    each: Iterable[Decimal] = (one.bonus.amount for one in criteria.criteria if one.bonus)
    return sum(each, ZERO)


def _capped(amount: Decimal, most: Decimal | None) -> Decimal:
    return amount if most is None else min(amount, most)


def _rounded(amount: Decimal, terms: Terms) -> Decimal:
    found = rounded(amount, terms.currency)
    if terms.max_total is not None and found > terms.max_total:
        return amount.quantize(smallest_unit(terms.currency), ROUND_DOWN)
    return found
