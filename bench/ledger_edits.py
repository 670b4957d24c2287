"""Whatever is edited in the tables of a ledger, reconciling them with the audit log names it.

    python -m bench.ledger_edits [--count N] [--seed S] [--url URL]

Writes a ledger of three tenants into a new SQLite file, or into an empty database, and edits it as
somebody does who can write it: cells, rows that are deleted, added, moved or swapped, postings that
are made to fit. Each edit is undone after reconciling has found it. Prints how many of each kind
there were, and which codes they had. One that is not found, or named wrongly, fails the run.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import random
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeVar

from sqlalchemy import (
    Connection,
    Table,
    Text,
    and_,
    cast,
    delete,
    insert,
    select,
    text,
    type_coerce,
    update,
)
from sqlalchemy.types import NullType

from sidecar.ledger import reconciling
from sidecar.ledger.model import IdempotencyKey, Parties, ReversalRequest, SettlementRequest
from sidecar.ledger.reconciling import Reconciliation
from sidecar.ledger.tables import HEADS, LINES, POSTINGS, RECORDS, SETTLEMENTS
from sidecar.ledger.writing import write
from sidecar.settlement.model import Breakdown
from sidecar.store.metadata import Utf8
from sidecar.store.settings import StoreSettings
from sidecar.store.store import Store

T = TypeVar("T")
Raw = dict[str, Any]

TENANTS = ("acme", "b\u00fccher", "zoo")
ENTRIES = 8  # of each tenant
TABLES = (SETTLEMENTS, POSTINGS, RECORDS, LINES, HEADS)
_TIMEOUT_S = 60.0
_BEGAN_US = 1_795_000_000_000_000


@dataclass(frozen=True)
class Edit:
    """What was done to a ledger, and how it may be named.

    Attributes:
        kind: Of the edit.
        places: Tenant and sequence, one of which is named; no sequence stands for the head.
        tables: One of which is named.
        columns: One of which is named; any of them where there are none here.
    """

    kind: str
    places: tuple[tuple[str, str], ...]
    tables: tuple[Table, ...]
    columns: tuple[str, ...] = ()

    def is_named(self, found: Reconciliation) -> bool:
        """Whether a difference says what was done."""
        one = found.difference
        return (
            one is not None
            and (found.tenant, one.sequence) in self.places
            and one.table in {table.name for table in self.tables}
            and (not self.columns or one.column in self.columns)
        )


def settling(tenant: str, number: int) -> SettlementRequest:
    """A settlement that shall be written."""
    document = b'{"number":%d}' % number
    amount = Decimal(number + 1) + Decimal(number).scaleb(-9)
    return SettlementRequest(
        key=IdempotencyKey(
            tenant=tenant,
            contract_id=f"contract-{number % 2}",
            key=f"key-{number}",
            body_digest=hashlib.sha256(b"%d" % number).hexdigest(),
        ),
        parties=Parties(agent_id=f"agent-{number % 3}", consumer_id="consumer", domain="d\u00e9"),
        currency="USD" if number % 4 else "JPY",
        breakdown=Breakdown(base=amount, bonus=Decimal("0.125"), penalty=Decimal("-0.5")),
        success=number % 2 == 0,
        document=document,
        record_digest=hashlib.sha256(document).hexdigest(),
        actor="token:a",
    )


def fill(connection: Connection, store: Store) -> None:
    """Write the ledger that is edited: settlements, and one reversal of each tenant."""
    for tenant in TENANTS:
        each = [settling(tenant, number) for number in range(ENTRIES - 1)]
        taken = each[2].key
        key = IdempotencyKey(
            tenant=tenant, contract_id=taken.contract_id, key="back", body_digest="f" * 64
        )
        back = ReversalRequest(
            key=key, settlement_id=taken.entry_id, reason="was wrong", actor="token:b"
        )
        wanted: list[SettlementRequest | ReversalRequest] = [*each, back]
        for at, one in enumerate(wanted):
            write(connection, store, [one], _BEGAN_US + at * 1000, keeps=True)


def reconciled(connection: Connection) -> list[Reconciliation]:
    """All tenants compared, in the transaction of a connection."""

    class Here:
        """A store that is used where the caller is."""

        async def run(self, work: Callable[[Connection], T], _: float, **__: bool) -> T:
            return work(connection)

    async def each() -> list[Reconciliation]:
        here: Any = Here()
        return [
            await reconciling.reconcile(here, tenant, 0, lambda _: None)
            for tenant in await reconciling.list_tenants(here)
        ]

    return _finished(each())


def _finished(work: Coroutine[Any, Any, T]) -> T:
    """What comes of work that waits for nothing."""
    try:
        work.send(None)
    except StopIteration as end:
        found: T = end.value
        return found
    raise RuntimeError("the work waits for something")


def edited(connection: Connection, source: random.Random) -> Edit:
    """Edit something in the transaction of a connection."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL session_replication_role = replica"))
    else:
        connection.execute(text("PRAGMA defer_foreign_keys = ON"))
    kind = source.choice([*_KINDS])
    return _KINDS[kind](connection, source)


def _rows(connection: Connection, table: Table) -> list[Raw]:
    """All rows of a table, as they are."""
    columns = [type_coerce(column, NullType()).label(column.name) for column in table.columns]
    keys = [*table.primary_key.columns]
    found = connection.execute(select(*columns).order_by(*keys))
    return [dict(row._mapping) for row in found]


def _at(table: Table, row: Raw) -> Any:
    return and_(*(_plain(column) == row[column.name] for column in table.primary_key.columns))


def _plain(column: Any) -> Any:
    return type_coerce(column, NullType())


def _set(connection: Connection, table: Table, row: Raw, values: Raw) -> None:
    plain = {name: _literal(table, name, value) for name, value in values.items()}
    connection.execute(update(table).where(_at(table, row)).values(plain))


def _put(connection: Connection, table: Table, row: Raw) -> None:
    plain = {name: _literal(table, name, value) for name, value in row.items()}
    connection.execute(insert(table).values(plain))


def _literal(table: Table, name: str, value: Any) -> Any:
    """A value as it was read: what are bytes in the database are text for its columns."""
    if isinstance(value, bytes) and isinstance(table.c[name].type, Utf8):
        return value.decode()
    return bool(value) if name == "success" and value is not None else value


def _place(row: Raw) -> tuple[str, str]:
    tenant = row["tenant"].decode()
    return tenant, f"{row['sequence']}" if "sequence" in row else ""


def _other(source: random.Random, value: Any) -> Any:
    """Another value of the same kind."""
    if value is None:
        return None
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + source.choice([-1, 1, 1000, -(10**6)])
    written = value.decode() if isinstance(value, bytes) else value
    if not written:
        return b"x" if isinstance(value, bytes) else "x"
    at = source.randrange(len(written))
    sign = source.choice([sign for sign in "0123456789abcdef" if sign != written[at]])
    changed = written[:at] + sign + written[at + 1 :]
    return changed.encode() if isinstance(value, bytes) else changed


def _drawn(connection: Connection, source: random.Random, *tables: Table) -> tuple[Table, Raw]:
    table = source.choice(tables or TABLES)
    return table, source.choice(_rows(connection, table))


def _cell(connection: Connection, source: random.Random) -> Edit:
    table, row = _drawn(connection, source)
    keys = {column.name for column in table.primary_key.columns}
    names = [name for name in row if name not in keys and row[name] is not None]
    name = source.choice(names)
    value = row[name]
    if name == "success":
        value = bool(value)
    if name in {"kind"} or name.endswith("_nanos"):
        changed: Any = (row[name] or 0) + 1
    else:
        changed = _other(source, value)
    _set(connection, table, row, {name: changed})
    return Edit("cell", (_place(row),), (table,), (name,))


def _retyped(connection: Connection, source: random.Random) -> Edit:
    """The same letters as text instead of bytes, which SQLite lets pass."""
    if connection.dialect.name != "sqlite":
        return _cell(connection, source)
    table, row = _drawn(connection, source, SETTLEMENTS, LINES)
    names = [name for name in row if isinstance(row[name], bytes) and name != "tenant"]
    name = source.choice([name for name in names if row[name]])
    as_text = cast(_plain(table.c[name]), Text)
    connection.execute(update(table).where(_at(table, row)).values({name: as_text}))
    return Edit("retyped", (_place(row),), (table,), (name,))


def _deleted(connection: Connection, source: random.Random) -> Edit:
    table, row = _drawn(connection, source)
    connection.execute(delete(table).where(_at(table, row)))
    return Edit("row deleted", (_place(row),), (table,))


def _added(connection: Connection, source: random.Random) -> Edit:
    """A copy of a row, at a place where none is."""
    table, row = _drawn(connection, source, SETTLEMENTS, POSTINGS, RECORDS, LINES)
    sequence = source.choice([-1, 0, ENTRIES + 1, ENTRIES + 7])
    copy = {**row, "sequence": sequence}
    if table is SETTLEMENTS:
        copy |= {"id": "e" * 64, "reverses_id": None}
    _put(connection, table, copy)
    return Edit("row added", (_place(copy),), (table,))


def _tenant_added(connection: Connection, source: random.Random) -> Edit:
    table, row = _drawn(connection, source)
    copy = {**row, "tenant": b"n"}
    if table is SETTLEMENTS:
        copy |= {"id": "e" * 64, "reverses_id": None}
    _put(connection, table, copy)
    places = tuple(("n", sequence) for sequence in (_place(copy)[1], "1"))
    return Edit("tenant added", places, (table, LINES))


def _posting_added(connection: Connection, source: random.Random) -> Edit:
    _, row = _drawn(connection, source, POSTINGS)
    _put(connection, POSTINGS, {**row, "account": b"agent:mallory"})
    return Edit("posting added", (_place(row),), (POSTINGS,))


def _account(connection: Connection, source: random.Random) -> Edit:
    _, row = _drawn(connection, source, POSTINGS)
    _set(connection, POSTINGS, row, {"account": b"agent:mallory"})
    return Edit("other account", (_place(row),), (POSTINGS,), ("account",))


def _moved(connection: Connection, source: random.Random) -> Edit:
    """A row is at another place of some tenant instead."""
    table, row = _drawn(connection, source, SETTLEMENTS, POSTINGS, RECORDS, LINES)
    tenant = source.choice(TENANTS).encode()
    to = {"tenant": tenant, "sequence": ENTRIES + source.randint(1, 3)}
    _set(connection, table, row, to)
    places = sorted([row, {**row, **to}], key=lambda one: (one["tenant"], one["sequence"]))
    return Edit("moved", (_place(places[0]),), (table,))


def _swapped(connection: Connection, source: random.Random) -> Edit:
    """Two rows have each other's content."""
    table = source.choice([SETTLEMENTS, POSTINGS, RECORDS, LINES])
    rows = _rows(connection, table)
    one, other = source.choice(rows), source.choice(rows)
    keys = {column.name for column in table.primary_key.columns}
    own = [{name: row[name] for name in row if name not in keys} for row in (one, other)]
    if own[0] == own[1]:
        return _swapped(connection, source)
    if table is SETTLEMENTS:  # ids are unique
        _set(connection, table, one, {"id": "e" * 64, "reverses_id": None})
        _set(connection, table, other, own[0])
    else:
        _set(connection, table, other, own[0])
    _set(connection, table, one, own[1])
    first = min([one, other], key=lambda row: (row["tenant"], row["sequence"]))
    return Edit("swapped", (_place(first),), (table,))


def _entry_deleted(connection: Connection, source: random.Random) -> Edit:
    """Everything of an entry is gone."""
    _, row = _drawn(connection, source, LINES)
    for table in (POSTINGS, RECORDS, SETTLEMENTS, LINES):
        own = (_plain(table.c.tenant) == row["tenant"], table.c.sequence == row["sequence"])
        connection.execute(delete(table).where(*own))
    return Edit("entry deleted", (_place(row),), (LINES,))


def _cooked(connection: Connection, source: random.Random) -> Edit:
    """A total, a part of it and both postings say another amount, and add up."""
    _, row = _drawn(connection, source, SETTLEMENTS)
    more = source.randint(1, 50)
    changed = {"total": row["total"] + more, "base": row["base"] + more}
    _set(connection, SETTLEMENTS, row, changed)
    for posting in _rows(connection, POSTINGS):
        if _place(posting) == _place(row):
            sign = 1 if posting["account"].startswith(b"agent:") else -1
            _set(connection, POSTINGS, posting, {"amount": posting["amount"] + sign * more})
    return Edit("cooked", (_place(row),), (SETTLEMENTS,), ("base", "total"))


_KINDS: dict[str, Callable[[Connection, random.Random], Edit]] = {
    "cell": _cell,
    "cell again": _cell,
    "retyped": _retyped,
    "row deleted": _deleted,
    "row added": _added,
    "tenant added": _tenant_added,
    "posting added": _posting_added,
    "other account": _account,
    "moved": _moved,
    "swapped": _swapped,
    "entry deleted": _entry_deleted,
    "cooked": _cooked,
}


class _Undone(Exception):
    """Takes an edit back."""


async def run(url: str, seed: int, count: int, codes: dict[str, Counter[str]]) -> list[str]:
    """Edit and reconcile; returns what was not found or named wrongly, and counts codes by kind."""
    store = Store(StoreSettings(url=url, migrate=True, timeout_s=_TIMEOUT_S))
    source = random.Random(seed)
    faults: list[str] = []

    def once(connection: Connection) -> None:
        edit = edited(connection, source)
        found = next((one for one in reconciled(connection) if one.difference), None)
        if found is None or not edit.is_named(found):
            faults.append(f"{edit}: {found}")
        else:
            assert found.difference is not None
            codes[edit.kind][found.difference.code] += 1
        raise _Undone

    try:
        await store.run(lambda connection: fill(connection, store), _TIMEOUT_S, writes=True)
        whole = await store.run(reconciled, _TIMEOUT_S)
        faults += [str(one) for one in whole if one.difference]
        for _ in range(count):
            try:
                await store.run(once, _TIMEOUT_S, writes=True)
            except _Undone:
                continue
    finally:
        await store.close()
    return faults


def lines(codes: dict[str, Counter[str]]) -> Iterator[str]:
    """How many edits of each kind there were, and their codes."""
    for kind, each in sorted(codes.items()):
        told = ", ".join(f"{code} {count}" for code, count in each.most_common())
        yield f"{kind:15} {each.total():5}  {told}"


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.ledger_edits", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--count", type=int, default=1000, help="edits (1000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--url", help="an empty store; else a new SQLite file")
    options = parser.parse_args()
    codes: dict[str, Counter[str]] = defaultdict(Counter)
    with tempfile.TemporaryDirectory() as folder:
        url = options.url or f"sqlite://{folder}/ledger.db"
        faults = asyncio.run(run(url, options.seed, options.count, codes))
    print("\n".join([*lines(codes), *faults]))
    found = sum(each.total() for each in codes.values())
    print(f"{options.count} edits, {found} found and named, {len(faults)} not")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
