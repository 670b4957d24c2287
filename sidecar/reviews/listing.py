"""Lists: the items that are asked for, and the reviews that have such items."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    and_,
    exists,
    func,
    literal,
    or_,
    select,
)

from sidecar.model.report import Decision, Severity
from sidecar.reviews import history
from sidecar.reviews.model import (
    ReviewListing,
    ReviewPosition,
    ReviewQuery,
    ReviewState,
    ReviewSummary,
)
from sidecar.reviews.records import ITEMS, OF_REVIEW, REVIEWS, parse_listing

MOST_COUNTED = 10_000
"""Counting more would cost a large store seconds."""

_FIRST = 1  # the number of the first item of a review
_LISTED = (
    REVIEWS.c.id,
    REVIEWS.c.request_id,
    REVIEWS.c.agent_id,
    REVIEWS.c.created_us,
    REVIEWS.c.decision,
)


def list_items(
    connection: Connection,
    tenant: str,
    query: ReviewQuery,
    after: ReviewPosition | None,
    limit: int,
) -> list[ReviewListing]:
    """Some items of a tenant behind a place, the newest review first, then by their numbers."""
    statement = (
        select(ITEMS, *OF_REVIEW)
        .join(REVIEWS)
        .where(*match_items(tenant, query))
        .where(*([] if after is None else [_behind_item(after)]))
        .order_by(REVIEWS.c.created_us.desc(), REVIEWS.c.id.desc(), ITEMS.c.item_id)
        .limit(limit)
    )
    rows = connection.execute(statement).all()
    keys = [(row.review_id, row.item_id) for row in rows]
    decided = [key for key, row in zip(keys, rows, strict=True) if row.action is not None]
    known = history.read_decisions(connection, decided) if decided else {}
    return [parse_listing(row, known.get(key, ())) for key, row in zip(keys, rows, strict=True)]


def list_summaries(
    connection: Connection,
    tenant: str,
    query: ReviewQuery,
    after: ReviewPosition | None,
    limit: int,
) -> list[ReviewSummary]:
    """Some reviews of a tenant that have items that are asked for, the newest first."""
    statement: Select[Any] = (
        select(*_LISTED)
        .where(*_of_reviews(tenant, query), _has_items(query))
        .where(*([] if after is None else [_behind_review(after)]))
        .order_by(REVIEWS.c.created_us.desc(), REVIEWS.c.id.desc())
        .limit(limit)
    )
    reviews = connection.execute(statement).all()
    return _summarize(connection, reviews) if reviews else []


def count_matching(connection: Connection, tenant: str, query: ReviewQuery) -> tuple[int, int]:
    """How many reviews have items that are asked for, and how many items those are.

    Both are counted up to one more than ``MOST_COUNTED``.
    """
    reviews = select(literal(1)).where(*_of_reviews(tenant, query), _has_items(query))
    items = select(literal(1)).select_from(ITEMS.join(REVIEWS)).where(*match_items(tenant, query))
    counted = (
        select(func.count()).select_from(one.limit(MOST_COUNTED + 1).subquery())
        for one in (reviews, items)
    )
    found = [connection.scalar(one) or 0 for one in counted]
    return found[0], found[1]


def match_items(tenant: str, query: ReviewQuery) -> list[ColumnElement[bool]]:
    """What the items of a tenant that are asked for, and their reviews, have in common."""
    return [*_of_reviews(tenant, query), *_of_items(query)]


def _has_items(query: ReviewQuery) -> ColumnElement[bool]:
    of_review = ITEMS.c.review_id == REVIEWS.c.id
    return exists(select(literal(1)).where(of_review, *_of_items(query)))


def _summarize(connection: Connection, reviews: Sequence[Row[Any]]) -> list[ReviewSummary]:
    ids = [review.id for review in reviews]
    by_code = (
        select(
            ITEMS.c.review_id,
            ITEMS.c.code,
            func.count().label("items"),
            (func.count() - func.count(ITEMS.c.action)).label("open_items"),
            func.max(ITEMS.c.severity).label("severity"),
        )
        .where(ITEMS.c.review_id.in_(ids))
        .group_by(ITEMS.c.review_id, ITEMS.c.code)
        .order_by(func.count().desc(), ITEMS.c.code)
    )
    of_each: dict[str, list[Row[Any]]] = {review_id: [] for review_id in ids}
    for row in connection.execute(by_code):
        of_each[row.review_id].append(row)
    first = select(ITEMS.c.review_id, ITEMS.c.scope_words).where(
        ITEMS.c.review_id.in_(ids), ITEMS.c.item_id == _FIRST
    )
    words = {row.review_id: row.scope_words for row in connection.execute(first)}
    return [
        ReviewSummary(
            review_id=review.id,
            request_id=review.request_id,
            agent_id=review.agent_id,
            created_us=review.created_us,
            decision=Decision(review.decision),
            items=sum(row.items for row in of_each[review.id]),
            open_items=sum(row.open_items for row in of_each[review.id]),
            severity=Severity(max(row.severity for row in of_each[review.id])),
            codes=[(row.code, row.items) for row in of_each[review.id]],
            words=words.get(review.id, ""),
        )
        for review in reviews
    ]


def _of_reviews(tenant: str, query: ReviewQuery) -> list[ColumnElement[bool]]:
    """What a query asks of a review."""
    conditions: list[ColumnElement[bool]] = [REVIEWS.c.tenant == tenant]
    if query.since_us:
        conditions.append(REVIEWS.c.created_us >= query.since_us)
    if query.until_us:
        conditions.append(REVIEWS.c.created_us < query.until_us)
    if query.review_id:
        conditions.append(REVIEWS.c.id == query.review_id)
    if query.agent_id:
        conditions.append(REVIEWS.c.agent_id == query.agent_id)
    if query.request_prefix:
        # LIKE does not tell small letters from capitals in SQLite.
        begins = func.substr(REVIEWS.c.request_id, 1, len(query.request_prefix))
        conditions.append(begins == query.request_prefix)
    return conditions


def _of_items(query: ReviewQuery) -> list[ColumnElement[bool]]:
    """What it asks of an item."""
    conditions: list[ColumnElement[bool]] = []
    if query.state is not ReviewState.ALL:
        is_open = ITEMS.c.action.is_(None)
        conditions.append(is_open if query.state is ReviewState.OPEN else ~is_open)
    if query.check:
        conditions.append(ITEMS.c.check_name == query.check)
    if query.code:
        conditions.append(ITEMS.c.code == query.code)
    if query.severity is not None:
        conditions.append(ITEMS.c.severity == query.severity.value)
    return conditions


def _behind_review(place: ReviewPosition) -> ColumnElement[bool]:
    created = REVIEWS.c.created_us
    same_time = and_(created == place.created_us, REVIEWS.c.id < place.review_id)
    return or_(created < place.created_us, same_time)


def _behind_item(place: ReviewPosition) -> ColumnElement[bool]:
    same_review = and_(
        REVIEWS.c.created_us == place.created_us,
        REVIEWS.c.id == place.review_id,
        ITEMS.c.item_id > place.item_id,
    )
    return or_(_behind_review(place), same_review)
