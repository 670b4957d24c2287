"""Governance over gRPC: the platform's own service is asked, and silence allows nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import grpc.aio
from verifyd.v1 import governance_service_pb2 as pb
from verifyd.v1 import governance_service_pb2_grpc

from sidecar.model.formatting import format_plain
from sidecar.model.outcome import GovernanceFlag
from sidecar.outcomes.causes import STORE_UNAVAILABLE
from sidecar.outcomes.engine import OutcomeEngine
from sidecar.outcomes.governance import (
    LONGEST,
    MOST_FLAGS,
    Governance,
    GovernanceSubject,
    flag_unavailable,
)
from sidecar.outcomes.settings import GovernanceSettings
from sidecar.server.call import CALL
from sidecar.settings.root import Settings
from sidecar.store.errors import StoreUnavailable

if TYPE_CHECKING:
    from sidecar.ledger.ledger import Ledger


# Governance by the ledger: has the agent been paid for the same output under another contract?

CODE = "OUTPUT_REUSED"


class OutputReuse:
    """Looks for outputs among the settlements of a store, so all servers of it say the same.

    Args:
        ledger: Where settlements are.
        settings: Which outputs are looked for, and what follows.
    """

    def __init__(self, ledger: Ledger, settings: GovernanceSettings) -> None:
        self._ledger, self._settings = ledger, settings

    async def flags(self, outcome: GovernanceSubject) -> Sequence[GovernanceFlag]:
        """Whether the output is settled, and not reversed, for another contract of the agent."""
        task = outcome.task
        known = task.agent_id and task.contract_id
        if not known or outcome.output_bytes < self._settings.output_reused_min_bytes:
            return []
        try:
            reused = await self._ledger.delivered(
                outcome.tenant,
                task.agent_id,
                outcome.output_digest,
                task.contract_id,
                CALL.get().remaining_s(),
            )
        except StoreUnavailable as error:
            return [
                GovernanceFlag(code=STORE_UNAVAILABLE, message=str(error), fault=STORE_UNAVAILABLE)
            ]
        if not reused:
            return []
        message = "the same output is settled for another contract of this agent"
        return [
            GovernanceFlag(
                code=CODE, message=message, refuses=self._settings.output_reused == "refuse"
            )
        ]


_OPTIONS = (("grpc.max_receive_message_length", 65_536),)


def make_engine(settings: Settings, ledger: Ledger | None = None) -> OutcomeEngine:
    """An engine that asks every governance of the settings.

    Args:
        settings: Of the server.
        ledger: Where outputs are looked for; None where there is none.
    """
    own = settings.outcomes.governance
    also: list[Governance] = [GrpcGovernance(own)] if own.target else []
    if ledger is not None and own.output_reused != "off":
        also.append(OutputReuse(ledger, own))
    return OutcomeEngine(settings.outcomes, settings.structure, also=also)


class GrpcGovernance:
    """Asks a ``GovernanceService``.

    Args:
        settings: Where, and how long.
    """

    def __init__(self, settings: GovernanceSettings) -> None:
        self._settings = settings
        token = settings.token.get_secret_value()
        self._metadata = (("authorization", f"Bearer {token}"),) if token else ()

    async def flags(self, outcome: GovernanceSubject) -> Sequence[GovernanceFlag]:
        """The flags of the other service."""
        task = outcome.task
        request = pb.ValidateOutcomeRequest(
            contract_id=task.contract_id,
            agent_id=task.agent_id,
            claimed_metrics={name: format_plain(value) for name, value in outcome.values.items()},
            execution_context_json=json.dumps(task.metadata),
            input_digest=outcome.input_digest,
            output_digest=outcome.output_digest,
        )
        try:
            async with self._channel() as channel:
                stub = governance_service_pb2_grpc.GovernanceServiceStub(channel)  # type: ignore[no-untyped-call]
                answer = await stub.ValidateOutcome(
                    request, timeout=self._settings.timeout_s, metadata=self._metadata
                )
        except grpc.aio.AioRpcError as error:
            return [flag_unavailable(f"{error.code().name}: {error.details()}")]
        return _flags(answer)

    def _channel(self) -> grpc.aio.Channel:
        scheme, _, place = self._settings.target.partition("://")
        if scheme == "tls":
            return grpc.aio.secure_channel(place, grpc.ssl_channel_credentials(), _OPTIONS)
        target = place if scheme == "tcp" else self._settings.target
        return grpc.aio.insecure_channel(target, _OPTIONS)


def _flags(answer: pb.ValidateOutcomeResponse) -> Sequence[GovernanceFlag]:
    if len(answer.flags) > MOST_FLAGS:
        return [flag_unavailable(f"its answer has more than {MOST_FLAGS} flags")]
    flags = [
        GovernanceFlag(
            code=one.code[:LONGEST] or "GOVERNANCE_FLAG",
            metric=one.metric[:LONGEST],
            message=one.message[:LONGEST],
            refuses=not answer.valid,
        )
        for one in answer.flags
    ]
    if not answer.valid and not flags:
        return [GovernanceFlag(code="GOVERNANCE_FLAG", message="the outcome is not valid")]
    return flags
