"""What stood in a database before its schema changed stands there afterwards, in its new form."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection
from stored import ENOUGH_S

from sidecar.ledger.tables import POSTINGS, SETTLEMENTS
from sidecar.settlement.model import AMOUNTS, join, split
from sidecar.store import migrations
from sidecar.store.settings import StoreSettings
from sidecar.store.sqlite import make_file
from sidecar.store.store import Store

OLD_AMOUNTS = {
    "USD": (1234, "12.34"),
    "JPY": (-500, "-500"),
    "BHD": (-1, "-0.001"),
    "CLF": (10**18 - 1, "99999999999999.9999"),
    "EUR": (0, "0.00"),
}
MANY = 250
"""Of each currency: more than a step reads at once."""


def old_rows(table: str) -> list[dict[str, Any]]:
    """Rows of the ledger when totals were in smallest units, and their parts a text."""
    found = []
    for sequence in range(1, MANY * len(OLD_AMOUNTS) + 1):
        currency = [*OLD_AMOUNTS][sequence % len(OLD_AMOUNTS)]
        units, told = OLD_AMOUNTS[currency]
        row: dict[str, Any] = {"tenant": b"t", "sequence": sequence, "currency": currency}
        if table == "postings":
            found.append(row | {"account": b"a", "amount": units})
            continue
        parts = dict.fromkeys(AMOUNTS, "0") | {"base": told, "rounding": "-0.000000001"}
        row |= {"id": f"{sequence:064}", "kind": 1, "created_us": sequence, "total": units}
        row |= {"breakdown": json.dumps(parts).encode(), "success": True}
        texts = ("contract_id", "key", "agent_id", "consumer_id", "domain", "reason")
        row |= dict.fromkeys(texts, b"")
        row |= dict.fromkeys(("body_digest", "record_digest", "audit_digest"), "")
        found.append(row)
    return found


async def migrated(url: str, version: str, before: Callable[[Connection], None]) -> Store:
    """A store that had an older schema when something was done to it."""
    store = Store(StoreSettings(url=url, migrate=True, timeout_s=ENOUGH_S))
    if store.address.kind == "sqlite":
        make_file(store.address)

    def old(connection: Connection) -> None:
        migrations.upgrade(connection, version)
        before(connection)

    await store._database.transaction(old, writes=True)
    assert await store.migrate()
    return store


async def test_amounts_stay_what_they_were(store_url: str) -> None:
    def filled(connection: Connection) -> None:
        for name in ("settlements", "postings"):
            table = sa.Table(name, sa.MetaData(), autoload_with=connection)
            connection.execute(sa.insert(table), old_rows(name))

    def check(connection: Connection) -> None:
        rows = connection.execute(sa.select(SETTLEMENTS)).all()
        assert len(rows) == MANY * len(OLD_AMOUNTS)
        for row in rows:
            said = Decimal(OLD_AMOUNTS[row.currency][1])
            assert (row.total, row.total_nanos) == (row.base, row.base_nanos) == split(said)
            assert (row.rounding, row.rounding_nanos) == (0, -1)
            assert (row.bonus, row.bonus_nanos) == (0, 0)
        for row in connection.execute(sa.select(POSTINGS)):
            assert join(row.amount, row.amount_nanos) == Decimal(OLD_AMOUNTS[row.currency][1])

    store = await migrated(store_url, "0002", filled)
    await store.run(check, ENOUGH_S)
    await store.close()


async def test_decisions_begin_their_history(store_url: str) -> None:
    texts = ("words", "scope_words", "message", "details", "quote")
    decided = {"replacement": b"9\0", "decided_by": b"Ana", "comment": b"", "decided_us": 7}

    def filled(connection: Connection) -> None:
        review = {"id": "a", "tenant": b"t", "request_id": "r", "created_us": 1, "decision": 3}
        review |= {"text": b"5 6", "text_digest": "", "dropped_items": 0, "revision": 4}
        item: dict[str, Any] = {"review_id": "a", "check_name": "numeric", "code": "X"}
        item |= dict.fromkeys(texts, b"") | {"severity": 3, "verdict": 2}
        item |= dict.fromkeys(("span_start", "span_end", "scope_start", "scope_end"), 0)
        connection.execute(sa.insert(reflected("reviews", connection)), review)
        items = reflected("review_items", connection)
        connection.execute(sa.insert(items), item | decided | {"item_id": 1, "action": 2})
        connection.execute(sa.insert(items), item | {"item_id": 2})

    def check(connection: Connection) -> None:
        history = reflected("review_decisions", connection)
        (row,) = connection.execute(sa.select(history)).mappings()
        key = {"review_id": "a", "item_id": 1, "revision": 0, "action": 2}
        assert {name: as_plain(value) for name, value in row.items()} == key | decided
        assert connection.scalar(sa.select(reflected("reviews", connection).c.revision)) == 4

    def reflected(name: str, connection: Connection) -> sa.Table:
        return sa.Table(name, sa.MetaData(), autoload_with=connection, resolve_fks=False)

    def as_plain(value: object) -> object:
        return bytes(value) if isinstance(value, memoryview) else value

    store = await migrated(store_url, "0005", filled)
    await store.run(check, ENOUGH_S)
    await store.close()


def test_databases_of_one_process_are_migrated_at_the_same_time() -> None:
    # Trap: Alembic's context is one for all threads, so two at once deleted each other's.
    def migrate(_: int) -> set[str]:
        engine = sa.create_engine("sqlite://")
        with engine.begin() as connection:
            migrations.upgrade(connection)
            return set(sa.inspect(connection).get_table_names())

    with ThreadPoolExecutor(8) as threads:
        schemas = list(threads.map(migrate, range(12)))
    assert SETTLEMENTS.name in schemas[0]
    assert all(schema == schemas[0] for schema in schemas)
