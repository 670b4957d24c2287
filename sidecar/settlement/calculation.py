"""What a task costs, by what is agreed on and how its criteria ended: seed 001's ``Cost``.

Everything is exact but one step at the end, which rounds half to even to the smallest unit of the
currency. A cap is a promise to who pays: where rounding would pass it, it goes down instead.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, Decimal, localcontext

from sidecar.model.outcome import SuccessCriteria
from sidecar.settlement.currencies import in_minor_units, places_of
from sidecar.settlement.errors import AmountInvalid, CurrencyMixed
from sidecar.settlement.model import EXACT, ZERO, Breakdown, Terms

MOST_MINOR_UNITS = 10**18 - 1
"""Most that is paid, in smallest units: what a database keeps in eight bytes."""


def settle(terms: Terms, bonus: Decimal, penalty: Decimal) -> Breakdown:
    """What a task costs.

    Args:
        terms: What is agreed on.
        bonus: What its criteria add, from 0: 0 where it did not succeed.
        penalty: What they take off, from 0.
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
            rounding=_rounded(capped, terms) - capped,
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
        most = settle(terms, _all_bonuses(criteria), ZERO).total
        too_much = in_minor_units(most, terms.currency) > MOST_MINOR_UNITS
    if too_much:
        message = f"base cost and bonuses come to {most:f} {terms.currency}: too much to be paid"
        raise AmountInvalid(message, field="base_cost")


def _all_bonuses(criteria: SuccessCriteria) -> Decimal:
    each: Iterable[Decimal] = (one.bonus.amount for one in criteria.criteria if one.bonus)
    return sum(each, ZERO)


def _capped(amount: Decimal, most: Decimal | None) -> Decimal:
    return amount if most is None else min(amount, most)


def _rounded(amount: Decimal, terms: Terms) -> Decimal:
    unit = Decimal(1).scaleb(-places_of(terms.currency))
    rounded = amount.quantize(unit, ROUND_HALF_EVEN)
    if terms.max_total is not None and rounded > terms.max_total:
        return amount.quantize(unit, ROUND_DOWN)
    return rounded
