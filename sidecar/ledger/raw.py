"""Rows as they lie in the database, whatever somebody has made of them.

Nothing is converted: what was written by hand may be no UTF-8, or of another type, and must be
compared all the same. All that is read at once is read in one transaction of the caller's, so that
rows which were written together are there together.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Column, Connection, Table, func, select, type_coerce
from sqlalchemy.types import NullType

from sidecar.ledger.tables import HEADS, LINES, POSTINGS, RECORDS, SETTLEMENTS
from sidecar.store.metadata import Utf8

TABLES = (LINES, SETTLEMENTS, POSTINGS, RECORDS)
"""What an entry has rows in, in the order in which they are compared."""

_PAGE = 100  # entries
_AT_ONCE = 4 << 20  # bytes of documents
_SHOWN = 200  # characters of a value

Raw = Any
"""What a database has: text, bytes, a number, a truth value, or None."""

Row = Mapping[str, Raw]


@dataclass(slots=True)
class RawPage:
    """The rows of some places of a tenant that follow each other.

    Attributes:
        head: The row of the tenant's head; None where there is none.
        rows: By table, and by sequence.
        is_last: Whether there are no more behind it.
    """

    head: Row | None
    rows: dict[Table, dict[Raw, list[Row]]] = field(default_factory=dict)
    is_last: bool = True

    @property
    def sequences(self) -> list[Raw]:
        """All that have a row in some table, in their order."""
        return sorted({one for rows in self.rows.values() for one in rows}, key=_rank)


def next_tenant(connection: Connection, last: Raw | None) -> Raw | None:
    """The tenant behind another one that has a row in some table; None behind the last."""
    found: list[Raw] = []
    for table in (HEADS, *TABLES):
        tenant = _raw(table.c.tenant)
        statement = select(tenant).order_by(tenant).limit(1)
        found += connection.scalars(
            statement if last is None else statement.where(tenant > last)
        ).all()
    return min(found, key=_rank, default=None)


def read_page(connection: Connection, tenant: Raw, after: Raw | None) -> RawPage:
    """The rows of a tenant behind a sequence, as many as are read at once."""
    found = RawPage(next(_rows(connection, HEADS, tenant, None, 1), None))
    upto: list[Raw] = []
    for table in TABLES:
        most = 3 * _PAGE if table is POSTINGS else _PAGE
        rows = found.rows[table] = {}
        for row in _rows(connection, table, tenant, after, most):
            rows.setdefault(row["sequence"], []).append(row)
        if sum(map(len, rows.values())) == most:
            if table is POSTINGS and len(rows) > 1:
                rows.popitem()  # of which there may be more
            upto.append(max(rows, key=_rank))
    if upto:
        found.is_last = False
        last = _rank(min(upto, key=_rank))
        for table, rows in found.rows.items():
            found.rows[table] = {one: rows[one] for one in rows if _rank(one) <= last}
    _digest(connection, tenant, found.rows[RECORDS])
    return found


def to_raw(column: Column[Any], value: object) -> Raw:
    """What a column has where a value was written to it."""
    return value.encode() if isinstance(column.type, Utf8) and isinstance(value, str) else value


def is_same(one: Raw, other: Raw) -> bool:
    """Whether two are the same, of the same type; SQLite has numbers for truth values."""
    return bool(one == other) and isinstance(one, float) == isinstance(other, float)


def format_raw(value: Raw) -> str:
    """A value for people; most bytes are text."""
    if isinstance(value, bytes):
        value = value.decode("utf-8", "backslashreplace")
    return ascii(value)[:_SHOWN]


def _rows(
    connection: Connection, table: Table, tenant: Raw, after: Raw | None, most: int
) -> Iterator[Row]:
    """Rows of a tenant, without documents."""
    columns = [_raw(column) for column in table.columns if column.name != "document"]
    order = [_raw(table.c[name]) for name in ("sequence", "account") if name in table.c]
    statement = select(*columns).where(_raw(table.c.tenant) == tenant).order_by(*order).limit(most)
    if after is not None:
        statement = statement.where(_raw(table.c.sequence) > after)
    for row in connection.execute(statement):
        yield dict(row._mapping)


def _digest(connection: Connection, tenant: Raw, records: dict[Raw, list[Row]]) -> None:
    """Put the digests of documents in their place, few of which are read at once."""
    sequence, document = _raw(RECORDS.c.sequence), _raw(RECORDS.c.document)
    own = _raw(RECORDS.c.tenant) == tenant
    if not records:
        return
    first, *_, last = *records, *records
    sizes = connection.execute(
        select(sequence, func.length(RECORDS.c.document))
        .where(own, sequence >= first, sequence <= last)
        .order_by(sequence)
    ).all()
    for some in _batches(sizes):
        statement = select(sequence, document).where(own, sequence >= some[0], sequence <= some[-1])
        for place, data in connection.execute(statement):
            digest = (
                hashlib.sha256(data).hexdigest() if isinstance(data, bytes) else format_raw(data)
            )
            records[place] = [{**records[place][0], "document": digest}]


def _batches(sizes: Sequence[Any]) -> Iterator[list[Raw]]:
    """Sequences that follow each other, with not too many bytes together."""
    some: list[Raw] = []
    room = _AT_ONCE
    for sequence, size in sizes:
        room -= size or 0
        if some and room < 0:
            yield some
            some, room = [], _AT_ONCE - (size or 0)
        some.append(sequence)
    if some:
        yield some


def _raw(column: Column[Any]) -> Any:
    return type_coerce(column, NullType()).label(column.name)


def _rank(value: Raw) -> tuple[int, Raw]:
    """Sorts as databases do: numbers, then text, then bytes."""
    if isinstance(value, bytes):
        return 2, value
    if isinstance(value, str):
        return 1, value.encode("utf-8", "surrogateescape")
    return 0, value
