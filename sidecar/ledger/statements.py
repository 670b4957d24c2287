"""Sums over entries: statements of an agent or a consumer, and the balance of each account.

It does so some thousand entries at a time, each in a transaction of its own, so that none is long,
however many entries there are. Entries of a time that has passed do not change.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, localcontext
from functools import partial
from typing import Any, Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, func, or_, select

from sidecar.ledger import tables
from sidecar.ledger.model import EntryKind, PartyUnknown
from sidecar.ledger.tables import POSTINGS, SETTLEMENTS, nanos
from sidecar.settlement.calculation import CurrencyStatement
from sidecar.settlement.model import AMOUNTS, EXACT, ZERO, Breakdown
from sidecar.store.store import Store

AT_ONCE = 20_000
"""Most entries that are added up together, but for those of one microsecond."""

_REVERSALS = SETTLEMENTS.alias("reversals")


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementPeriod:
    """Whose entries of which time a statement is about.

    Attributes:
        field: Which party it is of.
        party: Who that is.
        since_us: The first microsecond of it, since the epoch.
        until_us: The first one after it.
    """

    field: Literal["agent_id", "consumer_id"]
    party: str
    since_us: int
    until_us: int


@dataclass(slots=True)
class _Sum:
    """The entries of one currency and kind so far."""

    entries: int = 0
    reversed: int = 0
    amounts: dict[str, Decimal] = field(default_factory=dict)

    def add(self, row: Any, names: Sequence[str]) -> None:
        self.entries += row.entries
        self.reversed += row.reversed_entries
        for name in names:
            before = self.amounts.get(name, ZERO)
            self.amounts[name] = EXACT.add(before, tables.exact_amount(row, name))

    @property
    def breakdown(self) -> Breakdown:
        return Breakdown(**{name: self.amounts.get(name, ZERO) for name in AMOUNTS})


_Sums = dict[tuple[str, EntryKind], _Sum]


async def compute_statement(
    store: Store, tenant: str, asked: StatementPeriod, timeout_s: float
) -> list[CurrencyStatement]:
    """What the entries of a period come to.

    Raises:
        PartyUnknown: If the tenant has no entry of the party.
        StoreUnavailable: If the store does not tell in time.
    """
    deadline = time.monotonic() + timeout_s
    own = and_(SETTLEMENTS.c.tenant == tenant, SETTLEMENTS.c[asked.field] == asked.party)

    async def summed(start_us: int, end_us: int, names: Sequence[str]) -> _Sums:
        found: _Sums = {}
        while start_us < end_us:
            work = partial(_part, own=own, start_us=start_us, end_us=end_us, names=names)
            start_us, rows = await store.run(work, deadline - time.monotonic())
            for row in rows:
                found.setdefault((row.currency, EntryKind(row.kind)), _Sum()).add(row, names)
        return found

    before = await summed(0, min(asked.since_us, asked.until_us), ("total",))
    during = await summed(asked.since_us, asked.until_us, AMOUNTS)
    if not before and not during:
        is_known: Callable[[Connection], bool] = partial(_is_known, own=own)
        if not await store.run(is_known, deadline - time.monotonic()):
            message = f"no settlement has the {asked.field} {asked.party!r}"
            raise PartyUnknown(message, field=asked.field)
    return [*_currencies(before, during)]


def _part(
    connection: Connection,
    *,
    own: ColumnElement[bool],
    start_us: int,
    end_us: int,
    names: Sequence[str],
) -> tuple[int, Sequence[Any]]:
    """The sums of some entries from a time on, and the time before which they all are."""
    created_us = SETTLEMENTS.c.created_us
    following = (
        select(created_us)
        .where(own, created_us >= start_us, created_us < end_us)
        .order_by(created_us)
        .offset(AT_ONCE)
        .limit(1)
    )
    until_us = connection.scalar(following)
    until_us = end_us if until_us is None else max(until_us, start_us + 1)
    place = SETTLEMENTS.c.currency, SETTLEMENTS.c.kind
    statement = (
        select(
            *place,
            func.count().label("entries"),
            func.count(_REVERSALS.c.id).label("reversed_entries"),
            *(column for name in names for column in tables.sum_columns(SETTLEMENTS, name)),
        )
        .select_from(
            SETTLEMENTS.outerjoin(_REVERSALS, _REVERSALS.c.reverses_id == SETTLEMENTS.c.id)
        )
        .where(own, created_us >= start_us, created_us < until_us)
        .group_by(*place)
    )
    return until_us, connection.execute(statement).all()


def _is_known(connection: Connection, *, own: ColumnElement[bool]) -> bool:
    return connection.scalar(select(1).select_from(SETTLEMENTS).where(own).limit(1)) is not None


def _currencies(before: _Sums, during: _Sums) -> Iterator[CurrencyStatement]:
    """One for each currency that has entries in the period, or a remainder from before."""
    for currency in sorted({currency for currency, _ in before.keys() | during.keys()}):
        settled, taken_back = (during.get((currency, kind), _Sum()) for kind in EntryKind)
        totals = (before[place].amounts["total"] for place in before if place[0] == currency)
        exact = ZERO
        for total in totals:
            exact = EXACT.add(exact, total)
        one = CurrencyStatement(
            currency=currency,
            settlements=settled.entries,
            reversed_settlements=settled.reversed,
            reversals=taken_back.entries,
            settled=settled.breakdown,
            taken_back=taken_back.breakdown,
            before=exact,
        )
        if one.settlements or one.reversals or one.opening_remainder:
            yield one


# What each account has, and whether everything adds up.


class AccountBalance(NamedTuple):
    """An account in a currency, such as ``agent:a1`` in USD."""

    name: str
    currency: str


class TrialBalance(NamedTuple):
    """A trial balance.

    Attributes:
        balances: Of each account, exactly.
        unbalanced: The ids of entries whose postings do not add up to what they say.
    """

    balances: dict[AccountBalance, Decimal]
    unbalanced: list[str]

    @property
    def holds(self) -> bool:
        """Whether every entry adds up, and so does every currency."""
        sums: dict[str, Decimal] = {}
        with localcontext(EXACT):
            for account, amount in self.balances.items():
                sums[account.currency] = sums.get(account.currency, ZERO) + amount
        return not self.unbalanced and not any(sums.values())


def compute_trial_balance(connection: Connection, tenant: str) -> TrialBalance:
    """The trial balance of a tenant, in a transaction of the caller's."""
    statement = (
        select(POSTINGS.c.account, POSTINGS.c.currency, *tables.sum_columns(POSTINGS, "amount"))
        .join(SETTLEMENTS)
        .where(SETTLEMENTS.c.tenant == tenant)
        .group_by(POSTINGS.c.account, POSTINGS.c.currency)
    )
    balances = {
        AccountBalance(row.account, row.currency): tables.exact_amount(row, "amount")
        for row in connection.execute(statement)
    }
    return TrialBalance(balances, _unbalanced(connection, tenant))


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
