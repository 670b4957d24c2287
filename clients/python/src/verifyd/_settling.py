"""Settlements from messages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC
from decimal import Decimal
from typing import Any

from verifyd import _outcomes
from verifyd.enums import SettlementKind
from verifyd.settlements import (
    CurrencyStatement,
    OutcomePage,
    OutcomeRecord,
    Settled,
    Settlement,
    Statement,
)
from verifyd.v1 import outcome_service_pb2 as pb
from verifyd.v1 import outcomes_pb2, settlement_pb2, statement_pb2


def settled(message: pb.SettleOutcomeResponse) -> Settled:
    """A settlement that is written."""
    written = settlement(message.settlement)
    result = _outcomes.read(message.result, written.created_at, message.request_id)
    return Settled(written, result, message.replayed, message.request_id)


def page(message: pb.ListOutcomesResponse) -> OutcomePage:
    """A page of records."""
    return OutcomePage(tuple(map(record, message.outcomes)), message.next_page_token)


def statement(message: statement_pb2.Statement) -> Statement:
    """A statement."""
    return Statement(
        agent_id=message.agent_id,
        consumer_id=message.consumer_id,
        since=message.since.ToDatetime(UTC),
        until=message.until.ToDatetime(UTC),
        currencies=tuple(map(_of_currency, message.currencies)),
        provisional=message.provisional,
    )


def _of_currency(message: statement_pb2.CurrencyStatement) -> CurrencyStatement:
    return CurrencyStatement(
        currency=message.currency,
        settlement_count=message.settlement_count,
        reversed_count=message.reversed_count,
        reversal_count=message.reversal_count,
        settled=_outcomes.breakdown(message.settled, message.currency),
        reversed=_outcomes.breakdown(message.reversed, message.currency),
        total=_outcomes.amount(message.total),
        opening_remainder=_outcomes.amount(message.opening_remainder),
        payable=_outcomes.amount(message.payable),
        closing_remainder=_outcomes.amount(message.closing_remainder),
    )


def record(message: settlement_pb2.OutcomeRecord) -> OutcomeRecord:
    """An entry with what it rests on."""
    written = settlement(message.settlement)
    if not message.HasField("success_criteria"):
        return OutcomeRecord(written, None, None, None)
    return OutcomeRecord(
        settlement=written,
        criteria=_criteria(message.success_criteria),
        result=_outcomes.read(message.result, written.created_at, ""),
        metadata=json.loads(message.execution_metadata_json or "{}"),
    )


def settlement(message: settlement_pb2.Settlement) -> Settlement:
    """An entry of the ledger."""
    return Settlement(
        id=message.id,
        contract_id=message.contract_id,
        key=message.key,
        agent_id=message.agent_id,
        consumer_id=message.consumer_id,
        domain=message.domain,
        kind=SettlementKind(message.kind),
        created_at=message.create_time.ToDatetime(UTC),
        breakdown=_outcomes.breakdown(message.breakdown, message.currency),
        success=message.success if message.HasField("success") else None,
        reversed_by=message.reversed_by,
        reverses=message.reverses,
        reason=message.reason,
        actor=message.actor,
        record_digest=message.record_digest,
        audit_sequence=message.audit_sequence,
        audit_digest=message.audit_digest,
        body_digest=message.body_digest,
    )


def _criteria(message: outcomes_pb2.SuccessCriteria) -> Mapping[str, Any]:
    """Criteria in the form of a file: they can be given again as they are."""
    found: dict[str, Any] = {
        "criteria": [_criterion(one) for one in message.criteria],
        "aggregation": outcomes_pb2.Aggregation.Name(message.aggregation)
        .removeprefix("AGGREGATION_")
        .lower(),
    }
    if message.HasField("minimum_weighted_score"):
        found["minimum_weighted_score"] = Decimal(message.minimum_weighted_score)
    for name in ("currency", "custom_code"):
        if getattr(message, name):
            found[name] = getattr(message, name)
    return found


def _criterion(message: outcomes_pb2.SuccessCriterion) -> dict[str, Any]:
    kind = outcomes_pb2.MetricType.Name(message.metric_type)
    comparison = outcomes_pb2.ComparisonOperator.Name(message.comparison)
    found: dict[str, Any] = {
        "metric": message.metric,
        "metric_type": kind.removeprefix("METRIC_TYPE_").lower(),
        "comparison": comparison.removeprefix("COMPARISON_OPERATOR_").lower(),
        "threshold": _threshold(message.threshold),
        "weight": Decimal(message.weight),
        "required": message.required,
    }
    for name in ("bonus", "penalty"):
        if message.HasField(name):
            given = getattr(message, name)
            amount = {"amount": _outcomes.amount(given), "currency": given.currency_code}
            found[name] = amount
    return found


def _threshold(message: outcomes_pb2.Threshold) -> object:
    kind = message.WhichOneof("kind")
    if kind == "range":
        return {"min": Decimal(message.range.min), "max": Decimal(message.range.max)}
    if kind == "words":
        return list(message.words.values)
    return message.flag if kind == "flag" else Decimal(message.number)
