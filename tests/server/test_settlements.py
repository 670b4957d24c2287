"""Settling over a real socket: once for a key, exact, and never where a result is in doubt."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import hashlib
import json
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import grpc
import pytest
import yaml
from calls import RIGHT, WRONG, refusal, request
from databases import KINDS
from google.protobuf import json_format
from google.protobuf.timestamp_pb2 import Timestamp
from google.type import money_pb2
from locked_files import NORMAL, locked
from outcomes.seed import SUMMARY
from pytest_httpserver import HTTPServer
from settled import ledger_at
from verifyd.v1 import outcome_service_pb2 as pb
from verifyd.v1 import outcome_service_pb2_grpc, settlement_pb2
from werkzeug import Response

from sidecar.ledger.statements import AccountBalance
from sidecar.model.digests import to_canonical_json

TEXT = "A summary of the year, and a conclusion. " * 5
CRITERIA = SUMMARY | {"currency": "USD"}  # type: ignore[operator]
SUPPORTED = {
    "criteria": [
        {
            "metric": "numbers_supported_rate",
            "metric_type": "percentage",
            "comparison": "gte",
            "threshold": 0.95,
            "bonus": 2,
            "penalty": 1,
        }
    ],
    "currency": "USD",
}
TOKENS = {"finance": "token-of-finance", "health": "token-of-health"}


def settings(url: str, **sections: Any) -> dict[str, Any]:
    """The settings of a server with a store."""
    return {"store": {"url": url, "migrate": True, "timeout_s": 20}} | sections


def usd(units: int, nanos: int = 0) -> money_pb2.Money:
    return money_pb2.Money(currency_code="USD", units=units, nanos=nanos)


def task(**fields: Any) -> pb.VerifyOutcomeRequest:
    """A task that meets the criteria of the seed, unless fields say otherwise."""
    return pb.VerifyOutcomeRequest(
        **{
            "contract_id": "contract",
            "agent_id": "agent",
            "document": json.dumps(CRITERIA),
            "input_json": '{"ground_truth": ["a", "b"]}',
            "output_json": json.dumps({"text": TEXT, "predictions": ["a", "b"]}),
            "metadata_json": '{"duration_ms": 1500}',
        }
        | fields
    )


class Settlements:
    """The methods, with less to write."""

    def __init__(self, channel: Any, token: str = "") -> None:
        stub: Any = outcome_service_pb2_grpc.OutcomeServiceStub(channel)  # type: ignore[no-untyped-call]
        self._stub, self._channel = stub, channel
        self._options: dict[str, Any] = {"timeout": 30}
        if token:
            self._options["metadata"] = (("authorization", f"Bearer {token}"),)

    def settle(self, key: str = "key", outcome: Any = None, **fields: Any) -> Any:
        message = request_to_settle(key, outcome, **fields)
        return self._stub.SettleOutcome(message, **self._options)

    def reverse(self, settlement: Any, key: str = "back", **fields: Any) -> Any:
        message = pb.ReverseSettlementRequest(
            **{
                "settlement_id": settlement.id,
                "contract_id": settlement.contract_id,
                "key": key,
                "reason": "a mistake",
            }
            | fields
        )
        return self._stub.ReverseSettlement(message, **self._options)

    def get(self, settlement_id: str) -> Any:
        message = pb.GetOutcomeRequest(settlement_id=settlement_id)
        return self._stub.GetOutcome(message, **self._options).outcome

    def list(self, **fields: Any) -> Any:
        return self._stub.ListOutcomes(pb.ListOutcomesRequest(**fields), **self._options)

    def send(self, method: str, data: bytes) -> Any:
        """Call a method with bytes that no client writes."""
        return self._channel.unary_unary(f"/verifyd.v1.OutcomeService/{method}")(data, timeout=30)

    def verify(self, outcome: pb.VerifyOutcomeRequest) -> Any:
        return self._stub.VerifyOutcome(outcome, **self._options)


def digest_of(record: settlement_pb2.OutcomeRecord) -> str:
    """What a copy of a record is checked by, as docs/audit.md has it."""
    said = json_format.MessageToDict(record, preserving_proto_field_name=True)
    del said["settlement"]
    return hashlib.sha256(to_canonical_json(said)).hexdigest()


def request_to_settle(key: str, outcome: Any = None, **fields: Any) -> pb.SettleOutcomeRequest:
    told = {"outcome": outcome or task(), "key": key, "base_cost": usd(10), "consumer_id": "payer"}
    return pb.SettleOutcomeRequest(**told | fields)


@pytest.fixture
def settlements(start_server: Any, store_url: str) -> Iterator[Settlements]:
    server = start_server(settings(store_url))
    with server.channel() as channel:
        yield Settlements(channel)
    assert server.stop() == 0
    for secret in ("A summary", "payer", '"key"', "contract-of"):
        assert secret not in server.log_text()


@pytest.fixture(scope="module")
def shared(server_for: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settlements]:
    """A server for tests that do not look at what others have settled."""
    url = f"sqlite://{tmp_path_factory.mktemp('store')}/v.db"
    with server_for(settings(url)).channel() as channel:
        yield Settlements(channel)


@pytest.fixture(scope="module")
def alone(server_for: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settlements]:
    """A server in whose ledger nothing is ever written."""
    url = f"sqlite://{tmp_path_factory.mktemp('empty')}/v.db"
    with server_for(settings(url)).channel() as channel:
        yield Settlements(channel)


class TestInUse:
    @pytest.mark.parametrize("store_url", KINDS, indirect=True)
    def test_from_a_task_to_the_books(self, settlements: Settlements, store_url: str) -> None:
        outcome = task()
        done = settlements.settle("k1", outcome, domain="texts", max_bonus=usd(0, 40_000_000))
        assert not done.replayed
        assert done.result == settlements.verify(outcome).result
        one = done.settlement
        assert (one.contract_id, one.key, one.agent_id, one.consumer_id, one.domain) == (
            "contract",
            "k1",
            "agent",
            "payer",
            "texts",
        )
        assert (one.kind, one.success, one.currency, one.audit_sequence) == (
            settlement_pb2.SETTLEMENT_KIND_SETTLEMENT,
            True,
            "USD",
            1,
        )
        assert one.breakdown == settlement_pb2.SettlementBreakdown(
            base=usd(10),
            bonus=usd(0, 50_000_000),
            bonus_capped=usd(0, -10_000_000),
            penalty=usd(0),
            penalty_capped=usd(0),
            floor=usd(0),
            total_capped=usd(0),
            rounding=usd(0),
            total=usd(10, 40_000_000),
        )
        created = one.create_time.ToDatetime(UTC)
        assert abs((datetime.now(UTC) - created).total_seconds()) < 60
        record = settlements.get(one.id)
        assert (record.settlement, record.result) == (one, done.result)
        assert digest_of(record) == one.record_digest
        assert record.billing == one.breakdown
        assert record.execution_metadata_json == '{"duration_ms": 1500}'
        assert [each.metric for each in record.success_criteria.criteria] == [
            "accuracy",
            "latency_ms",
            "output_length",
            "contains_keywords",
        ]
        assert list(settlements.list(agent_id="agent", success=True).outcomes) == [record]
        assert not settlements.list(success=False).outcomes
        trial = asyncio.run(books(store_url))
        assert trial[AccountBalance("agent:agent", "USD")] == Decimal("10.04")

    def test_the_same_request_has_one_effect(self, settlements: Settlements) -> None:
        narrative = request(RIGHT, checks=["numeric"], request_id="r1")
        outcome = task(document=json.dumps(SUPPORTED), verify=narrative)
        first = settlements.settle("k", outcome)
        assert (first.request_id, first.settlement.breakdown.total) == ("r1", usd(12))
        narrative.request_id = "r2"
        again = settlements.settle("k", task(document=json.dumps(SUPPORTED), verify=narrative))
        assert again.replayed
        assert again.request_id == "r2"
        assert (again.settlement, again.result) == (first.settlement, first.result)
        assert len(settlements.list().outcomes) == 1

    @pytest.mark.parametrize(
        "changes",
        [
            {"base_cost": usd(10, 1)},
            {"max_total": usd(10)},
            {"domain": "d"},
            {"consumer_id": "other"},
            {"outcome": task(agent_id="other")},
            {"outcome": task(metadata_json='{"duration_ms": 1501}')},
            {"outcome": task(verify=request(WRONG))},
        ],
        ids=str,
    )
    def test_another_request_with_its_key_is_refused(
        self, shared: Settlements, changes: dict[str, Any]
    ) -> None:
        first = shared.settle("same")
        refused = refusal(lambda: shared.settle("same", **changes))
        assert (refused.code, refused.reason) == ("ALREADY_EXISTS", "KEY_REUSED")
        assert refused.metadata == {"settlement_id": first.settlement.id}
        assert shared.settle("same").replayed

    def test_64_clients_over_few_keys(self, settlements: Settlements, store_url: str) -> None:
        barrier = threading.Barrier(64)

        def call(number: int) -> Any:
            barrier.wait()
            return settlements.settle(f"key-{number % 8}", base_cost=usd(number % 8))

        with ThreadPoolExecutor(64) as threads:
            done = [*threads.map(call, range(64))]
        assert Counter(each.settlement.key for each in done if not each.replayed) == {
            f"key-{number}": 1 for number in range(8)
        }
        for number, each in enumerate(done):
            assert each.settlement.breakdown.total == usd(number % 8, 50_000_000)
            assert each.settlement == settlements.get(each.settlement.id).settlement
            assert each.result == done[0].result
        trial = asyncio.run(books(store_url))
        assert trial == {
            AccountBalance("agent:agent", "USD"): Decimal("28.4"),
            AccountBalance("consumer:payer", "USD"): Decimal("-28.4"),
        }

    def test_a_client_that_gives_up_asks_again(self, settlements: Settlements) -> None:
        for number in range(12):
            message = request_to_settle("k")
            with contextlib.suppress(grpc.RpcError):
                settlements._stub.SettleOutcome(message, timeout=0.002 * 1.5**number)
        done = settlements.settle("k")
        assert [one.settlement for one in settlements.list().outcomes] == [done.settlement]
        assert done.settlement.audit_sequence == 1

    def test_taken_back(self, settlements: Settlements, store_url: str) -> None:
        one = settlements.settle("k").settlement
        done = settlements.reverse(one)
        assert not done.replayed
        back = done.reversal
        assert (back.kind, back.reverses, back.reason, back.record_digest) == (
            settlement_pb2.SETTLEMENT_KIND_REVERSAL,
            one.id,
            "a mistake",
            "",
        )
        assert not back.HasField("success")
        assert back.breakdown.base == usd(-10)
        assert back.breakdown.total == usd(-10, -50_000_000)
        assert settlements.get(one.id).settlement.reversed_by == back.id
        again = settlements.reverse(one)
        assert (again.replayed, again.reversal) == (True, back)
        assert refusal(lambda: settlements.reverse(one, "other")).reason == "ALREADY_REVERSED"
        assert refusal(lambda: settlements.reverse(back, "other")).reason == "NOT_REVERSIBLE"
        assert refusal(lambda: settlements.reverse(one, reason="b")).reason == "KEY_REUSED"
        elsewhere = refusal(lambda: settlements.reverse(one, "other", contract_id="c"))
        assert elsewhere.reason == "SETTLEMENT_NOT_FOUND"
        kinds = settlements.list(kind=settlement_pb2.SETTLEMENT_KIND_REVERSAL)
        assert [each.settlement.id for each in kinds.outcomes] == [back.id]
        assert set(asyncio.run(books(store_url)).values()) == {0}

    def test_pages(self, settlements: Settlements) -> None:
        for number in range(5):
            settlements.settle(f"k{number}")
        found: list[str] = []
        token = ""
        while not found or token:
            page = settlements.list(page_size=2, page_token=token)
            found += [each.settlement.key for each in page.outcomes]
            token = page.next_page_token
        assert found == ["k4", "k3", "k2", "k1", "k0"]
        third = settlements.list(page_size=3).outcomes[2].settlement.create_time
        assert len(settlements.list(since=third).outcomes) == 3
        assert len(settlements.list(until=third).outcomes) == 2
        assert not settlements.list(until=Timestamp(seconds=-5)).outcomes
        token = settlements.list(page_size=2).next_page_token
        other: dict[str, Any] = {"page_token": token, "domain": "d"}
        assert refusal(lambda: settlements.list(**other)).reason == "PAGE_INVALID"
        assert refusal(lambda: settlements.list(page_size=1001)).reason == "PAGE_INVALID"

    @pytest.mark.parametrize(
        ("narrative", "total"), [(RIGHT, usd(12)), (WRONG, usd(9)), ("", usd(9))]
    )
    def test_what_is_not_met_costs_its_penalty(
        self, shared: Settlements, narrative: str, total: money_pb2.Money
    ) -> None:
        verify = request(narrative, checks=["numeric"]) if narrative else None
        outcome = task(document=json.dumps(SUPPORTED), verify=verify)
        done = shared.settle(f"of {narrative}", outcome)
        assert done.settlement.breakdown.total == total
        assert done.settlement.success is (narrative == RIGHT)


async def books(url: str) -> dict[AccountBalance, Decimal]:
    """The balances, once everything was found to add up."""
    async with ledger_at(url) as ledger:
        trial = await ledger.trial_balance("local", 20)
        assert trial.holds
        return trial.balances


LONG = "x" * 201


@pytest.mark.parametrize(
    ("fields", "reason", "field"),
    [
        ({"key": ""}, "KEY_INVALID", "key"),
        ({"key": LONG}, "KEY_INVALID", "key"),
        ({"key": "a\n"}, "KEY_INVALID", "key"),
        ({"key": "a\0"}, "KEY_INVALID", "key"),
        ({"base_cost": None}, "AMOUNT_INVALID", "base_cost"),
        ({"base_cost": usd(-1)}, "AMOUNT_INVALID", "base_cost"),
        ({"base_cost": usd(1, -1)}, "AMOUNT_INVALID", "base_cost"),
        ({"base_cost": usd(0, 10**9)}, "AMOUNT_INVALID", "base_cost"),
        ({"base_cost": usd(10**15, 1)}, "AMOUNT_INVALID", "base_cost"),
        ({"max_bonus": usd(0, -1)}, "AMOUNT_INVALID", "max_bonus"),
        ({"max_penalty": usd(-1)}, "AMOUNT_INVALID", "max_penalty"),
        ({"max_total": usd(-1)}, "AMOUNT_INVALID", "max_total"),
        ({"base_cost": money_pb2.Money(units=1)}, "CURRENCY_INVALID", "base_cost"),
        (
            {"base_cost": money_pb2.Money(currency_code="usd")},
            "CURRENCY_INVALID",
            "base_cost",
        ),
        ({"max_bonus": money_pb2.Money(currency_code="EUR")}, "CURRENCY_MIXED", "max_bonus"),
        ({"max_total": money_pb2.Money()}, "CURRENCY_MIXED", "max_total"),
        ({"base_cost": money_pb2.Money(currency_code="EUR")}, "CURRENCY_MIXED", "outcome"),
        ({"consumer_id": ""}, "PARTY_MISSING", "consumer_id"),
        ({"consumer_id": "  "}, "PARTY_MISSING", "consumer_id"),
        ({"outcome": task(agent_id="")}, "PARTY_MISSING", "agent_id"),
        ({"outcome": task(contract_id="")}, "PARTY_MISSING", "contract_id"),
        ({"outcome": pb.VerifyOutcomeRequest()}, "PARTY_MISSING", "contract_id"),
        ({"consumer_id": LONG}, "FIELD_TOO_LONG", "consumer_id"),
        ({"domain": LONG}, "FIELD_TOO_LONG", "domain"),
        ({"domain": "\0"}, "FIELD_TOO_LONG", "domain"),
        ({"outcome": task(contract_id=LONG)}, "FIELD_TOO_LONG", "contract_id"),
        ({"outcome": task(output_json="[]")}, "OUTCOME_MALFORMED", "output_json"),
        ({"outcome": task(document="criteria: []")}, "CRITERIA_INVALID", None),
        ({"outcome": task(verify=request("", checks=["numeric"]))}, "NARRATIVE_EMPTY", None),
    ],
    ids=lambda each: str(each)[:40].replace("\n", " "),
)
def test_what_cannot_be_settled_is_refused(
    alone: Settlements, fields: dict[str, Any], reason: str, field: str | None
) -> None:
    message = {"key": "k"} | fields
    refused = refusal(lambda: alone.settle(**message))
    assert refused.reason == reason
    assert refused.code == "INVALID_ARGUMENT"
    assert field is None or refused.metadata["field"] == field
    assert not alone.list().outcomes


@pytest.mark.parametrize("settlement_id", ["", "0" * 64, "a\0"])
def test_what_is_not_there(alone: Settlements, settlement_id: str) -> None:
    refused = refusal(lambda: alone.get(settlement_id))
    assert (refused.code, refused.reason) == ("NOT_FOUND", "SETTLEMENT_NOT_FOUND")
    one = settlement_pb2.Settlement(id=settlement_id, contract_id="c")
    assert refusal(lambda: alone.reverse(one)).reason == "SETTLEMENT_NOT_FOUND"


def test_bytes_that_are_no_narrative(alone: Settlements) -> None:
    data = request_to_settle("k").SerializeToString()
    # Once more the task, which is merged with the first: field 8 has a byte that is no field.
    data += b"\x0a\x03\x42\x01\xff"
    refused = refusal(lambda: alone.send("SettleOutcome", data))
    assert (refused.code, refused.reason) == ("INVALID_ARGUMENT", "REQUEST_MALFORMED")
    assert refusal(lambda: alone.send("ListOutcomes", b"\xff")).reason == "REQUEST_MALFORMED"


def test_without_a_store_nothing_is_settled(server: Any) -> None:
    with server.channel() as channel:
        calls = Settlements(channel)
        one = settlement_pb2.Settlement(id="0" * 64, contract_id="c")
        for call in (
            calls.settle,
            lambda: calls.reverse(one),
            lambda: calls.get(one.id),
            calls.list,
        ):
            refused = refusal(call)
            assert (refused.code, refused.reason, refused.metadata) == (
                "FAILED_PRECONDITION",
                "STORE_NOT_CONFIGURED",
                {"setting": "store.url"},
            )
        assert calls.verify(task()).result.success


def test_governance_without_an_answer_settles_nothing(
    start_server: Any, tmp_path: Path, httpserver: HTTPServer
) -> None:
    answers = iter([Response(status=500), Response(status=500)])

    def answer(_: object) -> Response:
        return next(answers, Response('{"valid": true, "flags": []}', 200))

    httpserver.expect_request("/").respond_with_handler(answer)
    governance = {"url": httpserver.url_for("/"), "timeout_s": 5}
    server = start_server(
        settings(f"sqlite://{tmp_path}/v.db", outcomes={"governance": governance})
    )
    with server.channel() as channel:
        calls = Settlements(channel)
        for _ in range(2):
            refused = refusal(lambda: calls.settle("k"))
            assert (refused.code, refused.reason) == ("UNAVAILABLE", "GOVERNANCE_UNAVAILABLE")
            assert refused.retry_s is not None
            assert not calls.list().outcomes
        done = calls.settle("k")
        assert not done.replayed
        assert done.settlement.breakdown.bonus == usd(0, 50_000_000)


def test_governance_that_refuses_pays_no_bonus(
    start_server: Any, tmp_path: Path, httpserver: HTTPServer
) -> None:
    httpserver.expect_request("/").respond_with_json(
        {"valid": False, "flags": [{"code": "FRAUD", "message": "no"}]}
    )
    governance = {"url": httpserver.url_for("/")}
    server = start_server(
        settings(f"sqlite://{tmp_path}/v.db", outcomes={"governance": governance})
    )
    with server.channel() as channel:
        done = Settlements(channel).settle("k")
        assert (done.settlement.success, done.settlement.breakdown.total) == (False, usd(10))


def test_records_that_are_not_kept(start_server: Any, store_url: str) -> None:
    server = start_server(settings(store_url, outcomes={"store_outcomes": False}))
    with server.channel() as channel:
        calls = Settlements(channel)
        first = calls.settle("k")
        assert first.result.metrics
        again = calls.settle("k")
        assert again.replayed
        assert again.settlement == first.settlement
        assert not again.result.metrics
        assert not again.result.criterion_results
        assert (again.result.success, again.result.bonus, again.result.contract_id) == (
            True,
            first.result.bonus,
            "contract",
        )
        record = calls.get(first.settlement.id)
        assert not record.HasField("result")
        assert not record.HasField("success_criteria")
        assert asyncio.run(books(store_url))[AccountBalance("agent:agent", "USD")] == Decimal(
            "10.05"
        )


def test_tenants_have_books_of_their_own(start_server: Any, tmp_path: Path) -> None:
    digests = {
        tenant: hashlib.sha256(token.encode()).hexdigest() for tenant, token in TOKENS.items()
    }
    (tmp_path / "tokens.yaml").write_text(yaml.safe_dump(digests))
    url = f"sqlite://{tmp_path}/v.db"
    server = start_server(settings(url, server={"token_file": str(tmp_path / "tokens.yaml")}))
    with server.channel() as channel:
        one, other = (Settlements(channel, token) for token in TOKENS.values())
        mine, theirs = one.settle("k"), other.settle("k", base_cost=usd(7))
        assert (mine.replayed, theirs.replayed) == (False, False)
        assert [each.settlement.audit_sequence for each in (mine, theirs)] == [1, 1]
        assert refusal(lambda: other.get(mine.settlement.id)).reason == "SETTLEMENT_NOT_FOUND"
        assert refusal(lambda: other.reverse(mine.settlement)).reason == "SETTLEMENT_NOT_FOUND"
        assert [each.settlement.id for each in one.list().outcomes] == [mine.settlement.id]
    assert server.stop() == 0
    for tenant in TOKENS:
        asyncio.run(_check(url, tenant))


async def _check(url: str, tenant: str) -> None:
    async with ledger_at(url) as ledger:
        assert (await ledger.trial_balance(tenant, 20)).holds


@pytest.mark.slow
def test_settlements_outlive_the_server(start_server: Any, store_url: str) -> None:
    server = start_server(settings(store_url))
    with server.channel() as channel:
        first = Settlements(channel).settle("k")
    server.process.kill()
    server.process.wait()
    server = start_server(settings(store_url))
    with server.channel() as channel:
        again = Settlements(channel).settle("k")
    assert again.replayed
    assert (again.settlement, again.result) == (first.settlement, first.result)


def test_a_locked_file_refuses_every_call_and_books_nothing(
    start_server: Any, tmp_path: Path
) -> None:
    """Each may be sent again with its key, and has one effect then."""
    store = {"url": f"sqlite://{tmp_path}/v.db", "timeout_s": 1.0}
    server = start_server({"store": store})
    with server.channel() as channel:
        settlements = Settlements(channel)
        settlements.settle("k0")
        keys = [f"k{number}" for number in range(1, 9)]

        def settle(key: str) -> Any:
            return refusal(lambda: settlements.settle(key))

        with locked(tmp_path / "v.db", NORMAL), ThreadPoolExecutor(len(keys)) as threads:
            refused = [*threads.map(settle, keys)]
            assert {(one.code, one.reason) for one in refused} == {
                ("UNAVAILABLE", "STORE_UNAVAILABLE")
            }
            assert all(one.retry_s for one in refused)
        done: list[Any] = []
        while len(done) < len(keys):  # until the store is found to answer again
            with contextlib.suppress(grpc.RpcError):
                done.append(settlements.settle(keys[len(done)]))
        assert len(settlements.list().outcomes) == 1 + len(keys)
        assert {one.settlement.breakdown.total.units for one in done} == {10}


def test_the_same_body_in_other_words_is_replayed(shared: Settlements) -> None:
    first = shared.settle("words")
    output = json.dumps({"predictions": ["a", "b"], "text": TEXT}, indent=1)
    other = task(
        output_json=output,
        metadata_json='{ "duration_ms" : 1500.0 }',
        document=json.dumps(dict(reversed(CRITERIA.items())), indent=2),
    )
    again = shared.settle("words", other)
    assert (again.replayed, again.settlement) == (True, first.settlement)
    for said in ('{"duration_ms": 1500.0000000000001}', '{"duration_ms": "1500"}'):
        changed = task(metadata_json=said)
        refused = refusal(functools.partial(shared.settle, "words", changed))
        assert (refused.code, refused.reason) == ("ALREADY_EXISTS", "KEY_REUSED")
