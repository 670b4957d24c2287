"""Writing entries: several of them in one transaction, each of which ends in its own way.

Anyone who writes for a tenant first locks the head of its audit log, so that what is read
afterwards stays true until the end: the same key twice at once is one entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Connection, Table, bindparam, insert, select, update

from sidecar.audit.chain import GENESIS, make_line
from sidecar.errors import VerifydError
from sidecar.ledger import reading, rows
from sidecar.ledger.model import (
    AlreadyReversed,
    DeliveredOutput,
    EntryKind,
    EntryRecord,
    IdempotencyKey,
    KeyReused,
    LedgerEntry,
    NotReversible,
    OutputDelivered,
    ReversalRequest,
    SettlementNotFound,
    SettlementRequest,
)
from sidecar.ledger.reading import SHOWN
from sidecar.ledger.tables import HEADS, LINES, POSTINGS, RECORDS, SETTLEMENTS
from sidecar.store.store import Store

# Entries that will be written together: what each of them comes to, before any of it is written.


@dataclass(slots=True)
class LogHead:
    """How far the log of a tenant is, and when it came there."""

    lines: int
    digest: str
    created_us: int


@dataclass(slots=True)
class WriteBatch:
    """What a transaction has read, and what it will write.

    Attributes:
        heads: Of the tenants' logs.
        known: Entries that are there, or will be, by their ids.
        rows: What will be inserted into each table.
        documents: The records among that, by the ids of their entries.
        outputs: Those that are settled and not reversed, with the contracts that they are for.
    """

    heads: dict[str, LogHead]
    known: dict[str, LedgerEntry]
    rows: dict[Table, list[dict[str, Any]]] = field(
        default_factory=lambda: {table: [] for table in (SETTLEMENTS, POSTINGS, RECORDS, LINES)}
    )
    documents: dict[str, bytes] = field(default_factory=dict)
    outputs: dict[DeliveredOutput, set[str]] = field(default_factory=dict)


def check_entry(entry: LedgerEntry, key: IdempotencyKey) -> LedgerEntry:
    """An entry that a key has made.

    Raises:
        KeyReused: If it was made by another request.
    """
    if entry.key.body_digest != key.body_digest:
        raise KeyReused(
            "the key was used for this contract with another request",
            settlement_id=entry.entry_id,
        )
    return entry


def add_entry(
    batch: WriteBatch, wanted: SettlementRequest | ReversalRequest, now_us: int, *, keeps: bool
) -> EntryRecord:
    """One entry, added to what will be written unless it is there."""
    there = batch.known.get(wanted.key.entry_id)
    if there is not None:
        return EntryRecord(check_entry(there, wanted.key), None, replayed=True)
    head = batch.heads[wanted.key.tenant]
    place = now_us, head.lines + 1
    document = None
    if isinstance(wanted, ReversalRequest):
        entry = _chained(batch, head, _reversal(batch, wanted, *place), keeps=False)
    else:
        _check_alone(batch, wanted)
        entry = _chained(batch, head, _settlement(wanted, *place), keeps=keeps)
        document = wanted.document
        if keeps:
            batch.rows[RECORDS].append(rows.make_record_row(entry, document))
            batch.documents[entry.entry_id] = document
    batch.rows[SETTLEMENTS].append(rows.make_entry_row(entry))
    batch.rows[POSTINGS] += rows.make_postings(entry)
    batch.known[entry.entry_id] = entry
    return EntryRecord(entry, document)


def _check_alone(batch: WriteBatch, wanted: SettlementRequest) -> None:
    """Check that an output is still new where the outcome rests on that; it is known from now on.

    Raises:
        OutputDelivered: If it is not.
    """
    output = DeliveredOutput(wanted.key.tenant, wanted.parties.agent_id, wanted.output_digest)
    contracts = batch.outputs.setdefault(output, set())
    if wanted.alone and contracts - {wanted.key.contract_id}:
        raise OutputDelivered("the output was settled for another contract just now")
    contracts.add(wanted.key.contract_id)


def _settlement(wanted: SettlementRequest, created_us: int, sequence: int) -> LedgerEntry:
    return LedgerEntry(
        entry_id=wanted.key.entry_id,
        key=wanted.key,
        parties=wanted.parties,
        kind=EntryKind.SETTLEMENT,
        created_us=created_us,
        currency=wanted.currency,
        breakdown=wanted.breakdown,
        success=wanted.success,
        record_digest=wanted.record_digest,
        reverses="",
        reason="",
        actor=wanted.actor,
        sequence=sequence,
        audit_digest="",
        output_digest=wanted.output_digest,
    )


def _reversal(
    batch: WriteBatch, wanted: ReversalRequest, created_us: int, sequence: int
) -> LedgerEntry:
    """What takes a settlement back.

    Raises:
        SettlementNotFound: If it is none of this tenant and contract.
        NotReversible: If it is a reversal.
        AlreadyReversed: If it is taken back.
    """
    name, key = wanted.settlement_id[:SHOWN], wanted.key
    target = batch.known.get(wanted.settlement_id)
    if target is None or (target.key.tenant, target.key.contract_id) != (
        key.tenant,
        key.contract_id,
    ):
        raise SettlementNotFound(f"the contract has no settlement {name!r}", settlement_id=name)
    if target.kind is EntryKind.REVERSAL:
        raise NotReversible(f"{name} is a reversal, which cannot be reversed", settlement_id=name)
    if target.reversed_by:
        raise AlreadyReversed(
            f"{name} is taken back by {target.reversed_by}",
            settlement_id=name,
            reversed_by=target.reversed_by,
        )
    batch.known[target.entry_id] = replace(target, reversed_by=key.entry_id)
    return LedgerEntry(
        entry_id=key.entry_id,
        key=key,
        parties=target.parties,
        kind=EntryKind.REVERSAL,
        created_us=created_us,
        currency=target.currency,
        breakdown=target.breakdown.reversed(),
        success=None,
        record_digest="",
        reverses=target.entry_id,
        reason=wanted.reason,
        actor=wanted.actor,
        sequence=sequence,
        audit_digest="",
    )


def _chained(batch: WriteBatch, head: LogHead, entry: LedgerEntry, *, keeps: bool) -> LedgerEntry:
    """An entry with its line in the log of its tenant."""
    tenant = entry.key.tenant
    written = make_line(
        tenant=tenant,
        sequence=entry.sequence,
        previous=head.digest,
        fields=rows.make_audit_fields(entry, keeps=keeps),
    )
    batch.rows[LINES].append(
        {
            "tenant": tenant,
            "sequence": entry.sequence,
            "line": written.text,
            "digest": written.digest,
        }
    )
    head.lines, head.digest, head.created_us = entry.sequence, written.digest, entry.created_us
    return replace(entry, audit_digest=written.digest)


def write(
    connection: Connection,
    store: Store,
    wanted: Sequence[SettlementRequest | ReversalRequest],
    now_us: int,
    *,
    keeps: bool,
) -> list[EntryRecord | VerifydError]:
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
    known = reading.read_entries(connection, tenants, _named(wanted))
    alone = [
        DeliveredOutput(one.key.tenant, one.parties.agent_id, one.output_digest)
        for one in wanted
        if isinstance(one, SettlementRequest) and one.alone
    ]
    outputs = reading.find_deliveries(connection, alone) if alone else {}
    batch = WriteBatch(heads, known, outputs=outputs)
    found: list[EntryRecord | VerifydError] = []
    for one in wanted:
        try:
            found.append(add_entry(batch, one, now_us, keeps=keeps))
        except VerifydError as error:
            found.append(error)
    _flush(connection, batch)
    return _with_documents(connection, batch, found)


def _locked(connection: Connection, store: Store, tenants: Sequence[str]) -> dict[str, LogHead]:
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
    return {row.tenant: LogHead(row.lines, row.digest, row.created_us) for row in found}


def _named(wanted: Iterable[SettlementRequest | ReversalRequest]) -> set[str]:
    """The ids of everything that entries are about."""
    ids = {one.key.entry_id for one in wanted}
    return ids | {one.settlement_id for one in wanted if isinstance(one, ReversalRequest)}


def _flush(connection: Connection, batch: WriteBatch) -> None:
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
    connection: Connection, batch: WriteBatch, found: list[EntryRecord | VerifydError]
) -> list[EntryRecord | VerifydError]:
    """The same, with the records of what was there before."""
    ids = {one.entry.entry_id for one in found if isinstance(one, EntryRecord) and one.replayed}
    missing = ids - batch.documents.keys()
    known = batch.documents | (reading.read_documents(connection, missing) if missing else {})
    return [
        replace(one, document=known.get(one.entry.entry_id))
        if isinstance(one, EntryRecord) and one.replayed
        else one
        for one in found
    ]
