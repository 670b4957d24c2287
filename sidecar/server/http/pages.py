"""Pages in a browser as calls: let in, bounded, measured and logged by the guard that APIs have.

The pages are an ASGI application, which knows nothing of gRPC. It is given a request once its
caller is known; who is not signed in sees the pages that need no credentials alone.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from http.cookies import CookieError, SimpleCookie
from typing import Any, NoReturn, Protocol
from urllib.parse import quote

import grpc
import grpc.aio

from sidecar.pages.sessions import COOKIE, Sessions, Visit
from sidecar.server.auth import (
    Caller,
    CredentialsInvalid,
    CredentialsMissing,
    make_authenticator,
)
from sidecar.server.call import CALL, Context
from sidecar.server.http.context import read_names
from sidecar.server.http.failures import HTTP_STATUS
from sidecar.server.http.request import Request, Response
from sidecar.server.interceptors import CallGuard, Handler
from sidecar.settings.root import Settings

ROOT = "/review"
"""Where the pages are."""

METHOD = "/verifyd.pages/Review"
"""What they are called in metrics and in the log."""

_NO_CREDENTIALS = (f"{ROOT}/sign-in", f"{ROOT}/static/")
_NOBODY = Caller("", "")


class Application(Protocol):
    """An ASGI application with a page for requests that do not reach it."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request."""

    def refuse(self, status: int, message: str) -> tuple[int, list[tuple[str, str]], bytes]:
        """Status, headers and body of a refusal."""


class PageContext(Context):
    """One request as the guard sees it.

    Attributes:
        request: The request.
        cookie: The id of its session; "" where it has none.
        failure: How it was ended, once it was aborted.
    """

    def __init__(self, request: Request) -> None:
        self.request = request
        self.cookie = _read_cookie(request.headers.get("cookie", ""))
        self.failure: tuple[grpc.StatusCode, str] | None = None
        self._token = ""

    @property
    def needs_credentials(self) -> bool:
        """Whether the page is for people who are signed in."""
        return not self.request.path.startswith(_NO_CREDENTIALS)

    def present(self, token: str) -> PageContext:
        """The same request with a bearer token."""
        self._token = token
        return self

    async def read(self) -> Any:
        """Nothing: the application reads the body."""
        return grpc.aio.EOF

    def time_remaining(self) -> float | None:
        """Browsers set no deadline."""
        return None

    def invocation_metadata(self) -> Sequence[tuple[str, str]]:
        """The headers; the token is that of the session, whatever a browser sends."""
        given = {name: one for name, one in self.request.headers.items() if name != "authorization"}
        if self._token:
            given["authorization"] = f"Bearer {self._token}"
        return tuple(given.items())

    def auth_context(self) -> Mapping[str, Sequence[bytes]]:
        """The names in the client's certificate."""
        return read_names(self.request.certificate)

    async def abort(
        self, code: grpc.StatusCode, details: str = "", trailing_metadata: Any = ()
    ) -> NoReturn:
        """End the request with an error.

        Raises:
            grpc.aio.AbortError: Always.
        """
        del trailing_metadata
        self.failure = code, details
        raise grpc.aio.AbortError(details)

    def code(self) -> grpc.StatusCode | None:
        """The status that it was ended with."""
        return self.failure[0] if self.failure else None


class PagesFront:
    """Serves the pages.

    Attributes:
        application: The pages, once they are loaded.
        sessions: Who is signed in.

    Args:
        settings: Of the server.
        make_guard: Makes the guard, with an authenticator of its own.

    Raises:
        SettingsError: If the token file cannot be used.
    """

    application: Application

    def __init__(self, settings: Settings, make_guard: Callable[..., CallGuard]) -> None:
        own = settings.pages
        self.sessions = Sessions(own.max_sessions, own.session_hours * 3600)
        self._authenticate = make_authenticator(settings.server)
        self._guard = make_guard(authenticate=self._identify)

    def serves(self, path: str) -> bool:
        """Whether a path is that of a page."""
        return path == ROOT or path.startswith(f"{ROOT}/")

    async def answer(self, request: Request) -> Response:
        """The response to a request."""
        handler: Any = await self._guard.intercept_service(self._find, _Details())
        context = PageContext(request)
        try:
            response: Response = await handler.stream_unary(_nothing(), context)
        except grpc.aio.AbortError:
            code, message = context.failure or (grpc.StatusCode.UNKNOWN, "")
            if code is grpc.StatusCode.UNAUTHENTICATED:
                return _ask_to_sign_in(request)
            return Response(*self.application.refuse(HTTP_STATUS[code.name], message))
        return response

    def _identify(self, context: Context) -> Caller:
        """Who is signed in; nobody, on a page that needs no credentials.

        Raises:
            CredentialsMissing: If nobody is.
            CredentialsInvalid: If the session's credentials are no longer those of its tenant.
        """
        assert isinstance(context, PageContext)  # noqa: S101 (the guard is for pages alone)
        if not context.needs_credentials:
            return _NOBODY
        session = self.sessions.find(context.cookie)
        if session is None:
            raise CredentialsMissing("nobody is signed in")
        caller = self._authenticate(context.present(session.token))
        if caller.tenant != session.tenant:
            raise CredentialsInvalid("the session belongs to another tenant")
        return caller

    async def _find(self, details: Any) -> Handler | None:
        del details
        handler: Handler = grpc.stream_unary_rpc_method_handler(self._serve)
        return handler

    async def _serve(self, pieces: Any, context: PageContext) -> Response:
        """Give a request to the application, and gather its response."""
        del pieces
        body = context.request.body()
        started: dict[str, Any] = {}
        sent: list[bytes] = []

        async def receive() -> dict[str, Any]:
            piece = await anext(body, None)
            return {"type": "http.request", "body": piece or b"", "more_body": piece is not None}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                started.update(message)
            else:
                sent.append(message.get("body", b""))

        await self.application(_make_scope(context.request, self._visit(context)), receive, send)
        CALL.get().facts["http_status"] = started["status"]
        headers = [(k.decode("latin-1"), v.decode("latin-1")) for k, v in started["headers"]]
        kept = [(name, value) for name, value in headers if name != "content-length"]
        return Response(started["status"], kept, b"".join(sent))

    def _visit(self, context: PageContext) -> Visit:
        call = CALL.get()
        return Visit(
            session=self.sessions.find(context.cookie) if context.needs_credentials else None,
            cookie=context.cookie,
            remaining_s=call.remaining_s,
            facts=call.facts,
            authenticate=lambda token: self._authenticate(context.present(token)).tenant,
        )


class _Details(grpc.HandlerCallDetails):
    """What the guard wants to know before a call."""

    method = METHOD
    invocation_metadata: Any = ()


def _ask_to_sign_in(request: Request) -> Response:
    """To the page for that, and from there to the one that was asked for."""
    place = f"{ROOT}/sign-in"
    if request.method in {"GET", "HEAD"} and request.path != ROOT:
        place += f"?next={quote(request.path)}"
    return Response(303, [("location", place), ("cache-control", "no-store")])


def _make_scope(request: Request, visit: Visit) -> dict[str, Any]:
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": "https" if request.is_tls else "http",
        "path": request.path,
        "raw_path": request.path.encode(),
        "query_string": request.query.encode(),
        "root_path": "",
        "headers": [
            (name.encode("ascii"), value.encode("latin-1"))
            for name, value in request.headers.items()
        ],
        "server": None,
        "client": None,
        "state": {"visit": visit},
    }


def _read_cookie(header: str) -> str:
    """The id of a session; "" where the header has none, or is malformed."""
    try:
        found = SimpleCookie(header).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found is not None else ""


async def _nothing() -> AsyncIterator[bytes]:
    """No messages: pages have none."""
    return
    yield b""
