"""Governance over gRPC: only an explicit answer allows, within the deadline."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc.aio
import pytest
from outcomes.seed import criterion, in_thread, task
from verifyd.v1 import governance_service_pb2 as pb
from verifyd.v1 import governance_service_pb2_grpc, outcomes_pb2

from sidecar.model.outcome import OutcomeResult
from sidecar.outcomes.engine import encode_task
from sidecar.services.governance import make_engine
from sidecar.settings.root import Settings

Answer = Callable[[pb.ValidateOutcomeRequest, Any], Awaitable[pb.ValidateOutcomeResponse]]


@asynccontextmanager
async def served(folder: Path, answer: Answer) -> AsyncIterator[str]:
    class Service(governance_service_pb2_grpc.GovernanceServiceServicer):
        async def ValidateOutcome(self, request: Any, context: Any) -> Any:  # noqa: N802
            return await answer(request, context)

    server, address = grpc.aio.server(), f"unix://{folder}/g.sock"
    governance_service_pb2_grpc.add_GovernanceServiceServicer_to_server(Service(), server)  # type: ignore[no-untyped-call]
    server.add_insecure_port(address)
    await server.start()
    try:
        yield address
    finally:
        await server.stop(None)


async def judged(target: str, **own: Any) -> OutcomeResult:
    governance = {"target": target, "timeout_s": 2.0} | own
    settings = {"outcomes": {"currency": "USD", "governance": governance}}
    judge = make_engine(Settings.model_validate(settings))
    criteria = judge.read({"criteria": [criterion(bonus=1)]}).criteria
    assert criteria is not None
    given = task("four", contract_id="c-1", metadata={"region": "eu"})
    return await judge.verify(criteria, given, encode_task(given), tenant="", in_thread=in_thread)


async def test_it_is_told_of_the_outcome_and_may_allow_it(tmp_path: Path) -> None:
    seen: list[Any] = []

    async def allow(request: Any, context: Any) -> Any:
        seen.append((request, dict(context.invocation_metadata())["authorization"]))
        flag = outcomes_pb2.GovernanceFlag(code="SEEN", message="looked at", refused=True)
        return pb.ValidateOutcomeResponse(valid=True, flags=[flag])

    async with served(tmp_path, allow) as target:
        result = await judged(target, token="secret")
    assert result.success
    assert [(one.code, one.refuses) for one in result.governance_flags] == [("SEEN", False)]
    ((request, token),) = seen
    assert token == "Bearer secret"
    assert (request.contract_id, dict(request.claimed_metrics)) == ("c-1", {"output_length": "4"})
    assert request.execution_context_json == '{"region": "eu"}'


async def _refuse(request: Any, context: Any) -> Any:
    flag = outcomes_pb2.GovernanceFlag(code="FRAUD", message="x")
    return pb.ValidateOutcomeResponse(valid=False, flags=[flag])


async def _say_nothing(request: Any, context: Any) -> Any:
    return pb.ValidateOutcomeResponse()


async def _fail(request: Any, context: Any) -> Any:
    raise RuntimeError


async def _sleep(request: Any, context: Any) -> Any:
    await asyncio.sleep(30)


async def _say_too_much(request: Any, context: Any) -> Any:
    return pb.ValidateOutcomeResponse(valid=True, flags=[outcomes_pb2.GovernanceFlag()] * 101)


async def _flood(request: Any, context: Any) -> Any:
    flag = outcomes_pb2.GovernanceFlag(message="x" * 100_000)
    return pb.ValidateOutcomeResponse(valid=True, flags=[flag])


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (_refuse, "FRAUD"),
        (_say_nothing, "GOVERNANCE_FLAG"),
        (_fail, "GOVERNANCE_UNAVAILABLE"),
        (_sleep, "GOVERNANCE_UNAVAILABLE"),
        (_say_too_much, "GOVERNANCE_UNAVAILABLE"),
        (_flood, "GOVERNANCE_UNAVAILABLE"),
    ],
)
async def test_only_an_explicit_answer_allows(tmp_path: Path, answer: Answer, code: str) -> None:
    async with served(tmp_path, answer) as target:
        result = await judged(target)
    assert [flag.code for flag in result.governance_flags] == [code]
    assert not result.success
    assert result.bonus == 0


@pytest.mark.parametrize("target", ["unix:///nowhere/g.sock", "tcp://127.0.0.1:1"])
async def test_who_is_not_there_allows_nothing(target: str) -> None:
    result = await judged(target, timeout_s=0.5)
    assert [flag.code for flag in result.governance_flags] == ["GOVERNANCE_UNAVAILABLE"]
