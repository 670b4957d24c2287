"""``OutcomeService`` over a real socket."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from calls import RIGHT, WRONG, refusal, request
from google.type import money_pb2
from outcomes.seed import IMAGES, SUMMARY, YAML
from server.conftest import Serve
from verifyd.v1 import outcome_service_pb2 as pb
from verifyd.v1 import outcome_service_pb2_grpc, outcomes_pb2

TEXT = "A summary of the year, and a conclusion. " * 5
DONE = {"text": TEXT, "predictions": ["a", "b"], "confidence": 0.9}
GIVEN = {"ground_truth": ["a", "b"]}


class Outcomes:
    """The methods of the service, with less to write."""

    def __init__(self, channel: Any) -> None:
        stub: Any = outcome_service_pb2_grpc.OutcomeServiceStub(channel)  # type: ignore[no-untyped-call]
        self._stub = stub

    def validate(self, criteria: Any) -> Any:
        message = pb.ValidateCriteriaRequest(**source(criteria))
        return self._stub.ValidateCriteria(message, timeout=20)

    def verify(self, criteria: Any, output: Any = DONE, given: Any = GIVEN, **fields: Any) -> Any:
        message = pb.VerifyOutcomeRequest(
            output_json=json.dumps(output),
            input_json=json.dumps(given),
            **source(criteria),
            **fields,
        )
        return self._stub.VerifyOutcome(message, timeout=20)


def source(criteria: Any) -> dict[str, Any]:
    if isinstance(criteria, outcomes_pb2.SuccessCriteria):
        return {"criteria": criteria}
    return {"document": criteria if isinstance(criteria, str) else json.dumps(criteria)}


@pytest.fixture(scope="module")
def outcomes(server: Any) -> Iterator[Outcomes]:
    with server.channel() as channel:
        yield Outcomes(channel)


def dollars(nanos: int) -> money_pb2.Money:
    return money_pb2.Money(currency_code="USD", nanos=nanos)


IN_DOLLARS = SUMMARY | {"currency": "USD"}  # type: ignore[operator]


def test_the_seeds_summary_is_judged_and_paid(outcomes: Outcomes) -> None:
    answer = outcomes.verify(
        IN_DOLLARS, metadata_json='{"duration_ms": 1500, "wall_ms": 1400}', contract_id="c-1"
    )
    result = answer.result
    assert result.success
    assert [one.met for one in result.criterion_results] == [True] * 4
    assert result.bonus == dollars(50_000_000)
    assert result.metrics["accuracy"] == "1"
    assert result.contract_id == "c-1"
    assert answer.request_id
    assert answer.verify_time.seconds > 1_600_000_000


def test_a_missing_latency_is_not_met_and_earns_nothing(outcomes: Outcomes) -> None:
    result = outcomes.verify(IN_DOLLARS).result
    assert result.success  # it is not required
    latency = result.criterion_results[1]
    assert not latency.met
    assert not latency.HasField("value")
    assert "metadata.duration_ms" in latency.error
    assert result.bonus == dollars(30_000_000)


def test_a_missing_required_metric_fails_the_task(outcomes: Outcomes) -> None:
    result = outcomes.verify(IN_DOLLARS, given={}).result
    assert not result.success
    assert result.bonus == money_pb2.Money(currency_code="USD")
    assert "accuracy is not met" in result.reason


def test_the_seeds_images_are_scored(outcomes: Outcomes) -> None:
    criteria = IMAGES | {"currency": "USD"}  # type: ignore[operator]
    result = outcomes.verify(criteria, DONE | {"confidence": 0.5}).result
    assert result.weighted_score == "0.6"
    assert not result.success
    assert outcomes.verify(criteria).result.bonus == dollars(50_000_000)


def test_the_same_request_has_the_same_result(outcomes: Outcomes) -> None:
    one, other = (outcomes.verify(IN_DOLLARS).result for _ in range(2))
    assert one.SerializeToString(deterministic=True) == other.SerializeToString(deterministic=True)
    assert one.digest != outcomes.verify(IN_DOLLARS, metadata_json='{"a": 1}').result.digest


def test_governance_refuses_what_cannot_be(outcomes: Outcomes) -> None:
    result = outcomes.verify(
        IN_DOLLARS, metadata_json='{"duration_ms": 10, "wall_ms": 1400}'
    ).result
    assert not result.success
    assert result.bonus.nanos == 0
    assert [(flag.code, flag.refused) for flag in result.governance_flags] == [
        ("LATENCY_BELOW_WALL_TIME", True)
    ]


@pytest.mark.parametrize(("narrative", "met"), [(RIGHT, True), (WRONG, False)])
def test_figures_of_the_checks_are_metrics(outcomes: Outcomes, narrative: str, met: bool) -> None:
    criteria = {
        "criteria": [
            {
                "metric": "numbers_supported_rate",
                "metric_type": "percentage",
                "comparison": "gte",
                "threshold": 0.95,
            }
        ]
    }
    result = outcomes.verify(criteria, verify=request(narrative, checks=["numeric"])).result
    assert result.success is met
    assert result.metrics["numbers_supported_rate"] == str(int(met))
    missing = outcomes.verify(criteria).result.criterion_results[0]
    assert missing.error == "no narrative came to be verified"


def test_messages_are_read_like_documents(outcomes: Outcomes) -> None:
    understood = outcomes.validate(IN_DOLLARS)
    assert understood.valid
    again = outcomes.validate(understood.criteria)
    assert again.criteria == understood.criteria
    assert outcomes.verify(understood.criteria).result == outcomes.verify(IN_DOLLARS).result


def test_every_fault_of_messages_is_told(outcomes: Outcomes) -> None:
    one = outcomes_pb2.SuccessCriterion(
        metric="acuracy",
        metric_type=99,  # type: ignore[arg-type]
        bonus=money_pb2.Money(units=1, nanos=-1),
    )
    answer = outcomes.validate(outcomes_pb2.SuccessCriteria(criteria=[one]))
    assert not answer.valid
    assert [fault.code for fault in answer.faults] == [
        "METRIC_UNKNOWN",
        "METRIC_TYPE_UNKNOWN",
        "COMPARISON_UNKNOWN",
        "AMOUNT_INVALID",
    ]
    assert not answer.HasField("criteria")


def test_criteria_that_are_wrong_are_refused_with_all_faults(outcomes: Outcomes) -> None:
    refused = refusal(lambda: outcomes.verify(SUMMARY))
    assert (refused.code, refused.reason) == ("INVALID_ARGUMENT", "CRITERIA_INVALID")
    assert refused.metadata == {"codes": "CURRENCY_MISSING", "faults": "1"}


@pytest.mark.parametrize(
    ("criteria", "fields", "reason"),
    [
        (YAML.decode(), {}, "CRITERIA_INVALID"),  # two documents
        ("a: *b", {}, "CRITERIA_INVALID"),
        ("x" * 65_537, {}, "FIELD_TOO_LONG"),
        (IN_DOLLARS, {"contract_id": "x" * 201}, "FIELD_TOO_LONG"),
        (IN_DOLLARS, {"agent_id": "\n"}, "FIELD_TOO_LONG"),
        (IN_DOLLARS, {"metadata_json": "[]"}, "OUTCOME_MALFORMED"),
        (IN_DOLLARS, {"metadata_json": '{"duration_ms": NaN}'}, "OUTCOME_MALFORMED"),
        (IN_DOLLARS, {"metadata_json": '{"a": 1, "a": 2}'}, "OUTCOME_MALFORMED"),
        (IN_DOLLARS, {"metadata_json": '{"a":' + "[" * 5000}, "OUTCOME_MALFORMED"),
        (IN_DOLLARS, {"metadata_json": f'{{"a":"{"x" * (1 << 20)}"}}'}, "OUTCOME_TOO_LARGE"),
        (
            outcomes_pb2.SuccessCriteria(criteria=[outcomes_pb2.SuccessCriterion()] * 1001),
            {},
            "FIELD_TOO_LONG",
        ),
        (IN_DOLLARS, {"verify": request("", checks=["numeric"])}, "NARRATIVE_EMPTY"),
    ],
    ids=lambda each: str(each)[:30],
)
def test_what_cannot_be_judged_is_refused(
    outcomes: Outcomes, criteria: Any, fields: dict[str, Any], reason: str
) -> None:
    assert refusal(lambda: outcomes.verify(criteria, **fields)).reason == reason


async def test_code_of_criteria_is_run_in_the_sandbox(serve: Serve) -> None:
    code = 'metrics["percentages"] = context["output"]["text"].count("%")'
    criteria = {
        "criteria": [
            {
                "metric": "percentages",
                "metric_type": "custom",
                "comparison": "gte",
                "threshold": 2,
            }
        ],
        "custom_code": code,
    }
    on = {"outcomes": {"extractors": {"custom": {"enabled": True}}}}
    async with serve(on) as (_, channel):
        outcomes = Outcomes(channel)
        understood = (await outcomes.validate(criteria)).criteria
        assert understood.custom_code == code
        answer = await outcomes.verify(understood, {"text": "12 % and 7 %"})
    assert answer.result.success
    assert answer.result.custom_code_digest == hashlib.sha256(code.encode()).hexdigest()


async def test_the_loop_is_not_blocked_by_what_takes_long(serve: Serve) -> None:
    words = "the cat sat on the mat " * 5_000
    criteria = {
        "criteria": [
            {"metric": name, "metric_type": kind, "comparison": "eq", "threshold": value}
            for name, kind, value in (
                ("rougeL", "rouge_score", 1),
                ("bleu_score", "bleu_score", 1),
                ("matches_schema", "matches_schema", True),
            )
        ]
    }
    given = {"reference": words, "output_schema": {"required": ["text"]}}
    async with serve() as (_, channel):
        answer = await Outcomes(channel).verify(criteria, {"text": words}, given)
    assert answer.result.success


def test_a_server_that_is_not_asked_for_outcomes_does_not_load_them() -> None:
    code = (
        "import sys; from sidecar.server import methods; "
        "sys.exit(any('outcomes.e' in name or 'outcomes_pb2' in name for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
