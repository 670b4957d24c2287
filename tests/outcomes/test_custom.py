"""Metrics by code of the criteria: run in the sandbox, and missing where it gives none."""

from __future__ import annotations

import hashlib
from decimal import Decimal
from typing import Any

import pytest
from outcomes.seed import codes, criterion, task, verify

CODE = 'metrics["percentages"] = context["output"]["text"].count("%")'
ON = {"extractors": {"custom": {"enabled": True}}}
MANY = criterion("percentages", metric_type="custom", threshold=2)


def coded(code: object = CODE, *each: Any, **fields: Any) -> dict[str, Any]:
    return {"criteria": [*(each or [MANY])], "custom_code": code} | fields


async def test_a_metric_by_code_is_judged_like_others() -> None:
    result = await verify(coded(), task("Up by 12 % and 7 %."), **ON)
    assert result.success
    assert result.metrics == {"percentages": Decimal(2)}
    assert result.custom_code_digest == hashlib.sha256(CODE.encode()).hexdigest()
    assert not (await verify(coded(), task("Up by 12 %."), **ON)).success


async def test_known_metrics_are_measured_beside_it_and_no_code_replaces_them() -> None:
    lying = f'{CODE}\nmetrics["output_length"] = 500'
    result = await verify(coded(lying, MANY, criterion(threshold=100)), task("12 % and 7 %."), **ON)
    assert not result.success
    assert "output_length" not in result.metrics or result.metrics["output_length"] == 13


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("1 +", "SANDBOX_ERROR"),
        ("metrics['other'] = 1", "SANDBOX_RESULT_INVALID"),
        ("metrics['percentages'] = float('nan')", "SANDBOX_RESULT_INVALID"),
        ("metrics['percentages'] = True", "SANDBOX_RESULT_INVALID"),
        ("open('/etc/passwd')", "SANDBOX_"),
    ],
)
async def test_code_that_gives_nothing_meets_nothing(code: str, reason: str) -> None:
    result = await verify(coded(code), task("100 %, 100 %"), **ON)
    (one,) = result.criterion_results
    assert not one.met
    assert one.value is None
    assert reason in one.error
    assert not result.success


@pytest.mark.parametrize(
    ("code", "where"),
    [("x = 1\n1 / 0", "(line 2 of custom_code)"), ("metrics['other'] = 1", "")],
    ids=["a line", "no line"],
)
async def test_an_error_names_the_line_of_the_code_that_has_one(code: str, where: str) -> None:
    (one,) = (await verify(coded(code), task(), **ON)).criterion_results
    assert where in one.error
    assert ("of custom_code" in one.error) is bool(where)


async def test_code_past_its_time_meets_nothing() -> None:
    short = {"extractors": {"custom": {"enabled": True, "sandbox": {"timeout_ms": 200}}}}
    result = await verify(coded("while True: pass"), task(), **short)
    assert "SANDBOX_TIMEOUT" in result.criterion_results[0].error


async def test_a_value_that_the_code_leaves_out_is_missing() -> None:
    given = coded(CODE, MANY, MANY | {"metric": "others"})
    one, other = (await verify(given, task("100 %, 2 %"), **ON)).criterion_results
    assert one.met
    assert "a value that custom_code gives it" in other.error


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        (coded(None), ["CODE_MISSING"]),
        (coded(" "), ["CODE_MISSING"]),
        (coded(3), ["CODE_INVALID"]),
        (coded("#" * 65_537), ["CODE_INVALID"]),
        (coded(CODE, criterion()), ["CODE_UNUSED"]),
        (coded(CODE, MANY | {"metric": "Per-centages"}), ["METRIC_UNKNOWN", "CODE_UNUSED"]),
        (coded(CODE, MANY | {"metric_type": "count"}), ["METRIC_UNKNOWN", "CODE_UNUSED"]),
    ],
    ids=lambda each: str(each)[:40],
)
def test_what_is_wrong_with_code_is_told(given: Any, wanted: list[str]) -> None:
    assert codes(given, **ON) == wanted


def test_code_is_not_run_unless_the_settings_allow_it() -> None:
    assert codes(coded()) == ["METRIC_UNKNOWN", "CODE_UNUSED"]
