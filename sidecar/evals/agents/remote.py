"""Agents behind a network: HTTP endpoints, and servers of ``verifyd.v1.AgentService``."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import ssl
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

import grpc
import grpc.aio

from sidecar.evals.agents.protocol import (
    MOST_BYTES,
    AgentError,
    AgentInvalid,
    Answer,
    build_context,
    parse_object,
)
from sidecar.evals.model import EvalQuestion
from sidecar.wire import agents as wire

if TYPE_CHECKING:
    import httpx2


_CONNECT_S = 5
_BUSY = {408, 425, 429}
_FAULTS = 500


class HttpAgent:
    """Posts ``{"id", "question", …}`` to a URL; ``{"answer": …}`` or a run comes back.

    Args:
        url: Where the agent is.
        api_key_env: The environment variable that has a key, which is sent as a bearer token; empty
            for none.

    Raises:
        AgentInvalid: If it is no URL, or the library for it is not installed.
    """

    def __init__(self, url: str, api_key_env: str = "") -> None:
        try:
            import httpx2  # noqa: PLC0415 (large, and optional)
        except ImportError:
            raise AgentInvalid("httpx2 is not installed: see the extra llm") from None
        for library in ("httpcore2", "httpx2"):  # they tell each call's address
            logging.getLogger(library).setLevel(logging.WARNING)
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username:
            raise AgentInvalid("the address should be a URL such as http://host:8000/answer")
        self._url, self._errors = url, httpx2
        self.name = urlunsplit(parts._replace(query="", fragment=""))
        self._client: httpx2.AsyncClient | None = None
        self._headers = {"User-Agent": "verifyd", "Accept-Encoding": "identity"}
        self._headers |= make_bearer_header(api_key_env)

    async def answer(self, question: EvalQuestion) -> Answer:
        """See ``Agent.answer``."""
        if self._client is None:
            self._client = self._made()
        asked = {"id": question.id, "question": question.question, **build_context(question)}
        try:
            async with self._client.stream("POST", self._url, json=asked) as response:
                _check(response)
                return parse_object(await _body(response), "the reply")
        except self._errors.TransportError as error:
            told = f"the agent cannot be reached: {type(error).__name__}"
            raise AgentError("AGENT_UNREACHABLE", told, retryable=True) from None

    def notes(self, asked: Collection[str]) -> Sequence[str]:
        """See ``Agent.notes``."""
        return ()

    async def close(self) -> None:
        """See ``Agent.close``."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    def _made(self) -> httpx2.AsyncClient:
        return self._errors.AsyncClient(
            headers=self._headers,
            verify=ssl.create_default_context() if self._url.startswith("https") else False,
            trust_env=False,
            follow_redirects=False,
            timeout=self._errors.Timeout(None, connect=_CONNECT_S),
            limits=self._errors.Limits(max_connections=None, keepalive_expiry=30),
        )


def make_bearer_header(api_key_env: str) -> dict[str, str]:
    """The header with the key of an environment variable, if there is one.

    Raises:
        AgentInvalid: If the variable holds no key. The message does not show it.
    """
    if not api_key_env:
        return {}
    key = os.environ.get(api_key_env, "").strip()
    if not key or not (key.isascii() and key.isprintable()):
        raise AgentInvalid(f"the variable {api_key_env} does not hold a key")
    return {"Authorization": f"Bearer {key}"}


def _check(response: httpx2.Response) -> None:
    status = response.status_code
    if status < 300:
        return
    if status in _BUSY or status >= _FAULTS:
        after = response.headers.get("retry-after", "")
        wait_s = float(after) if after.isdecimal() else None
        told = f"the agent is busy, or has a fault: status {status}"
        raise AgentError("AGENT_UNREACHABLE", told, retryable=True, retry_after_s=wait_s)
    raise AgentError("AGENT_REFUSED", f"the agent refuses the question: status {status}")


async def _body(response: Any) -> bytes:
    """All that is sent, unless it is too much."""
    pieces, total = [], 0
    async for piece in response.aiter_bytes():
        total += len(piece)
        if total > MOST_BYTES:
            raise AgentError("AGENT_ANSWER_INVALID", f"the reply is longer than {MOST_BYTES} bytes")
        pieces.append(piece)
        await asyncio.sleep(0)  # a flood on loopback would hold the loop
    return b"".join(pieces)


# Agents that serve ``verifyd.v1.AgentService`` over gRPC.

_AGAIN = {
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
    grpc.StatusCode.ABORTED,
}
_OPTIONS = (
    ("grpc.max_receive_message_length", MOST_BYTES),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
)
_SHOWN = 200


class ServiceAgent:
    """Calls ``AgentService.Answer``.

    Args:
        address: ``unix:///path.sock``, ``host:port`` or ``tcp://host:port``.
        tls: Whether the connection is encrypted, with the authorities of the system.
        api_key_env: The environment variable that has a key, which is sent as a bearer token; empty
            for none.

    Raises:
        AgentInvalid: If that is no address.
    """

    def __init__(self, address: str, *, tls: bool = False, api_key_env: str = "") -> None:
        place = address.removeprefix("tcp://")
        host, _, port = place.rpartition(":")
        is_socket = address.startswith("unix:") and address[5:].strip("/") != ""
        if not is_socket and not (host and port.isdecimal() and "/" not in place):
            raise AgentInvalid(f"{address!r} is not an address: unix:///path.sock or host:port")
        self._target = address if is_socket else place
        self._tls = tls
        self._metadata = tuple(
            (key.lower(), said) for key, said in make_bearer_header(api_key_env).items()
        )
        self._channel: grpc.aio.Channel | None = None
        self.name = f"grpc:{self._target}"

    async def answer(self, question: EvalQuestion) -> Answer:
        """See ``Agent.answer``."""
        if self._channel is None:
            self._channel = self._opened()
        call: Any = self._channel.unary_unary(
            wire.METHOD,
            request_serializer=lambda told: wire.encode_request(*told),
            response_deserializer=wire.decode_answer,
        )
        context = json.dumps(build_context(question), ensure_ascii=False)
        asked = question.id, question.question, context
        try:
            text, run = await call(asked, metadata=self._metadata)
        except grpc.aio.AioRpcError as error:
            raise _to_agent_error(error) from None
        given: dict[str, Any] = parse_object(run, "run_json") if run else {}
        return {**given, "answer": given.get("answer") or text}

    def notes(self, asked: Collection[str]) -> Sequence[str]:
        """See ``Agent.notes``."""
        return ()

    async def close(self) -> None:
        """See ``Agent.close``."""
        if self._channel is not None:
            await self._channel.close()
            self._channel = None

    def _opened(self) -> grpc.aio.Channel:
        if self._tls:
            credentials = grpc.ssl_channel_credentials()
            return grpc.aio.secure_channel(self._target, credentials, options=_OPTIONS)
        return grpc.aio.insecure_channel(self._target, options=_OPTIONS)


def _to_agent_error(error: grpc.aio.AioRpcError) -> AgentError:
    code, words = error.code(), " ".join((error.details() or "").split())[:_SHOWN]
    told = f"{code.name}: {words}" if words else code.name
    if code in _AGAIN:
        return AgentError("AGENT_UNREACHABLE", told, retryable=True)
    return AgentError("AGENT_FAILED", told)
