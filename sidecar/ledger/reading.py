"""Entries of the ledger from a database: each function is part of a transaction of its caller."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, delete, select, tuple_

from sidecar.ledger import rows
from sidecar.ledger.model import (
    DeliveredOutput,
    EntryKind,
    EntryPosition,
    EntryQuery,
    EntryRecord,
    LedgerEntry,
    SettlementAmbiguous,
    SettlementNotFound,
)
from sidecar.ledger.tables import RECORDS, SETTLEMENTS

LEAST = 4
"""Fewest digits of a shortened id."""

_WHOLE = 64
_DIGITS = re.compile(rf"[0-9a-f]{{{LEAST},{_WHOLE}}}")
SHOWN = 80
"""Characters of an unknown id that an error repeats."""
_CANDIDATES = 5  # that an error lists


def is_complete_id(given: str) -> bool:
    """Whether an id is whole, and not shortened.

    Raises:
        SettlementNotFound: If it is neither.
    """
    if not _DIGITS.fullmatch(given):
        raise make_not_found(given)
    return len(given) == _WHOLE


def complete_id(connection: Connection, tenant: str, given: str, contract_id: str = "") -> str:
    """The whole id of an entry of a tenant, in a transaction of the caller's.

    Args:
        connection: In a transaction.
        tenant: Whose entry it is.
        given: Its id, whole or shortened.
        contract_id: Its contract; any if this is empty.

    Raises:
        SettlementNotFound: If no id of the tenant, and the contract, begins so.
        SettlementAmbiguous: If several do.
    """
    if is_complete_id(given):
        return given
    columns = SETTLEMENTS.c
    # "g" follows all digits. Tenants are no condition: SQLite would read all that they have.
    statement = select(columns.id, columns.tenant, columns.contract_id).where(
        columns.id >= given, columns.id < f"{given}g"
    )
    found = sorted(
        row.id
        for row in connection.execute(statement)
        if row.tenant == tenant and contract_id in ("", row.contract_id)
    )
    if not found:
        raise make_not_found(given)
    if len(found) > 1:
        raise _ambiguous(given, found)
    return str(found[0])


def make_not_found(given: str) -> SettlementNotFound:
    """The error for an id that no entry has."""
    name = given[:SHOWN]
    hint = "" if len(given) >= LEAST else f": an id has at least {LEAST} of its {_WHOLE} digits"
    return SettlementNotFound(f"there is no settlement {name!r}{hint}", settlement_id=name)


def _ambiguous(given: str, found: Sequence[str]) -> SettlementAmbiguous:
    listed = ", ".join(found[:_CANDIDATES])
    more = len(found) - _CANDIDATES
    return SettlementAmbiguous(
        f"{given} is the beginning of {len(found)} ids: {listed}"
        f"{f' and {more} more' if more > 0 else ''}",
        settlement_id=given,
        candidates=",".join(found[:_CANDIDATES]),
    )


_REVERSALS = SETTLEMENTS.alias("reversals")
_IS_OF = and_(
    RECORDS.c.tenant == SETTLEMENTS.c.tenant, RECORDS.c.sequence == SETTLEMENTS.c.sequence
)
"""Whether a record is of an entry."""

_PLACE = SETTLEMENTS.c.created_us, SETTLEMENTS.c.sequence
"""By which entries are listed: clocks jump, and what is written together has one time."""


def _entries(*also: ColumnElement[Any]) -> Select[Any]:
    """Entries, each with what takes it back."""
    joined = SETTLEMENTS.outerjoin(_REVERSALS, _REVERSALS.c.reverses_id == SETTLEMENTS.c.id)
    if also:
        joined = joined.outerjoin(RECORDS, _IS_OF)
    return select(SETTLEMENTS, _REVERSALS.c.id.label("reversed_by"), *also).select_from(joined)


def read_entries(
    connection: Connection, tenants: Iterable[str], ids: Iterable[str]
) -> dict[str, LedgerEntry]:
    """Entries of some tenants, by their ids."""
    # Tenants are no condition of the statement: SQLite would read all that they have.
    found = connection.execute(_entries().where(SETTLEMENTS.c.id.in_([*ids])))
    known = {*tenants}
    return {row.id: rows.parse_entry(row) for row in found if row.tenant in known}


def read_documents(connection: Connection, ids: Iterable[str]) -> dict[str, bytes]:
    """The records that there are of entries, by their ids."""
    statement = select(SETTLEMENTS.c.id, RECORDS.c.document).join(RECORDS, _IS_OF)
    found = connection.execute(statement.where(SETTLEMENTS.c.id.in_([*ids])))
    return {row.id: bytes(row.document) for row in found}


def find_deliveries(
    connection: Connection, outputs: Iterable[DeliveredOutput]
) -> dict[DeliveredOutput, set[str]]:
    """For which contracts outputs are settled; what is reversed does not count."""
    wanted = {*outputs}
    columns = SETTLEMENTS.c
    # Without its tenant no index helps; the agents are compared here, since few have one output.
    statement = (
        select(columns.tenant, columns.agent_id, columns.output_digest, columns.contract_id)
        .distinct()
        .select_from(SETTLEMENTS.outerjoin(_REVERSALS, _REVERSALS.c.reverses_id == columns.id))
        .where(
            columns.tenant.in_({one.tenant for one in wanted}),
            columns.output_digest.in_({one.digest for one in wanted}),
            columns.kind == EntryKind.SETTLEMENT.value,
            _REVERSALS.c.id.is_(None),
        )
    )
    found: dict[DeliveredOutput, set[str]] = {}
    for row in connection.execute(statement):
        output = DeliveredOutput(row.tenant, row.agent_id, row.output_digest)
        if output in wanted:
            found.setdefault(output, set()).add(row.contract_id)
    return found


def read_record(connection: Connection, tenant: str, entry_id: str) -> EntryRecord | None:
    """An entry of a tenant with its record."""
    statement = _entries(RECORDS.c.document).where(
        SETTLEMENTS.c.id == entry_id, SETTLEMENTS.c.tenant == tenant
    )
    row = connection.execute(statement).first()
    return None if row is None else _recorded(row)


def list_records(
    connection: Connection, tenant: str, query: EntryQuery, before: EntryPosition | None, limit: int
) -> list[EntryRecord]:
    """Some entries of a tenant that are older than a place, the newest first."""
    conditions = [*_conditions(tenant, query)]
    if before is not None:
        conditions.append(tuple_(*_PLACE) < before)
    statement = (
        _entries(RECORDS.c.document)
        .where(*conditions)
        .order_by(*(column.desc() for column in _PLACE))
        .limit(limit)
    )
    return [_recorded(row) for row in connection.execute(statement)]


def delete_records(connection: Connection, created_us: int, limit: int) -> int:
    """Delete some of the records that are older, of whatever tenant; how many there were."""
    place = RECORDS.c.tenant, RECORDS.c.sequence
    older = (
        select(*place)
        .where(RECORDS.c.created_us < created_us)
        .order_by(RECORDS.c.created_us)
        .limit(limit)
    )
    done = connection.execute(delete(RECORDS).where(tuple_(*place).in_(older)))
    return done.rowcount


def _recorded(row: Any) -> EntryRecord:
    document = None if row.document is None else bytes(row.document)
    return EntryRecord(rows.parse_entry(row), document)


def _conditions(tenant: str, query: EntryQuery) -> Iterable[ColumnElement[bool]]:
    columns = SETTLEMENTS.c
    yield columns.tenant == tenant
    for name in ("agent_id", "consumer_id", "domain", "contract_id"):
        wanted = getattr(query, name)
        if wanted:
            yield columns[name] == wanted
    if query.since_us:
        yield columns.created_us >= query.since_us
    if query.until_us:
        yield columns.created_us < query.until_us
    if query.success is not None:
        yield columns.success.is_(query.success)
    if query.kind is not None:
        yield columns.kind == query.kind.value
    if query.reversed is not None:
        taken_back = _REVERSALS.c.id
        yield taken_back.is_not(None) if query.reversed else taken_back.is_(None)
