"""The tables of the reviews; ``sidecar.store.migrations`` makes them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    String,
    Table,
)

from sidecar.store.metadata import METADATA, Utf8

REVIEWS = Table(
    "reviews",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("tenant", Utf8, nullable=False),
    Column("request_id", String(128), nullable=False),
    Column("created_us", BigInteger, nullable=False),
    Column("decision", SmallInteger, nullable=False),
    Column("text", Utf8, nullable=False),
    Column("text_digest", String(64), nullable=False),
    Column("dropped_items", Integer, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Index(None, "tenant", "created_us", "id"),
    Index(None, "created_us"),
)

ITEMS = Table(
    "review_items",
    METADATA,
    Column("review_id", ForeignKey(REVIEWS.c.id, ondelete="CASCADE"), primary_key=True),
    Column("item_id", Integer, primary_key=True, autoincrement=False),
    Column("check_name", String(100), nullable=False),
    Column("code", String(100), nullable=False),
    Column("severity", SmallInteger, nullable=False),
    Column("verdict", SmallInteger, nullable=False),
    Column("span_start", Integer, nullable=False),
    Column("span_end", Integer, nullable=False),
    Column("scope_start", Integer, nullable=False),
    Column("scope_end", Integer, nullable=False),
    Column("words", Utf8, nullable=False),
    Column("scope_words", Utf8, nullable=False),
    Column("message", Utf8, nullable=False),
    Column("details", Utf8, nullable=False),  # JSON
    Column("quote", Utf8, nullable=False),
    Column("repair_start", Integer),
    Column("repair_end", Integer),
    Column("repair", Utf8),
    Column("confidence", Double),
    Column("action", SmallInteger),  # and all below: once it is decided
    Column("replacement", Utf8),
    Column("decided_by", Utf8),
    Column("comment", Utf8),
    Column("decided_us", BigInteger),
)
