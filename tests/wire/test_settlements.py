"""The digest of a request to settle: the same for the same request, and for no other."""

from __future__ import annotations

from typing import Any

import pytest
from calls import RIGHT, WRONG, request
from google.type import money_pb2
from verifyd.v1 import outcome_service_pb2 as pb
from verifyd.v1 import outcomes_pb2

from sidecar.settings.root import Settings
from sidecar.wire import outcomes
from sidecar.wire.messages import VerifyRequest, make_bytes_class
from sidecar.wire.requests import list_limits, make_reader
from sidecar.wire.settlement_requests import digest_request

READ = make_reader(make_bytes_class(pb.SettleOutcomeRequest), outcomes.list_limits())
READ_VERIFY = make_reader(VerifyRequest, list_limits(Settings()))
ONE = money_pb2.Money(currency_code="USD", units=1)

SETTLE: dict[str, Any] = {
    "key": "k",
    "base_cost": ONE,
    "max_bonus": ONE,
    "max_penalty": ONE,
    "max_total": ONE,
    "consumer_id": "c",
    "domain": "d",
}
TASK: dict[str, Any] = {
    "contract_id": "c",
    "criteria": outcomes_pb2.SuccessCriteria(currency="USD"),
    "document": "{}",
    "input_json": "{}",
    "output_json": "{}",
    "metadata_json": "{}",
    "agent_id": "a",
    "verify": request(RIGHT),
    "base_cost": money_pb2.Money(currency_code="USD", units=5),
    "max_bonus": money_pb2.Money(currency_code="USD", units=6),
    "max_penalty": money_pb2.Money(currency_code="USD", units=7),
    "max_total": money_pb2.Money(currency_code="USD", units=8),
}


def digest(message: pb.SettleOutcomeRequest) -> str:
    return digest_request(READ(message.SerializeToString()), READ_VERIFY)[0]


def settle(fields: dict[str, Any], of_task: dict[str, Any]) -> pb.SettleOutcomeRequest:
    return pb.SettleOutcomeRequest(outcome=pb.VerifyOutcomeRequest(**of_task), **fields)


def test_every_field_of_the_contract_counts() -> None:
    assert {*SETTLE, "outcome"} == {*pb.SettleOutcomeRequest.DESCRIPTOR.fields_by_name}
    assert {*TASK} == {*pb.VerifyOutcomeRequest.DESCRIPTOR.fields_by_name}
    alone = [settle({name: value}, {}) for name, value in SETTLE.items()]
    alone += [settle({}, {name: value}) for name, value in TASK.items()]
    alone += [settle({}, {}), settle({}, {"verify": request(WRONG)})]
    assert len({digest(one) for one in alone}) == len(SETTLE) + len(TASK) + 2


def test_ids_of_requests_and_the_order_of_fields_do_not() -> None:
    whole = settle(SETTLE, TASK)
    parts = [settle({name: value}, {}) for name, value in SETTLE.items()]
    parts += [settle({}, {name: value}) for name, value in TASK.items() if name != "criteria"]
    for order in (parts, parts[::-1]):
        data = b"".join(one.SerializeToString() for one in order)
        assert digest_request(READ(data), READ_VERIFY)[0] == digest(whole)
    named = settle(SETTLE, TASK | {"verify": request(RIGHT, request_id="r")})
    found, request_id = digest_request(READ(named.SerializeToString()), READ_VERIFY)
    assert (found, request_id) == (digest(whole), "r")


@pytest.mark.parametrize("field", ["key", "consumer_id", "domain"])
def test_texts_of_neighbours_are_told_apart(field: str) -> None:
    values = [settle({field: text}, {}) for text in ("a", "ab", "a\0", "")]
    assert len({digest(one) for one in values}) == len(values)
