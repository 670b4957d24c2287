"""The audit log as the store has it: how long the chain of each tenant is, and its lines.

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

from sidecar.audit.copies import write_copy
from sidecar.audit.faults import AuditFault
from sidecar.ledger.tables import HEADS, LINES, RECORDS
from sidecar.model.canonical_json import canonical
from sidecar.store.store import Store

_PAGE = 500
_COPIES = 20  # which may have a megabyte each
_DIGEST = re.compile(r"[0-9a-f]{64}")
_HEAD = HEADS.c.tenant, HEADS.c.lines, HEADS.c.digest
_TIMEOUT_S = 60.0  # the store's own is shorter


@dataclass(frozen=True, slots=True)
class Head:
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
        return canonical(self.tenant)


async def heads(store: Store, tenant: str | None = None) -> list[Head]:
    """The heads of all tenants that have lines, or of one, by their names' bytes.

    Raises:
        Fault: If one of them is none.
        StoreUnavailable: If the store cannot be used.
    """
    statement = (
        select(*(type_coerce(column, NullType()) for column in _HEAD))
        .where(HEADS.c.lines > 0)
        .order_by(HEADS.c.tenant)
    )
    if tenant is not None:
        statement = statement.where(HEADS.c.tenant == tenant)

    def asked(connection: Connection) -> list[Head]:
        return [_checked(row) for row in connection.execute(statement)]

    return await store.run(asked, _TIMEOUT_S)


async def lines(store: Store, head: Head, after: int = 0) -> AsyncIterator[bytes]:
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


def _page(head: Head, after: int) -> Callable[[Connection], list[tuple[int, bytes]]]:
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


async def copies(store: Store, head: Head) -> AsyncIterator[bytes]:
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
        found = await store.run(partial(_all, statement), _TIMEOUT_S)
        for after, document in found:
            yield write_copy(head.name, after, _bytes(document))
        if len(found) < _COPIES:
            return


def _all(statement: Any, connection: Connection) -> list[Any]:
    return [*connection.execute(statement).all()]


def _bytes(line: object) -> bytes:
    """A line as it lies there; SQLite lets others store anything else instead."""
    return line if isinstance(line, bytes) else str(line).encode("utf-8", "surrogatepass")


def _checked(row: Any) -> Head:
    """A head of a row that somebody else may have written.

    Raises:
        Fault: If it is none.
    """
    tenant, lines, digest = row
    try:
        if not (isinstance(tenant, bytes) and isinstance(lines, int) and isinstance(digest, str)):
            raise ValueError
        if not _DIGEST.fullmatch(digest):
            raise ValueError
        return Head(tenant.decode(), lines, digest)
    except ValueError:
        detail = "the head of a tenant in the store is not valid"
        raise AuditFault("HEAD_WRONG", 1, detail=detail) from None
