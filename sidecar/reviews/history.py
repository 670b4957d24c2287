"""Every decision that an item has had: rows are added, and go with their review alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    ForeignKey,
    Integer,
    Row,
    SmallInteger,
    Table,
    func,
    insert,
    select,
    tuple_,
)

from sidecar.reviews.model import DecisionRecord, ItemDecision, ReviewAction
from sidecar.store.metadata import METADATA, Utf8

HISTORY = Table(
    "review_decisions",
    METADATA,
    Column("review_id", ForeignKey("reviews.id", ondelete="CASCADE"), primary_key=True),
    Column("item_id", Integer, primary_key=True, autoincrement=False),
    Column("revision", BigInteger, primary_key=True, autoincrement=False),
    Column("action", SmallInteger, nullable=False),
    Column("replacement", Utf8, nullable=False),
    Column("decided_by", Utf8, nullable=False),
    Column("comment", Utf8, nullable=False),
    Column("decided_us", BigInteger, nullable=False),
)

ItemKey = tuple[str, int]
"""The id of a review, and the number of an item in it."""


def parse_decision(row: Row[Any]) -> DecisionRecord:
    """What was decided of an item, by the row of the item or of its history."""
    return DecisionRecord(
        action=ReviewAction(row.action),
        replacement=row.replacement,
        decided_by=row.decided_by,
        comment=row.comment,
        decided_us=row.decided_us,
    )


def append(
    connection: Connection,
    review_id: str,
    revision: int,
    decisions: Sequence[tuple[ItemDecision, DecisionRecord]],
) -> None:
    """Add what was decided of some items as a revision of their review."""
    connection.execute(
        insert(HISTORY),
        [
            {
                "review_id": review_id,
                "item_id": decision.item_id,
                "revision": revision,
                "action": decided.action.value,
                "replacement": decided.replacement,
                "decided_by": decided.decided_by,
                "comment": decided.comment,
                "decided_us": decided.decided_us,
            }
            for decision, decided in decisions
        ],
    )


MOST = 20
"""Decisions of one item that are told, the last ones."""


def read_decisions(
    connection: Connection, items: Iterable[ItemKey]
) -> Mapping[ItemKey, Sequence[DecisionRecord]]:
    """The last decisions of some items, in their order; items without any are not among them."""
    key = HISTORY.c.review_id, HISTORY.c.item_id
    behind = func.row_number().over(partition_by=key, order_by=HISTORY.c.revision.desc())
    known = select(HISTORY, behind.label("behind")).where(tuple_(*key).in_([*items])).subquery()
    last = select(known).where(known.c.behind <= MOST)
    rows = connection.execute(last.order_by(known.c.review_id, known.c.item_id, known.c.revision))
    return {
        found: [parse_decision(row) for row in same]
        for found, same in groupby(rows, attrgetter("review_id", "item_id"))
    }


def read_history(connection: Connection, review_id: str) -> Mapping[int, Sequence[DecisionRecord]]:
    """The decisions of each item of a review, the first one first."""
    statement = select(HISTORY).where(HISTORY.c.review_id == review_id)
    rows = connection.execute(statement.order_by(HISTORY.c.item_id, HISTORY.c.revision))
    return {
        item_id: [parse_decision(row) for row in same]
        for item_id, same in groupby(rows, attrgetter("item_id"))
    }
