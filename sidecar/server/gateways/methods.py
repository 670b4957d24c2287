"""The webhooks as methods, which the guard lets in, bounds, measures and logs like any other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import grpc

from sidecar.server.call import CALL, Context, RequestMalformed
from sidecar.server.gateways import agentgateway, litellm
from sidecar.server.gateways.conversations import Conversations
from sidecar.server.gateways.hooks import Conversation, Hook, Trace, Verdict, find_trace
from sidecar.server.gateways.judging import Judge
from sidecar.server.settings import GatewaysSettings

MAX_ANSWERS = 200
"""Answers of one hook: each is verified by itself."""

_SERVICE = "verifyd.gateways"


class _Webhook(NamedTuple):
    """A webhook of a gateway.

    Attributes:
        read: Reads its bodies.
        write: Writes what verdicts come to.
    """

    read: Callable[[bytes], Hook]
    write: Callable[[Sequence[Verdict]], bytes]


_WEBHOOKS = {
    "LiteLLM": _Webhook(litellm.read, litellm.write),
    "AgentgatewayRequest": _Webhook(agentgateway.read_request, agentgateway.write),
    "AgentgatewayResponse": _Webhook(agentgateway.read_response, agentgateway.write),
}

METHODS = {
    litellm.PATH: f"/{_SERVICE}/LiteLLM",
    agentgateway.REQUEST_PATH: f"/{_SERVICE}/AgentgatewayRequest",
    agentgateway.RESPONSE_PATH: f"/{_SERVICE}/AgentgatewayResponse",
}
"""The method of each path, by the name that it has in metrics and in the log."""


class GatewayMethods:
    """Answers webhooks.

    Args:
        settings: Of the webhooks.
        methods: Have the method that verifies.
    """

    def __init__(self, settings: GatewaysSettings, methods: grpc.GenericRpcHandler) -> None:
        limits = settings.conversation_bytes, settings.max_conversations, settings.conversation_s
        self._conversations = Conversations(*limits)
        self._judge = Judge(methods, repair=settings.repair)

    def handlers(self) -> grpc.GenericRpcHandler:
        """The methods."""
        return grpc.method_handlers_generic_handler(
            _SERVICE,
            {
                name: grpc.unary_unary_rpc_method_handler(
                    partial(self._answer, webhook.write), request_deserializer=webhook.read
                )
                for name, webhook in _WEBHOOKS.items()
            },
        )

    async def _answer(
        self, write: Callable[[Sequence[Verdict]], bytes], hook: Hook, context: Context
    ) -> bytes:
        trace = hook.trace if hook.trace.id else find_trace(dict(context.invocation_metadata()))
        call = CALL.get()
        call.name(trace.id)
        if hook.answers is None:
            kept = self._keep(trace, hook.conversation or Conversation())
            call.facts |= {"hook": "request", "conversation_kept": kept}
            return write(())
        if len(hook.answers) > MAX_ANSWERS:
            raise RequestMalformed(
                f"{len(hook.answers)} answers; at most {MAX_ANSWERS} are verified"
            )
        before = hook.conversation or self._find(trace)
        verdicts = [
            await self._judge.judge(answer, before or Conversation(), context)
            for answer in hook.answers
        ]
        call.facts |= {
            "hook": "response",
            "conversation_known": before is not None,
            "answers": len(verdicts),
            "answers_held": sum(not verdict.is_released for verdict in verdicts),
        }
        return write(verdicts)

    def _keep(self, trace: Trace, conversation: Conversation) -> bool:
        return bool(trace.id) and self._conversations.put(CALL.get().tenant, trace, conversation)

    def _find(self, trace: Trace) -> Conversation | None:
        return self._conversations.get(CALL.get().tenant, trace) if trace.id else None
