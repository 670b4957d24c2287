"""What decisions come to: whether a review takes them, and the text that it then has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row

from sidecar.model.text import Span
from sidecar.reviews import records
from sidecar.reviews.model import (
    DecisionInvalid,
    DecisionRecord,
    Decisions,
    DecisionsOverlap,
    ItemDecision,
    ReviewAction,
    ReviewAlreadyDecided,
    ReviewChanged,
    Revision,
)
from sidecar.reviews.records import StoredReview

# Decisions on a text: which of them get in each other's way, and the text that they make.

_BLANKS = (b" ", b"\t")
_ENDS = (b"", b"\r", b"\n")
_MARKER = re.compile(rb"[ \t]*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6}|>)[ \t]+)*(?:[-*+>][ \t]*)?")
"""What may stand on a line before its words: it says nothing without them."""


@dataclass(frozen=True, slots=True)
class TextEdit:
    """What a decision changes.

    Attributes:
        item_id: Of the item that it decides.
        span: What it takes away.
        replacement: What comes in its place; None where it takes out whole sentences.
    """

    item_id: int
    span: Span
    replacement: bytes | None


def find_conflict(changes: Iterable[TextEdit]) -> tuple[int, int] | None:
    """The items of two changes to one place; removals agree with each other."""
    farthest: dict[bool, TextEdit] = {}
    for change in sorted(changes, key=lambda one: (one.span, one.item_id)):
        removes = change.replacement is None
        for other_removes, other in farthest.items():
            if change.span.overlaps(other.span) and not (removes and other_removes):
                return other.item_id, change.item_id
        reached = farthest.get(removes)
        if reached is None or change.span.end > reached.span.end:
            farthest[removes] = change
    return None


def apply_edits(text: bytes, changes: Sequence[TextEdit]) -> bytes:
    """The text with changes that do not get in each other's way."""
    parts, done = [], 0
    for span, replacement in plan_edits(text, changes):
        parts += [text[done : span.start], replacement]
        done = span.end
    return b"".join([*parts, text[done:]])


def plan_edits(text: bytes, changes: Sequence[TextEdit]) -> Iterator[tuple[Span, bytes]]:
    """What such changes replace, and by what, in the order of the text.

    Where a sentence is taken out, so are the spaces that it leaves, and its line where nothing but
    a marker is left of that.
    """
    edits = [(one.span, one.replacement) for one in changes if one.replacement is not None]
    removed = _merged([one.span for one in changes if one.replacement is None], text)
    edits += [(_widened(span, text), b"") for span in removed]
    done = 0
    for span, replacement in sorted(edits):
        start = max(span.start, done)
        done = max(span.end, start)
        yield Span(start, done), replacement


def _merged(spans: Iterable[Span], text: bytes) -> Iterator[Span]:
    """Removals that only spaces part are one."""
    whole: Span | None = None
    for span in sorted(spans):
        if whole is not None and not text[whole.end : span.start].strip(b" \t"):
            whole = Span(whole.start, max(whole.end, span.end))
            continue
        if whole is not None:
            yield whole
        whole = span
    if whole is not None:
        yield whole


def _widened(span: Span, text: bytes) -> Span:
    """A removal with the spaces, and the line, that it would leave behind."""
    start, end = span
    while text[end : end + 1] in _BLANKS:
        end += 1
    if text[end : end + 1] not in _ENDS:
        return Span(start, end)
    line = text.rfind(b"\n", 0, start) + 1
    if _MARKER.fullmatch(text, line, start):
        return _lines(line, end, text)
    return Span(line + len(text[line:start].rstrip(b" \t")), end)


def _lines(start: int, end: int, text: bytes) -> Span:
    """Whole lines with their ends, and with the empty line that would follow another one."""
    end = _after_break(end, text)
    if end == len(text):  # which ends as it did before
        return Span(len(text[:start].rstrip(b"\r\n")), len(text.rstrip(b"\r\n")))
    if start == 0 or text[:start].endswith((b"\n\n", b"\n\r\n")):
        return Span(start, _after_break(end, text))
    return Span(start, end)


def _after_break(at: int, text: bytes) -> int:
    """Past a line break, if one stands at a place."""
    for mark in (b"\r\n", b"\n"):
        if text.startswith(mark, at):
            return at + len(mark)
    return at


_EDIT, _REMOVE = ReviewAction.EDIT, ReviewAction.REMOVE


def select_new(
    stored: StoredReview, given: Decisions, now_us: int
) -> list[tuple[ItemDecision, DecisionRecord]]:
    """The decisions that change something, each with what is kept of it.

    Raises:
        DecisionInvalid: If an item is none of the review.
        ReviewChanged: If they are for another revision.
        ReviewAlreadyDecided: If an item is decided, and they do not tell the revision.
        DecisionsOverlap: If two decisions, earlier ones among them, change the same place.
    """
    before = {row.item_id: records.parse_decision(row) for row in stored.items}
    changed = []
    for decision in given.items:
        if decision.item_id not in before:
            raise DecisionInvalid(
                f"the review has no item {decision.item_id}",
                item_id=decision.item_id,
                field="item_id",
            )
        decided = _make_decision(decision, given, now_us)
        if not _same(before[decision.item_id], decided):
            changed.append((decision, decided))
    if changed:
        _check_revision(stored.review.revision, changed, before, given)
        _check_places(stored, before | {each.item_id: decided for each, decided in changed})
    return changed


def make_revision(stored: StoredReview) -> Revision:
    """The text of a review with its decisions applied."""
    decided = {row.item_id: records.parse_decision(row) for row in stored.items}
    actions = [None if one is None else one.action for one in decided.values()]
    review = stored.review
    return Revision(
        original=review.text,
        text=apply_edits(review.text.encode(), list(_changes(stored.items, decided))).decode(),
        text_digest=review.text_digest,
        revision=review.revision,
        open_items=actions.count(None),
        kept_items=actions.count(ReviewAction.KEEP),
        edited_items=actions.count(_EDIT),
        removed_items=actions.count(_REMOVE),
        dropped_items=review.dropped_items,
    )


def list_edits(stored: StoredReview) -> list[tuple[Span, bytes]]:
    """What the decisions of a review replace in its text, and by what."""
    decided = {row.item_id: records.parse_decision(row) for row in stored.items}
    changes = list(_changes(stored.items, decided))
    return list(plan_edits(stored.review.text.encode(), changes))


def _make_decision(decision: ItemDecision, given: Decisions, now_us: int) -> DecisionRecord:
    return DecisionRecord(
        action=decision.action,
        replacement=decision.replacement,
        decided_by=given.decided_by,
        comment=given.comment,
        decided_us=now_us,
    )


def _same(before: DecisionRecord | None, decided: DecisionRecord) -> bool:
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
    changed: Iterable[tuple[ItemDecision, DecisionRecord]],
    before: Mapping[int, DecisionRecord | None],
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


def _check_places(stored: StoredReview, decided: Mapping[int, DecisionRecord | None]) -> None:
    found = find_conflict(_changes(stored.items, decided))
    if found is not None:
        other, item_id = found
        raise DecisionsOverlap(
            f"items {other} and {item_id} would change the same place of the text",
            item_id=item_id,
            other_item_id=other,
        )


def _changes(
    items: Iterable[Row[Any]], decided: Mapping[int, DecisionRecord | None]
) -> Iterable[TextEdit]:
    """What decisions change of the text."""
    for row in items:
        one = decided[row.item_id]
        if one is not None and one.action is _EDIT:
            span = Span(row.span_start, row.span_end)
            yield TextEdit(row.item_id, span, one.replacement.encode())
        if one is not None and one.action is _REMOVE:
            yield TextEdit(row.item_id, Span(row.scope_start, row.scope_end), None)
