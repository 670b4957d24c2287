"""The front for HTTP: which method is called, in which form, and what else it is asked.

Everything that happens around a call is the guard's, the one that gRPC's calls have. Here is only
what HTTP adds: its own ways to be wrong, other origins of browsers, and health for probes.
"""

from __future__ import annotations

import asyncio
import json
import logging
import resource
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING, Any

import grpc
import grpc.aio
from google.protobuf.descriptor import MethodDescriptor

from sidecar.errors import VerifydError
from sidecar.server import listen
from sidecar.server.call import make_status
from sidecar.server.http.choice import FORMS, TypeNotAcceptedError, choose_form
from sidecar.server.http.codecs import Codec, find_method
from sidecar.server.http.connection import Connection
from sidecar.server.http.context import HttpContext, share_with_page
from sidecar.server.http.failures import Failure, refuse
from sidecar.server.http.forms import Form
from sidecar.server.http.request import Request, Response
from sidecar.server.http.tls import make_tls
from sidecar.server.interceptors import CallGuard, Handler, to_bytes
from sidecar.server.settings import ServerSettings
from sidecar.work.pool import LONG, Pool

if TYPE_CHECKING:
    from sidecar.server.http.pages import PagesFront

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
        pages: Pages for people, if there are any.
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
        pages: PagesFront | None,
        is_serving: Callable[[], bool],
    ) -> None:
        self._settings, self._where = settings, where
        self._guard, self._handlers = guard, handlers
        self._pool, self._pages, self._is_serving = pool, pages, is_serving
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
        if self._pages is not None and self._pages.serves(request.path):
            return await self._pages.answer(request)  # which has a rule of its own for origins
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
        return response._replace(headers=[*response.headers, *share_with_page(request)])

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
        try:
            form, codec = choose_form(request.headers, await self._describe(request.path))
        except TypeNotAcceptedError as error:
            message = f"{error}; accepted are: {', '.join(FORMS)}"
            accepted = [("accept-post", ", ".join(FORMS))]
            return refuse(Failure(Code.INVALID_ARGUMENT, message), 415, accepted)
        if request.headers.get("connect-protocol-version", "1") != "1":
            return form.refuse(Failure(Code.INVALID_ARGUMENT, "the protocol's version is 1"))
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
        method: Any = handler.stream_stream or handler.stream_unary
        message = None
        try:
            if handler.response_streaming:
                async for _ in method(context.messages(), context):
                    pass  # each response was sent already
            else:
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
                return _encoding(handler)
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


_KINDS = "unary_unary", "unary_stream", "stream_unary", "stream_stream"
_ALLOW_HEADERS = "access-control-allow-headers"


def _encoding(handler: Any) -> Handler:
    """A handler that gives one response as its caller wants it, and sends several as they come."""
    kind = next(each for each in _KINDS if getattr(handler, each))
    inner: Callable[..., Any] = getattr(handler, kind)

    async def one(request: Any, context: HttpContext) -> bytes:
        return await context.encode(to_bytes(await inner(request, context)))

    async def several(request: Any, context: HttpContext) -> AsyncIterator[bytes]:
        async with aclosing(inner(request, context)) as responses:
            async for response in responses:
                message = to_bytes(response)
                await context.send(message)  # here, so that it is in the call's time and turn
                yield message

    encoding: Handler = handler._replace(**{kind: several if handler.response_streaming else one})
    return encoding
