"""The tables of the ledger; ``sidecar.store.migrations`` makes them.

The id of a settlement is the digest of its tenant, contract and key, so that its constraint holds
each key of a contract once. Everything else of an entry is found by its place in the log of its
tenant: places follow each other, so that what is written together lies together.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    Row,
    SmallInteger,
    String,
    Table,
    UniqueConstraint,
    func,
)

from sidecar.settlement.model import AMOUNTS, EXACT, join
from sidecar.store.metadata import METADATA, Utf8


def _amount(name: str) -> tuple[Column[int], Column[int]]:
    """The columns of an exact amount: whole units of the currency, and billionths of one.

    Both have its sign, so that sums of each are whole numbers, and together the exact sum.
    """
    return (
        Column(name, BigInteger, nullable=False),
        Column(nanos(name), Integer, nullable=False),
    )


def nanos(name: str) -> str:
    """The column that has the billionths of an amount."""
    return f"{name}_nanos"


SETTLEMENTS = Table(
    "settlements",
    METADATA,
    Column("tenant", Utf8, primary_key=True),
    Column("sequence", BigInteger, primary_key=True, autoincrement=False),
    Column("id", String(64), nullable=False),
    Column("contract_id", Utf8, nullable=False),
    Column("key", Utf8, nullable=False),
    Column("agent_id", Utf8, nullable=False),
    Column("consumer_id", Utf8, nullable=False),
    Column("domain", Utf8, nullable=False),
    Column("kind", SmallInteger, nullable=False),
    Column("created_us", BigInteger, nullable=False),
    Column("currency", String(3), nullable=False),
    *(column for name in (*AMOUNTS, "total") for column in _amount(name)),
    Column("success", Boolean),  # NULL for a reversal
    Column("body_digest", String(64), nullable=False),
    Column("record_digest", String(64), nullable=False),
    Column("reverses_id", ForeignKey("settlements.id")),
    Column("reason", Utf8, nullable=False),
    Column("actor", Utf8),  # NULL in entries older than this column
    Column("output_digest", String(64), nullable=False),  # empty for a reversal
    Column("audit_digest", String(64), nullable=False),
    UniqueConstraint("id", name="uq_settlements_id"),
    UniqueConstraint("reverses_id", name="uq_settlements_reverses_id"),
    Index(None, "tenant", "created_us"),
    Index(None, "tenant", "contract_id", "created_us"),
    Index(None, "tenant", "agent_id", "created_us"),
    Index(None, "tenant", "consumer_id", "created_us"),
    Index(None, "tenant", "output_digest"),
)

_PLACE = ("tenant", "sequence")
_OF_SETTLEMENT = _PLACE, [f"settlements.{name}" for name in _PLACE]

POSTINGS = Table(
    "postings",
    METADATA,
    Column("tenant", Utf8, primary_key=True),
    Column("sequence", BigInteger, primary_key=True, autoincrement=False),
    Column("account", Utf8, primary_key=True),
    Column("currency", String(3), nullable=False),
    *_amount("amount"),
    ForeignKeyConstraint(*_OF_SETTLEMENT),
)

RECORDS = Table(
    "outcome_records",
    METADATA,
    Column("tenant", Utf8, primary_key=True),
    Column("sequence", BigInteger, primary_key=True, autoincrement=False),
    Column("created_us", BigInteger, nullable=False),
    Column("document", LargeBinary, nullable=False),  # JSON
    ForeignKeyConstraint(*_OF_SETTLEMENT),
    Index(None, "created_us"),
)

LINES = Table(
    "audit_lines",
    METADATA,
    Column("tenant", Utf8, primary_key=True),
    Column("sequence", BigInteger, primary_key=True, autoincrement=False),
    Column("line", Utf8, nullable=False),
    Column("digest", String(64), nullable=False),
)

HEADS = Table(
    "audit_heads",
    METADATA,
    Column("tenant", Utf8, primary_key=True),
    Column("lines", BigInteger, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("created_us", BigInteger, nullable=False),
)
"""How far the log of each tenant is: anyone who appends to it holds the lock of its row."""


# Exact sums of amounts in a database, whose own integers have eight bytes.

_PART = 10**9


def sum_columns(table: Table, name: str) -> list[ColumnElement[Any]]:
    """The columns of a statement that add up an amount, for ``amount`` to read."""
    units, rest = table.c[name], table.c[nanos(name)]
    parts = {f"{name}_high": units // _PART, f"{name}_low": units % _PART, nanos(name): rest}
    return [func.sum(part).label(label) for label, part in parts.items()]


def exact_amount(row: Row[Any], name: str) -> Decimal:
    """The sum of an amount in a row of at least one entry."""
    found = row._mapping
    high, low, rest = (int(found[label]) for label in (f"{name}_high", f"{name}_low", nanos(name)))
    with localcontext(EXACT):
        return join(high * _PART + low, rest)
