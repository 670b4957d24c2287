"""Settlements and their records as messages."""

from __future__ import annotations

from collections.abc import Iterable

from google.protobuf import json_format
from verifyd.v1 import outcome_service_pb2 as service_pb
from verifyd.v1 import outcomes_pb2
from verifyd.v1 import settlement_pb2 as pb

from sidecar.ledger.model import Entry, Recorded
from sidecar.model.canonical_json import canonical
from sidecar.model.outcome import SuccessCriteria
from sidecar.settlement.model import AMOUNTS, Breakdown
from sidecar.wire.outcomes import criteria_message, money
from sidecar.wire.pages import timestamp

# Records of outcomes as they are stored: JSON of the message, without its settlement.


def written(
    criteria: SuccessCriteria,
    record: pb.OutcomeRecord,
) -> bytes:
    """A record as canonical JSON (RFC 8785): the same for the same record.

    Args:
        criteria: As they were understood.
        record: Everything else of it.
    """
    record.success_criteria.CopyFrom(criteria_message(criteria))
    plain = json_format.MessageToDict(record, preserving_proto_field_name=True)
    return canonical(plain)


def read(document: bytes) -> pb.OutcomeRecord:
    """A record that was stored, by this version or another."""
    found: pb.OutcomeRecord = json_format.Parse(
        document, pb.OutcomeRecord(), ignore_unknown_fields=True
    )
    return found


def settled(
    recorded: Recorded, result: outcomes_pb2.OutcomeResult | None, request_id: str
) -> service_pb.SettleOutcomeResponse:
    """The reply to a request to settle.

    Args:
        recorded: The settlement.
        result: What it follows from, where that was measured now.
        request_id: Of the request.
    """
    return service_pb.SettleOutcomeResponse(
        settlement=entry(recorded.entry),
        result=_kept_result(recorded) if recorded.replayed or result is None else result,
        replayed=recorded.replayed,
        request_id=request_id,
    )


def taken_back(recorded: Recorded) -> service_pb.ReverseSettlementResponse:
    """The reply to a request to take back."""
    return service_pb.ReverseSettlementResponse(
        reversal=entry(recorded.entry), replayed=recorded.replayed
    )


def outcome(recorded: Recorded) -> pb.OutcomeRecord:
    """An entry with its record, as far as that is kept."""
    record = pb.OutcomeRecord() if recorded.document is None else read(recorded.document)
    record.settlement.CopyFrom(entry(recorded.entry))
    return record


def listed(found: Iterable[Recorded], next_page_token: str) -> service_pb.ListOutcomesResponse:
    """A page of entries."""
    return service_pb.ListOutcomesResponse(
        outcomes=map(outcome, found), next_page_token=next_page_token
    )


def entry(one: Entry) -> pb.Settlement:
    """An entry of the ledger."""
    return pb.Settlement(
        id=one.entry_id,
        contract_id=one.key.contract_id,
        key=one.key.key,
        agent_id=one.parties.agent_id,
        consumer_id=one.parties.consumer_id,
        domain=one.parties.domain,
        kind=pb.SettlementKind.ValueType(one.kind.value),
        create_time=timestamp(one.created_us),
        currency=one.currency,
        breakdown=breakdown(one.breakdown, one.currency),
        success=one.success,
        reversed_by=one.reversed_by,
        reverses=one.reverses,
        reason=one.reason,
        record_digest=one.record_digest,
        audit_sequence=one.sequence,
        audit_digest=one.audit_digest,
        body_digest=one.key.body_digest,
        actor=one.actor,
    )


def breakdown(amounts: Breakdown, currency: str) -> pb.SettlementBreakdown:
    """How a total came about."""
    each = {each: money(getattr(amounts, each), currency) for each in AMOUNTS}
    return pb.SettlementBreakdown(**each, total=money(amounts.total, currency))


def _kept_result(recorded: Recorded) -> outcomes_pb2.OutcomeResult:
    """A result as far as it is kept."""
    if recorded.document is not None:
        return read(recorded.document).result
    one = recorded.entry
    return outcomes_pb2.OutcomeResult(
        contract_id=one.key.contract_id,
        success=bool(one.success),
        bonus=money(one.breakdown.bonus, one.currency),
        penalty=money(-one.breakdown.penalty, one.currency),
    )
