"""What keeps other sites, and what a page shows, from acting on the pages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import ClassVar
from urllib.parse import parse_qsl

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sidecar.errors import VerifydError
from sidecar.pages.sessions import Sessions

MAX_FORM_BYTES = 256 * 1024
"""Of a form: ten thousand characters, each as twelve bytes, and what stands beside them."""

_MAX_FIELDS = 20
_LOCAL = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?")
_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self';"
    " form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    # Nothing is told to other sites. With no-referrer, forms would come with the origin "null".
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


class RequestForged(VerifydError):
    """A request comes from another site, or asks for a host that is not this server's."""

    code: ClassVar[str] = "PERMISSION_DENIED"
    reason: ClassVar[str] = "REQUEST_FORGED"


class FormInvalid(VerifydError):
    """A form cannot be read."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "FORM_INVALID"


class Protection:
    """Puts headers on every response of an application.

    Args:
        application: What answers.
    """

    def __init__(self, application: ASGIApp) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""

        async def protected(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(raw=message["headers"])
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._application(scope, receive, protected)


def check_origin(request: Request, hosts: Iterable[str]) -> None:
    """Refuse what another site may have sent.

    A name of somebody else that leads here (DNS rebinding) is no host of ours, and a form on
    another site has another origin.

    Raises:
        RequestForged: If it may be so.
    """
    headers: Headers = request.headers
    host = headers.get("host", "").lower()
    if host not in hosts and not _LOCAL.fullmatch(host):
        raise RequestForged("this host is not among pages.hosts")
    if request.method in {"GET", "HEAD"}:
        return
    if headers.get("origin", "").lower() not in {f"http://{host}", f"https://{host}"}:
        raise RequestForged("only pages of this server may send forms")


def is_secure(request: Request) -> bool:
    """Whether the browser reaches the server over TLS, its own or that of a proxy."""
    return request.url.scheme == "https" or request.headers.get("origin", "").startswith("https:")


async def read_form(request: Request, sessions: Sessions) -> dict[str, str]:
    """The fields of a form that was made for the cookie that comes with it.

    Raises:
        FormInvalid: If it is too long, or no form.
        RequestForged: If it was made for another one.
    """
    data = bytearray()
    async for piece in request.stream():
        data += piece
        if len(data) > MAX_FORM_BYTES:
            raise FormInvalid(f"the form is longer than {MAX_FORM_BYTES} bytes")
    try:
        given = data.decode("ascii")
        pairs = parse_qsl(given, True, errors="strict", max_num_fields=_MAX_FIELDS)
    except ValueError:
        raise FormInvalid("this is no form") from None
    fields = {name: value.replace("\r\n", "\n") for name, value in pairs}
    if not sessions.is_form_token(fields.get("form_token", ""), request.state.visit.cookie):
        raise RequestForged("the form is older than the session; load the page again")
    return fields
