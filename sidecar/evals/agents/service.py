"""Agents that serve ``verifyd.v1.AgentService`` over gRPC."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

import grpc
import grpc.aio

from sidecar.evals.agents.answers import parsed
from sidecar.evals.agents.http import bearer
from sidecar.evals.agents.protocol import MOST_BYTES, AgentError, AgentInvalid, Answer, context_of
from sidecar.evals.model import EvalQuestion
from sidecar.wire import agents as wire

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
        self._metadata = tuple((key.lower(), said) for key, said in bearer(api_key_env).items())
        self._channel: grpc.aio.Channel | None = None
        self.name = f"grpc:{self._target}"

    async def answer(self, question: EvalQuestion) -> Answer:
        """See ``Agent.answer``."""
        if self._channel is None:
            self._channel = self._opened()
        call: Any = self._channel.unary_unary(
            wire.METHOD,
            request_serializer=lambda told: wire.request(*told),
            response_deserializer=wire.answer,
        )
        context = json.dumps(context_of(question), ensure_ascii=False)
        asked = question.id, question.question, context
        try:
            text, run = await call(asked, metadata=self._metadata)
        except grpc.aio.AioRpcError as error:
            raise _told(error) from None
        given: dict[str, Any] = parsed(run, "run_json") if run else {}
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


def _told(error: grpc.aio.AioRpcError) -> AgentError:
    code, words = error.code(), " ".join((error.details() or "").split())[:_SHOWN]
    told = f"{code.name}: {words}" if words else code.name
    if code in _AGAIN:
        return AgentError("AGENT_UNREACHABLE", told, retryable=True)
    return AgentError("AGENT_FAILED", told)
