"""The front for HTTP: which method is called, in which form, and what else it is asked.

Everything that happens around a call is the guard's, the one that gRPC's calls have. Here is only
what HTTP adds: its own ways to be wrong, other origins of browsers, and health for probes.
"""

from __future__ import annotations

import asyncio
import json
import logging
import resource
import ssl
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

import grpc
import grpc.aio
from google.protobuf.descriptor import MethodDescriptor

from sidecar.errors import VerifydError
from sidecar.server import listen
from sidecar.server.call import make_status
from sidecar.server.http.codecs import Codec, JsonCodec, ProtoCodec, find_method
from sidecar.server.http.connection import Connection, Header, Request, Response
from sidecar.server.http.context import HttpContext
from sidecar.server.http.forms import FORMS, Failure, Form, refuse
from sidecar.server.interceptors import CallGuard, Handler, to_bytes
from sidecar.server.settings import ServerSettings
from sidecar.work.pool import LONG, Pool

HEALTH = "/healthz"
MAX_CONNECTIONS = 1000
"""Connections that are open at the same time: each may take 200 KB before its call is let in."""

MAX_REFUSED = 16
"""Connections beyond that, each open until it has its refusal."""

DESCRIPTORS = 4 * MAX_CONNECTIONS
"""Open files to ask the system for: the usual limit, 1,024, leaves gRPC no room beside HTTP."""

_HANDSHAKE_S = 10.0
_ALLOWED = "authorization, content-type, connect-protocol-version, connect-timeout-ms, grpc-timeout"
_ALLOWED += ", traceparent, tracestate, x-grpc-web, x-user-agent"

log = logging.getLogger(__name__)

Code = grpc.StatusCode


class _Details(grpc.HandlerCallDetails):
    """What the guard wants to know before a call.

    Args:
        method: Its path.
    """

    def __init__(self, method: str) -> None:
        self.method = method
        self.invocation_metadata: Any = ()


class HttpFront:
    """Serves HTTP.

    Args:
        settings: Of the server.
        where: Where it listens.
        guard: What happens around calls.
        handlers: All methods.
        pool: Reads and writes what is long.
        is_serving: Whether the server takes calls.
    """

    def __init__(
        self,
        settings: ServerSettings,
        where: listen.Address,
        guard: CallGuard,
        handlers: Sequence[grpc.GenericRpcHandler],
        pool: Pool,
        *,
        is_serving: Callable[[], bool],
    ) -> None:
        self._settings, self._where = settings, where
        self._guard, self._handlers = guard, handlers
        self._pool, self._is_serving = pool, is_serving
        self._connections: dict[Connection, None] = {}
        self._refused: dict[Connection, None] = {}
        self._described: dict[str, MethodDescriptor | None] = {}
        self._server: asyncio.Server | None = None

    async def start(self) -> str:
        """Listen, and return the address.

        Raises:
            ListenError: If the place cannot be used.
        """
        loop, where = asyncio.get_running_loop(), self._where
        _allow_descriptors()
        try:
            if isinstance(where, listen.UnixAddress):
                with listen.restrict_to_group(where):
                    self._server = await loop.create_unix_server(self._connect, where.path)
                return f"unix://{where.path.absolute()}"
            tls = make_tls(self._settings)
            self._server = await loop.create_server(
                self._connect,
                where.host,
                where.port,
                ssl=tls,
                ssl_handshake_timeout=_HANDSHAKE_S if tls else None,
            )
        except OSError as error:
            raise listen.ListenError(f"cannot listen on {where}: {error.strerror}") from None
        host, port = self._server.sockets[0].getsockname()[:2]
        scheme = "https" if tls else "http"
        return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"

    async def stop(self, grace_s: float) -> None:
        """Stop listening, let responses go out that are finished, and close what is open."""
        if self._server is None:
            return
        self._server.close()
        if isinstance(self._where, listen.UnixAddress):
            self._where.path.unlink(missing_ok=True)
        left = [*self._connections, *self._refused]
        for connection in left:
            connection.close_when_idle()
        with suppress(TimeoutError):
            async with asyncio.timeout(grace_s):
                await asyncio.gather(*(connection.closed() for connection in left))
        for connection in left:
            connection.abort()

    def _connect(self) -> asyncio.BaseProtocol:
        return Connection(self._answer, self._enter, self._leave)

    def _enter(self, connection: Connection) -> None:
        """Add a connection; where there are too many, the oldest that is idle makes room."""
        if len(self._connections) >= MAX_CONNECTIONS:
            idle = next((each for each in self._connections if not each.is_busy), None)
            if idle is None:
                self._refuse(connection)
                return
            self._leave(idle)
            idle.abort()
        self._connections[connection] = None

    def _refuse(self, connection: Connection) -> None:
        """Answer a connection with a refusal: there are too many."""
        oldest = next(iter(self._refused), None)
        if oldest is not None and len(self._refused) >= MAX_REFUSED:
            self._leave(oldest)
            oldest.abort()
        self._refused[connection] = None
        connection.answer_once(_refuse_crowd)

    def _leave(self, connection: Connection) -> None:
        self._connections.pop(connection, None)
        self._refused.pop(connection, None)

    async def _answer(self, request: Request) -> Response:
        """The response to a request."""
        origin = request.headers.get("origin")
        if origin is not None and origin not in self._settings.http_cors_origins:
            # A page that a browser shows must not call what listens on its machine.
            message = "pages of this origin may not call: see server.http_cors_origins"
            return refuse(Failure(Code.PERMISSION_DENIED, message), 403)
        try:
            response = await self._route(request, preflight=origin is not None)
        except Exception:
            log.exception("request failed")
            response = refuse(Failure(Code.INTERNAL, "the server has a fault"), 500)
        if origin is None:
            return response
        return response._replace(headers=[*response.headers, *_allow(origin)])

    async def _route(self, request: Request, *, preflight: bool) -> Response:
        if request.path == HEALTH:
            return self._health(request)
        handler = await self._guard.intercept_service(self._find, _Details(request.path))
        if handler is None:
            message = f"there is no method {request.path[:100]}"
            return refuse(Failure(Code.UNIMPLEMENTED, message), 404)
        if preflight and request.method == "OPTIONS":
            allow = ("access-control-allow-methods", "POST"), (_ALLOW_HEADERS, _ALLOWED)
            return Response(204, [*allow, ("access-control-max-age", "7200")])
        if request.method != "POST":
            message = f"methods are called with POST, not {request.method[:20]}"
            return refuse(Failure(Code.UNIMPLEMENTED, message), 405, [("allow", "POST")])
        return await self._call(request, handler)

    async def _call(self, request: Request, handler: Handler) -> Response:
        """The response of a method."""
        given = request.headers.get("content-type", "")
        name, _, parameter = given.lower().replace(" ", "").partition(";")
        known = FORMS.get(name) if parameter in {"", "charset=utf-8"} else None
        described = await self._describe(request.path)
        if known is None or (known[1] == "json" and described is None):
            return _refuse_type(f"the content type is {given[:100]!r}")
        streams = described is not None and described.client_streaming
        if streams and not known[0].takes_streams:
            return _refuse_type("this method takes a stream of messages")
        if not streams and name.startswith("application/connect+"):
            return _refuse_type("this method takes one message")
        form = known[0](request.headers, known[1])
        if request.headers.get("connect-protocol-version", "1") != "1":
            return form.refuse(Failure(Code.INVALID_ARGUMENT, "the protocol's version is 1"))
        codec: Codec = JsonCodec(described) if known[1] == "json" and described else ProtoCodec()
        return await self._run(request, handler, form, codec)

    async def _describe(self, path: str) -> MethodDescriptor | None:
        """What the contract says of a method; what is not loaded is so in a thread."""
        if path not in self._described:
            self._described[path] = await self._pool.run(find_method, "", LONG, None, path)
        return self._described[path]

    async def _run(self, request: Request, handler: Handler, form: Form, codec: Codec) -> Response:
        try:
            most = self._settings.max_message_bytes
            context = HttpContext(request, form, codec, most, self._pool)
        except VerifydError as error:
            status = make_status(error)
            return form.refuse(Failure(grpc.StatusCode[error.code], status.message, status.details))
        method: Any = handler.stream_unary
        try:
            message = await method(context.messages(), context)
        except grpc.aio.AbortError:
            unknown = Failure(Code.UNKNOWN, "the call was aborted")
            return form.refuse(context.failure or unknown)
        return form.reply(message, compressed=context.compressed)

    def _health(self, request: Request) -> Response:
        if request.method not in {"GET", "HEAD"}:
            message = "health is asked for with GET"
            return refuse(Failure(Code.UNIMPLEMENTED, message), 405, [("allow", "GET, HEAD")])
        serving = self._is_serving()
        status = "SERVING" if serving else "NOT_SERVING"
        body = json.dumps({"status": status}).encode()
        return Response(200 if serving else 503, [("content-type", "application/json")], body)

    async def _find(self, details: Any) -> Handler | None:
        """The handler of a method, whose responses are written as their callers want them."""
        for handlers in self._handlers:
            handler: Any = handlers.service(details)
            if handler is not None:
                return None if handler.response_streaming else _encoding(handler)
        return None


def _allow_descriptors() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def _refuse_crowd(request: Request) -> Response:
    del request
    message = f"{MAX_CONNECTIONS} calls are on their way"
    return refuse(Failure(Code.UNAVAILABLE, message), 503)


_ALLOW_HEADERS = "access-control-allow-headers"


def _encoding(handler: Any) -> Handler:
    inner: Callable[..., Awaitable[Any]] = handler.unary_unary or handler.stream_unary
    name = "stream_unary" if handler.request_streaming else "unary_unary"

    async def method(request: Any, context: HttpContext) -> bytes:
        return await context.encode(to_bytes(await inner(request, context)))

    encoding: Handler = handler._replace(**{name: method})
    return encoding


def _allow(origin: str) -> Sequence[Header]:
    """Headers that let a page read the response."""
    exposed = "grpc-status, grpc-message, grpc-status-details-bin, retry-after"
    return (
        ("access-control-allow-origin", origin),
        ("access-control-expose-headers", exposed),
        ("vary", "origin"),
    )


def _refuse_type(problem: str) -> Response:
    message = f"{problem}; accepted are: {', '.join(FORMS)}"
    accepted = [("accept-post", ", ".join(FORMS))]
    return refuse(Failure(Code.INVALID_ARGUMENT, message), 415, accepted)


def make_tls(settings: ServerSettings) -> ssl.SSLContext | None:
    """The same certificates as gRPC's, if there are any.

    Raises:
        ListenError: If they cannot be used.
    """
    if settings.tls_cert is None:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    try:
        # A key with a password would else be asked for on the terminal.
        context.load_cert_chain(settings.tls_cert, settings.tls_key, password="")
        if settings.tls_client_ca is not None:
            context.load_verify_locations(settings.tls_client_ca)
            context.verify_mode = ssl.CERT_REQUIRED
    except (OSError, ValueError) as error:
        raise listen.ListenError(f"the server's certificate cannot be used: {error}") from None
    return context
