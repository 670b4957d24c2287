"""Reviews to and from the rows of their tables."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Row

from sidecar.model.report import Decision, Finding, Repair, Severity, Verdict
from sidecar.model.text import Span
from sidecar.reviews.model import Decided, Item, Listed, Review, ReviewAction


def review_row(review: Review) -> dict[str, Any]:
    """The row of a review that nobody has decided anything of."""
    return {
        "id": review.review_id,
        "tenant": review.tenant,
        "request_id": review.request_id,
        "created_us": review.created_us,
        "decision": review.decision.value,
        "text": review.text.decode(),
        "text_digest": review.text_digest,
        "dropped_items": review.dropped_items,
        "revision": 0,
    }


def item_row(review_id: str, item: Item) -> dict[str, Any]:
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
    }


def item(row: Row[Any]) -> Item:
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
    return Item(
        item_id=row.item_id,
        check=row.check_name,
        severity=Severity(row.severity),
        finding=finding,
        scope=Span(row.scope_start, row.scope_end),
        words=row.words,
        scope_words=row.scope_words,
        quote=row.quote,
    )


def decided(row: Row[Any]) -> Decided | None:
    """What was decided of the item of a row; None for nothing."""
    if row.action is None:
        return None
    return Decided(
        action=ReviewAction(row.action),
        replacement=row.replacement,
        decided_by=row.decided_by,
        comment=row.comment,
        decided_us=row.decided_us,
    )


def listed(row: Row[Any]) -> Listed:
    """The item of a row that holds what is to be known of its review as well."""
    return Listed(
        review_id=row.review_id,
        request_id=row.request_id,
        created_us=row.created_us,
        decision=Decision(row.decision),
        text_digest=row.text_digest,
        revision=row.revision,
        item=item(row),
        decided=decided(row),
    )
