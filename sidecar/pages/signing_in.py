"""Signing in by the token that calls of the API carry, or by the certificate of the browser."""

from __future__ import annotations

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from sidecar.errors import VerifydError
from sidecar.pages.protection import is_secure, read_form
from sidecar.pages.rendering import Renderer
from sidecar.pages.sessions import COOKIE, Sessions, Visit, make_id

MAX_NAME = 200
"""Characters of a person's name, as ``DecideRequest.decided_by`` has them."""

_PATH = "/review"


class SignInPages:
    """The page to sign in with, and what it sends.

    Args:
        sessions: Who is signed in.
        renderer: Writes the page.
    """

    def __init__(self, sessions: Sessions, renderer: Renderer) -> None:
        self._sessions, self._renderer = sessions, renderer

    async def show(self, request: Request) -> Response:
        """The form."""
        return await self._form(request, _place(request.query_params.get("next", "")))

    async def sign_in(self, request: Request) -> Response:
        """Begin a session, and go where the person wanted to."""
        visit: Visit = request.state.visit
        fields = await read_form(request, self._sessions)
        name, token = fields.get("name", "").strip(), fields.get("token", "").strip()
        place = _place(fields.get("next", ""))
        if not name.isprintable() or not 0 < len(name) <= MAX_NAME:
            problem = f"A name has 1 to {MAX_NAME} printable characters."
            return await self._form(request, place, problem)
        try:
            tenant = visit.authenticate(token)
        except VerifydError:
            return await self._form(request, place, "The server does not know this token.", name)
        response = RedirectResponse(place, HTTPStatus.SEE_OTHER)
        # A new cookie: nobody knows it who may have set the one before.
        _set_cookie(response, self._sessions.open(tenant, name, token), request)
        return response

    async def sign_out(self, request: Request) -> Response:
        """End the session."""
        await read_form(request, self._sessions)
        self._sessions.close(request.state.visit.cookie)
        response = RedirectResponse(f"{_PATH}/sign-in", HTTPStatus.SEE_OTHER)
        response.delete_cookie(COOKIE, _PATH, httponly=True, samesite="strict")
        return response

    async def _form(
        self, request: Request, place: str, problem: str = "", name: str = ""
    ) -> Response:
        cookie = request.state.visit.cookie or make_id()
        model = {
            "form_token": self._sessions.form_token(cookie),
            "next": place,
            "problem": problem,
            "name": name,
        }
        status = HTTPStatus.UNAUTHORIZED if problem else HTTPStatus.OK
        response = await self._renderer.page(request, "sign_in", model, status=status)
        if not request.state.visit.cookie:
            _set_cookie(response, cookie, request)
        return response


def _set_cookie(response: Response, value: str, request: Request) -> None:
    response.set_cookie(
        COOKIE, value, path=_PATH, secure=is_secure(request), httponly=True, samesite="strict"
    )


def _place(given: str) -> str:
    """An address below the pages; theirs where it is none."""
    is_ours = given.startswith(f"{_PATH}/") and given.isascii() and given.isprintable()
    return given if is_ours and "\\" not in given else _PATH
