"""What tasks cost, as it stands in the ledger of a server: plain frozen data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from verifyd.enums import SettlementKind
from verifyd.outcomes import Money, OutcomeResult


@dataclass(frozen=True, slots=True)
class Breakdown:
    """How a total came about. The first eight amounts are exact and signed, and add up to it.

    Attributes:
        currency: Of all amounts.
        base: What the work costs by itself.
        bonus: All bonuses.
        bonus_capped: What their cap takes off; at most 0.
        penalty: All penalties; at most 0.
        penalty_capped: What their cap gives back.
        floor: What lifts a total below 0 to 0.
        total_capped: What the cap of the total takes off; at most 0.
        rounding: What rounding to the currency's smallest unit adds or takes off.
        total: What is paid.
    """

    currency: str
    base: Decimal
    bonus: Decimal
    bonus_capped: Decimal
    penalty: Decimal
    penalty_capped: Decimal
    floor: Decimal
    total_capped: Decimal
    rounding: Decimal
    total: Decimal


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
    record_digest: str
    audit_sequence: int
    audit_digest: str
    body_digest: str

    @property
    def total(self) -> Money:
        """What is paid."""
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
class OutcomePage:
    """A page of records, the newest first.

    Attributes:
        outcomes: The records.
        next_page_token: Where the next page begins; empty where this is the last one.
    """

    outcomes: tuple[OutcomeRecord, ...]
    next_page_token: str
