"""Answers of ``ReviewService`` as ``verifyd.reviews``."""

from __future__ import annotations

from datetime import UTC, datetime

from google.protobuf.timestamp_pb2 import Timestamp

from verifyd.enums import Decision, ReviewAction, Severity, Verdict
from verifyd.results import Span
from verifyd.reviews import FlaggedItem, FlaggedPage, ReviewDecision, Revision
from verifyd.v1 import common_pb2
from verifyd.v1 import review_service_pb2 as pb


def page(message: pb.ListFlaggedResponse) -> FlaggedPage:
    """A page of a list."""
    return FlaggedPage(tuple(map(_item, message.items)), message.next_page_token)


def revision(message: pb.GetRevisionResponse) -> Revision:
    """A text with its decisions applied."""
    return Revision(
        text=message.text,
        revision=message.revision,
        complete=message.complete,
        open_items=message.open_items,
        kept_items=message.kept_items,
        edited_items=message.edited_items,
        removed_items=message.removed_items,
        dropped_items=message.dropped_items,
        text_digest=message.text_digest,
        original_text=message.original_text,
    )


def _item(message: pb.FlaggedItem) -> FlaggedItem:
    finding = message.finding
    return FlaggedItem(
        review_id=message.review_id,
        item_id=message.item_id,
        request_id=message.request_id,
        created_at=_time(message.create_time),
        decision=Decision(message.decision),
        text_digest=message.text_digest,
        check=finding.check,
        code=finding.code,
        severity=Severity(finding.severity),
        verdict=Verdict(finding.verdict),
        message=finding.message,
        details=dict(finding.details),
        confidence=finding.confidence if finding.HasField("confidence") else None,
        byte_span=_span(finding.span),
        text=message.text,
        scope=_span(message.scope),
        scope_text=message.scope_text,
        suggestion=finding.repair.replacement if finding.HasField("repair") else None,
        quote=message.quote,
        revision=message.revision,
        decided=_decided(message.decided) if message.HasField("decided") else None,
        history=tuple(map(_decided, message.history)),
        model=message.model,
        evidence_digest=message.evidence_digest,
        agent_id=message.agent_id,
    )


def _decided(message: pb.ReviewDecision) -> ReviewDecision:
    return ReviewDecision(
        action=ReviewAction(message.action),
        replacement=message.replacement,
        decided_by=message.decided_by,
        comment=message.comment,
        decided_at=_time(message.decide_time),
    )


def _span(message: common_pb2.Span) -> Span:
    return Span(message.start, message.end)


def _time(message: Timestamp) -> datetime:
    return message.ToDatetime(tzinfo=UTC)
