"""What is owed: for a task, by how its criteria ended, and for a period, by its entries.

Everything is exact: rounding to the smallest unit of the currency is a matter of statements. Where
the settings ask for it, each settlement is rounded by itself, in one step at the end, half to even.
A cap is a promise to who pays: where that would pass it, it goes down instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_DOWN, Decimal, localcontext

from sidecar.model.outcome import SuccessCriteria
from sidecar.settlement.model import (
    EXACT,
    ZERO,
    AmountInvalid,
    Breakdown,
    CurrencyMixed,
    Terms,
    find_smallest_unit,
    round_to_unit,
)

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
    found = round_to_unit(amount, terms.currency)
    if terms.max_total is not None and found > terms.max_total:
        return amount.quantize(find_smallest_unit(terms.currency), ROUND_DOWN)
    return found


# What the entries of a period come to, and what of that is paid: rounding happens here, once.
#
# What is paid for a period is the exact sum of everything before its end, rounded, less that of
# everything before its start, rounded. So what is paid for periods that follow each other adds up
# to the rounded sum of all of them, however they are cut, and what rounding leaves over is carried
# on: 0.004 USD in each of three months are 0.00, 0.01 and 0.00, and 0.012 rounds to 0.01.


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrencyStatement:
    """What the entries in one currency come to.

    Attributes:
        currency: Of all amounts.
        settlements: How many settlements the period has.
        reversed_settlements: How many of those are reversed by now.
        reversals: How many reversals the period has.
        settled: The sums of the settlements.
        taken_back: The sums of the reversals.
        before: The exact total of all entries before the period.
    """

    currency: str
    settlements: int
    reversed_settlements: int
    reversals: int
    settled: Breakdown
    taken_back: Breakdown
    before: Decimal

    @property
    def total(self) -> Decimal:
        """The exact total of the period."""
        return EXACT.add(self.settled.total, self.taken_back.total)

    @property
    def opening_remainder(self) -> Decimal:
        """What rounding left over before the period."""
        return self._remainder(self.before)

    @property
    def closing_remainder(self) -> Decimal:
        """What it leaves over for the next one."""
        return self._remainder(EXACT.add(self.before, self.total))

    @property
    def payable(self) -> Decimal:
        """What is to be paid for the period, in whole smallest units."""
        with localcontext(EXACT):
            after = round_to_unit(self.before + self.total, self.currency)
            return after - round_to_unit(self.before, self.currency)

    def _remainder(self, exact: Decimal) -> Decimal:
        return EXACT.subtract(exact, round_to_unit(exact, self.currency))


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What the entries of an agent or a consumer in a period come to.

    Attributes:
        currencies: Those that have entries in the period, or a remainder from before, in order.
        provisional: Whether entries may still be written into the period.
    """

    currencies: Sequence[CurrencyStatement]
    provisional: bool
