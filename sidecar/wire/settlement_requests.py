"""Requests to settle, to take back and to list, from messages."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from google.type import money_pb2
from verifyd.v1 import outcome_service_pb2 as pb

from sidecar.ledger.model import EntryKind, EntryQuery, IdempotencyKey, Parties, ReversalRequest
from sidecar.model.currencies import is_money, wrong_currency
from sidecar.model.digests import sha256_of_parts
from sidecar.settlement.model import (
    AmountInvalid,
    CurrencyInvalid,
    CurrencyMixed,
    KeyInvalid,
    PartyMissing,
    Terms,
    TermsMisplaced,
)
from sidecar.wire import meaning
from sidecar.wire.evidence import MAX_NAME, make_too_long
from sidecar.wire.outcomes import read_criteria as plain_criteria
from sidecar.wire.outcomes import read_name
from sidecar.wire.requests import Read, to_microseconds

_CAPS = ("max_bonus", "max_penalty", "max_total")
_JSON = ("input_json", "output_json", "metadata_json")
_NANO = 10**9
_MOST = Decimal(10) ** 15
_MAX_KEY = 200
_MAX_REASON = 1000


@dataclass(frozen=True, slots=True)
class SettlementTerms:
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


def read_terms(request: Any) -> SettlementTerms:
    """What a request to settle says beside its task.

    Raises:
        VerifydError: What is wrong with it.
    """
    outcome = request.outcome
    for field in ("base_cost", *_CAPS):
        if outcome.HasField(field):
            raise TermsMisplaced(
                f"{field} stands beside the outcome, not in it", field=f"outcome.{field}"
            )
    return SettlementTerms(
        contract_id=_party(outcome, "contract_id"),
        key=_key(request.key),
        parties=Parties(
            agent_id=_party(outcome, "agent_id"),
            consumer_id=_party(request, "consumer_id"),
            domain=read_name(request, "domain"),
        ),
        terms=_terms(request),
    )


def read_preview_terms(request: Any) -> Terms | None:
    """The terms of a request to verify; None where it has none.

    Raises:
        VerifydError: What is wrong with them.
    """
    given = [field for field in ("base_cost", *_CAPS) if request.HasField(field)]
    return _terms(request) if given else None


def encode_criteria_of(outcome: Any) -> bytes:
    """What the criteria of a request to verify say; a long document takes many milliseconds."""
    source = outcome.WhichOneof("source")
    if source == "document":
        return meaning.encode_document(outcome.document)
    return meaning.encode_criteria(plain_criteria(outcome)) if source else b""


def digest_request(
    request: Any, read_verify: Read, criteria: bytes | None = None
) -> tuple[str, str]:
    """The digest of a request to settle, and the id that its narrative gives it.

    The same request has the same digest, whatever id it has, in whatever order its fields and the
    keys of its JSON come, and however its numbers are written.

    Args:
        request: Its narrative is bytes.
        read_verify: Reads that.
        criteria: What its criteria say, where that is known already.
    """
    narrative, request_id, outcome = b"", "", type(request.outcome)()
    outcome.CopyFrom(request.outcome)
    if outcome.verify:
        message = read_verify(outcome.verify)
        request_id = message.request_id
        message.ClearField("request_id")
        narrative = message.SerializeToString(deterministic=True)
    if criteria is None:
        criteria = encode_criteria_of(outcome)
    said = [meaning.encode_json(getattr(outcome, field)) for field in _JSON]
    for field in ("verify", "criteria", "document", *_JSON):
        outcome.ClearField(field)
    rest = type(request)()
    rest.CopyFrom(request)
    rest.ClearField("outcome")
    parts = (each.SerializeToString(deterministic=True) for each in (rest, outcome))
    return sha256_of_parts([b"settle", *parts, narrative, criteria, *said]), request_id


def read_reversal(request: pb.ReverseSettlementRequest, tenant: str, actor: str) -> ReversalRequest:
    """What is asked to take back, and by whom.

    Raises:
        VerifydError: What is wrong with it.
    """
    if len(request.reason) > _MAX_REASON:
        raise make_too_long("reason", len(request.reason), _MAX_REASON)
    said = (request.settlement_id, _party(request, "contract_id"), request.reason)
    digest = sha256_of_parts([b"reverse", *(each.encode() for each in said)])
    return ReversalRequest(
        key=IdempotencyKey(
            tenant=tenant,
            contract_id=request.contract_id,
            key=_key(request.key),
            body_digest=digest,
        ),
        settlement_id=request.settlement_id,
        reason=request.reason,
        actor=actor,
    )


def read_query(request: pb.ListOutcomesRequest) -> EntryQuery:
    """Which entries are asked for.

    Raises:
        FieldTooLong: If a name is too long, or not printable.
    """
    until_us = max(1, to_microseconds(request.until)) if request.HasField("until") else 0
    return EntryQuery(
        agent_id=read_name(request, "agent_id"),
        consumer_id=read_name(request, "consumer_id"),
        domain=read_name(request, "domain"),
        contract_id=read_name(request, "contract_id"),
        since_us=to_microseconds(request.since),
        until_us=until_us,
        success=request.success if request.HasField("success") else None,
        kind=EntryKind(request.kind) if request.kind in {*EntryKind} else None,
        reversed=request.reversed if request.HasField("reversed") else None,
    )


def _party(request: Any, field: str) -> str:
    given = read_name(request, field)
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
    if not is_money(currency):
        raise CurrencyInvalid(
            wrong_currency(currency),
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
