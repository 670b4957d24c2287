"""Writing entries: several of them in one transaction, each of which ends in its own way.

Anyone who writes for a tenant first locks the head of its audit log, so that what is read
afterwards stays true until the end: the same key twice at once is one entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sqlalchemy import Connection, bindparam, insert, select, update

from sidecar.audit.chain import GENESIS
from sidecar.errors import VerifydError
from sidecar.ledger import reading
from sidecar.ledger.batch import Batch, Head, added
from sidecar.ledger.model import Output, Recorded, Reversing, Settling
from sidecar.ledger.tables import HEADS, LINES, SETTLEMENTS
from sidecar.store.store import Store


def write(
    connection: Connection,
    store: Store,
    wanted: Sequence[Settling | Reversing],
    now_us: int,
    *,
    keeps: bool,
) -> list[Recorded | VerifydError]:
    """Write what is not there yet; for each what there is now, or why it cannot be.

    Args:
        connection: In a transaction that writes.
        store: Where.
        wanted: In the order in which they are written.
        now_us: The time, in microseconds since the epoch.
        keeps: Whether records are kept.
    """
    tenants = sorted({one.key.tenant for one in wanted})
    heads = _locked(connection, store, tenants)
    known = reading.entries(connection, tenants, _named(wanted))
    alone = [
        Output(one.key.tenant, one.parties.agent_id, one.output_digest)
        for one in wanted
        if isinstance(one, Settling) and one.alone
    ]
    outputs = reading.delivered(connection, alone) if alone else {}
    batch = Batch(heads, known, outputs=outputs)
    found: list[Recorded | VerifydError] = []
    for one in wanted:
        try:
            found.append(added(batch, one, now_us, keeps=keeps))
        except VerifydError as error:
            found.append(error)
    _flush(connection, batch)
    return _with_documents(connection, batch, found)


def _locked(connection: Connection, store: Store, tenants: Sequence[str]) -> dict[str, Head]:
    """The heads of tenants, which nobody else changes before the transaction ends.

    SQLite locks the whole file for a transaction that writes. All lock in the same order.
    """
    statement = (
        select(HEADS).where(HEADS.c.tenant.in_(tenants)).order_by(HEADS.c.tenant).with_for_update()
    )
    found = connection.execute(statement).all()
    if len(found) < len(tenants):
        new = [
            {"tenant": tenant, "lines": 0, "digest": GENESIS, "created_us": 0} for tenant in tenants
        ]
        connection.execute(store.insert(HEADS).on_conflict_do_nothing(), new)
        found = connection.execute(statement).all()
    return {row.tenant: Head(row.lines, row.digest, row.created_us) for row in found}


def _named(wanted: Iterable[Settling | Reversing]) -> set[str]:
    """The ids of everything that entries are about."""
    ids = {one.key.entry_id for one in wanted}
    return ids | {one.settlement_id for one in wanted if isinstance(one, Reversing)}


def _flush(connection: Connection, batch: Batch) -> None:
    if not batch.rows[SETTLEMENTS]:
        return
    for table, each in batch.rows.items():
        if each:
            connection.execute(insert(table), each)
    changed = {row["tenant"] for row in batch.rows[LINES]}
    connection.execute(
        update(HEADS)
        .where(HEADS.c.tenant == bindparam("of_tenant"))
        .values(
            lines=bindparam("new_lines"),
            digest=bindparam("new_digest"),
            created_us=bindparam("new_created_us"),
        ),
        [
            {
                "of_tenant": tenant,
                "new_lines": head.lines,
                "new_digest": head.digest,
                "new_created_us": head.created_us,
            }
            for tenant, head in batch.heads.items()
            if tenant in changed
        ],
    )


def _with_documents(
    connection: Connection, batch: Batch, found: list[Recorded | VerifydError]
) -> list[Recorded | VerifydError]:
    """The same, with the records of what was there before."""
    ids = {one.entry.entry_id for one in found if isinstance(one, Recorded) and one.replayed}
    missing = ids - batch.documents.keys()
    known = batch.documents | (reading.documents(connection, missing) if missing else {})
    return [
        replace(one, document=known.get(one.entry.entry_id))
        if isinstance(one, Recorded) and one.replayed
        else one
        for one in found
    ]
