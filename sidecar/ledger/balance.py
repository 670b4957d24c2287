"""What each account has, and whether everything adds up."""

from __future__ import annotations

from decimal import Decimal, localcontext
from typing import NamedTuple

from sqlalchemy import Connection, func, or_, select

from sidecar.ledger import tables
from sidecar.ledger.tables import POSTINGS, SETTLEMENTS, nanos
from sidecar.settlement.model import EXACT, ZERO


class Account(NamedTuple):
    """An account in a currency, such as ``agent:a1`` in USD."""

    name: str
    currency: str


class Trial(NamedTuple):
    """A trial balance.

    Attributes:
        balances: Of each account, exactly.
        unbalanced: The ids of entries whose postings do not add up to what they say.
    """

    balances: dict[Account, Decimal]
    unbalanced: list[str]

    @property
    def holds(self) -> bool:
        """Whether every entry adds up, and so does every currency."""
        sums: dict[str, Decimal] = {}
        with localcontext(EXACT):
            for account, amount in self.balances.items():
                sums[account.currency] = sums.get(account.currency, ZERO) + amount
        return not self.unbalanced and not any(sums.values())


def trial_balance(connection: Connection, tenant: str) -> Trial:
    """The trial balance of a tenant, in a transaction of the caller's."""
    statement = (
        select(POSTINGS.c.account, POSTINGS.c.currency, *tables.sum_columns(POSTINGS, "amount"))
        .join(SETTLEMENTS)
        .where(SETTLEMENTS.c.tenant == tenant)
        .group_by(POSTINGS.c.account, POSTINGS.c.currency)
    )
    balances = {
        Account(row.account, row.currency): tables.exact_amount(row, "amount")
        for row in connection.execute(statement)
    }
    return Trial(balances, _unbalanced(connection, tenant))


def _unbalanced(connection: Connection, tenant: str) -> list[str]:
    """Entries with other than two postings of the total, or with one in another currency."""
    currency = func.max(SETTLEMENTS.c.currency)
    wrong = [
        func.count(POSTINGS.c.account) != 2,
        func.min(POSTINGS.c.currency) != currency,
        func.max(POSTINGS.c.currency) != currency,
    ]
    for moved, total in (("amount", "total"), (nanos("amount"), nanos("total"))):
        said = func.abs(func.max(SETTLEMENTS.c[total]))
        wrong.append(func.sum(POSTINGS.c[moved]) != 0)
        wrong.append(func.max(func.abs(POSTINGS.c[moved])) != said)
    statement = (
        select(SETTLEMENTS.c.id)
        .outerjoin(POSTINGS)
        .where(SETTLEMENTS.c.tenant == tenant)
        .group_by(SETTLEMENTS.c.tenant, SETTLEMENTS.c.sequence, SETTLEMENTS.c.id)
        .having(or_(*wrong))
    )
    return [row.id for row in connection.execute(statement)]
