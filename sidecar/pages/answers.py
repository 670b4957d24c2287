"""The page of one answer, the decisions that it sends, and its export."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from verifyd.v1 import review_service_pb2 as pb

from sidecar.errors import VerifydError
from sidecar.pages import answer_view
from sidecar.pages.protection import FormInvalid, read_form
from sidecar.pages.rendering import Renderer, download, find_status
from sidecar.pages.sessions import Session, Sessions, Visit
from sidecar.reviews import deciding
from sidecar.reviews.model import (
    Decisions,
    DecisionsOverlap,
    ReviewAlreadyDecided,
    ReviewChanged,
    ReviewNotFound,
)
from sidecar.reviews.queue import ReviewQueue, WholeReview
from sidecar.store.errors import StoreUnavailable
from sidecar.wire.reviews import read_decisions

_ITEM_S = 0.0005
_BYTE_S = 0.5e-6
"""Seconds of processor time that a finding, and a byte of the text, take to be shown."""

_ACTIONS = {
    "keep": pb.REVIEW_ACTION_KEEP,
    "edit": pb.REVIEW_ACTION_EDIT,
    "remove": pb.REVIEW_ACTION_REMOVE,
}


class Unsaved(NamedTuple):
    """A decision that was not stored, so that nobody writes it again.

    Attributes:
        item_id: The finding.
        action: What was to happen to it.
        replacement: What was to replace it.
        comment: Why.
        problem: What kept it from being stored.
    """

    item_id: int
    action: str
    replacement: str
    comment: str
    problem: str


class AnswerPages:
    """The pages of single answers.

    Args:
        queue: The reviews.
        sessions: Who is signed in.
        renderer: Writes pages.
    """

    def __init__(self, queue: ReviewQueue, sessions: Sessions, renderer: Renderer) -> None:
        self._queue, self._sessions, self._renderer = queue, sessions, renderer

    async def show(self, request: Request) -> Response:
        """The answer with its findings."""
        return await self._page(request, None, HTTPStatus.OK)

    async def decide(self, request: Request) -> Response:
        """Decide one finding, and show the answer again."""
        fields = await read_form(request, self._sessions)
        session, visit = _session(request), request.state.visit
        given = _read_decision(request.path_params["review_id"], fields, session.name)
        try:
            decisions: Decisions = read_decisions(given)
            await self._queue.decide(session.tenant, decisions, visit.remaining_s())
        except (ReviewNotFound, StoreUnavailable):
            raise
        except VerifydError as error:
            decision = given.decisions[0]
            unsaved = Unsaved(
                decision.item_id,
                fields["action"],
                decision.replacement,
                given.comment,
                _explain(error),
            )
            return await self._page(request, unsaved, find_status(error))
        visit.facts.update(review=decisions.review_id, decided=len(decisions.items))
        place = f"{request.url.path}#item-{decisions.items[0].item_id}"
        return RedirectResponse(place, HTTPStatus.SEE_OTHER)

    async def export(self, request: Request) -> Response:
        """Everything that is known of the answer, as JSON."""
        whole = await self._read(request)
        body = json.dumps(answer_view.export(whole), ensure_ascii=False, indent=2)
        return download(body, "application/json", f"review-{whole.stored.review.id[:12]}.json")

    async def text(self, request: Request) -> Response:
        """The text with the decisions applied."""
        whole = await self._read(request)
        revised = deciding.make_revision(whole.stored).text
        return download(revised, "text/markdown", f"answer-{whole.stored.review.id[:12]}.md")

    async def _read(self, request: Request) -> WholeReview:
        visit: Visit = request.state.visit
        tenant, review_id = _session(request).tenant, request.path_params["review_id"]
        return await self._queue.read(tenant, review_id, visit.remaining_s())

    async def _page(
        self, request: Request, unsaved: Unsaved | None, status: HTTPStatus
    ) -> Response:
        whole = await self._read(request)
        stored = whole.stored
        cost_s = _ITEM_S * len(stored.items) + _BYTE_S * len(stored.review.text)
        model = {"unsaved": unsaved}
        return await self._renderer.page(
            request,
            "answer",
            model,
            view=lambda: answer_view.make_model(whole),
            status=status,
            cost_s=cost_s,
        )


def _session(request: Request) -> Session:
    session: Session | None = request.state.visit.session
    assert session is not None  # noqa: S101 (these pages are for people who are signed in)
    return session


def _read_decision(review_id: str, fields: dict[str, str], name: str) -> pb.DecideRequest:
    """A form as the request that the API takes, so that the same rules hold.

    Raises:
        FormInvalid: If it lacks something.
    """
    item_id, action = fields.get("item", ""), fields.get("action", "")
    revision = fields.get("revision", "")
    if not (_is_number(item_id) and action in _ACTIONS and (not revision or _is_number(revision))):
        raise FormInvalid("the form names no finding, or no action")
    decision = pb.ItemDecision(item_id=int(item_id), action=_ACTIONS[action])
    if action == "edit":
        decision.replacement = fields.get("replacement", "")
    return pb.DecideRequest(
        review_id=review_id,
        decisions=[decision],
        decided_by=name,
        comment=fields.get("comment", ""),
        expected_revision=int(revision) if revision else None,
    )


def _is_number(given: str) -> bool:
    return given.isascii() and given.isdecimal() and len(given) < 10


def _explain(error: VerifydError) -> str:
    """Why a decision was not stored, for the person who made it."""
    if isinstance(error, ReviewAlreadyDecided):
        return "Somebody else decided this finding while you had the page open."
    if isinstance(error, ReviewChanged):
        return "Somebody else changed this review while you had the page open."
    if isinstance(error, DecisionsOverlap):
        return f"Two decisions would change the same place of the text: {error}."
    return f"{error}."
