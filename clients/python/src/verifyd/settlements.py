"""What tasks cost, as it stands in the ledger of a server: plain frozen data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from verifyd.enums import SettlementKind
from verifyd.outcomes import Breakdown, Money, OutcomeResult


@dataclass(frozen=True, slots=True)
class Settlement:
    """An entry of the ledger.

    Attributes:
        id: Its id.
        contract_id: The contract that the work was done for.
        key: What made the entry happen once.
        agent_id: Who did the work, and is paid.
        consumer_id: Who pays.
        domain: What the work is about.
        kind: Whether it settles or takes back.
        created_at: When it was written.
        breakdown: How the total came about.
        success: Whether the task had succeeded; None for a reversal.
        reversed_by: The reversal that takes it back; empty where there is none.
        reverses: The settlement that it takes back; empty unless it is a reversal.
        reason: Why it takes that back.
        actor: Who asked for it: ``token:NAME``, ``certificate:NAME``, or ``local`` on a server that
            asks for no credentials; empty in entries older than this field.
        record_digest: SHA-256 of the record.
        audit_sequence: Number of its line in the audit log.
        audit_digest: Digest of that line.
        body_digest: SHA-256 of the request that it comes from.
    """

    id: str
    contract_id: str
    key: str
    agent_id: str
    consumer_id: str
    domain: str
    kind: SettlementKind
    created_at: datetime
    breakdown: Breakdown
    success: bool | None
    reversed_by: str
    reverses: str
    reason: str
    actor: str
    record_digest: str
    audit_sequence: int
    audit_digest: str
    body_digest: str

    @property
    def total(self) -> Money:
        """What the task costs."""
        return Money(self.breakdown.total, self.breakdown.currency)


@dataclass(frozen=True, slots=True)
class Settled:
    """A settlement that is written.

    Attributes:
        settlement: The settlement.
        result: What it follows from; short where it is replayed and its record is not kept.
        replayed: Whether it had been written before.
        request_id: Of the request.
    """

    settlement: Settlement
    result: OutcomeResult
    replayed: bool
    request_id: str


@dataclass(frozen=True, slots=True)
class OutcomeRecord:
    """An entry of the ledger with what it rests on.

    Attributes:
        settlement: The entry.
        criteria: The criteria as they were understood, as a mapping in the form of a file; None
            where the record is not kept, and for a reversal.
        result: How they ended; None there too.
        metadata: What was measured outside; None there too.
    """

    settlement: Settlement
    criteria: Mapping[str, Any] | None
    result: OutcomeResult | None
    metadata: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class CurrencyStatement:
    """What the entries in one currency come to. Amounts are exact but for ``payable``.

    Attributes:
        currency: Of all amounts.
        settlement_count: Number of settlements written in the period.
        reversed_count: Number of those that are reversed by now.
        reversal_count: Number of reversals written in the period.
        settled: Sums over the settlements of the period.
        reversed: Sums over the reversals of the period.
        total: Sum of both totals.
        opening_remainder: What rounding left over before the period.
        payable: What is to be paid for the period, in whole smallest units of the currency:
            ``opening_remainder + total - closing_remainder``.
        closing_remainder: What is carried into the next period.
    """

    currency: str
    settlement_count: int
    reversed_count: int
    reversal_count: int
    settled: Breakdown
    reversed: Breakdown
    total: Decimal
    opening_remainder: Decimal
    payable: Decimal
    closing_remainder: Decimal


@dataclass(frozen=True, slots=True)
class Statement:
    """What the entries of an agent or a consumer in a period come to.

    Attributes:
        agent_id: The agent who is paid; empty on the statement of a consumer.
        consumer_id: The consumer who pays; empty on the statement of an agent.
        since: Start of the period, which belongs to it.
        until: End of the period, which does not.
        currencies: One for each currency that has entries or a remainder from before.
        provisional: Whether entries may still be written into the period.
    """

    agent_id: str
    consumer_id: str
    since: datetime
    until: datetime
    currencies: tuple[CurrencyStatement, ...]
    provisional: bool


@dataclass(frozen=True, slots=True)
class OutcomePage:
    """A page of records, the newest first.

    Attributes:
        outcomes: The records.
        next_page_token: Where the next page begins; empty where this is the last one.
    """

    outcomes: tuple[OutcomeRecord, ...]
    next_page_token: str
