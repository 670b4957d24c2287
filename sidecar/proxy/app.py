"""The endpoint: who may call, which requests are verified, and the errors of all of them."""

from __future__ import annotations

import hmac
import logging
import re
import time
from contextlib import suppress
from ipaddress import ip_address
from typing import Final
from urllib.parse import unquote
from uuid import uuid4

from verifyd import AsyncClient

from sidecar.proxy.bodies import read_request
from sidecar.proxy.chat import ChatRequest
from sidecar.proxy.completions import Completions
from sidecar.proxy.conversation import unreadable
from sidecar.proxy.errors import ProxyError
from sidecar.proxy.judge import Judge
from sidecar.proxy.live import LiveAnswer
from sidecar.proxy.options import MAX_BUFFERED_BYTES, ProxyOptions
from sidecar.proxy.responses import Responses
from sidecar.proxy.upstream import Reply, Upstream
from sidecar.proxy.whole import PLAIN, Reader, WholeAnswers, is_stream
from sidecar.server.call import RequestMalformed
from sidecar.server.http.listener import Listener
from sidecar.server.http.request import Request, Response
from sidecar.server.listen import Address, TcpAddress
from sidecar.streaming.memory import HeldBytes, StreamMemory

_COMPLETIONS: Final = re.compile(r"(?:^|/)chat/completions/*$")
_RESPONSES: Final = re.compile(r"(?:^|/)responses/*$")
_GENERATES: Final = re.compile(
    r"(?:^|/)(?:completions|responses|messages|api/chat)\b|[:/](?:stream)?generate"
)
"""Paths that other texts of models come from: those of OpenAI, Anthropic, Gemini and Ollama."""

log = logging.getLogger(__name__)


class Proxy:
    """Answers requests.

    Args:
        client: Of the server that verifies.
        options: Where the upstream is, and what becomes of answers.
        where: Where the proxy listens.
    """

    def __init__(self, client: AsyncClient, options: ProxyOptions, where: Address) -> None:
        self._options, self._where = options, where
        self._upstream = Upstream(options)
        self._judge = Judge(client, options)
        self._whole = WholeAnswers(self._upstream, self._judge, options.mode)
        self._memory = StreamMemory(MAX_BUFFERED_BYTES)
        self._listener = Listener(where, self._answer, _refuse_crowd)

    async def start(self) -> str:
        """Listen, and return the address.

        Raises:
            ListenError: If the place cannot be used.
        """
        return await self._listener.start()

    async def stop(self, grace_s: float) -> None:
        """Let answers that are on their way go out for a while, and close everything."""
        await self._listener.stop(grace_s)
        await self._upstream.close()

    async def _answer(self, request: Request) -> Response:
        started, facts = time.perf_counter(), {"request_id": uuid4().hex}
        try:
            response = await self._route(request, facts)
        except ProxyError as error:
            response = error.response()
            facts["error"] = error.code
        except RequestMalformed:
            response = ProxyError(400, "request_malformed", "the body is no HTTP").response()
            facts["error"] = "request_malformed"
        except Exception as error:
            if not isinstance(error, ConnectionError):
                log.exception("request failed", extra=facts)
            raise ConnectionAbortedError from error  # nothing that was begun is completed
        elapsed_ms = round(1000 * (time.perf_counter() - started), 1)
        log.info("request", extra={**facts, "status": response.status, "elapsed_ms": elapsed_ms})
        return response

    async def _route(self, request: Request, facts: dict[str, str]) -> Response:
        self._admit(request)
        path = unquote(request.path).lower()
        if request.method == "POST" and _COMPLETIONS.search(path):
            return await self._complete(request, facts)
        if request.method == "POST" and _RESPONSES.search(path):
            return await self._respond(request, facts)
        if _GENERATES.search(path) and not self._options.passes_unverified:
            message = "what this endpoint answers is not verified here; use chat completions"
            raise ProxyError(501, "endpoint_not_verified", message)
        return await self._pass(request)

    def _admit(self, request: Request) -> None:
        """Refuse strangers.

        Raises:
            ProxyError: If the caller is none who may call.
        """
        if "origin" in request.headers:
            # A page that a browser shows must not call what listens on its machine.
            raise ProxyError(403, "origin_refused", "pages in a browser may not call")
        token = self._options.token
        if token is not None:
            given = request.headers.get("authorization", "").encode()
            if not hmac.compare_digest(given, f"Bearer {token}".encode()):
                raise ProxyError(401, "token_invalid", "the key is not the token of this proxy")
        elif isinstance(self._where, TcpAddress) and not _names_address(request):
            # Nor through a name that was made to point at this machine.
            raise ProxyError(403, "host_refused", "call by localhost or an address")
        if request.method == "CONNECT":
            raise ProxyError(405, "method_refused", "this is no proxy for connections")

    async def _complete(self, request: Request, facts: dict[str, str]) -> Response:
        """The response to a request for chat completions."""
        with self._memory.counting() as held:
            body = await read_request(request, held)
            asked = ChatRequest.read(body)
            live = asked if asked.wants_one and self._options.mode != "retry" else None
            reader = Completions(asked)
            return await self._ask(request, body, reader, held=held, facts=facts, live=live)

    async def _respond(self, request: Request, facts: dict[str, str]) -> Response:
        """The response to a request for a response."""
        with self._memory.counting() as held:
            body = await read_request(request, held)
            return await self._ask(request, body, Responses(body), held=held, facts=facts)

    async def _ask(
        self,
        request: Request,
        body: bytes,
        reader: Reader,
        *,
        held: HeldBytes,
        facts: dict[str, str],
        live: ChatRequest | None = None,
    ) -> Response:
        """The response to a request whose answer is verified.

        Args:
            request: The request.
            body: Its body.
            reader: Reads the answer.
            held: Counts it.
            facts: What is logged.
            live: What is asked, where a stream is passed on while it comes.
        """
        request_id = facts["request_id"]
        async with self._upstream.ask(request, body, PLAIN) as reply:
            if 300 <= reply.status < 400:  # where clients would follow it, past the proxy
                raise unreadable(f"it redirects, with {reply.status}")
            if not reply.is_success:
                return await _send_on(request, reply)
            if live is None or not is_stream(reply):
                response, verdict = await self._whole.answer(
                    request, reader, reply, held, request_id
                )
                facts["decision"] = verdict.decision
                return response
            answer = LiveAnswer(
                self._judge, live, request_id, annotates=self._options.mode == "annotate"
            )
            headers = [
                *((name, each) for name, each in reply.headers if name != "content-length"),
                ("x-verifyd-request-id", request_id),
            ]
            await answer.run(request, reply, headers, held)
            facts["decision"] = answer.verdict.decision if answer.verdict else "UNVERIFIED"
            return Response(200, headers)

    async def _pass(self, request: Request) -> Response:
        """The response to a request that nothing is verified of."""
        has_body = {"content-length", "transfer-encoding"} & request.headers.keys()
        body = request.body() if has_body else None
        async with self._upstream.ask(request, body) as reply:
            return await _send_on(request, reply)


async def _send_on(request: Request, reply: Reply) -> Response:
    """Send an answer of the upstream as it comes.

    Raises:
        ConnectionError: If it breaks off, as the client's has to then.
        ProxyError: If it does before anything was sent.
    """
    begun = False
    with_length = [(name, value) for name, value in reply.headers]
    try:
        async for piece in reply.pieces():
            begun = True
            await request.send(Response(reply.status, with_length, piece))
    except ProxyError as error:
        if begun:
            raise ConnectionAbortedError(error.code) from None
        raise
    return Response(
        reply.status, [(name, value) for name, value in with_length if name != "content-length"]
    )


def _names_address(request: Request) -> bool:
    host = request.headers.get("host", "").rpartition(":")
    name = (host[0] if host[2].isdecimal() and host[0] else "".join(host)).strip("[]")
    with suppress(ValueError):
        return bool(ip_address(name))
    return name == "localhost"


async def _refuse_crowd(request: Request) -> Response:
    del request
    return ProxyError(503, "overloaded", "too many connections").response()
