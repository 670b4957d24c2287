"""Statements, shortened ids and who asked, over a real socket."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml
from calls import refusal
from certificates import Authority
from google.protobuf.timestamp_pb2 import Timestamp
from verifyd import TLS, Client, Money, Statement, VerifydError
from verifyd.v1 import outcome_service_pb2 as pb
from verifyd.v1 import outcome_service_pb2_grpc

SINCE, UNTIL = datetime(2020, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)
TOKENS = {"finance": "token-of-finance", "health": "token-of-health"}


def criteria(bonus: str) -> dict[str, Any]:
    one = {"metric": "word_count", "metric_type": "count", "comparison": "gte", "threshold": 1}
    return {"currency": "USD", "criteria": [one | {"bonus": bonus}]}


def settle(client: Client, key: str, base: str, bonus: str = "0", agent: str = "agent") -> Any:
    return client.settle_outcome(
        criteria(bonus),
        {"text": "done"},
        contract_id="contract",
        agent_id=agent,
        consumer_id=f"consumer of {agent}",
        key=key,
        base_cost=Money(Decimal(base), "USD"),
    ).settlement


def statement(client: Client, agent: str = "agent") -> Statement:
    return client.get_statement(agent_id=agent, since=SINCE, until=UNTIL)


@pytest.fixture(scope="module")
def target(server_for: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server that the tests of this file share; each has an agent of its own."""
    url = f"sqlite://{tmp_path_factory.mktemp('store')}/v.db"
    return server_for({"store": {"url": url, "migrate": True, "timeout_s": 20}})


@pytest.fixture(scope="module")
def client(target: Any) -> Iterator[Client]:
    with Client(target.target) as made:
        yield made


@pytest.mark.parametrize(
    ("count", "base", "bonus", "payable"),
    [(200, "0.004", "0.0004", "0.88"), (100, "0.0051", "0", "0.51")],
)
def test_less_than_a_cent_each(
    client: Client, count: int, base: str, bonus: str, payable: str
) -> None:
    agent = f"agent of {count}"
    for number in range(count):
        settle(client, f"{count} {number}", base, bonus, agent)
    whole = statement(client, agent)
    (found,) = whole.currencies
    assert (found.settlement_count, found.payable, found.total) == (
        count,
        Decimal(payable),
        Decimal(payable),
    )
    assert found.settled.bonus == count * Decimal(bonus)
    assert (whole.agent_id, whole.consumer_id, whole.since, whole.until) == (
        agent,
        "",
        SINCE,
        UNTIL,
    )
    assert whole.provisional
    paid = client.get_statement(consumer_id=f"consumer of {agent}", since=SINCE, until=UNTIL)
    assert paid.currencies == whole.currencies


def test_each_settlement_is_rounded_where_the_settings_say_so(
    start_server: Any, tmp_path: Path
) -> None:
    store = {"url": f"sqlite://{tmp_path}/v.db", "migrate": True}
    server = start_server({"store": store, "outcomes": {"rounding": "settlement"}})
    with Client(server.target) as client:
        for key, base, total in (("a", "0.0051", "0.01"), ("b", "0.0044", "0")):
            breakdown = settle(client, key, base).breakdown
            assert breakdown.total == Decimal(total)
            assert breakdown.rounding == Decimal(total) - Decimal(base)
        (found,) = statement(client).currencies
        assert (found.total, found.payable) == (Decimal("0.01"), Decimal("0.01"))
        assert found.closing_remainder == 0


def test_a_reversed_settlement_is_counted_as_such(client: Client) -> None:
    one = settle(client, "to be reversed", "1.5", agent="reversed")
    settle(client, "to stay", "1", agent="reversed")
    client.reverse_settlement(one.id[:9], contract_id="contract", key="back")
    assert client.get_outcome(one.id[:9]).settlement.reversed_by
    (found,) = statement(client, "reversed").currencies
    assert (found.settlement_count, found.reversed_count, found.reversal_count) == (2, 1, 1)
    assert (found.settled.total, found.reversed.total, found.payable) == (
        Decimal("2.5"),
        Decimal("-1.5"),
        Decimal(1),
    )


def test_a_shortened_id_is_the_same_request(client: Client) -> None:
    one = settle(client, "shortened", "1", agent="shortened")
    back = client.reverse_settlement(one.id[:9], contract_id="contract", key="back of it")
    for again in (one.id, one.id[:20]):
        assert client.reverse_settlement(again, contract_id="contract", key="back of it") == back
    for short in (one.id[:3], "zzzz"):
        with pytest.raises(VerifydError) as refused:
            client.get_outcome(short)
        assert refused.value.reason == "SETTLEMENT_NOT_FOUND"
    with pytest.raises(VerifydError, match="there is no settlement"):
        client.reverse_settlement(one.id[:9], contract_id="another", key="k")


def test_who_asked_is_known_by_their_credentials(start_server: Any, tmp_path: Path) -> None:
    digests = {name: hashlib.sha256(token.encode()).hexdigest() for name, token in TOKENS.items()}
    (tmp_path / "tokens.yaml").write_text(yaml.safe_dump(digests))
    store = {"url": f"sqlite://{tmp_path}/v.db", "migrate": True}
    server = start_server({"store": store, "server": {"token_file": f"{tmp_path}/tokens.yaml"}})
    for name, token in TOKENS.items():
        with Client(server.target, token=token) as client:
            one = settle(client, "k", "1")
            back = client.reverse_settlement(one.id, contract_id="contract", key="back")
            assert one.actor == back.actor == f"token:{name}"
            found = client.list_outcomes().outcomes
            assert {each.settlement.actor for each in found} == {f"token:{name}"}
            (own,) = statement(client).currencies  # and none of the other tenant's
            assert own.settlement_count == 1
            assert own.total == 0


def test_who_asked_is_known_by_their_certificate(start_server: Any, tmp_path: Path) -> None:
    authority = Authority(tmp_path, "authority")
    certificate, key = authority.sign("sidecar.test")
    options = {"--tls-cert": certificate, "--tls-key": key, "--tls-client-ca": authority.path}
    words = [str(word) for option in options.items() for word in option]
    store = {"url": f"sqlite://{tmp_path}/v.db", "migrate": True}
    server = start_server({"store": store}, "--listen", "tcp://127.0.0.1:0", *words)
    certificate, key = authority.sign("finance")
    tls = TLS(authority.path, certificate, key, server_name="sidecar.test")
    with Client(f"tcp://{server.target}", tls=tls) as client:
        assert settle(client, "k", "1").actor == "certificate:finance"


def test_nobody_asks_for_credentials(client: Client) -> None:
    assert settle(client, "open", "1", agent="open").actor == "local"


@pytest.mark.parametrize(
    ("fields", "reason", "field"),
    [
        ({}, "PARTY_MISSING", "agent_id"),
        ({"consumer_id": " "}, "PARTY_MISSING", "consumer_id"),
        ({"agent_id": "nobody"}, "PARTY_UNKNOWN", "agent_id"),
        ({"consumer_id": "nobody"}, "PARTY_UNKNOWN", "consumer_id"),
        ({"agent_id": "x" * 201}, "FIELD_TOO_LONG", "agent_id"),
        ({"agent_id": "a", "since": None}, "PERIOD_INVALID", "since"),
        ({"agent_id": "a", "until": None}, "PERIOD_INVALID", "until"),
        ({"agent_id": "a", "until": Timestamp(seconds=1)}, "PERIOD_INVALID", "until"),
        ({"agent_id": "a", "until": Timestamp(seconds=9, nanos=-1)}, "PERIOD_INVALID", "until"),
        ({"agent_id": "a", "until": Timestamp(seconds=1 << 60)}, "PERIOD_INVALID", "until"),
        ({"agent_id": "a", "since": Timestamp(seconds=-(1 << 60))}, "PERIOD_INVALID", "since"),
    ],
    ids=str,
)
def test_what_is_no_statement_is_refused(
    target: Any, fields: dict[str, Any], reason: str, field: str
) -> None:
    times = {"since": Timestamp(seconds=1), "until": Timestamp(seconds=2)}
    given = {name: value for name, value in (times | fields).items() if value is not None}
    request = pb.GetStatementRequest(**given)
    with target.channel() as channel:  # what no client of ours sends
        stub: Any = outcome_service_pb2_grpc.OutcomeServiceStub(channel)  # type: ignore[no-untyped-call]
        refused = refusal(lambda: stub.GetStatement(request, timeout=20))
    assert (refused.reason, refused.metadata["field"]) == (reason, field)


def test_what_the_library_refuses_itself(client: Client) -> None:
    with pytest.raises(ValueError, match="time zone"):
        client.get_statement(agent_id="a", since=SINCE.replace(tzinfo=None), until=UNTIL)
    parties: tuple[dict[str, Any], ...] = ({}, {"agent_id": "a", "consumer_id": "b"})
    for party in parties:
        with pytest.raises(ValueError, match="one of the two"):
            client.get_statement(**party, since=SINCE, until=UNTIL)
