"""Settlements between messages and model."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from google.type import money_pb2
from verifyd.v1 import outcome_service_pb2 as service_pb
from verifyd.v1 import outcomes_pb2, settlement_pb2
from verifyd.v1 import settlement_pb2 as pb

from sidecar.ledger.model import Entry, Key, Kind, Parties, Query, Recorded, Reversing
from sidecar.model.digests import framed
from sidecar.outcomes.money import currency_of
from sidecar.settlement.errors import (
    AmountInvalid,
    CurrencyInvalid,
    CurrencyMixed,
    KeyInvalid,
    PartyMissing,
)
from sidecar.settlement.model import AMOUNTS, Breakdown, Terms
from sidecar.wire.evidence import too_long
from sidecar.wire.outcome_records import read
from sidecar.wire.outcomes import MAX_NAME, money, name
from sidecar.wire.pages import microseconds, timestamp
from sidecar.wire.requests import Read

_CAPS = ("max_bonus", "max_penalty", "max_total")
_NANO = 10**9
_MOST = Decimal(10) ** 15
_MAX_KEY = 200
_MAX_REASON = 1000


@dataclass(frozen=True, slots=True)
class Asked:
    """What a request to settle says beside its task.

    Attributes:
        contract_id: The contract.
        key: The caller's.
        parties: Who is paid, and by whom.
        terms: What is agreed on.
    """

    contract_id: str
    key: str
    parties: Parties
    terms: Terms


def asked(request: Any) -> Asked:
    """What a request to settle says beside its task.

    Raises:
        VerifydError: What is wrong with it.
    """
    outcome = request.outcome
    return Asked(
        contract_id=_party(outcome, "contract_id"),
        key=_key(request.key),
        parties=Parties(
            agent_id=_party(outcome, "agent_id"),
            consumer_id=_party(request, "consumer_id"),
            domain=name(request, "domain"),
        ),
        terms=_terms(request),
    )


def body(request: Any, read_verify: Read) -> tuple[str, str]:
    """The digest of a request to settle, and the id that its narrative gives it.

    The same request has the same digest, whatever id it has and in whatever order its fields come.

    Args:
        request: Its narrative is bytes.
        read_verify: Reads that.
    """
    narrative, request_id, outcome = b"", "", type(request.outcome)()
    outcome.CopyFrom(request.outcome)
    if outcome.verify:
        message = read_verify(outcome.verify)
        request_id = message.request_id
        message.ClearField("request_id")
        narrative = message.SerializeToString(deterministic=True)
    outcome.ClearField("verify")
    rest = type(request)()
    rest.CopyFrom(request)
    rest.ClearField("outcome")
    parts = (each.SerializeToString(deterministic=True) for each in (rest, outcome))
    return framed([b"settle", *parts, narrative]), request_id


def reversing(request: service_pb.ReverseSettlementRequest, tenant: str) -> Reversing:
    """What is asked to take back.

    Raises:
        VerifydError: What is wrong with it.
    """
    if len(request.reason) > _MAX_REASON:
        raise too_long("reason", len(request.reason), _MAX_REASON)
    said = (request.settlement_id, _party(request, "contract_id"), request.reason)
    digest = framed([b"reverse", *(each.encode() for each in said)])
    return Reversing(
        key=Key(
            tenant=tenant,
            contract_id=request.contract_id,
            key=_key(request.key),
            body_digest=digest,
        ),
        settlement_id=request.settlement_id,
        reason=request.reason,
    )


def query(request: service_pb.ListOutcomesRequest) -> Query:
    """Which entries are asked for.

    Raises:
        FieldTooLong: If a name is too long, or not printable.
    """
    until_us = max(1, microseconds(request.until)) if request.HasField("until") else 0
    return Query(
        agent_id=name(request, "agent_id"),
        consumer_id=name(request, "consumer_id"),
        domain=name(request, "domain"),
        contract_id=name(request, "contract_id"),
        since_us=microseconds(request.since),
        until_us=until_us,
        success=request.success if request.HasField("success") else None,
        kind=Kind(request.kind) if request.kind in {*Kind} else None,
    )


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
        kind=settlement_pb2.SettlementKind.ValueType(one.kind.value),
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


def _party(request: Any, field: str) -> str:
    given = name(request, field)
    if not given.strip():
        raise PartyMissing(f"a settlement needs {field}", field=field)
    return given


def _key(given: str) -> str:
    if not (0 < len(given) <= _MAX_KEY and given.isprintable()):
        raise KeyInvalid(
            f"a key is 1 to {_MAX_KEY} printable characters", field="key", maximum=_MAX_KEY
        )
    return given


def _terms(request: Any) -> Terms:
    if not request.HasField("base_cost"):
        raise AmountInvalid("a settlement needs base_cost", field="base_cost")
    currency = request.base_cost.currency_code
    if not currency_of(currency):
        raise CurrencyInvalid(
            f"a currency is three capital letters, not {currency!r:.80}",
            field="base_cost",
            given=currency[:MAX_NAME],
        )
    caps = {field: _cap(request, field, currency) for field in _CAPS}
    return Terms(currency=currency, base=_amount(request.base_cost, "base_cost"), **caps)


def _cap(request: Any, field: str, currency: str) -> Decimal | None:
    if not request.HasField(field):
        return None
    given = getattr(request, field)
    if given.currency_code != currency:
        raise CurrencyMixed(
            f"{field} is in {given.currency_code!r:.80}, and base_cost is in {currency}",
            field=field,
            given=given.currency_code[:MAX_NAME],
            currency=currency,
        )
    return _amount(given, field)


def _amount(given: money_pb2.Money, field: str) -> Decimal:
    units, nanos = given.units, given.nanos
    amount = Decimal(units) + Decimal(nanos).scaleb(-9)
    if abs(nanos) >= _NANO or units * nanos < 0 or not 0 <= amount <= _MOST:
        raise AmountInvalid(
            f"{field} is an amount from 0 to {_MOST:f}, not {units} units and {nanos} nanos",
            field=field,
        )
    return amount
