"""An output that is paid under one contract is found under another, by every server of a store."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from google.type import money_pb2
from verifyd.v1 import outcome_service_pb2 as pb
from verifyd.v1 import outcome_service_pb2_grpc

LONG = "A text that nobody writes twice by chance, since it is rather long. "
CRITERIA = {
    "currency": "USD",
    "criteria": [
        {
            "metric": "word_count",
            "metric_type": "count",
            "comparison": "gte",
            "threshold": 1,
            "bonus": 2,
        }
    ],
}


class Caller:
    """Settles outputs under contracts."""

    def __init__(self, channel: Any) -> None:
        self._stub: Any = outcome_service_pb2_grpc.OutcomeServiceStub(channel)  # type: ignore[no-untyped-call]

    def outcome(self, contract: str, text: str, agent: str = "a", **fields: Any) -> Any:
        return pb.VerifyOutcomeRequest(
            contract_id=contract,
            agent_id=agent,
            document=json.dumps(CRITERIA),
            output_json=json.dumps({"text": text}),
            **fields,
        )

    def settle(self, contract: str, text: str, key: str = "k", agent: str = "a") -> Any:
        message = pb.SettleOutcomeRequest(
            outcome=self.outcome(contract, text, agent),
            key=key,
            base_cost=money_pb2.Money(currency_code="USD", units=1),
            consumer_id="payer",
        )
        return self._stub.SettleOutcome(message, timeout=30)

    def verify(self, contract: str, text: str, agent: str = "a") -> Any:
        base = money_pb2.Money(currency_code="USD", units=1)
        message = self.outcome(contract, text, agent, base_cost=base)
        return self._stub.VerifyOutcome(message, timeout=30)

    def reverse(self, settlement: Any, key: str) -> Any:
        message = pb.ReverseSettlementRequest(
            settlement_id=settlement.id, contract_id=settlement.contract_id, key=key
        )
        return self._stub.ReverseSettlement(message, timeout=30)


def flags(done: Any) -> list[tuple[str, bool]]:
    return [(flag.code, flag.refused) for flag in done.result.governance_flags]


REUSED = [("OUTPUT_REUSED", True)]


def settings(url: str, **governance: Any) -> dict[str, Any]:
    store = {"url": url, "migrate": True, "timeout_s": 20}
    return {"store": store, "outcomes": {"governance": governance}}


def test_every_server_of_a_store_says_the_same(start_server: Any, store_url: str) -> None:
    servers = [start_server(settings(store_url)) for _ in range(2)]
    with servers[0].channel() as one, servers[1].channel() as other:
        first, second = Caller(one), Caller(other)
        for _ in range(2):  # to look leaves no trace
            assert flags(first.verify("c1", LONG)) == []
            assert flags(first.verify("c2", LONG)) == []
        paid = first.settle("c1", LONG)
        assert (flags(paid), paid.settlement.success) == ([], True)
        assert first.settle("c1", LONG).replayed
        for caller in (first, second):
            again = caller.settle("c2", LONG, key=f"{caller is first}")
            assert (flags(again), again.settlement.success) == (REUSED, False)
            assert again.settlement.breakdown.total.units == 1
            shown = caller.verify("c3", LONG)
            assert (flags(shown), shown.cost) == (REUSED, again.settlement.breakdown)
        assert flags(second.settle("c9", LONG + "Another.")) == []
        assert flags(second.settle("c9", LONG, "b", agent="b")) == []
        for contract in ("s1", "s2"):
            assert flags(second.settle(contract, "Yes.")) == []  # as anybody might say


def test_what_is_reversed_may_be_delivered_anew(start_server: Any, store_url: str) -> None:
    with start_server(settings(store_url)).channel() as channel:
        caller = Caller(channel)
        paid = caller.settle("c1", LONG).settlement
        assert flags(caller.verify("c2", LONG)) == REUSED
        caller.reverse(paid, "back")
    with start_server(settings(store_url)).channel() as channel:
        caller = Caller(channel)
        anew = caller.settle("c2", LONG)
        assert (flags(anew), anew.settlement.success) == ([], True)


@pytest.mark.parametrize(
    ("own", "found"),
    [
        ({"output_reused": "flag"}, [("OUTPUT_REUSED", False)]),
        ({"output_reused": "off"}, []),
        ({"enabled": False}, []),
        ({"output_reused_min_bytes": 200}, []),
    ],
    ids=str,
)
def test_what_the_settings_say(
    start_server: Any, tmp_path: Any, own: dict[str, Any], found: list[tuple[str, bool]]
) -> None:
    with start_server(settings(f"sqlite://{tmp_path}/v.db", **own)).channel() as channel:
        caller = Caller(channel)
        caller.settle("c1", LONG)
        again = caller.settle("c2", LONG)
        assert (flags(again), again.settlement.success) == (found, True)


def test_many_at_once_are_paid_once(start_server: Any, store_url: str) -> None:
    with start_server(settings(store_url)).channel() as channel:
        caller = Caller(channel)
        with ThreadPoolExecutor(8) as threads:
            done = [*threads.map(lambda at: caller.settle(f"c{at}", LONG), range(8))]
    assert sum(one.settlement.success for one in done) == 1
    assert sorted(flags(one) for one in done) == [[], *[REUSED] * 7]
