"""The messages of ``ReviewService`` to and from the model."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from verifyd.v1 import common_pb2, report_pb2
from verifyd.v1 import review_service_pb2 as pb

from sidecar.model.text import Span
from sidecar.reviews.model import (
    DecisionInvalid,
    DecisionRecord,
    Decisions,
    ItemDecision,
    ReviewAction,
    ReviewItem,
    ReviewListing,
    ReviewQuery,
    ReviewReceipt,
    ReviewState,
    Revision,
)
from sidecar.store.errors import PageInvalid
from sidecar.wire.evidence import make_too_long, read_printable
from sidecar.wire.requests import to_microseconds, to_timestamp

_MAX_NAME = 100
_MAX_PERSON = 200
_MAX_COMMENT = 2000
_MAX_REPLACEMENT = 10_000

_STATES = {pb.REVIEW_STATE_DECIDED: ReviewState.DECIDED, pb.REVIEW_STATE_ALL: ReviewState.ALL}
_ACTIONS = {action.value: action for action in ReviewAction}


def read_query(request: pb.ListFlaggedRequest) -> ReviewQuery:
    """Which items are asked for.

    Raises:
        FieldTooLong: If a name is too long.
        PageInvalid: If it is none.
    """
    return ReviewQuery(
        state=_STATES.get(request.state, ReviewState.OPEN),
        check=read_name("check", request.check),
        code=read_name("code", request.code),
        since_us=to_microseconds(request.since),
        review_id=read_name("review_id", request.review_id),
        agent_id=read_printable("agent_id", request.agent_id),
    )


def read_decisions(request: pb.DecideRequest) -> Decisions:
    """What somebody decides.

    Raises:
        FieldTooLong: If a text is too long.
        DecisionInvalid: If it cannot be used, whatever the review is.
    """
    person = request.decided_by.strip()
    if not person.isprintable() or not 0 < len(person) <= _MAX_PERSON:
        raise _invalid("decided_by", f"1 to {_MAX_PERSON} printable characters say who decides")
    if len(request.comment) > _MAX_COMMENT:
        raise make_too_long("comment", len(request.comment), _MAX_COMMENT)
    if not request.decisions:
        raise _invalid("decisions", "nothing is decided")
    items = [_item_decision(one) for one in request.decisions]
    if len({one.item_id for one in items}) < len(items):
        raise _invalid("item_id", "an item is decided twice")
    return Decisions(
        review_id=request.review_id,
        items=items,
        decided_by=person,
        comment=request.comment,
        expected_revision=(
            request.expected_revision if request.HasField("expected_revision") else None
        ),
    )


def write_page(items: Iterable[ReviewListing], next_page_token: str) -> pb.ListFlaggedResponse:
    """A page of items."""
    return pb.ListFlaggedResponse(items=map(_write_item, items), next_page_token=next_page_token)


def write_decided(revision: int, open_items: int) -> pb.DecideResponse:
    """What decisions have come to."""
    return pb.DecideResponse(revision=revision, open_items=open_items)


def write_revision(found: Revision, *, original: bool) -> pb.GetRevisionResponse:
    """A text with its decisions applied, and as it was where that is wanted."""
    return pb.GetRevisionResponse(
        text=found.text,
        revision=found.revision,
        complete=found.complete,
        open_items=found.open_items,
        kept_items=found.kept_items,
        edited_items=found.edited_items,
        removed_items=found.removed_items,
        dropped_items=found.dropped_items,
        text_digest=found.text_digest,
        original_text=found.original if original else "",
    )


def write_receipt(meta: Any, kept: ReviewReceipt | None) -> None:
    """Write into a ``ResponseMeta`` what became of flagged findings."""
    if kept is not None:
        meta.review.stored = kept.stored
        meta.review.review_id = kept.review_id
        meta.review.items = kept.items
        meta.review.dropped_items = kept.dropped_items


def read_name(field: str, given: str) -> str:
    """A name in a query.

    Raises:
        FieldTooLong: If it is too long.
        PageInvalid: If it is none.
    """
    if len(given) > _MAX_NAME:
        raise make_too_long(field, len(given), _MAX_NAME)
    if not (given.isascii() and given.isprintable()):
        raise PageInvalid(f"{field} holds something other than printable ASCII", field=field)
    return given


def _item_decision(message: pb.ItemDecision) -> ItemDecision:
    item_id, action = message.item_id, _ACTIONS.get(message.action)
    if action is None:
        raise _invalid("action", f"item {item_id} needs an action", item_id)
    if len(message.replacement) > _MAX_REPLACEMENT:
        raise make_too_long("replacement", len(message.replacement), _MAX_REPLACEMENT)
    if bool(message.replacement) != (action is ReviewAction.EDIT):
        problem = f"item {item_id}: an edit, and nothing else, has a replacement"
        raise _invalid("replacement", problem, item_id)
    return ItemDecision(item_id, action, message.replacement)


def _invalid(field: str, problem: str, item_id: int | None = None) -> DecisionInvalid:
    told = {} if item_id is None else {"item_id": item_id}
    return DecisionInvalid(problem, field=field, **told)


def _write_item(one: ReviewListing) -> pb.FlaggedItem:
    item = one.item
    return pb.FlaggedItem(
        review_id=one.review_id,
        item_id=item.item_id,
        request_id=one.request_id,
        agent_id=one.agent_id,
        create_time=to_timestamp(one.created_us),
        decision=one.decision,
        text_digest=one.text_digest,
        finding=_finding(item),
        text=item.words,
        scope=_span(item.scope),
        scope_text=item.scope_words,
        quote=item.quote,
        revision=one.revision,
        decided=None if one.decided is None else _write_decision(one.decided),
        history=map(_write_decision, one.history),
        model=item.model,
        evidence_digest=one.evidence_digest,
    )


def _finding(item: ReviewItem) -> report_pb2.Finding:
    finding, repair = item.finding, None
    if finding.repair is not None:
        span = _span(finding.repair.span)
        repair = report_pb2.Repair(span=span, replacement=finding.repair.replacement)
    return report_pb2.Finding(
        check=item.check,
        code=finding.code,
        severity=item.severity,
        verdict=finding.verdict,
        span=_span(finding.span),
        message=finding.message,
        details=finding.details,
        repair=repair,
        confidence=finding.confidence,
    )


def _write_decision(one: DecisionRecord) -> pb.ReviewDecision:
    return pb.ReviewDecision(
        action=one.action,
        replacement=one.replacement,
        decided_by=one.decided_by,
        comment=one.comment,
        decide_time=to_timestamp(one.decided_us),
    )


def _span(span: Span) -> common_pb2.Span:
    return common_pb2.Span(start=span.start, end=span.end)
