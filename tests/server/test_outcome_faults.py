"""The decision table of criteria and faults, row by row, against a real server on a real socket.

What the task itself caused is booked as a verdict. What verifyd or somebody whom it asks caused
books nothing, whatever the criterion is; when it is over, the same key is settled in the right way.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import grpc.aio
import pytest
from calls import Refusal, read_refusal
from claim_requests import FALSE, TRUE, claims_request, judged_by, said
from google.type import money_pb2
from judges import fake_endpoint as fake
from judges.fake_endpoint import Reply, says, serving_by
from pytest_httpserver import HTTPServer
from verifyd.v1 import outcome_service_pb2 as pb
from verifyd.v1 import outcome_service_pb2_grpc, settlement_pb2
from werkzeug import Response

from sidecar.model.claim import CitedSource, ClaimsDetail, SourceAnalysis
from sidecar.model.outcome import Task
from sidecar.model.report import CheckResult, Failure, Findings, Report
from sidecar.outcomes import extractors
from sidecar.outcomes.causes import CAUSES, Cause, JudgingStep, Responsibility
from sidecar.outcomes.extractors.base import InThread, Measured, MetricExtractor
from sidecar.outcomes.metrics import Metric, MetricKind
from sidecar.outcomes.sandbox import engine as sandbox
from sidecar.services.narratives import NarrativeVerifier
from sidecar.store.errors import StoreUnavailable
from sidecar.store.store import Store
from sidecar.workers.process import WorkerProcess

GOOD_QUOTE = {"quotes": ["In 2024 the staff was 1,234"]}
SOUND = "metrics['a'] = 1"
BOTH = f"{TRUE} {FALSE}"
KINDS = ("required", "optional", "without money", "weighted", "any")


class Manners(MetricExtractor):
    """What a third party registers; it does what the test says."""

    metrics: Mapping[str, Metric] = {"politeness": Metric(MetricKind.SHARE, "output.text")}
    caches = False
    act: Callable[[], Awaitable[Any]] | None = None

    async def extract(self, task: Task, wanted: Collection[str], in_thread: InThread) -> Measured:
        return {"politeness": 1 if Manners.act is None else await Manners.act()}


@dataclass
class World:
    """A server and everything that it asks.

    Attributes:
        stub: Of its service.
        patch: Breaks things, until they are undone.
        judge: What the judge replies, as its only item.
        hook: What the governance hook answers, as its only item.
    """

    stub: Any
    patch: pytest.MonkeyPatch
    judge: list[Reply]
    hook: list[Response]

    def heal(self) -> None:
        """Everything works again."""
        self.patch.undo()
        Manners.act = None
        self.judge[:] = [says(said(GOOD_QUOTE))]
        self.hook[:] = [Response('{"valid": true, "flags": []}')]

    async def settle(self, outcome: Any, key: str, seconds: float = 20) -> Any:
        return await self.stub.SettleOutcome(settling(outcome, key), timeout=seconds)

    async def entries(self) -> list[str]:
        found = await self.stub.ListOutcomes(pb.ListOutcomesRequest(page_size=1000), timeout=20)
        return [one.settlement.key for one in found.outcomes]


async def async_refusal(call: Any) -> Refusal:
    """The rich error of a call, which must fail with one."""
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await call
    return read_refusal(raised.value)


def settling(outcome: Any, key: str) -> pb.SettleOutcomeRequest:
    base = money_pb2.Money(currency_code="USD", units=1)
    return pb.SettleOutcomeRequest(outcome=outcome, key=key, base_cost=base, consumer_id="payer")


@asynccontextmanager
async def world(
    serve: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, httpserver: HTTPServer
) -> AsyncIterator[World]:
    point = EntryPoint("manners", f"{__name__}:Manners", extractors.GROUP)
    object.__setattr__(point, "load", lambda: Manners)
    monkeypatch.setattr(extractors, "entry_points", lambda *, group, name: [point])
    hook: list[Response] = []
    judge: list[Reply] = []
    httpserver.expect_request("/").respond_with_handler(lambda _: hook[0])
    custom = {"enabled": True, "sandbox": {"workers": 1, "timeout_ms": 300}}
    async with serving_by(lambda _: judge[0]) as endpoint:
        settings = {
            "store": {"url": f"sqlite://{tmp_path}/v.db", "timeout_s": 20},
            "outcomes": {
                "cache_ttl_s": 0,
                "extractors": {"custom": custom, "third_party": ["manners"]},
                "governance": {"url": httpserver.url_for("/"), "timeout_s": 5},
            },
            **judged_by(endpoint.url, deadline_s=1.0),
        }
        async with serve(settings) as (_, channel):
            stub: Any = outcome_service_pb2_grpc.OutcomeServiceStub(channel)  # type: ignore[no-untyped-call]
            with pytest.MonkeyPatch.context() as patch:
                made = World(stub, patch, judge, hook)
                made.heal()
                yield made
                made.heal()


def criterion(metric: str, metric_type: str = "numeric", threshold: Any = 0) -> dict[str, Any]:
    return {
        "metric": metric,
        "metric_type": metric_type,
        "comparison": "gte",
        "threshold": threshold,
        "bonus": 2,
        "penalty": "0.4",
    }


def outcome(one: dict[str, Any], kind: str, **fields: Any) -> pb.VerifyOutcomeRequest:
    """A task that is judged by a criterion of some kind, beside one that it meets."""
    one = dict(one)
    if kind == "optional":
        one["required"] = False
    if kind == "without money":
        one = {key: value for key, value in one.items() if key not in {"bonus", "penalty"}}
    criteria: dict[str, Any] = {"criteria": [criterion("word_count", "count", 1), one]}
    criteria["currency"] = "USD"
    if kind in {"weighted", "any"}:
        criteria["aggregation"] = kind
    if one["metric_type"] == "custom":
        criteria["custom_code"] = fields.pop("code", SOUND)
    given = {
        "output_json": '{"text": "a text of seven words or so"}',
        "contract_id": "c",
        "agent_id": "a",
    }
    return pb.VerifyOutcomeRequest(document=json.dumps(criteria), **given | fields)


CODE = criterion("a", "custom", 1)
CLAIMS = criterion("claims_supported_rate", "percentage", "0.5")
POLITE = criterion("politeness", "percentage", 1)
BLEU = criterion("bleu_score", "bleu_score", "0.5")
REFERENCE = {"input_json": '{"reference": "a text of seven words or so"}'}
CLAIM = {"verify": claims_request()}
Provoked = tuple[dict[str, Any], dict[str, Any]]
"""A criterion, and the fields of the request to which the fault belongs."""


def _acting(act: Callable[[], Awaitable[Any]]) -> Callable[[World], Provoked]:
    def provoke(_: World) -> Provoked:
        Manners.act = act
        return POLITE, {}

    return provoke


def _coded(code: str, **fields: Any) -> Callable[[World], Provoked]:
    return lambda _: (CODE, {"code": code, **fields})


def _judged(reply: Reply, text: str = TRUE) -> Callable[[World], Provoked]:
    def provoke(world: World) -> Provoked:
        world.judge[:] = [reply]
        return CLAIMS, {"verify": claims_request(text)}

    return provoke


def _reported(change: Callable[[Report], list[CheckResult]]) -> Callable[[World], Provoked]:
    """The report of the narrative comes out otherwise."""

    def provoke(world: World) -> Provoked:
        own = NarrativeVerifier.report

        async def report(*args: Any, **more: Any) -> Report:
            made = await own(*args, **more)
            return replace(made, results=change(made))

        world.patch.setattr(NarrativeVerifier, "report", report)
        return CLAIMS, CLAIM

    return provoke


def _failed(code: str) -> Callable[[World], Provoked]:
    failure = Failure(code, "in its own words", retryable=False)
    return _reported(lambda made: [replace(made.results[0], outcome=failure)])


def _unavailable(code: str) -> Callable[[World], Provoked]:
    def change(made: Report) -> list[CheckResult]:
        (result,) = made.results
        assert isinstance(result.outcome, Findings)
        assert isinstance(result.outcome.detail, ClaimsDetail)
        gone = SourceAnalysis(CitedSource("s1"), None, code, {}, 0, 0.0)
        unsupported = [
            one._replace(verdict=one.verdict.UNSUPPORTED) for one in result.outcome.detail.claims
        ]
        detail = replace(result.outcome.detail, by_source=[gone], claims=unsupported)
        return [replace(result, outcome=replace(result.outcome, detail=detail))]

    return _reported(change)


def _raising(error: Exception) -> Callable[[], Awaitable[Any]]:
    async def act() -> Any:
        raise error

    return act


def _busy(world: World) -> Provoked:
    world.patch.setattr(sandbox._PLACES, "_taken", 1)
    return CODE, {}


def _crashed(world: World) -> Provoked:
    """The worker is killed while it is asked."""
    own = WorkerProcess.ask

    def killed(worker: WorkerProcess, question: str, *given: Any, **told: Any) -> Any:
        if question == "run":
            os.kill(worker.pid, signal.SIGKILL)
        return own(worker, question, *given, **told)

    world.patch.setattr(WorkerProcess, "ask", killed)
    return CODE, {}


def _no_sandbox(world: World) -> Provoked:
    world.patch.setattr(sandbox, "find_spec", lambda _: None)
    return CODE, {}


def _no_sacrebleu(world: World) -> Provoked:
    world.patch.setitem(sys.modules, "sacrebleu.metrics.bleu", None)
    return BLEU, REFERENCE


def _no_hook(world: World) -> Provoked:
    world.hook[:] = [Response(status=503)]
    return POLITE, {}


def _no_store(world: World) -> Provoked:
    own = Store.run

    async def run(self: Store, work: Any, timeout_s: float, *, writes: bool = False) -> Any:
        if writes:
            raise StoreUnavailable("the store cannot be used", store="sqlite")
        return await own(self, work, timeout_s, writes=writes)

    world.patch.setattr(Store, "run", run)
    return POLITE, {}


PROVOKED: dict[tuple[JudgingStep, str], Callable[[World], Provoked]] = {
    (JudgingStep.ANY, "MISSING"): lambda _: (criterion("confidence", "percentage", "0.5"), {}),
    (JudgingStep.ANY, "UNMEASURABLE"): lambda _: (BLEU, {"input_json": '{"reference": 3}'}),
    (JudgingStep.ANY, "IMPOSSIBLE"): lambda _: (
        criterion("latency_ms", "latency", 0),
        {"metadata_json": '{"duration_ms": -1}'},
    ),
    (JudgingStep.ANY, "EXTRACTOR_FAILED"): _acting(_raising(KeyError("x"))),
    (JudgingStep.ANY, "METRICS_NOT_INSTALLED"): _no_sacrebleu,
    (JudgingStep.ANY, "DEADLINE_EXCEEDED"): _acting(_raising(TimeoutError())),
    (JudgingStep.CODE, "SANDBOX_TIMEOUT"): _coded("while True: pass"),
    (JudgingStep.CODE, "SANDBOX_MEMORY"): _coded("x = 'a' * 10**9 * 10"),
    (JudgingStep.CODE, "SANDBOX_FORBIDDEN"): _coded("import socket"),
    (JudgingStep.CODE, "SANDBOX_ERROR"): _coded("1 / 0"),
    (JudgingStep.CODE, "SANDBOX_RESULT_INVALID"): _coded("metrics['b'] = 1"),
    (JudgingStep.CODE, "SANDBOX_BUSY"): _busy,
    (JudgingStep.CODE, "SANDBOX_CRASHED"): _crashed,
    (JudgingStep.CODE, "SANDBOX_NOT_INSTALLED"): _no_sandbox,
    (JudgingStep.CHECKS, "JUDGE_UNREACHABLE"): _judged(fake.http(500, b"oops")),
    (JudgingStep.CHECKS, "JUDGE_TIMEOUT"): _judged(says(said(GOOD_QUOTE), delay_s=30)),
    (JudgingStep.CHECKS, "JUDGE_REFUSED"): _judged(fake.http(401, b"{}")),
    (JudgingStep.CHECKS, "JUDGE_ANSWER_INVALID"): _judged(says("All claims are supported.")),
    (JudgingStep.CHECKS, "CLAIM_NOT_JUDGED"): _judged(says(said(GOOD_QUOTE)), BOTH),
    (JudgingStep.GOVERNANCE, "GOVERNANCE_UNAVAILABLE"): _no_hook,
    (JudgingStep.STORE, "STORE_UNAVAILABLE"): _no_store,
}


def provoking(row: Cause) -> Callable[[World], Provoked] | None:
    """What makes a row happen; None for those that the server cannot be brought to here."""
    if row.part is JudgingStep.SOURCES:
        return _unavailable(row.code)
    if row.part is JudgingStep.CHECKS:
        return PROVOKED.get((row.part, row.code)) or _failed(row.code)
    return PROVOKED.get((row.part, row.code))


def test_every_row_is_provoked() -> None:
    # The server refuses code by its length, and what is not JSON, before anything runs.
    left_out = {row.code for row in CAUSES if provoking(row) is None}
    assert left_out == {"SANDBOX_TOO_LARGE", "SANDBOX_CONTEXT_INVALID"}
    assert len({(row.part, row.code) for row in CAUSES}) == len(CAUSES)
    assert all(
        (row.whose is Responsibility.VERIFYD) == bool(row.reason) == bool(row.retry_s)
        for row in CAUSES
    )


async def test_each_row_of_the_table(
    serve: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, httpserver: HTTPServer
) -> None:
    async with world(serve, tmp_path, monkeypatch, httpserver) as made:
        for at, row in enumerate(CAUSES):
            provoke = provoking(row)
            if provoke is None:
                continue
            # Every kind of criterion where that is quick, and else each kind in turn.
            quick = row.part in {JudgingStep.ANY, JudgingStep.GOVERNANCE, JudgingStep.STORE}
            for kind in KINDS if quick else [KINDS[at % len(KINDS)]]:
                await _check(made, row, provoke, kind)
                made.heal()


async def _check(made: World, row: Cause, provoke: Callable[[World], Provoked], kind: str) -> None:
    key = f"{row.part} {row.code} {kind}"
    one, fields = provoke(made)
    asked = outcome(one, kind, **fields)
    if row.whose is Responsibility.TASK:
        done = await _settled(made, asked, key)
        judged = done.result.criterion_results[1]
        assert (judged.met, judged.fault) == (False, ""), key
        assert bool(judged.error) is (row.part is not JudgingStep.SOURCES), (
            key
        )  # of which 0 % are borne out
        if judged.error and row.part is JudgingStep.CODE:
            assert row.code in judged.error, key
        assert not done.result.faults, key
        taken = 0 if kind == "without money" else 400_000_000
        assert done.settlement.breakdown.penalty.nanos == -taken, key
        succeeds = kind in {"optional", "any", "weighted"} and row.code != "IMPOSSIBLE"
        assert done.settlement.success is succeeds, key  # governance refuses what cannot be
        return
    seconds = 1.0 if row.code == "JUDGE_TIMEOUT" else 20.0
    refused = await async_refusal(made.settle(asked, key, seconds))
    assert (refused.code, refused.reason) == ("UNAVAILABLE", row.reason), key
    assert refused.retry_s == row.retry_s, key
    if row.part is not JudgingStep.STORE:
        assert row.code in refused.metadata["details"], key
        await _shown(made, asked, row, key, seconds)
    made.heal()
    if row.code == "CLAIM_NOT_JUDGED":
        made.judge[:] = [says(said(GOOD_QUOTE, {"verdict": "unsupported"}))]
    assert key not in await made.entries()
    done = await made.settle(outcome(one, kind, **fields), key)
    assert not done.replayed, key
    assert done.settlement.success, key
    assert done.settlement.breakdown.penalty.nanos == 0, key
    assert (await made.settle(asked, key)).replayed, key


async def _settled(made: World, asked: Any, key: str) -> Any:
    """Settle; a machine that is too busy for a program is no fault of it, so it is asked again."""
    for _ in range(20):
        try:
            return await made.settle(asked, key)
        except grpc.aio.AioRpcError as error:
            if read_refusal(error).reason != "SANDBOX_BUSY":
                raise
    raise AssertionError(f"{key}: the machine is too busy")


async def _shown(made: World, asked: Any, row: Cause, key: str, seconds: float) -> None:
    """To verify says the same, as nobody's failure."""
    result = (await made.stub.VerifyOutcome(asked, timeout=seconds)).result
    assert result.faults, key
    assert (result.faults[0].reason, result.success) == (row.reason, False), key
    assert not result.HasField("penalty"), key
    assert not result.HasField("bonus"), key
    assert result.reason.startswith("not judged: "), key
    for one in result.criterion_results:
        assert not one.HasField("penalty"), key
        assert not one.HasField("bonus"), key
    if row.part is not JudgingStep.GOVERNANCE:
        one = result.criterion_results[1]
        assert (one.met, one.fault) == (False, row.reason), key
        assert one.error, key


async def test_several_criteria_with_one_fault_and_a_call_that_runs_out_of_time(
    serve: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, httpserver: HTTPServer
) -> None:
    async with world(serve, tmp_path, monkeypatch, httpserver) as made:
        Manners.act = _raising(KeyError("x"))
        many = outcome(POLITE, "required")
        criteria = json.loads(many.document)
        criteria["criteria"].append(CODE)
        many.document = json.dumps(criteria | {"custom_code": "1 / 0"})  # fails by its own doing
        refused = await async_refusal(made.settle(many, "several"))
        assert (refused.reason, refused.metadata["metrics"]) == ("EXTRACTOR_FAILED", "politeness")

        async def sleeps() -> Any:
            await asyncio.sleep(600)

        Manners.act = sleeps
        late = await async_refusal(made.settle(outcome(POLITE, "required"), "late", seconds=1.5))
        assert (late.code, late.reason) == ("UNAVAILABLE", "DEADLINE_EXCEEDED")
        assert late.retry_s
        call = made.stub.SettleOutcome(settling(outcome(POLITE, "required"), "left"), timeout=20)
        await asyncio.sleep(0.05)
        call.cancel()
        made.heal()
        assert await made.entries() == []
        for key in ("late", "left"):
            assert (await made.settle(outcome(POLITE, "required"), key)).settlement.success


@pytest.mark.parametrize("given", ["many", [1], float("nan"), float("inf"), {"a": 1}], ids=repr)
async def test_an_extractor_that_gives_no_number_is_at_fault(
    serve: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    httpserver: HTTPServer,
    given: object,
) -> None:
    async def act() -> Any:
        return given

    async with world(serve, tmp_path, monkeypatch, httpserver) as made:
        Manners.act = act
        refused = await async_refusal(made.settle(outcome(POLITE, "required"), "k"))
        assert (refused.code, refused.reason) == ("UNAVAILABLE", "EXTRACTOR_FAILED")
        assert await made.entries() == []


async def test_one_honest_settlement_beside_sixteen_endless_programs(
    start_server: Any, tmp_path: Path
) -> None:
    custom = {"enabled": True, "sandbox": {"workers": 1, "timeout_ms": 400}}
    server = start_server(
        {
            "store": {"url": f"sqlite://{tmp_path}/v.db", "timeout_s": 20},
            "outcomes": {"extractors": {"custom": custom}},
        }
    )
    async with grpc.aio.insecure_channel(server.target) as channel:
        stub: Any = outcome_service_pb2_grpc.OutcomeServiceStub(channel)  # type: ignore[no-untyped-call]
        endless = [
            stub.SettleOutcome(
                settling(outcome(CODE, "required", code="while True: pass"), f"endless {at}"),
                timeout=60,
            )
            for at in range(16)
        ]
        await asyncio.sleep(0.3)
        honest = settling(outcome(CODE, "required"), "honest")
        done: list[Any] = await asyncio.gather(
            *endless, stub.SettleOutcome(honest, timeout=60), return_exceptions=True
        )
        found = await stub.ListOutcomes(pb.ListOutcomesRequest(), timeout=20)
        entries = {one.settlement.key: one.settlement for one in found.outcomes}
        last = done[-1]
        if isinstance(last, grpc.aio.AioRpcError):
            assert last.code() is grpc.StatusCode.UNAVAILABLE
            assert "honest" not in entries
        else:
            assert last.settlement.success
        for at, one in enumerate(done[:-1]):
            refused = isinstance(one, Exception)
            assert refused is (f"endless {at}" not in entries)
            assert refused or not one.settlement.success
        settled: settlement_pb2.Settlement = (
            await stub.SettleOutcome(honest, timeout=60)
        ).settlement
        assert (settled.success, settled.breakdown.total.units) == (True, 5)
