"""The audit log as the store has it: each tenant's chain, its lines, and following it to its end.

Lines are only ever added. So what was there when the heads were read can be read page by page,
each in a transaction of its own, and is what one long transaction would have seen.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection, select, type_coerce
from sqlalchemy.types import NullType

from sidecar.audit.checkpoints import CheckpointIndex, tenant_key
from sidecar.audit.copies import write_copy
from sidecar.audit.faults import AuditFault
from sidecar.audit.verifying import Chain, FileVerifier
from sidecar.ledger.tables import HEADS, LINES, RECORDS
from sidecar.model.digests import to_canonical_json
from sidecar.store.store import Store

_PAGE = 500
_COPIES = 20  # which may have a megabyte each
_DIGEST = re.compile(r"[0-9a-f]{64}")
_HEAD = HEADS.c.tenant, HEADS.c.lines, HEADS.c.digest
_TIMEOUT_S = 60.0  # the store's own is shorter


@dataclass(frozen=True, slots=True)
class ChainHead:
    """How far the chain of a tenant is.

    Attributes:
        tenant: Whose it is.
        count: How many lines it has; at least one.
        digest: Of the last of them, in hex.
    """

    tenant: str
    count: int
    digest: str

    @property
    def name(self) -> bytes:
        """The tenant as JSON text, as lines have it."""
        return to_canonical_json(self.tenant)


async def read_heads(store: Store, tenant: str | None = None) -> list[ChainHead]:
    """The heads of all tenants that have lines, or of one, by their names' bytes.

    Raises:
        AuditFault: If one of them is none.
        StoreUnavailable: If the store cannot be used.
    """
    statement = (
        select(*(type_coerce(column, NullType()) for column in _HEAD))
        .where(HEADS.c.lines > 0)
        .order_by(HEADS.c.tenant)
    )
    if tenant is not None:
        statement = statement.where(HEADS.c.tenant == tenant)

    def asked(connection: Connection) -> list[ChainHead]:
        return [_checked(row) for row in connection.execute(statement)]

    return await store.run(asked, _TIMEOUT_S)


async def read_lines(store: Store, head: ChainHead, after: int = 0) -> AsyncIterator[bytes]:
    """The lines up to a head, in their order, each with its newline; those that are there.

    They are bytes as they are stored, whatever somebody has made of them.

    Args:
        store: Where they are.
        head: The end of the chain.
        after: The sequence before the first.

    Raises:
        StoreUnavailable: If the store cannot be used.
    """
    while after < head.count:
        page = await store.run(_page(head, after), _TIMEOUT_S)
        if not page:
            return
        for sequence, line in page:
            yield line + b"\n"
            after = sequence


def _page(head: ChainHead, after: int) -> Callable[[Connection], list[tuple[int, bytes]]]:
    """Reads the next lines behind a sequence."""
    statement = (
        select(LINES.c.sequence, type_coerce(LINES.c.line, NullType()).label("line"))
        .where(
            LINES.c.tenant == head.tenant,
            LINES.c.sequence > after,
            LINES.c.sequence <= head.count,
        )
        .order_by(LINES.c.sequence)
        .limit(_PAGE)
    )

    def asked(connection: Connection) -> list[tuple[int, bytes]]:
        return [(row.sequence, _bytes(row.line)) for row in connection.execute(statement)]

    return asked


async def read_copies(store: Store, head: ChainHead) -> AsyncIterator[bytes]:
    """Copies of the records that are kept of a tenant's outcomes, as ``audit.copies`` has them.

    Raises:
        StoreUnavailable: If the store cannot be used.
    """
    after = 0
    while True:
        statement = (
            select(
                RECORDS.c.sequence, type_coerce(RECORDS.c.document, NullType()).label("document")
            )
            .where(
                RECORDS.c.tenant == head.tenant,
                RECORDS.c.sequence > after,
                RECORDS.c.sequence <= head.count,
            )
            .order_by(RECORDS.c.sequence)
            .limit(_COPIES)
        )
        found = await store.run(partial(_fetch_all, statement), _TIMEOUT_S)
        for after, document in found:
            yield write_copy(head.name, after, _bytes(document))
        if len(found) < _COPIES:
            return


def _fetch_all(statement: Any, connection: Connection) -> list[Any]:
    return [*connection.execute(statement).all()]


def _bytes(line: object) -> bytes:
    """A line as it lies there; SQLite lets others store anything else instead."""
    return line if isinstance(line, bytes) else str(line).encode("utf-8", "surrogatepass")


def _checked(row: Any) -> ChainHead:
    """A head of a row that somebody else may have written.

    Raises:
        AuditFault: If it is none.
    """
    tenant, lines, digest = row
    try:
        if not (isinstance(tenant, bytes) and isinstance(lines, int) and isinstance(digest, str)):
            raise ValueError
        if not _DIGEST.fullmatch(digest):
            raise ValueError
        return ChainHead(tenant.decode(), lines, digest)
    except ValueError:
        detail = "the head of a tenant in the store is not valid"
        raise AuditFault("HEAD_WRONG", 1, detail=detail) from None


# Following the audit log in the store from the last checkpoints to its end.


async def follow(store: Store, before: CheckpointIndex) -> list[ChainHead]:
    """The heads of all tenants, to which their chains were followed from checkpoints.

    Args:
        store: Has the log.
        before: The checkpoints that were made; where a tenant has none, its chain is followed from
            its first record.

    Raises:
        AuditFault: If a record on the way is not the one that belongs there, or a checkpoint is
            not reached.
        StoreUnavailable: If the store cannot be used.
    """
    heads = await read_heads(store)
    verifier = FileVerifier(before)
    for tenant, marks in before.of.items():
        place = len(marks.counts)
        verifier.chains[tenant] = Chain(marks.last, marks.head(place - 1), place)
    for gone in before.of.keys() - {tenant_key(head.name) for head in heads}:
        raise _cut(before.of[gone].tenant, 0, before.of[gone].last)
    for head in heads:
        last = before.last(head.name)
        if head.count < last:
            raise _cut(head.name, head.count, last)
        async for line in read_lines(store, head, last):
            verifier.take(line)
        chain = verifier.chains.get(tenant_key(head.name), Chain())
        if chain.count < head.count:
            raise _cut(head.name, chain.count, head.count)
        if chain.head != head.digest.encode():
            raise AuditFault("HEAD_WRONG", 1, head.name.decode(), head.count)
    return heads


def _cut(tenant: bytes, found: int, wanted: int) -> AuditFault:
    detail = f"{wanted} were there, {found} are"
    return AuditFault("TAIL_CUT", 1, tenant.decode(), found + 1, detail=detail)
