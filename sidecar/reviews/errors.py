"""What is refused about reviews, each with its status and reason."""

from __future__ import annotations

from typing import ClassVar

from sidecar.errors import VerifydError


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
