"""The front for HTTP: which method is called, in which form, and what else it is asked.

Everything that happens around a call is the guard's, the one that gRPC's calls have. Here is only
what HTTP adds: its own ways to be wrong, other origins of browsers, and health for probes.
"""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

import grpc
import grpc.aio
from google.protobuf.descriptor import MethodDescriptor

from sidecar.errors import VerifydError
from sidecar.server import listen
from sidecar.server.call import make_status
from sidecar.server.http.choice import FORMS, TypeNotAcceptedError, choose_form
from sidecar.server.http.codecs import Codec, ProtoCodec, find_method
from sidecar.server.http.context import HttpContext, share_with_page
from sidecar.server.http.failures import Failure, refuse
from sidecar.server.http.forms import ConnectUnary, Form
from sidecar.server.http.listener import MAX_CONNECTIONS, Listener
from sidecar.server.http.request import Request, Response
from sidecar.server.http.tls import make_tls
from sidecar.server.interceptors import CallGuard, Handler, to_bytes
from sidecar.server.settings import ServerSettings
from sidecar.work.pool import LONG, Pool

if TYPE_CHECKING:
    from sidecar.server.http.pages import PagesFront

HEALTH = "/healthz"
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
        webhooks: Methods that have paths of their own, by these, and take bodies as they come.
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
        webhooks: Mapping[str, str],
        is_serving: Callable[[], bool],
    ) -> None:
        self._settings, self._where = settings, where
        self._guard, self._handlers = guard, handlers
        self._pool, self._pages, self._is_serving = pool, pages, is_serving
        self._webhooks = webhooks
        self._described: dict[str, MethodDescriptor | None] = {}
        self._listener: Listener | None = None

    async def start(self) -> str:
        """Listen, and return the address.

        Raises:
            ListenError: If the place cannot be used.
        """
        tls = None if isinstance(self._where, listen.UnixAddress) else make_tls(self._settings)
        self._listener = Listener(self._where, self._answer, _refuse_crowd, tls)
        return await self._listener.start()

    async def stop(self, grace_s: float) -> None:
        """Stop listening, let responses go out that are finished, and close what is open."""
        if self._listener is not None:
            await self._listener.stop(grace_s)

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
        method = self._webhooks.get(request.path, request.path)
        handler = await self._guard.intercept_service(self._find, _Details(method))
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
        if request.path in self._webhooks:
            json_form = ConnectUnary(request.headers, "json")
            return await self._run(request, handler, json_form, ProtoCodec())
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
