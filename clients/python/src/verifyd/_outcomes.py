"""Outcomes to and from messages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import UTC, datetime
from decimal import Context, Decimal, localcontext
from typing import Any

from google.type import money_pb2

from verifyd._requests import fit, query_results
from verifyd.outcomes import (
    Breakdown,
    Criteria,
    CriteriaFault,
    CriterionResult,
    GovernanceFlag,
    Money,
    OutcomeFault,
    OutcomeResult,
    PreviewArguments,
    TaskArguments,
    Threshold,
)
from verifyd.v1 import outcome_service_pb2, outcomes_pb2, settlement_pb2

_NANO = Decimal(10) ** 9

_OPERATOR = "COMPARISON_OPERATOR_"

_PLACES = 9
_DIGITS = 18  # before the point: what 64 bits hold for certain
_AMOUNTS = tuple(field.name for field in fields(Breakdown) if field.name != "currency")
_TERMS = ("base_cost", "max_bonus", "max_penalty", "max_total")

EXACT = Context(prec=40)
"""In which no amount is rounded, whatever precision the caller computes with."""


def document(criteria: Criteria) -> str:
    """Criteria as the text of a document; decimals are written exactly."""
    if isinstance(criteria, str):
        return criteria
    return json.dumps(criteria, default=_plain)


def request(
    criteria: Criteria, output: Mapping[str, Any], task: TaskArguments
) -> outcome_service_pb2.VerifyOutcomeRequest:
    """Asks whether a task met its criteria.

    Raises:
        ValueError: If the results are too large for one request.
    """
    message = outcome_service_pb2.VerifyOutcomeRequest(
        document=document(criteria),
        output_json=json.dumps(output),
        input_json=json.dumps(task.get("task_input") or {}),
        metadata_json=json.dumps(task.get("metadata") or {}),
        contract_id=task.get("contract_id", ""),
        agent_id=task.get("agent_id", ""),
    )
    narrative = task.get("narrative", "")
    if narrative:
        taken = message.ByteSize() + len(narrative.encode())
        inline, ahead = fit(query_results(task.get("results")), taken)
        if ahead:
            raise ValueError("these results are too large for one request")
        message.verify.narrative = narrative
        message.verify.checks.extend(task.get("checks", ()))
        message.verify.evidence.query_results.extend(one.message for one in inline)
    return message


def money(given: Money | None, name: str) -> money_pb2.Money | None:
    """An amount as a message.

    Raises:
        ValueError: If it has more than nine decimal places.
        TypeError: If it is no ``Money``, or of a float.
    """
    if given is None:
        return None
    if not isinstance(given, Money) or not isinstance(given.amount, Decimal | int):
        raise TypeError(f'{name} is an exact amount: Money(Decimal("0.10"), "USD")')
    amount = Decimal(given.amount)
    # Bounded first: arithmetic rounds long amounts, and overflows with the exponents of others.
    told = amount.is_finite() and (not amount or -_PLACES <= amount.adjusted() < _DIGITS)
    with localcontext(EXACT):
        if not told or amount != round(amount, _PLACES):
            raise ValueError(
                f"{name} is an amount of at most {_DIGITS} digits and {_PLACES} decimal places"
            )
        nanos = round(amount, _PLACES).scaleb(_PLACES)
    units, rest = divmod(abs(int(nanos)), 10**_PLACES)
    sign = -1 if nanos < 0 else 1
    return money_pb2.Money(currency_code=given.currency, units=sign * units, nanos=sign * rest)


def preview_request(
    criteria: Criteria, output: Mapping[str, Any], task: PreviewArguments
) -> outcome_service_pb2.VerifyOutcomeRequest:
    """The same, with what is agreed on.

    Raises:
        ValueError: If the results are too large for one request, or an amount has too many digits.
        TypeError: If an amount is no ``Money``.
    """
    message = request(criteria, output, task)
    terms: Mapping[str, Any] = task
    for name in _TERMS:
        given = money(terms.get(name), name)
        if given is not None:
            getattr(message, name).CopyFrom(given)
    return message


def faults(
    answer: outcome_service_pb2.ValidateCriteriaResponse,
) -> tuple[CriteriaFault, ...]:
    """Everything that is wrong with criteria."""
    return tuple(
        CriteriaFault(
            code=one.code,
            index=one.index if one.HasField("index") else None,
            metric=one.metric,
            field=one.field,
            message=one.message,
        )
        for one in answer.faults
    )


def result(answer: outcome_service_pb2.VerifyOutcomeResponse) -> OutcomeResult:
    """The result of an answer."""
    found = read(answer.result, answer.verify_time.ToDatetime(UTC), answer.request_id)
    if not answer.HasField("cost"):
        return found
    return replace(found, cost=breakdown(answer.cost, answer.cost.total.currency_code))


def read(
    message: outcomes_pb2.OutcomeResult, verified_at: datetime, request_id: str
) -> OutcomeResult:
    """A result."""
    return OutcomeResult(
        contract_id=message.contract_id,
        success=message.success,
        metrics={name: Decimal(value) for name, value in message.metrics.items()},
        criterion_results=tuple(map(_criterion, message.criterion_results)),
        weighted_score=_optional(message, "weighted_score"),
        bonus=_money(message.bonus),
        penalty=_money(message.penalty),
        governance_flags=tuple(
            GovernanceFlag(one.code, one.metric, one.message, one.refused)
            for one in message.governance_flags
        ),
        reason=message.reason,
        digest=message.digest,
        custom_code_digest=message.custom_code_digest,
        verified_at=verified_at,
        request_id=request_id,
        faults=tuple(
            OutcomeFault(one.reason, one.detail, one.metric, one.message) for one in message.faults
        ),
    )


def _criterion(message: outcomes_pb2.CriterionResult) -> CriterionResult:
    return CriterionResult(
        metric=message.metric,
        value=_optional(message, "value"),
        met=message.met,
        required=message.required,
        weight=Decimal(message.weight),
        bonus=_money(message.bonus),
        penalty=_money(message.penalty),
        error=message.error,
        reason=message.reason,
        fault=message.fault,
        threshold=_threshold(message.threshold),
        comparison=_comparison(message.comparison),
    )


def _threshold(message: outcomes_pb2.Threshold) -> Threshold | None:
    kind = message.WhichOneof("kind")
    if kind == "number":
        return Decimal(message.number)
    if kind == "flag":
        return message.flag
    if kind == "range":
        return {"min": Decimal(message.range.min), "max": Decimal(message.range.max)}
    return tuple(message.words.values) if kind == "words" else None


def _comparison(value: outcomes_pb2.ComparisonOperator) -> str:
    """The operator as criteria write it; empty where the server has a newer one, or none."""
    if value in outcomes_pb2.ComparisonOperator.values() and value:
        return outcomes_pb2.ComparisonOperator.Name(value).removeprefix(_OPERATOR).lower()
    return ""


def breakdown(message: settlement_pb2.SettlementBreakdown, currency: str) -> Breakdown:
    """How a total came about."""
    each = {name: amount(getattr(message, name)) for name in _AMOUNTS}
    return Breakdown(currency=currency, **each)


def _optional(message: Any, field: str) -> Decimal | None:
    return Decimal(getattr(message, field)) if message.HasField(field) else None


def _money(message: money_pb2.Money) -> Money | None:
    if not message.currency_code:
        return None
    return Money(amount(message), message.currency_code)


def amount(message: money_pb2.Money) -> Decimal:
    """An exact amount."""
    with localcontext(EXACT):
        return Decimal(message.units) + Decimal(message.nanos) / _NANO


def _plain(value: object) -> str:
    if isinstance(value, Decimal):
        return f"{value:f}"
    raise TypeError(f"{type(value).__name__} is not part of criteria")
