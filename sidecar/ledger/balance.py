"""What each account has, and whether everything adds up."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, func, select

from sidecar.ledger.tables import POSTINGS, SETTLEMENTS

_PART = 10**9
"""Sums are made of two parts, since SQLite ends a sum that passes eight bytes."""


class Account(NamedTuple):
    """An account in a currency, such as ``agent:a1`` in USD."""

    name: str
    currency: str


class Trial(NamedTuple):
    """A trial balance.

    Attributes:
        balances: Of each account, in smallest units of its currency.
        unbalanced: The ids of entries whose postings do not add up to what they say.
    """

    balances: dict[Account, int]
    unbalanced: list[str]

    @property
    def holds(self) -> bool:
        """Whether every entry adds up, and so does every currency."""
        sums: dict[str, int] = {}
        for account, amount in self.balances.items():
            sums[account.currency] = sums.get(account.currency, 0) + amount
        return not self.unbalanced and not any(sums.values())


def trial_balance(connection: Connection, tenant: str) -> Trial:
    """The trial balance of a tenant, in a transaction of the caller's."""
    high, low = _parts(POSTINGS.c.amount)
    statement = (
        select(POSTINGS.c.account, POSTINGS.c.currency, high, low)
        .join(SETTLEMENTS)
        .where(SETTLEMENTS.c.tenant == tenant)
        .group_by(POSTINGS.c.account, POSTINGS.c.currency)
    )
    balances = {
        Account(row.account, row.currency): int(row.high) * _PART + int(row.low)
        for row in connection.execute(statement)
    }
    return Trial(balances, _unbalanced(connection, tenant))


def _unbalanced(connection: Connection, tenant: str) -> list[str]:
    """Entries with other than two postings of the total, or with one in another currency."""
    total = func.max(SETTLEMENTS.c.total)
    statement = (
        select(SETTLEMENTS.c.id)
        .outerjoin(POSTINGS)
        .where(SETTLEMENTS.c.tenant == tenant)
        .group_by(SETTLEMENTS.c.tenant, SETTLEMENTS.c.sequence, SETTLEMENTS.c.id)
        .having(
            (func.count(POSTINGS.c.account) != 2)
            | (func.sum(POSTINGS.c.amount) != 0)
            | (func.max(func.abs(POSTINGS.c.amount)) != func.abs(total))
            | (func.min(POSTINGS.c.currency) != func.max(SETTLEMENTS.c.currency))
            | (func.max(POSTINGS.c.currency) != func.max(SETTLEMENTS.c.currency))
        )
    )
    return [row.id for row in connection.execute(statement)]


def _parts(amount: ColumnElement[int]) -> tuple[ColumnElement[int], ColumnElement[int]]:
    return func.sum(amount // _PART).label("high"), func.sum(amount % _PART).label("low")
