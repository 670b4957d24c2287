"""The pages as one ASGI application: which address leads where, and how refusals look."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from sidecar.errors import VerifydError
from sidecar.pages.agreement import AgreementPage
from sidecar.pages.answers import AnswerPages
from sidecar.pages.asking import Ask
from sidecar.pages.outcomes import OutcomePages
from sidecar.pages.protection import HEADERS, Protection, check_origin
from sidecar.pages.queue import QueuePage
from sidecar.pages.rendering import Renderer, find_status, load_static
from sidecar.pages.sessions import Sessions
from sidecar.pages.signing_in import SignInPages
from sidecar.reviews.queue import ReviewQueue
from sidecar.settings.root import Settings
from sidecar.work.pool import Pool


class Pages:
    """The pages.

    Args:
        queue: The reviews.
        sessions: Who is signed in.
        settings: All settings.
        pool: Renders what takes long.
        ask: Methods of the API by their names.
    """

    def __init__(
        self,
        queue: ReviewQueue,
        sessions: Sessions,
        settings: Settings,
        pool: Pool,
        ask: Mapping[str, Ask],
    ) -> None:
        self._hosts = frozenset(settings.pages.hosts)
        self._files = load_static()
        self._renderer = Renderer(
            pool, sessions, {"needs_token": settings.server.token_file is not None}
        )
        signing_in = SignInPages(sessions, self._renderer)
        listed = QueuePage(queue, settings.reviews, self._renderer)
        answers = AnswerPages(queue, sessions, self._renderer)
        agreement = AgreementPage(ask["GetAgreement"], settings.reviews, self._renderer)
        outcomes = OutcomePages(ask, self._renderer)
        answer, entry = "/review/answers/{review_id}", "/review/outcomes/{entry_id}"
        routes = [
            Route("/review", listed.show),
            Route("/review/", _to_queue),
            Route("/review/sign-in", signing_in.show),
            Route("/review/sign-in", signing_in.sign_in, methods=["POST"]),
            Route("/review/sign-out", signing_in.sign_out, methods=["POST"]),
            Route("/review/stats", agreement.show),
            Route("/review/stats.json", agreement.export),
            Route("/review/outcomes", outcomes.show_list),
            Route(entry, outcomes.show),
            Route(f"{entry}/outcome.json", outcomes.export),
            Route(answer, answers.show),
            Route(answer, answers.decide, methods=["POST"]),
            Route(f"{answer}/review.json", answers.export),
            Route(f"{answer}/answer.md", answers.text),
            Route("/review/static/{name}", self._static),
        ]
        handlers = {VerifydError: self._refused, HTTPException: self._not_found}
        application = Starlette(routes=routes, exception_handlers=handlers)
        # Behind a proxy with TLS, those would lead to an address without.
        application.router.redirect_slashes = False
        self._application = Protection(application)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        try:
            check_origin(Request(scope), self._hosts)
        except VerifydError as error:
            refusal = PlainTextResponse(f"{error}\n", HTTPStatus.FORBIDDEN)
            await Protection(refusal)(scope, receive, send)
            return
        await self._application(scope, receive, send)

    def refuse(self, status: int, message: str) -> tuple[int, list[tuple[str, str]], bytes]:
        """Status, headers and body for a request that did not reach the application."""
        model = {"session": None, "form_token": "", "here": "", **_refusal(status, message)}
        page = self._renderer.render("refusal", model)
        headers = [("content-type", "text/html; charset=utf-8"), *HEADERS.items()]
        return status, headers, page.encode()

    async def _refused(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, VerifydError)  # noqa: S101 (the handler of those alone)
        status = find_status(error)
        model = _refusal(status, str(error))
        return await self._renderer.page(request, "refusal", model, status=status)

    async def _not_found(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)  # noqa: S101 (as above)
        model = _refusal(error.status_code, "There is no such page.")
        return await self._renderer.page(request, "refusal", model, status=error.status_code)

    async def _static(self, request: Request) -> Response:
        found = self._files.get(request.path_params["name"])
        if found is None:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        data, kind = found
        # The address has the digest of its content.
        return Response(data, media_type=kind, headers={"cache-control": "max-age=86400"})


async def _to_queue(request: Request) -> Response:
    del request
    return RedirectResponse("/review", HTTPStatus.SEE_OTHER)


def _refusal(status: int, message: str) -> dict[str, object]:
    return {"title": HTTPStatus(status).phrase, "message": message}
