"""What the page of one answer shows: the marked text, a card for each finding, and what changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sidecar.checks import CODES
from sidecar.model.report import Severity
from sidecar.model.text import Span, Text
from sidecar.pages.times import to_time
from sidecar.reports.html.anchors import AnchoredPassage, Anchors
from sidecar.reports.html.narrative import read_narrative
from sidecar.reports.verification import find_remedy
from sidecar.reviews import deciding, records
from sidecar.reviews.model import DecisionRecord, ReviewAction, ReviewItem
from sidecar.reviews.queue import WholeReview

_SOURCE = {
    "source_id": "Source",
    "url": "Address",
    "reasoning": "Why",
    "judged": "The model said",
    "reason": "No text, since",
}
"""The details that a finding has of a source, and what they are called."""

_DONE = {
    ReviewAction.KEEP: "Kept",
    ReviewAction.EDIT: "Edited",
    ReviewAction.REMOVE: "Removed",
}


class Card(NamedTuple):
    """A finding as it is shown.

    Attributes:
        item: The finding.
        decided: What was decided of it; None for nothing.
        earlier: What was decided before that, the first one first.
        suggestion: What the text would have in its place, "" where nothing is known.
        source: What is known of the source that it speaks of: names and values.
        meaning: What its code means, in sentences.
        remedy: What to do about it.
    """

    item: ReviewItem
    decided: DecisionRecord | None
    earlier: Sequence[DecisionRecord]
    suggestion: str
    source: Sequence[tuple[str, str]]
    meaning: Sequence[str]
    remedy: str

    @property
    def number(self) -> int:
        """Its number on the page."""
        return self.item.item_id

    @property
    def level(self) -> str:
        """The word for its severity."""
        return self.item.severity.name.lower()


class Piece(NamedTuple):
    """Words of a changed line: ``ins``, ``del``, or "" where they stay."""

    tag: str
    words: str


class Hunk(NamedTuple):
    """Lines that change: the number of the first one, and their pieces."""

    line: int
    pieces: Sequence[Piece]


def make_model(whole: WholeReview) -> dict[str, Any]:
    """All that the template needs."""
    stored = whole.stored
    text = Text(stored.review.text)
    cards = [_card(row, whole.history.get(row.item_id, ())) for row in stored.items]
    passages = [_passage(card) for card in cards]
    return {
        "review": stored.review,
        "revision": deciding.make_revision(stored),
        "cards": cards,
        "narrative": list(read_narrative(text, Anchors((), (), passages, (), {}))),
        "hunks": find_hunks(text.data, deciding.list_edits(stored)),
        "done": _DONE,
        "time": to_time,
        "severities": Severity,
    }


def _card(row: Any, history: Sequence[DecisionRecord]) -> Card:
    item = records.parse_item(row)
    details = item.finding.details
    finding, code = item.finding, CODES.get(item.finding.code)
    # A repair of a wider place, such as a whole line, is none of the finding's own place.
    fits = finding.repair is not None and finding.repair.span == finding.span
    return Card(
        item=item,
        decided=records.parse_decision(row),
        earlier=history[:-1],
        suggestion=finding.repair.replacement if finding.repair and fits else "",
        source=[(words, details[key]) for key, words in _SOURCE.items() if key in details],
        meaning=[code.summary, *([code.details] if code.details else [])] if code else [],
        remedy=find_remedy(finding.code),
    )


def _passage(card: Card) -> AnchoredPassage:
    item, decided = card.item, card.decided
    said = "" if decided is None else f", {_DONE[decided.action].lower()}"
    return AnchoredPassage(
        span=item.finding.span,
        key=f"mark-{item.item_id}",
        card=f"item-{item.item_id}",
        style=card.level if decided is None else f"{card.level} decided",
        rank=item.severity.value if decided is None else 0,
        label=f"Finding {item.item_id}: {item.finding.code}{said}",
    )


def find_hunks(text: bytes, edits: Sequence[tuple[Span, bytes]]) -> list[Hunk]:
    """The lines that edits change, which are apart and in the order of the text."""
    hunks = []
    for start, end, inside in _find_lines(text, edits):
        pieces, position = [], start
        for span, replacement in inside:
            pieces += [
                Piece("", text[position : span.start].decode()),
                Piece("del", text[span.start : span.end].decode()),
                Piece("ins", replacement.decode()),
            ]
            position = span.end
        pieces.append(Piece("", text[position:end].decode()))
        line = text.count(b"\n", 0, start) + 1
        hunks.append(Hunk(line, [piece for piece in pieces if piece.words]))
    return hunks


def _find_lines(
    text: bytes, edits: Sequence[tuple[Span, bytes]]
) -> list[tuple[int, int, list[tuple[Span, bytes]]]]:
    """Whole lines around edits, each with the edits in it: where they begin and end."""
    found: list[tuple[int, int, list[tuple[Span, bytes]]]] = []
    for edit in edits:
        span, _ = edit
        start = text.rfind(b"\n", 0, span.start) + 1
        end = text.find(b"\n", span.end)
        end = len(text) if end < 0 else end
        if found and start <= found[-1][1]:
            before, reached, inside = found[-1]
            found[-1] = before, max(end, reached), [*inside, edit]
        else:
            found.append((start, end, [edit]))
    return found


# Export.


def export(whole: WholeReview) -> dict[str, Any]:
    """A review as plain data: text, findings, every decision, and the text that comes of them."""
    review, revision = whole.stored.review, deciding.make_revision(whole.stored)
    return {
        "review_id": review.id,
        "request_id": review.request_id,
        "agent_id": review.agent_id,
        "created_at": to_time(review.created_us).isoformat(),
        "text": review.text,
        "text_digest": review.text_digest,
        "revision": review.revision,
        "complete": revision.complete,
        "revised_text": revision.text,
        "open_items": revision.open_items,
        "dropped_items": revision.dropped_items,
        "items": [
            _export_item(records.parse_item(row), whole.history.get(row.item_id, ()))
            for row in whole.stored.items
        ],
    }


def _export_item(item: ReviewItem, history: Sequence[DecisionRecord]) -> Mapping[str, Any]:
    finding, repair = item.finding, item.finding.repair
    return {
        "item_id": item.item_id,
        "check": item.check,
        "code": finding.code,
        "severity": item.severity.name,
        "verdict": finding.verdict.name,
        "span": [*finding.span],
        "text": item.words,
        "message": finding.message,
        "details": dict(finding.details),
        "quote": item.quote,
        "confidence": finding.confidence,
        "model": item.model,
        "repair": repair and {"span": [*repair.span], "replacement": repair.replacement},
        "decisions": [
            {
                "action": one.action.name,
                "replacement": one.replacement,
                "decided_by": one.decided_by,
                "comment": one.comment,
                "decided_at": to_time(one.decided_us).isoformat(),
            }
            for one in history
        ],
    }
