"""What decisions come to: whether a review takes them, and the text that it then has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Row

from sidecar.model.text import Span
from sidecar.reviews import rows
from sidecar.reviews.changes import Change, applied, conflict
from sidecar.reviews.errors import (
    DecisionInvalid,
    DecisionsOverlap,
    ReviewAlreadyDecided,
    ReviewChanged,
)
from sidecar.reviews.model import Decided, Decisions, ItemDecision, ReviewAction, Revision
from sidecar.reviews.records import Stored

_EDIT, _REMOVE = ReviewAction.EDIT, ReviewAction.REMOVE


def fresh(stored: Stored, given: Decisions, now_us: int) -> list[tuple[ItemDecision, Decided]]:
    """The decisions that change something, each with what is kept of it.

    Raises:
        DecisionInvalid: If an item is none of the review.
        ReviewChanged: If they are for another revision.
        ReviewAlreadyDecided: If an item is decided, and they do not tell the revision.
        DecisionsOverlap: If two decisions, earlier ones among them, change the same place.
    """
    before = {row.item_id: rows.decided(row) for row in stored.items}
    changed = []
    for decision in given.items:
        if decision.item_id not in before:
            raise DecisionInvalid(
                f"the review has no item {decision.item_id}",
                item_id=decision.item_id,
                field="item_id",
            )
        decided = _decided(decision, given, now_us)
        if not _same(before[decision.item_id], decided):
            changed.append((decision, decided))
    if changed:
        _check_revision(stored.review.revision, changed, before, given)
        _check_places(stored, before | {each.item_id: decided for each, decided in changed})
    return changed


def revision(stored: Stored) -> Revision:
    """The text of a review with its decisions applied."""
    decided = {row.item_id: rows.decided(row) for row in stored.items}
    actions = [None if one is None else one.action for one in decided.values()]
    review = stored.review
    return Revision(
        text=applied(review.text.encode(), list(_changes(stored.items, decided))).decode(),
        text_digest=review.text_digest,
        revision=review.revision,
        open_items=actions.count(None),
        kept_items=actions.count(ReviewAction.KEEP),
        edited_items=actions.count(_EDIT),
        removed_items=actions.count(_REMOVE),
        dropped_items=review.dropped_items,
    )


def _decided(decision: ItemDecision, given: Decisions, now_us: int) -> Decided:
    return Decided(
        action=decision.action,
        replacement=decision.replacement,
        decided_by=given.decided_by,
        comment=given.comment,
        decided_us=now_us,
    )


def _same(before: Decided | None, decided: Decided) -> bool:
    """Whether this was decided already, as where an answer was lost and the call is sent again."""
    if before is None:
        return False
    return (before.action, before.replacement, before.decided_by, before.comment) == (
        decided.action,
        decided.replacement,
        decided.decided_by,
        decided.comment,
    )


def _check_revision(
    current: int,
    changed: Iterable[tuple[ItemDecision, Decided]],
    before: Mapping[int, Decided | None],
    given: Decisions,
) -> None:
    expected = given.expected_revision
    if expected is not None and expected != current:
        raise ReviewChanged(
            f"the review has revision {current}, not {expected}",
            expected=expected,
            revision=current,
        )
    for decision, _ in changed:
        if expected is None and before[decision.item_id] is not None:
            raise ReviewAlreadyDecided(
                f"item {decision.item_id} is decided; to change the decision, give the revision"
                f" ({current}) as expected_revision",
                item_id=decision.item_id,
                revision=current,
            )


def _check_places(stored: Stored, decided: Mapping[int, Decided | None]) -> None:
    found = conflict(_changes(stored.items, decided))
    if found is not None:
        other, item_id = found
        raise DecisionsOverlap(
            f"items {other} and {item_id} would change the same place of the text",
            item_id=item_id,
            other_item_id=other,
        )


def _changes(items: Iterable[Row[Any]], decided: Mapping[int, Decided | None]) -> Iterable[Change]:
    """What decisions change of the text."""
    for row in items:
        one = decided[row.item_id]
        if one is not None and one.action is _EDIT:
            span = Span(row.span_start, row.span_end)
            yield Change(row.item_id, span, one.replacement.encode())
        if one is not None and one.action is _REMOVE:
            yield Change(row.item_id, Span(row.scope_start, row.scope_end), None)
