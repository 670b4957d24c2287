"""Outcomes to and from messages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Context, Decimal, localcontext
from typing import Any

from google.type import money_pb2

from verifyd._requests import fit, query_results
from verifyd.outcomes import (
    Criteria,
    CriteriaFault,
    CriterionResult,
    GovernanceFlag,
    Money,
    OutcomeResult,
    TaskArguments,
)
from verifyd.v1 import outcome_service_pb2, outcomes_pb2

_NANO = Decimal(10) ** 9

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
    return read(answer.result, answer.verify_time.ToDatetime(UTC), answer.request_id)


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
    )


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
    raise TypeError(f"{type(value).__name__} is no part of criteria")
