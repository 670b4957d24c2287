"""Statements from a database, which adds up the entries of an agent or a consumer itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, and_, func, select

from sidecar.ledger import sums
from sidecar.ledger.errors import PartyUnknown
from sidecar.ledger.model import Kind
from sidecar.ledger.tables import SETTLEMENTS
from sidecar.settlement.model import AMOUNTS, ZERO, Breakdown
from sidecar.settlement.statement import CurrencyStatement

_REVERSALS = SETTLEMENTS.alias("reversals")
_NOTHING = Breakdown(base=ZERO)


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
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


def statement(connection: Connection, tenant: str, asked: Period) -> list[CurrencyStatement]:
    """What the entries of a period come to, in a transaction of the caller's.

    Raises:
        PartyUnknown: If the tenant has no entry of the party.
    """
    columns = SETTLEMENTS.c
    own = and_(columns.tenant == tenant, columns[asked.field] == asked.party)
    before = _before(connection, and_(own, columns.created_us < asked.since_us))
    during = and_(own, columns.created_us >= asked.since_us, columns.created_us < asked.until_us)
    kinds = _kinds(connection, during)
    if not before and not kinds and connection.scalar(select(1).where(own).limit(1)) is None:
        raise PartyUnknown(
            f"no settlement has the {asked.field} {asked.party!r}", field=asked.field
        )
    each = [
        _of_currency(currency, before, kinds)
        for currency in sorted(before.keys() | {currency for currency, _ in kinds})
    ]
    return [one for one in each if one.settlements or one.reversals or one.opening_remainder]


def _before(connection: Connection, older: ColumnElement[bool]) -> dict[str, Any]:
    """The exact totals of entries, by their currencies."""
    currency = SETTLEMENTS.c.currency
    asked = select(currency, *sums.columns(SETTLEMENTS, "total")).where(older).group_by(currency)
    return {row.currency: sums.amount(row, "total") for row in connection.execute(asked)}


def _kinds(connection: Connection, during: ColumnElement[bool]) -> dict[tuple[str, int], Any]:
    """The counts and sums of entries, by their currencies and kinds."""
    place = SETTLEMENTS.c.currency, SETTLEMENTS.c.kind
    asked = (
        select(
            *place,
            func.count().label("entries"),
            func.count(_REVERSALS.c.id).label("reversed_entries"),
            *(column for name in AMOUNTS for column in sums.columns(SETTLEMENTS, name)),
        )
        .select_from(
            SETTLEMENTS.outerjoin(_REVERSALS, _REVERSALS.c.reverses_id == SETTLEMENTS.c.id)
        )
        .where(during)
        .group_by(*place)
    )
    return {(row.currency, row.kind): row for row in connection.execute(asked)}


def _of_currency(
    currency: str, before: dict[str, Any], kinds: dict[tuple[str, int], Any]
) -> CurrencyStatement:
    settled, taken_back = (kinds.get((currency, kind.value)) for kind in Kind)
    return CurrencyStatement(
        currency=currency,
        settlements=settled.entries if settled else 0,
        reversed_settlements=settled.reversed_entries if settled else 0,
        reversals=taken_back.entries if taken_back else 0,
        settled=_breakdown(settled),
        taken_back=_breakdown(taken_back),
        before=before.get(currency, ZERO),
    )


def _breakdown(row: Any) -> Breakdown:
    if row is None:
        return _NOTHING
    return Breakdown(**{name: sums.amount(row, name) for name in AMOUNTS})
