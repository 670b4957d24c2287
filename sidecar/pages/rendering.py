"""Pages as responses: rendered in a thread where that takes long, and what each is served with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sidecar.errors import VerifydError
from sidecar.model.digests import sha256_hex
from sidecar.pages.sessions import Sessions, Visit
from sidecar.reports.html import FOLDER as REPORTS
from sidecar.reports.html.template import load_environment, sanitize_page
from sidecar.reports.quoting import sanitize
from sidecar.work.pool import Pool

STATIC = Path(__file__).with_name("static")
_TEMPLATES = "pages/templates"
_PAGE_S = 0.003
"""Seconds of processor time that a page takes beside what it lists."""

_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


_STATUS = {
    "INVALID_ARGUMENT": HTTPStatus.BAD_REQUEST,
    "FAILED_PRECONDITION": HTTPStatus.CONFLICT,
    "ABORTED": HTTPStatus.CONFLICT,
    "NOT_FOUND": HTTPStatus.NOT_FOUND,
    "PERMISSION_DENIED": HTTPStatus.FORBIDDEN,
    "UNAUTHENTICATED": HTTPStatus.UNAUTHORIZED,
    "RESOURCE_EXHAUSTED": HTTPStatus.TOO_MANY_REQUESTS,
    "UNAVAILABLE": HTTPStatus.SERVICE_UNAVAILABLE,
}


def find_status(error: VerifydError) -> HTTPStatus:
    """The status of HTTP for an error."""
    return _STATUS.get(error.code, HTTPStatus.INTERNAL_SERVER_ERROR)


def download(body: str, kind: str, name: str) -> Response:
    """A file to keep."""
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(body.encode(), media_type=kind, headers=headers)


def load_static() -> dict[str, tuple[bytes, str]]:
    """The files that pages refer to: content and type by name. The style is that of reports too."""
    files = {path.name: path.read_bytes() for path in STATIC.iterdir()}
    files["pages.css"] = (REPORTS / "page.css").read_bytes() + files["pages.css"]
    return {name: (data, _TYPES[Path(name).suffix]) for name, data in files.items()}


class Renderer:
    """Writes pages.

    Args:
        pool: Renders what takes long.
        sessions: Makes the tokens of forms.
        shared: What all templates may use.
    """

    def __init__(self, pool: Pool, sessions: Sessions, shared: Mapping[str, object]) -> None:
        self._pool, self._sessions = pool, sessions
        files = load_static()
        self._shared = {
            **shared,
            "version": sha256_hex(b"".join(data for data, _ in files.values()))[:12],
            "editable": editable,
        }

    async def page(
        self,
        request: Request,
        template: str,
        model: Mapping[str, object],
        *,
        view: Callable[[], Mapping[str, object]] = dict,
        status: int = HTTPStatus.OK,
        cost_s: float = 0.0,
    ) -> Response:
        """A page.

        Args:
            request: That it answers.
            template: Name of its template, without the extension.
            model: What it shows.
            view: Makes more of that, where the page is rendered.
            status: Of HTTP.
            cost_s: Seconds of processor time that its lists take.
        """
        visit: Visit = request.state.visit
        tenant = visit.session.tenant if visit.session else ""
        place = tenant, "reply", visit.remaining_s()
        given = {
            "session": visit.session,
            "form_token": self._sessions.form_token(visit.cookie),
            "here": request.url.path,
            **model,
        }

        def render() -> str:
            return self.render(template, {**given, **view()})

        page = await self._pool.run_by_cost(_PAGE_S + cost_s, render, *place)
        return HTMLResponse(page, status)

    def render(self, template: str, model: Mapping[str, Any]) -> str:
        """The text of a page."""
        found = load_environment().get_template(f"{_TEMPLATES}/{template}.html.j2")
        return sanitize_page(found.render(**self._shared, **model)) + "\n"


def editable(words: str) -> str:
    """Words that a form may begin with; "" for those that a page would not show as they are."""
    shown = "".join(char if char in "\n\t" else sanitize(char) for char in words)
    return words if shown == words else ""
