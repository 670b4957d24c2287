"""Governance: what cannot be is refused, and a service that does not answer allows nothing."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Sequence
from typing import Any

import pytest
from outcomes.seed import criterion, engine, in_thread, task, verify
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from sidecar.model.outcome import GovernanceFlag, OutcomeResult, Task
from sidecar.outcomes.engine import encode_task
from sidecar.outcomes.governance import GovernanceSubject

ONE = {"criteria": [criterion(bonus=1, penalty=1)]}
LATENCY = {"metric": "latency_ms", "metric_type": "latency", "comparison": "lte", "threshold": 9}


def codes(result: OutcomeResult) -> list[str]:
    return [flag.code for flag in result.governance_flags]


async def test_what_is_refused_has_no_success_and_no_bonus() -> None:
    given = task(metadata={"duration_ms": 5, "wall_ms": 6})
    result = await verify({"criteria": [criterion(bonus=1), LATENCY]}, given)
    assert codes(result) == ["LATENCY_BELOW_WALL_TIME"]
    assert not result.success
    assert result.bonus == result.penalty == 0
    assert "refused: latency_ms is 5, and the platform measured 6" in result.reason
    assert "its bonus is not paid" in result.criterion_results[0].reason


async def test_a_latency_of_the_wall_time_is_right() -> None:
    result = await verify(
        {"criteria": [LATENCY]}, task(metadata={"duration_ms": 6.0, "wall_ms": 6})
    )
    assert result.success


@pytest.mark.parametrize(
    ("metric", "given"),
    [
        ("confidence", Task(output={"confidence": 1.01})),
        ("confidence", Task(output={"confidence": -0.01})),
        ("latency_ms", Task(metadata={"duration_ms": -1})),
    ],
)
async def test_what_cannot_be_is_flagged_and_not_met(metric: str, given: Task) -> None:
    loose = criterion(metric, metric_type="numeric", comparison="neq", threshold="0.5")
    result = await verify({"criteria": [loose]}, given)
    assert codes(result) == ["METRIC_IMPOSSIBLE"]
    assert not result.criterion_results[0].met


@pytest.mark.parametrize(
    ("claimed", "code"),
    [
        ({"accuracy": 1.2}, "METRIC_IMPOSSIBLE"),
        ({"accuracy": "all"}, "METRIC_IMPOSSIBLE"),
        ({"accuracy": 0.97}, "METRIC_WITHOUT_BASIS"),
    ],
)
async def test_what_the_agent_claims_and_its_output_does_not_have(
    claimed: dict[str, Any], code: str
) -> None:
    given = task(metadata={"claimed_metrics": claimed})
    optional = criterion("accuracy", metric_type="accuracy", required=False)
    result = await verify({"criteria": [criterion(), optional]}, given)
    assert codes(result) == [code]
    assert not result.success


async def test_no_claim_hides_behind_many_others() -> None:
    many: dict[str, Any] = {f"made_up_{number}": 1 for number in range(1000)}
    given = task(metadata={"claimed_metrics": many | {"accuracy": 1.2}})
    assert codes(await verify(ONE, given)) == ["METRIC_IMPOSSIBLE"]
    given = task(metadata={"claimed_metrics": dict.fromkeys(many, "all")})
    assert codes(await verify(ONE, given)) == ["METRIC_IMPOSSIBLE"] * 100


async def test_governance_can_be_off() -> None:
    given = task(metadata={"duration_ms": 5, "wall_ms": 6})
    off = {"governance": {"enabled": False}}
    assert (await verify({"criteria": [LATENCY]}, given, **off)).success


async def test_another_governance_can_be_plugged_in() -> None:
    class Refusing:
        async def flags(self, outcome: GovernanceSubject) -> Sequence[GovernanceFlag]:
            return [GovernanceFlag(code="NO", message=f"{outcome.values['output_length']}")]

    result = await verify(ONE, task("four"), Refusing())
    assert [flag.message for flag in result.governance_flags] == ["4"]
    assert not result.success


async def hooked(url: str, **own: Any) -> OutcomeResult:
    judge = engine(governance={"url": url} | own)
    criteria = judge.read(ONE).criteria
    assert criteria is not None
    given = task(contract_id="c-1")
    return await judge.verify(criteria, given, encode_task(given), tenant="", in_thread=in_thread)


async def test_a_hook_is_told_of_the_outcome_and_may_allow_it(httpserver: HTTPServer) -> None:
    seen: list[Any] = []

    def answer(request: Request) -> Response:
        seen.append((request.get_json(), request.headers["Authorization"]))
        return Response(json.dumps({"valid": True, "flags": ["looked at"]}))

    httpserver.expect_request("/outcomes", method="POST").respond_with_handler(answer)
    result = await hooked(httpserver.url_for("/outcomes"), token="secret")
    assert result.success
    assert [(one.message, one.refuses) for one in result.governance_flags] == [("looked at", False)]
    ((told, token),) = seen
    assert token == "Bearer secret"
    assert told["contract_id"] == "c-1"
    assert told["claimed_metrics"] == {"output_length": "7"}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ('{"valid": false, "flags": [{"code": "FRAUD", "message": "x"}]}', 200, "FRAUD"),
        ('{"valid": false}', 200, "GOVERNANCE_FLAG"),
        ('{"valid": true}', 500, "GOVERNANCE_UNAVAILABLE"),
        ('{"valid": true}', 302, "GOVERNANCE_UNAVAILABLE"),
        ('{"valid": "yes"}', 200, "GOVERNANCE_UNAVAILABLE"),
        ('{"valid": 1}', 200, "GOVERNANCE_UNAVAILABLE"),
        ("{}", 200, "GOVERNANCE_UNAVAILABLE"),
        ("[]", 200, "GOVERNANCE_UNAVAILABLE"),
        ("valid", 200, "GOVERNANCE_UNAVAILABLE"),
        ("", 200, "GOVERNANCE_UNAVAILABLE"),
        ("[" * 100_000, 200, "GOVERNANCE_UNAVAILABLE"),
        ("[" * 60_000, 200, "GOVERNANCE_UNAVAILABLE"),
        ('{"valid": false, "valid": true}', 200, "GOVERNANCE_UNAVAILABLE"),
        ('{"valid": true, "flags": [{"code": "A", "code": "B"}]}', 200, "GOVERNANCE_UNAVAILABLE"),
        ('{"valid": true, "more": NaN}', 200, "GOVERNANCE_UNAVAILABLE"),
        ('{"valid": true, "flags": ["\\ud800"]}', 200, "GOVERNANCE_UNAVAILABLE"),
        ('{"valid": true, "flags": [1]}', 200, "GOVERNANCE_UNAVAILABLE"),
        ('{"valid": true, "flags": {}}', 200, "GOVERNANCE_UNAVAILABLE"),
    ],
    ids=lambda each: str(each)[:40],
)
async def test_only_an_explicit_answer_allows(
    httpserver: HTTPServer, body: str, status: int, code: str
) -> None:
    httpserver.expect_request("/").respond_with_data(body, status)
    result = await hooked(httpserver.url_for("/"))
    assert codes(result) == [code]
    assert not result.success
    assert result.bonus == 0


async def test_who_does_not_answer_in_time_allows_nothing() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        began = asyncio.get_running_loop().time()
        result = await hooked(f"http://127.0.0.1:{port}/", timeout_s=0.2)
    assert codes(result) == ["GOVERNANCE_UNAVAILABLE"]
    assert asyncio.get_running_loop().time() - began < 5


async def test_who_answers_in_drops_is_left_at_the_deadline() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        ended = threading.Event()

        def drip() -> None:
            connection, _ = server.accept()
            with connection:
                try:
                    while not ended.wait(0.05):
                        connection.sendall(b"H")
                except OSError:
                    ended.set()

        dripping = threading.Thread(target=drip)
        dripping.start()
        try:
            result = await hooked(f"http://127.0.0.1:{server.getsockname()[1]}/", timeout_s=0.2)
            assert codes(result) == ["GOVERNANCE_UNAVAILABLE"]
            assert await asyncio.to_thread(ended.wait, 5)  # the connection is closed, not left
        finally:
            ended.set()
            dripping.join()


async def test_who_is_not_there_allows_nothing() -> None:
    assert codes(await hooked("http://127.0.0.1:1/")) == ["GOVERNANCE_UNAVAILABLE"]
