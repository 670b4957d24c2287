"""What the entries of a period come to, and what of that is paid: rounding happens here, once.

What is paid for a period is the exact sum of everything before its end, rounded, less that of
everything before its start, rounded. So what is paid for periods that follow each other adds up to
the rounded sum of all of them, however they are cut, and what rounding leaves over is carried on:
0.004 USD in each of three months are 0.00, 0.01 and 0.00, and 0.012 rounds to 0.01.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext

from sidecar.settlement.currencies import rounded
from sidecar.settlement.model import EXACT, Breakdown


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
            after = rounded(self.before + self.total, self.currency)
            return after - rounded(self.before, self.currency)

    def _remainder(self, exact: Decimal) -> Decimal:
        return EXACT.subtract(exact, rounded(exact, self.currency))


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What the entries of an agent or a consumer in a period come to.

    Attributes:
        currencies: Those that have entries in the period, or a remainder from before, in order.
        provisional: Whether entries may still be written into the period.
    """

    currencies: Sequence[CurrencyStatement]
    provisional: bool
