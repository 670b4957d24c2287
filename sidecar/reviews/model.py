"""Reviews as plain data, and what is refused about them.

A review is one text with its flagged findings, which are its items. Its revision counts how often
something was decided.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import ClassVar, NamedTuple

from sidecar.errors import VerifydError
from sidecar.model.report import Decision, Finding, Severity
from sidecar.model.text import Span


class ReviewAction(IntEnum):
    """What happens to an item. Values equal those of the wire enum."""

    KEEP = 1
    EDIT = 2
    REMOVE = 3


class ReviewState(IntEnum):
    """Which items are asked for. Values equal those of the wire enum."""

    OPEN = 1
    DECIDED = 2
    ALL = 3


class CellRole(IntEnum):
    """What a cell of an excerpt has to do with a finding."""

    COMPARED = 1
    """The text was compared with it: the text names it, or nothing is nearer."""
    AGREES = 2
    """It agrees with the text, which names another one."""


class MarkedCell(NamedTuple):
    """A cell of an excerpt that a finding speaks of: its row and column there."""

    row: int
    column: int
    role: CellRole


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The part of a query result that a finding speaks of.

    Attributes:
        query_id: Of the query result.
        columns: Names of the columns that are kept.
        rows: Of each row that is kept, its number in the result, from 0.
        cells: What is written there, row by row, each cut where it is long.
        marks: The cells in question.
        row_count: Rows of the whole result.
    """

    query_id: str
    columns: Sequence[str]
    rows: Sequence[int]
    cells: Sequence[Sequence[str]]
    marks: Sequence[MarkedCell]
    row_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewItem:
    """A flagged finding.

    Attributes:
        item_id: Its number in the review, from 1.
        check: Who found it.
        severity: How bad it is, after the settings.
        finding: What was found.
        scope: What its removal takes out of the text.
        words: Those of the finding's span, cut where there are many.
        scope_words: Those of the scope.
        quote: What the finding quotes from its source.
        model: The model whose verdict it is; empty where no model judged.
        excerpts: The parts of query results that it speaks of.
    """

    item_id: int
    check: str
    severity: Severity
    finding: Finding
    scope: Span
    words: str
    scope_words: str
    quote: str
    model: str = ""
    excerpts: Sequence[Excerpt] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """A text with its flagged findings, as it is stored.

    Attributes:
        review_id: A digest of tenant, text and findings.
        tenant: Whose it is.
        request_id: Of the request that it comes from.
        agent_id: Who wrote it; empty where the request does not tell.
        created_us: When the text was verified, in microseconds since the epoch.
        decision: What all findings of the text added up to.
        text: As UTF-8.
        text_digest: SHA-256 of it.
        items: In the order of the text.
        dropped_items: Flagged findings that there was no room for.
        evidence_digest: Of the evidence, as in the report.
    """

    review_id: str
    tenant: str
    request_id: str
    agent_id: str
    created_us: int
    decision: Decision
    text: bytes
    text_digest: str
    items: Sequence[ReviewItem]
    dropped_items: int
    evidence_digest: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRecord:
    """What was decided of an item, by whom, when and why."""

    action: ReviewAction
    replacement: str
    decided_by: str
    comment: str
    decided_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewListing:
    """An item with what is to be known of its review.

    Attributes:
        history: Its last decisions, ``decided`` at the end.
    """

    review_id: str
    request_id: str
    agent_id: str
    created_us: int
    decision: Decision
    text_digest: str
    revision: int
    item: ReviewItem
    decided: DecisionRecord | None
    history: Sequence[DecisionRecord] = ()
    evidence_digest: str = ""


class ReviewPosition(NamedTuple):
    """Where a list goes on: behind an item."""

    created_us: int
    review_id: str
    item_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewQuery:
    """Which items are asked for; what is empty does not restrict them."""

    state: ReviewState = ReviewState.OPEN
    check: str = ""
    code: str = ""
    since_us: int = 0
    review_id: str = ""
    agent_id: str = ""
    request_prefix: str = ""
    severity: Severity | None = None
    until_us: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewSummary:
    """A review in a list of reviews.

    Attributes:
        review_id: The review.
        request_id: Of the request that it comes from.
        agent_id: Who wrote it; empty where the request does not tell.
        created_us: When its text was verified, in microseconds since the epoch.
        decision: What all findings of the text added up to.
        items: How many items it has.
        open_items: How many of them nobody has decided.
        severity: The worst of its items'.
        codes: The codes of its items, each with their number, the most frequent first.
        words: The words around the first item.
    """

    review_id: str
    request_id: str
    agent_id: str
    created_us: int
    decision: Decision
    items: int
    open_items: int
    severity: Severity
    codes: Sequence[tuple[str, int]]
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewsPage:
    """A page of reviews.

    Attributes:
        reviews: The newest first.
        next_page_token: Where the next page begins; empty where this is the last one.
        reviews_total: How many there are on all pages, counted up to ``MOST_COUNTED``.
        items_total: How many of their items are asked for, counted up to the same number.
    """

    reviews: Sequence[ReviewSummary]
    next_page_token: str
    reviews_total: int
    items_total: int


@dataclass(frozen=True, slots=True)
class ItemDecision:
    """What shall happen to an item."""

    item_id: int
    action: ReviewAction
    replacement: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decisions:
    """What somebody decides of the items of a review.

    Attributes:
        review_id: The review.
        items: One for each item that is decided.
        decided_by: Who decides.
        comment: Why.
        expected_revision: Which revision they are for, if that is told.
    """

    review_id: str
    items: Sequence[ItemDecision]
    decided_by: str
    comment: str = ""
    expected_revision: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """The text of a review with its decisions applied, and how many items got which."""

    text: str
    original: str
    text_digest: str
    revision: int
    open_items: int
    kept_items: int
    edited_items: int
    removed_items: int
    dropped_items: int

    @property
    def complete(self) -> bool:
        """Whether every flagged finding is decided."""
        return not self.open_items and not self.dropped_items


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewReceipt:
    """What became of the flagged findings of a text.

    Attributes:
        review_id: The review that they make.
        items: How many of them it holds.
        dropped_items: How many there was no room for.
        stored: Whether it is in the store.
    """

    review_id: str
    items: int
    dropped_items: int
    stored: bool


# What is refused about reviews, each with its status and reason.


class ReviewNotStored(VerifydError):
    """Findings were flagged and could not be stored, which the server requires."""

    code: ClassVar[str] = "UNAVAILABLE"
    reason: ClassVar[str] = "REVIEW_NOT_STORED"
    retry_after_s = 0.5


class ReviewNotFound(VerifydError):
    """There is no such review of this tenant."""

    code: ClassVar[str] = "NOT_FOUND"
    reason: ClassVar[str] = "REVIEW_NOT_FOUND"


class ReviewAlreadyDecided(VerifydError):
    """An item is decided already, and nobody said that this shall take its place."""

    code: ClassVar[str] = "FAILED_PRECONDITION"
    reason: ClassVar[str] = "REVIEW_ALREADY_DECIDED"


class ReviewChanged(VerifydError):
    """The review is not at the revision that the caller knows."""

    code: ClassVar[str] = "ABORTED"
    reason: ClassVar[str] = "REVIEW_CHANGED"


class DecisionInvalid(VerifydError):
    """A decision cannot be used, whatever the review is."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "DECISION_INVALID"


class DecisionsOverlap(VerifydError):
    """Two decisions would change the same place in different ways."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "DECISIONS_OVERLAP"
