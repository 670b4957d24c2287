"""Reviews in a database: each function is part of a transaction that its caller began."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Double,
    ForeignKey,
    Index,
    Integer,
    Row,
    Select,
    SmallInteger,
    String,
    Table,
    bindparam,
    delete,
    insert,
    select,
    update,
)

from sidecar.model.report import Decision, Finding, Repair, Severity, Verdict
from sidecar.model.text import Span
from sidecar.reviews import excerpts, history
from sidecar.reviews.model import (
    DecisionRecord,
    ItemDecision,
    Review,
    ReviewItem,
    ReviewListing,
)
from sidecar.store.metadata import METADATA, Utf8
from sidecar.store.store import Store


def make_review_row(review: Review) -> dict[str, Any]:
    """The row of a review that nobody has decided anything of."""
    return {
        "id": review.review_id,
        "tenant": review.tenant,
        "request_id": review.request_id,
        "agent_id": review.agent_id,
        "created_us": review.created_us,
        "decision": review.decision.value,
        "text": review.text.decode(),
        "text_digest": review.text_digest,
        "dropped_items": review.dropped_items,
        "evidence_digest": review.evidence_digest,
        "revision": 0,
    }


def make_item_row(review_id: str, item: ReviewItem) -> dict[str, Any]:
    """The row of an item that nobody has decided."""
    finding = item.finding
    repair = finding.repair
    return {
        "review_id": review_id,
        "item_id": item.item_id,
        "check_name": item.check,
        "code": finding.code,
        "severity": item.severity.value,
        "verdict": finding.verdict.value,
        "span_start": finding.span.start,
        "span_end": finding.span.end,
        "scope_start": item.scope.start,
        "scope_end": item.scope.end,
        "words": item.words,
        "scope_words": item.scope_words,
        "message": finding.message,
        "details": json.dumps(dict(finding.details), sort_keys=True),
        "quote": item.quote,
        "repair_start": repair.span.start if repair else None,
        "repair_end": repair.span.end if repair else None,
        "repair": repair.replacement if repair else None,
        "confidence": finding.confidence,
        "model": item.model,
        "excerpts": excerpts.to_json(item.excerpts),
    }


def parse_item(row: Row[Any]) -> ReviewItem:
    """The item of a row."""
    repair = None
    if row.repair is not None:
        repair = Repair(Span(row.repair_start, row.repair_end), row.repair)
    finding = Finding(
        code=row.code,
        verdict=Verdict(row.verdict),
        span=Span(row.span_start, row.span_end),
        message=row.message,
        details=json.loads(row.details),
        repair=repair,
        confidence=row.confidence,
    )
    return ReviewItem(
        item_id=row.item_id,
        check=row.check_name,
        severity=Severity(row.severity),
        finding=finding,
        scope=Span(row.scope_start, row.scope_end),
        words=row.words,
        scope_words=row.scope_words,
        quote=row.quote,
        model=row.model,
        excerpts=excerpts.from_json(row.excerpts),
    )


def parse_decision(row: Row[Any]) -> DecisionRecord | None:
    """What was decided of the item of a row; None for nothing."""
    return None if row.action is None else history.parse_decision(row)


def parse_listing(row: Row[Any], decisions: Sequence[DecisionRecord]) -> ReviewListing:
    """The item of a row that holds what is to be known of its review as well."""
    return ReviewListing(
        review_id=row.review_id,
        request_id=row.request_id,
        agent_id=row.agent_id,
        created_us=row.created_us,
        decision=Decision(row.decision),
        text_digest=row.text_digest,
        revision=row.revision,
        item=parse_item(row),
        decided=parse_decision(row),
        history=decisions,
        evidence_digest=row.evidence_digest,
    )


# The tables of the reviews; ``sidecar.store.migrations`` makes them.

REVIEWS = Table(
    "reviews",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("tenant", Utf8, nullable=False),
    Column("request_id", String(128), nullable=False),
    Column("agent_id", String(200), nullable=False),
    Column("created_us", BigInteger, nullable=False),
    Column("decision", SmallInteger, nullable=False),
    Column("text", Utf8, nullable=False),
    Column("text_digest", String(64), nullable=False),
    Column("dropped_items", Integer, nullable=False),
    Column("evidence_digest", String(64), nullable=False),
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
    Column("model", String(200), nullable=False),
    Column("excerpts", Utf8),  # JSON
    Column("action", SmallInteger),  # and all below: once it is decided
    Column("replacement", Utf8),
    Column("decided_by", Utf8),
    Column("comment", Utf8),
    Column("decided_us", BigInteger),
)


OF_REVIEW = (
    REVIEWS.c.request_id,
    REVIEWS.c.agent_id,
    REVIEWS.c.created_us,
    REVIEWS.c.decision,
    REVIEWS.c.text_digest,
    REVIEWS.c.evidence_digest,
    REVIEWS.c.revision,
)
_TO_DECIDE = (
    ITEMS.c.item_id,
    ITEMS.c.span_start,
    ITEMS.c.span_end,
    ITEMS.c.scope_start,
    ITEMS.c.scope_end,
    ITEMS.c.action,
    ITEMS.c.replacement,
    ITEMS.c.decided_by,
    ITEMS.c.comment,
    ITEMS.c.decided_us,
)


@dataclass(frozen=True, slots=True)
class StoredReview:
    """A review as it is now.

    Attributes:
        review: Its row.
        items: Of each item in their order, where it is and what was decided.
    """

    review: Row[Any]
    items: Sequence[Row[Any]]


def add_review(connection: Connection, store: Store, review: Review) -> None:
    """Store a review, unless it is there already."""
    statement = store.insert(REVIEWS).values(make_review_row(review))
    added = connection.scalar(
        statement.on_conflict_do_nothing(index_elements=["id"]).returning(REVIEWS.c.id)
    )
    if added is not None:
        each = [make_item_row(review.review_id, item) for item in review.items]
        connection.execute(insert(ITEMS), each)


def read_review(
    connection: Connection,
    tenant: str,
    review_id: str,
    *,
    locked: bool = False,
    whole: bool = False,
) -> StoredReview | None:
    """A review of a tenant, or None.

    Args:
        connection: With a transaction.
        tenant: Whose it is.
        review_id: Its id.
        locked: Whether nobody else may change it before the transaction ends. SQLite locks the
            whole file for a transaction that writes.
        whole: Whether items are read with all that was found, as ``parse_item`` needs them.
    """
    if not (review_id.isascii() and review_id.isprintable()):  # PostgreSQL refuses NUL
        return None
    statement: Select[Any] = select(REVIEWS).where(
        REVIEWS.c.id == review_id, REVIEWS.c.tenant == tenant
    )
    if locked:
        statement = statement.with_for_update()
    review = connection.execute(statement).first()
    if review is None:
        return None
    columns = ITEMS.c if whole else _TO_DECIDE
    places: Select[Any] = select(*columns).where(ITEMS.c.review_id == review_id)
    items = connection.execute(places.order_by(ITEMS.c.item_id))
    return StoredReview(review, items.all())


def decide(
    connection: Connection,
    review_id: str,
    revision: int,
    decisions: Sequence[tuple[ItemDecision, DecisionRecord]],
) -> None:
    """Keep what was decided of some items, as a revision of their review, and in its history."""
    connection.execute(
        update(ITEMS).where(
            ITEMS.c.review_id == bindparam("of_review"), ITEMS.c.item_id == bindparam("of_item")
        ),
        [
            {
                "of_review": review_id,
                "of_item": decision.item_id,
                "action": decided.action.value,
                "replacement": decided.replacement,
                "decided_by": decided.decided_by,
                "comment": decided.comment,
                "decided_us": decided.decided_us,
            }
            for decision, decided in decisions
        ],
    )
    connection.execute(update(REVIEWS).where(REVIEWS.c.id == review_id).values(revision=revision))
    history.append(connection, review_id, revision, decisions)


def delete_before(connection: Connection, created_us: int, limit: int) -> int:
    """Delete some of the reviews that are older, of whatever tenant; how many there were."""
    older = (
        select(REVIEWS.c.id)
        .where(REVIEWS.c.created_us < created_us)
        .order_by(REVIEWS.c.created_us)
        .limit(limit)
    )
    done = connection.execute(delete(REVIEWS).where(REVIEWS.c.id.in_(older)))
    return done.rowcount
