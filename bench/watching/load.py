"""Calls of every kind that the dashboard shows: right and wrong answers, refusals, settlements."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

from verifyd import Client, Money, QueryResult, VerifydError

from bench.model_endpoint import Body

STAFF = "In 2024 the staff was 1,234, after 1,180. Exports were flat."
CRITERIA = {
    "criteria": [
        {"metric": "word_count", "metric_type": "count", "comparison": "gte", "threshold": 2}
    ]
}
MAX_NUMBERS = 100


def make_settings(judge_url: str, folder: Path) -> dict[str, Any]:
    """Settings of a server with metrics, a store in a file, and a judge that has a price."""
    return {
        "metrics": {"listen": "tcp://127.0.0.1:0"},
        "numeric": {"max_numbers": MAX_NUMBERS},
        "evidence": {"memory_bytes": 16 << 20},
        "store": {"url": f"sqlite://{folder}/verifyd.db", "migrate": True},
        "claims": {
            "enabled": True,
            "base_url": judge_url,
            "model": "judge-small",
            "prices": {"judge-small": {"input": 2, "output": 8}},
            "retries": 0,
            "cache_bytes": 1 << 20,
        },
    }


def answer_claims(body: Body) -> str | None:
    """What the judge says: it supports what is about staff, and fails at what is about ships."""
    asked = json.dumps(body)
    if "ships" in asked:
        return None
    entry = {"id": "c0", "verdict": "supported", "confidence": 0.95, "reasoning": "it is stated"}
    return json.dumps({"results": [entry | {"quotes": ["In 2024 the staff was 1,234"]}]})


class Load:
    """Makes calls.

    Args:
        client: Of the server.
        random: Chooses names, so that no two runs of a story look the same to a cache.
    """

    def __init__(self, client: Client, random: Random) -> None:
        self._client = client
        self._random = random

    def make_one(self) -> None:
        """One call, of a kind that is drawn; most are answers that are right."""
        kinds = list(KINDS)
        (kind,) = self._random.choices(kinds, [KINDS[kind] for kind in kinds])
        kind(self)

    def verify_right(self) -> None:
        """An answer that the data support."""
        north, south = self._random.randrange(1000, 9000), self._random.randrange(1000, 9000)
        text = f"Sales were {north:,} in the North and {south:,} in the South."
        self._client.verify(text, {"sales": _sales(north, south)})

    def verify_long(self) -> None:
        """A long answer over a larger table."""
        rows = [{"region": f"R{at}", "sales": at * 37 + 1} for at in range(100)]
        text = "\n".join(f"- R{at} sold {at * 37 + 1}." for at in range(40))
        self._client.verify(text, {"sales": rows})

    def verify_wrong(self) -> None:
        """An answer with a number that the data do not have."""
        self._client.verify("Sales were 4,321 in the North.", {"sales": _sales(1234, 987)})

    def verify_sum(self) -> None:
        """An answer whose shares do not add up."""
        text = "- Oil has 45 %\n- Gas has 30 %\n- Coal has 20 %\n"
        self._client.verify(text, checks=["consistency"])

    def verify_too_much(self) -> None:
        """An answer with more numbers than are judged."""
        text = " ".join(f"R{at} sold {at * 13 + 7}." for at in range(2 * MAX_NUMBERS))
        self._client.verify(text, {"sales": _sales(1234, 987)}, checks=["numeric"])

    def verify_claim(self) -> None:
        """A claim that the judge supports; some it has been asked before."""
        words = " ".join(self._random.choices(["as", "before", "and", "after"], k=3))
        self._judge("Staff was 1,234 in 2024 [Source 1].", f"{STAFF} So it was {words}.")

    def verify_claim_unanswered(self) -> None:
        """A claim for which the judge has no answer."""
        self._judge(f"Exports of {self._random.random()} ships fell [Source 1].")

    def refuse_empty(self) -> None:
        """A request that cannot be judged."""
        _expect_error(lambda: self._client.verify("   "))

    def upload(self) -> None:
        """A query result uploaded in advance, used by its handle, and an unknown handle."""
        size = self._random.randrange(500, 2000)
        rows = [{"region": f"R{at}", "sales": self._random.randrange(10**6)} for at in range(size)]
        handle = self._client.put(QueryResult("sales", rows))
        self._client.verify(f"R1 sold {rows[1]['sales']:,}.", handles=[handle])
        _expect_error(lambda: self._client.get("0" * 64))

    def settle(self) -> None:
        """A settlement, its replay, and one in five taken back."""
        key = f"{self._random.getrandbits(64):x}"
        settled = [
            self._client.settle_outcome(
                CRITERIA,
                {"text": "two words"},
                contract_id="contract",
                agent_id=f"agent {key}",
                consumer_id="consumer",
                key=key,
                base_cost=Money(Decimal("17.29"), "USD"),
            )
            for _ in range(2)
        ]
        if self._random.random() < 0.2:
            settlement_id = settled[0].settlement.id
            self._client.reverse_settlement(
                settlement_id, contract_id="contract", key=f"back {key}"
            )

    def _judge(self, text: str, source_text: str = STAFF) -> None:
        source = {"id": "s1", "text": source_text}
        self._client.verify(text, sources=[source], checks=["claims"])


KINDS: Mapping[Callable[[Load], None], float] = {
    Load.verify_right: 60,
    Load.verify_long: 4,
    Load.verify_wrong: 8,
    Load.verify_sum: 2,
    Load.verify_too_much: 0.5,
    Load.verify_claim: 8,
    Load.verify_claim_unanswered: 1,
    Load.refuse_empty: 1,
    Load.upload: 1.5,
    Load.settle: 3,
}
"""What a call may be, and how often it is."""


def _sales(north: int, south: int) -> list[dict[str, object]]:
    return [{"region": "North", "sales": north}, {"region": "South", "sales": south}]


def _expect_error(call: Callable[[], object]) -> None:
    try:
        call()
    except VerifydError:
        return
    raise AssertionError("the call has not failed")
