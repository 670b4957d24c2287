"""The calls of ``ReviewService``, as conversations (see ``verifyd._calls``)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from verifyd import _agreement, _arguments, _reviewing
from verifyd._calls import Conversation, call, deadline_of
from verifyd.agreement import Agreement
from verifyd.enums import ReviewAction, ReviewState
from verifyd.reviews import Decided, FlaggedPage, ItemDecision, Revision
from verifyd.v1 import review_service_pb2 as pb


class ReviewCalls:
    """Conversations about reviews.

    Args:
        timeout: Seconds for a call that names no other.
    """

    def __init__(self, timeout: float) -> None:
        self._timeout = timeout

    def list_flagged(
        self,
        *,
        state: ReviewState | str,
        check: str,
        code: str,
        since: datetime | None,
        review_id: str,
        agent_id: str,
        page_size: int,
        page_token: str,
        timeout: float | None,
    ) -> Conversation[FlaggedPage]:
        """Ask for a page of flagged items.

        Raises:
            ValueError: If the time has no time zone.
        """
        request = pb.ListFlaggedRequest(
            state=f"REVIEW_STATE_{_arguments.choice('state', state, ReviewState)}",
            check=check,
            code=code,
            review_id=review_id,
            agent_id=agent_id,
            page_size=page_size,
            page_token=page_token,
        )
        _set_since(request, since)
        answer = yield from self._call("ListFlagged", request, timeout)
        return _reviewing.page(answer)

    def decide(
        self,
        review_id: str,
        decisions: Sequence[ItemDecision],
        *,
        decided_by: str,
        comment: str,
        expected_revision: int | None,
        timeout: float | None,
    ) -> Conversation[Decided]:
        """Decide items of a review; the same again is as good as once."""
        request = pb.DecideRequest(
            review_id=review_id,
            decisions=[
                pb.ItemDecision(
                    item_id=one.item_id,
                    action=f"REVIEW_ACTION_{_arguments.choice('action', one.action, ReviewAction)}",
                    replacement=one.replacement,
                )
                for one in decisions
            ],
            decided_by=decided_by,
            comment=comment,
            expected_revision=expected_revision,
        )
        answer = yield from self._call("Decide", request, timeout)
        return Decided(answer.revision, answer.open_items)

    def revision(
        self, review_id: str, *, original: bool, timeout: float | None
    ) -> Conversation[Revision]:
        """Ask for the text of a review."""
        request = pb.GetRevisionRequest(review_id=review_id, original=original)
        answer = yield from self._call("GetRevision", request, timeout)
        return _reviewing.revision(answer)

    def agreement(
        self,
        *,
        check: str,
        code: str,
        since: datetime | None,
        threshold: float | None,
        timeout: float | None,
    ) -> Conversation[Agreement]:
        """Ask what the decisions say about the checks.

        Raises:
            ValueError: If the time has no time zone.
        """
        request = pb.GetAgreementRequest(check=check, code=code, threshold=threshold)
        _set_since(request, since)
        answer = yield from self._call("GetAgreement", request, timeout)
        return _agreement.agreement(answer)

    def _call(self, method: str, request: object, timeout: float | None) -> Conversation[Any]:
        return call(method, lambda: request, deadline_of(timeout, self._timeout))


def _set_since(
    request: pb.ListFlaggedRequest | pb.GetAgreementRequest, since: datetime | None
) -> None:
    if since is None:
        return
    if since.tzinfo is None:
        raise ValueError("since needs a time zone: datetime.now(UTC)")
    request.since.FromDatetime(since)
