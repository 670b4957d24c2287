"""Settlements and their records as messages."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from google.protobuf import json_format
from google.protobuf.timestamp_pb2 import Timestamp
from google.type import money_pb2
from verifyd.v1 import outcome_service_pb2 as service_pb
from verifyd.v1 import outcomes_pb2, settlement_pb2, statement_pb2
from verifyd.v1 import settlement_pb2 as pb

from sidecar.ledger.model import EntryRecord, LedgerEntry
from sidecar.ledger.statements import StatementPeriod
from sidecar.model.digests import to_canonical_json
from sidecar.model.outcome import SuccessCriteria
from sidecar.settlement.calculation import CurrencyStatement, Statement
from sidecar.settlement.model import (
    AMOUNTS,
    Breakdown,
    PartyMissing,
    PeriodInvalid,
    StatementTooLarge,
)
from sidecar.wire.outcomes import read_name, write_criteria, write_money
from sidecar.wire.requests import to_microseconds, to_timestamp

# Records of outcomes as they are stored: JSON of the message, without its settlement.


def write_record(
    criteria: SuccessCriteria,
    record: pb.OutcomeRecord,
) -> bytes:
    """A record as canonical JSON (RFC 8785): the same for the same record.

    Args:
        criteria: As they were understood.
        record: Everything else of it.
    """
    record.success_criteria.CopyFrom(write_criteria(criteria))
    plain = json_format.MessageToDict(record, preserving_proto_field_name=True)
    return to_canonical_json(plain)


def parse_record(document: bytes) -> pb.OutcomeRecord:
    """A record that was stored, by this version or another."""
    found: pb.OutcomeRecord = json_format.Parse(
        document, pb.OutcomeRecord(), ignore_unknown_fields=True
    )
    return found


def write_settled(
    recorded: EntryRecord, result: outcomes_pb2.OutcomeResult | None, request_id: str
) -> service_pb.SettleOutcomeResponse:
    """The reply to a request to settle.

    Args:
        recorded: The settlement.
        result: What it follows from, where that was measured now.
        request_id: Of the request.
    """
    return service_pb.SettleOutcomeResponse(
        settlement=write_entry(recorded.entry),
        result=_kept_result(recorded) if recorded.replayed or result is None else result,
        replayed=recorded.replayed,
        request_id=request_id,
    )


def write_reversed(recorded: EntryRecord) -> service_pb.ReverseSettlementResponse:
    """The reply to a request to take back."""
    return service_pb.ReverseSettlementResponse(
        reversal=write_entry(recorded.entry), replayed=recorded.replayed
    )


def write_outcome(recorded: EntryRecord) -> pb.OutcomeRecord:
    """An entry with its record, as far as that is kept."""
    record = pb.OutcomeRecord() if recorded.document is None else parse_record(recorded.document)
    record.settlement.CopyFrom(write_entry(recorded.entry))
    return record


def write_page(
    found: Iterable[EntryRecord], next_page_token: str
) -> service_pb.ListOutcomesResponse:
    """A page of entries."""
    return service_pb.ListOutcomesResponse(
        outcomes=map(write_outcome, found), next_page_token=next_page_token
    )


def write_entry(one: LedgerEntry) -> pb.Settlement:
    """An entry of the ledger."""
    return pb.Settlement(
        id=one.entry_id,
        contract_id=one.key.contract_id,
        key=one.key.key,
        agent_id=one.parties.agent_id,
        consumer_id=one.parties.consumer_id,
        domain=one.parties.domain,
        kind=pb.SettlementKind.ValueType(one.kind.value),
        create_time=to_timestamp(one.created_us),
        currency=one.currency,
        breakdown=write_breakdown(one.breakdown, one.currency),
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


def write_breakdown(amounts: Breakdown, currency: str) -> pb.SettlementBreakdown:
    """How a total came about."""
    each = {each: write_money(getattr(amounts, each), currency) for each in AMOUNTS}
    return pb.SettlementBreakdown(**each, total=write_money(amounts.total, currency))


def _kept_result(recorded: EntryRecord) -> outcomes_pb2.OutcomeResult:
    """A result as far as it is kept."""
    if recorded.document is not None:
        return parse_record(recorded.document).result
    one = recorded.entry
    return outcomes_pb2.OutcomeResult(
        contract_id=one.key.contract_id,
        success=bool(one.success),
        bonus=write_money(one.breakdown.bonus, one.currency),
        penalty=write_money(-one.breakdown.penalty, one.currency),
    )


# Statements.

_SECONDS = range(-62_135_596_800, 253_402_300_800)  # of the years 1 to 9999
_NANOS = range(10**9)
_MOST = (1 << 63) - 1  # whole units of ``google.type.Money``


def read_period(request: service_pb.GetStatementRequest) -> StatementPeriod:
    """Whose entries of which time are asked for.

    Raises:
        PartyMissing: If nobody is named.
        PeriodInvalid: If the times are no period.
        FieldTooLong: If the name is too long, or not printable.
    """
    field = request.WhichOneof("party")
    if field is None or not getattr(request, field).strip():
        raise PartyMissing("a statement needs agent_id or consumer_id", field=field or "agent_id")
    party = read_name(request, field)
    since, until = _moment(request, "since"), _moment(request, "until")
    if (since.seconds, since.nanos) >= (until.seconds, until.nanos):
        raise PeriodInvalid(
            "a period must end after it starts, and until is not after since", field="until"
        )
    return StatementPeriod(
        field=field, party=party, since_us=to_microseconds(since), until_us=to_microseconds(until)
    )


def write_response(
    request: service_pb.GetStatementRequest, found: Statement
) -> service_pb.GetStatementResponse:
    """The reply to a request for a statement.

    Raises:
        StatementTooLarge: If an amount is larger than a message can hold.
    """
    message = statement_pb2.Statement(
        agent_id=request.agent_id,
        consumer_id=request.consumer_id,
        since=request.since,
        until=request.until,
        currencies=map(_of_currency, found.currencies),
        provisional=found.provisional,
    )
    return service_pb.GetStatementResponse(statement=message)


def _moment(request: service_pb.GetStatementRequest, field: str) -> Timestamp:
    if not request.HasField(field):
        raise PeriodInvalid(f"a statement needs {field}", field=field)
    moment: Timestamp = getattr(request, field)
    if moment.seconds not in _SECONDS or moment.nanos not in _NANOS:
        raise PeriodInvalid(f"{field} is not a time of the years 1 to 9999", field=field)
    return moment


def _of_currency(one: CurrencyStatement) -> statement_pb2.CurrencyStatement:
    return statement_pb2.CurrencyStatement(
        currency=one.currency,
        settlement_count=one.settlements,
        reversed_count=one.reversed_settlements,
        reversal_count=one.reversals,
        settled=_breakdown(one.settled, one.currency),
        reversed=_breakdown(one.taken_back, one.currency),
        total=_money(one.total, one.currency),
        opening_remainder=_money(one.opening_remainder, one.currency),
        payable=_money(one.payable, one.currency),
        closing_remainder=_money(one.closing_remainder, one.currency),
    )


def _breakdown(amounts: Breakdown, currency: str) -> settlement_pb2.SettlementBreakdown:
    each = {name: _money(getattr(amounts, name), currency) for name in (*AMOUNTS, "total")}
    return settlement_pb2.SettlementBreakdown(**each)


def _money(amount: Decimal, currency: str) -> money_pb2.Money | None:
    if abs(amount) > _MOST:
        raise StatementTooLarge(
            f"the statement has more than {_MOST} {currency}: ask for a shorter period",
            currency=currency,
        )
    return write_money(amount, currency)
