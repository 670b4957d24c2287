"""Outcomes through the client, blocking and not."""

from __future__ import annotations

from decimal import Decimal, localcontext
from typing import Any

import pytest
from calls import RIGHT, SALES
from outcomes.seed import IMAGES, SUMMARY
from verifyd import AsyncClient, Client, InvalidRequest, Money
from verifyd._outcomes import amount as read_amount
from verifyd._outcomes import money

RATE: dict[str, Any] = {
    "criteria": [
        {
            "metric": "numbers_supported_rate",
            "metric_type": "percentage",
            "comparison": "gte",
            "threshold": Decimal("0.95"),
            "bonus": Decimal("0.3"),
        }
    ],
    "currency": "EUR",
}


@pytest.fixture(scope="module")
def client(server: Any) -> Any:
    with Client(server.target) as client:
        yield client


def test_what_is_wrong_with_criteria(client: Client) -> None:
    (fault,) = client.validate_criteria(SUMMARY)  # type: ignore[arg-type]
    assert (fault.code, fault.index) == ("CURRENCY_MISSING", None)
    assert client.validate_criteria(RATE) == ()
    with pytest.raises(InvalidRequest, match="CRITERIA_INVALID"):
        client.verify_outcome(SUMMARY, {"text": ""})  # type: ignore[arg-type]


def test_a_result_is_exact(client: Client) -> None:
    result = client.verify_outcome(
        RATE, {"text": RIGHT}, narrative=RIGHT, results={"sales": SALES}, contract_id="c"
    )
    assert result.success
    assert result.bonus == Money(Decimal("0.3"), "EUR")
    assert result.metrics == {"numbers_supported_rate": Decimal(1)}
    assert result.contract_id == "c"
    assert result.verified_at.tzinfo is not None
    missing = client.verify_outcome(RATE, {"text": RIGHT})
    assert missing.criterion_results[0].value is None
    assert not missing.success


def test_a_criterion_comes_back_with_its_result(client: Client) -> None:
    # All kinds of thresholds: a number, a range, words, and true or false.
    flag = {"metric": "matches_pattern", "metric_type": "boolean", "comparison": "eq"}
    given: Any = SUMMARY | {"currency": "USD"}  # type: ignore[operator]
    given["criteria"] = [*given["criteria"], flag | {"threshold": True, "weight": Decimal("0.5")}]
    result = client.verify_outcome(given, {"text": "A summary."})
    said = [
        (one.metric, one.comparison, one.threshold, one.weight, one.required)
        for one in result.criterion_results
    ]
    assert said == [
        ("accuracy", "gte", Decimal("0.9"), 1, True),
        ("latency_ms", "lte", Decimal(2000), 1, False),
        ("output_length", "in_range", {"min": 100, "max": 500}, 1, True),
        ("contains_keywords", "contains_all", ("summary", "conclusion"), 1, False),
        ("matches_pattern", "eq", True, Decimal("0.5"), True),
    ]


async def test_without_blocking(server: Any) -> None:
    async with AsyncClient(server.target) as client:
        assert [one.code for one in await client.validate_criteria(IMAGES)] == ["CURRENCY_MISSING"]  # type: ignore[arg-type]
        criteria = IMAGES | {"currency": "USD"}  # type: ignore[operator]
        output = {"predictions": ["a"], "confidence": 0.9}
        result = await client.verify_outcome(criteria, output, task_input={"ground_truth": ["a"]})
    assert result.weighted_score == 1
    assert result.bonus == Money(Decimal("0.05"), "USD")


@pytest.mark.parametrize(
    "amount",
    ["NaN", "Infinity", "1e18", "1e999999999", "1e-10", "1e-999999999", f"1.{'0' * 40}1"],
)
def test_amounts_that_no_message_holds_are_refused_here(amount: str) -> None:
    with pytest.raises(ValueError, match="base_cost"):
        money(Money(Decimal(amount), "USD"), "base_cost")


@pytest.mark.parametrize(
    ("amount", "units", "nanos"),
    [
        ("999999999999999999.999999999", 999_999_999_999_999_999, 999_999_999),
        ("-0.5", 0, -500_000_000),
        (f"1.{'0' * 40}", 1, 0),
        ("0E-99", 0, 0),
    ],
)
@pytest.mark.parametrize("precision", [3, 28])
def test_amounts_are_exact(amount: str, units: int, nanos: int, precision: int) -> None:
    """Whatever the program computes with that uses the client."""
    with localcontext() as context:
        context.prec = precision
        made = money(Money(Decimal(amount), "USD"), "base_cost")
        assert made is not None
        assert (made.units, made.nanos) == (units, nanos)
        assert read_amount(made) == Decimal(amount)
