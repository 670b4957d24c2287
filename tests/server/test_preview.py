"""To verify with terms gives the cost that settling books, and leaves nothing behind."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from calls import WRONG, Calls, refusal, request
from google.type import money_pb2
from verifyd.v1 import outcome_service_pb2 as pb
from verifyd.v1 import outcome_service_pb2_grpc

CAPS = ("max_bonus", "max_penalty", "max_total")


def usd(amount_nanos: int) -> money_pb2.Money:
    units, nanos = divmod(amount_nanos, 10**9)
    return money_pb2.Money(currency_code="USD", units=units, nanos=nanos)


def drawn_outcome(drawn: random.Random, number: int) -> pb.VerifyOutcomeRequest:
    """A task with criteria that it may meet or not, or for which it has no metric."""
    metrics = drawn.sample(["word_count", "output_length", "confidence", "latency_ms"], 3)
    kinds = {"confidence": "percentage", "latency_ms": "latency"}
    criteria = [
        {
            "metric": metric,
            "metric_type": kinds.get(metric, "count"),
            "comparison": drawn.choice(["gte", "lte"]),
            "threshold": "0.5" if metric == "confidence" else drawn.randrange(1, 60),
            "required": at == 0 or drawn.random() < 0.5,
            "weight": drawn.randrange(1, 4),
            "bonus": f"0.{drawn.randrange(10**9):09}",
            "penalty": f"0.{drawn.randrange(10**9):09}",
        }
        for at, metric in enumerate(metrics)
    ]
    aggregation = drawn.choice(["all", "any", "weighted"])
    output: dict[str, Any] = {"text": " ".join(["word"] * drawn.randrange(30)) + str(number)}
    if drawn.random() < 0.5:
        output["confidence"] = drawn.random()
    return pb.VerifyOutcomeRequest(
        contract_id=f"c{number}",
        agent_id="agent",
        document=json.dumps({"criteria": criteria, "aggregation": aggregation, "currency": "USD"}),
        output_json=json.dumps(output),
        metadata_json=json.dumps({"duration_ms": drawn.randrange(60)} if number % 2 else {}),
    )


def drawn_terms(drawn: random.Random) -> dict[str, money_pb2.Money]:
    terms = {"base_cost": usd(drawn.randrange(3 * 10**9))}
    return terms | {cap: usd(drawn.randrange(2 * 10**9)) for cap in CAPS if drawn.random() < 0.5}


def rows(path: Path) -> dict[str, int]:
    """How many rows each table has."""
    with sqlite3.connect(path) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {
            name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]
            for (name,) in tables.fetchall()
        }


@pytest.fixture(params=["statement", "settlement"])
def at_work(
    request: pytest.FixtureRequest, start_server: Any, tmp_path: Path
) -> Iterator[tuple[Any, Any, Path]]:
    path = tmp_path / "v.db"
    server = start_server(
        {"store": {"url": f"sqlite://{path}"}, "outcomes": {"rounding": request.param}}
    )
    with server.channel() as channel:
        yield outcome_service_pb2_grpc.OutcomeServiceStub(channel), channel, path  # type: ignore[no-untyped-call]


def test_the_cost_is_what_settling_books(at_work: tuple[Any, Any, Path]) -> None:
    stub, _, path = at_work
    drawn = random.Random(7)
    for number in range(40):
        outcome, terms = drawn_outcome(drawn, number), drawn_terms(drawn)
        asked = pb.VerifyOutcomeRequest(**terms)
        asked.MergeFrom(outcome)
        before = rows(path)
        shown = [stub.VerifyOutcome(asked, timeout=20) for _ in range(2)]
        assert rows(path) == before
        done = stub.SettleOutcome(
            pb.SettleOutcomeRequest(
                outcome=outcome, key=f"k{number}", consumer_id="payer", **terms
            ),
            timeout=20,
        )
        assert not done.result.governance_flags
        for one in shown:
            assert one.cost == done.settlement.breakdown
            assert one.result == done.result


def test_a_preview_keeps_nothing_of_a_narrative(at_work: tuple[Any, Any, Path]) -> None:
    stub, channel, _ = at_work
    outcome = drawn_outcome(random.Random(1), 1)
    outcome.verify.CopyFrom(request(WRONG, checks=["numeric"]))
    outcome.base_cost.CopyFrom(usd(1))
    assert stub.VerifyOutcome(outcome, timeout=20).HasField("cost")
    assert not Calls(channel).list_flagged().items
    outcome.ClearField("base_cost")
    assert not stub.VerifyOutcome(outcome, timeout=20).HasField("cost")
    assert Calls(channel).list_flagged().items  # of what is verified for itself they are kept


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"max_bonus": usd(1)}, "AMOUNT_INVALID"),
        ({"base_cost": money_pb2.Money(currency_code="XAU")}, "CURRENCY_INVALID"),
        ({"base_cost": money_pb2.Money(currency_code="EUR")}, "CURRENCY_MIXED"),
        ({"base_cost": usd(1), "max_total": money_pb2.Money()}, "CURRENCY_MIXED"),
    ],
)
def test_terms_that_are_wrong_are_refused(server: Any, fields: dict[str, Any], reason: str) -> None:
    outcome = drawn_outcome(random.Random(1), 1)
    outcome.MergeFrom(pb.VerifyOutcomeRequest(**fields))
    with server.channel() as channel:
        stub: Any = outcome_service_pb2_grpc.OutcomeServiceStub(channel)  # type: ignore[no-untyped-call]
        assert refusal(lambda: stub.VerifyOutcome(outcome, timeout=20)).reason == reason


def test_terms_within_the_outcome_of_a_settlement_are_refused(
    at_work: tuple[Any, Any, Path],
) -> None:
    stub, _, _ = at_work
    outcome = drawn_outcome(random.Random(1), 1)
    outcome.base_cost.CopyFrom(usd(1))
    message = pb.SettleOutcomeRequest(
        outcome=outcome, key="k", consumer_id="payer", base_cost=usd(1)
    )
    refused = refusal(lambda: stub.SettleOutcome(message, timeout=20))
    assert (refused.reason, refused.metadata) == (
        "TERMS_MISPLACED",
        {"field": "outcome.base_cost"},
    )
