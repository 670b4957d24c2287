"""Reads flagged findings with their decisions, for what these say about the checks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import Connection, Row, Select, and_, select

from sidecar.model.report import Severity, Verdict
from sidecar.reviews.history import HISTORY
from sidecar.reviews.judgements import JudgedFinding, Judgement
from sidecar.reviews.listing import match_items
from sidecar.reviews.model import ReviewAction, ReviewQuery, ReviewState
from sidecar.reviews.records import ITEMS, REVIEWS

_FINDING = (
    ITEMS.c.review_id,
    ITEMS.c.item_id,
    ITEMS.c.check_name,
    ITEMS.c.code,
    ITEMS.c.model,
    ITEMS.c.severity,
    ITEMS.c.verdict,
    ITEMS.c.confidence,
)
_REPAIRS = and_(  # here, as replacements are long
    HISTORY.c.replacement == ITEMS.c.repair,
    ITEMS.c.repair_start == ITEMS.c.span_start,
    ITEMS.c.repair_end == ITEMS.c.span_end,
)
_NEWEST_FIRST = REVIEWS.c.created_us.desc(), REVIEWS.c.id.desc(), ITEMS.c.item_id
_key = attrgetter("review_id", "item_id")


def read_findings(
    connection: Connection, tenant: str, query: ReviewQuery, most: int
) -> tuple[list[JudgedFinding], bool]:
    """The findings of a tenant with their decisions, and whether there are more.

    Args:
        connection: Of the transaction.
        tenant: Whose they are.
        query: Which check and code, and since when; its state does not count.
        most: How many decisions are read, and how many open findings: those of the newest texts.
    """
    decided, more_decided = _read(connection, _select_decided(tenant, query), most)
    undecided, more_open = _read(connection, _select_open(tenant, query), most)
    found = [_parse_decided([*rows]) for _, rows in groupby(decided, _key)]
    return found + [_parse(row) for row in undecided], more_decided or more_open


def _select_decided(tenant: str, query: ReviewQuery) -> Select[Any]:
    same = and_(HISTORY.c.review_id == ITEMS.c.review_id, HISTORY.c.item_id == ITEMS.c.item_id)
    # The last decision first: where the rows are cut, those that count are among them.
    return (
        select(*_FINDING, HISTORY.c.action, HISTORY.c.decided_by, _REPAIRS.label("repairs"))
        .join_from(ITEMS, REVIEWS)
        .join(HISTORY, same)
        .where(*match_items(tenant, replace(query, state=ReviewState.DECIDED)))
        .order_by(*_NEWEST_FIRST, HISTORY.c.revision.desc())
    )


def _select_open(tenant: str, query: ReviewQuery) -> Select[Any]:
    return (
        select(*_FINDING)
        .join_from(ITEMS, REVIEWS)
        .where(*match_items(tenant, replace(query, state=ReviewState.OPEN)))
        .order_by(*_NEWEST_FIRST)
    )


def _read(
    connection: Connection, statement: Select[Any], most: int
) -> tuple[Sequence[Row[Any]], bool]:
    """At most so many rows; whether there are more."""
    rows = connection.execute(statement.limit(most + 1)).all()
    return rows[:most], len(rows) > most


def _parse_decided(rows: Sequence[Row[Any]]) -> JudgedFinding:
    return _parse(rows[0], map(_parse_judgement, reversed(rows)))


def _parse(row: Row[Any], judgements: Iterable[Judgement] = ()) -> JudgedFinding:
    return JudgedFinding(
        check=row.check_name,
        code=row.code,
        model=row.model,
        severity=Severity(row.severity),
        verdict=Verdict(row.verdict),
        confidence=row.confidence,
        judgements=tuple(judgements),
    )


def _parse_judgement(row: Row[Any]) -> Judgement:
    action = ReviewAction(row.action)
    return Judgement(
        row.decided_by,
        agrees=action is not ReviewAction.KEEP,
        repairs=action is ReviewAction.EDIT and bool(row.repairs),
    )
