"""What people decide about flagged findings, as plain frozen data.

Spans here count UTF-8 bytes of the text, which a list does not hold; the words there stand beside.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from verifyd.enums import Decision, ReviewAction, Severity, Verdict
from verifyd.results import Span


@dataclass(frozen=True, slots=True)
class ItemDecision:
    """What shall happen to a flagged item.

    Attributes:
        item_id: Its number in the review.
        action: What happens.
        replacement: What stands in its place, for ``ReviewAction.EDIT``.
    """

    item_id: int
    action: ReviewAction | str
    replacement: str = ""


@dataclass(frozen=True, slots=True)
class ReviewDecision:
    """What was decided of an item, by whom, when and why."""

    action: ReviewAction
    replacement: str
    decided_by: str
    comment: str
    decided_at: datetime


@dataclass(frozen=True, slots=True)
class FlaggedItem:
    """A flagged finding that is kept for a person.

    Attributes:
        review_id: The review of its text.
        item_id: Its number in the review.
        request_id: Of the request that the text came with.
        created_at: When the text was verified.
        decision: What all findings of the text added up to.
        text_digest: SHA-256 of the text.
        check: The check that found it.
        code: What was found.
        severity: How bad it is.
        verdict: What the evidence says.
        message: A sentence for people.
        details: The values in the message, for programs.
        confidence: How sure the check is, where it can say.
        byte_span: Where it is, in bytes of the text as UTF-8.
        text: The words there.
        scope: What its removal takes out, in bytes.
        scope_text: The words there.
        suggestion: A replacement that would settle it; None where none is known.
        quote: What it quotes from its source.
        revision: Of the review.
        decided: What was decided; None for nothing.
        history: The last 20 decisions at most, ``decided`` at the end.
        model: The model whose verdict was flagged; empty where no model judged.
        evidence_digest: Of the evidence that the text was verified with.
        agent_id: Who wrote the text; empty where the request did not tell.
    """

    review_id: str
    item_id: int
    request_id: str
    created_at: datetime
    decision: Decision
    text_digest: str
    check: str
    code: str
    severity: Severity
    verdict: Verdict
    message: str
    details: Mapping[str, str]
    confidence: float | None
    byte_span: Span
    text: str
    scope: Span
    scope_text: str
    suggestion: str | None
    quote: str
    revision: int
    decided: ReviewDecision | None
    history: tuple[ReviewDecision, ...]
    model: str
    evidence_digest: str
    agent_id: str = ""


@dataclass(frozen=True, slots=True)
class FlaggedPage:
    """A page of a list.

    Attributes:
        items: The newest text first.
        next_page_token: For the next page; empty where this is the last one.
    """

    items: tuple[FlaggedItem, ...]
    next_page_token: str


@dataclass(frozen=True, slots=True)
class Decided:
    """What decisions have come to.

    Attributes:
        revision: Of the review, from now on.
        open_items: Items of it that nobody has decided.
    """

    revision: int
    open_items: int


@dataclass(frozen=True, slots=True)
class Revision:
    """The text of a review with its decisions applied.

    Attributes:
        text: The text.
        revision: Of the review.
        complete: Whether every flagged finding is decided.
        open_items: Items that nobody has decided.
        kept_items: Items that stay as they are.
        edited_items: Items whose place was replaced.
        removed_items: Items that were taken out.
        dropped_items: Flagged findings that the review has no item for.
        text_digest: SHA-256 of the text as it was verified.
        original_text: The text as it was verified, where it was asked for.
    """

    text: str
    revision: int
    complete: bool
    open_items: int
    kept_items: int
    edited_items: int
    removed_items: int
    dropped_items: int
    text_digest: str
    original_text: str = ""
