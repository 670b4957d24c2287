"""Statements of agents and consumers, and requests for them."""

from __future__ import annotations

from decimal import Decimal

from google.protobuf.timestamp_pb2 import Timestamp
from google.type import money_pb2
from verifyd.v1 import outcome_service_pb2 as service_pb
from verifyd.v1 import settlement_pb2
from verifyd.v1 import statement_pb2 as pb

from sidecar.ledger.statements import Period
from sidecar.settlement.errors import PartyMissing, PeriodInvalid, StatementTooLarge
from sidecar.settlement.model import AMOUNTS, Breakdown
from sidecar.settlement.statement import CurrencyStatement, Statement
from sidecar.wire.outcomes import money, name
from sidecar.wire.pages import microseconds

_SECONDS = range(-62_135_596_800, 253_402_300_800)  # of the years 1 to 9999
_NANOS = range(10**9)
_MOST = (1 << 63) - 1  # whole units of ``google.type.Money``


def period(request: service_pb.GetStatementRequest) -> Period:
    """Whose entries of which time are asked for.

    Raises:
        PartyMissing: If nobody is named.
        PeriodInvalid: If the times are no period.
        FieldTooLong: If the name is too long, or not printable.
    """
    field = request.WhichOneof("party")
    if field is None or not getattr(request, field).strip():
        raise PartyMissing("a statement needs agent_id or consumer_id", field=field or "agent_id")
    party = name(request, field)
    since, until = _moment(request, "since"), _moment(request, "until")
    if (since.seconds, since.nanos) >= (until.seconds, until.nanos):
        raise PeriodInvalid(
            "a period must end after it starts, and until is not after since", field="until"
        )
    return Period(
        field=field, party=party, since_us=microseconds(since), until_us=microseconds(until)
    )


def response(
    request: service_pb.GetStatementRequest, found: Statement
) -> service_pb.GetStatementResponse:
    """The reply to a request for a statement.

    Raises:
        StatementTooLarge: If an amount is larger than a message can hold.
    """
    message = pb.Statement(
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


def _of_currency(one: CurrencyStatement) -> pb.CurrencyStatement:
    return pb.CurrencyStatement(
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
    return money(amount, currency)
