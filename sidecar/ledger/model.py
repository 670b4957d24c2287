"""Entries of the ledger as plain data, and what is refused about them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import ClassVar, NamedTuple

from sidecar.errors import VerifydError
from sidecar.model.digests import sha256_of_parts
from sidecar.settlement.model import Breakdown
from sidecar.store.errors import StoreUnavailable


class EntryKind(IntEnum):
    """What an entry is. Values equal those of the wire enum."""

    SETTLEMENT = 1
    REVERSAL = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class IdempotencyKey:
    """What makes an entry happen once.

    Attributes:
        tenant: Whose it is.
        contract_id: The contract.
        key: The caller's.
        body_digest: SHA-256 of the request: another one with the same key is refused.
    """

    tenant: str
    contract_id: str
    key: str
    body_digest: str

    @property
    def entry_id(self) -> str:
        """The id of its entry: no two keys of any contract and tenant share one."""
        return sha256_of_parts(part.encode() for part in (self.tenant, self.contract_id, self.key))


@dataclass(frozen=True, slots=True, kw_only=True)
class Parties:
    """Who is paid, and by whom.

    Attributes:
        agent_id: Who did the work.
        consumer_id: Who pays.
        domain: What it is about; may be empty.
    """

    agent_id: str
    consumer_id: str
    domain: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementRequest:
    """A settlement that shall be written.

    Attributes:
        key: What makes it happen once.
        parties: Who is paid, and by whom.
        currency: Of the amounts.
        breakdown: How the total came about.
        success: Whether the task had succeeded.
        document: Its record: one JSON object, as UTF-8.
        record_digest: SHA-256 of that.
        actor: Who settles: the identity of the caller.
        output_digest: SHA-256 of the output, lower-case hexadecimal.
        alone: Whether the outcome rests on the output being settled for no other contract of the
            agent; where that is so no more, nothing is written.
    """

    key: IdempotencyKey
    parties: Parties
    currency: str
    breakdown: Breakdown
    success: bool
    document: bytes
    record_digest: str
    actor: str
    output_digest: str = ""
    alone: bool = False


class DeliveredOutput(NamedTuple):
    """What an agent of a tenant has delivered."""

    tenant: str
    agent_id: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReversalRequest:
    """A reversal that shall be written.

    Attributes:
        key: What makes it happen once.
        settlement_id: What is taken back.
        reason: Why, in the words of who does.
        actor: Who does: the identity of the caller.
    """

    key: IdempotencyKey
    settlement_id: str
    reason: str
    actor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerEntry:
    """An entry of the ledger.

    Attributes:
        entry_id: Its id.
        key: What makes it happen once.
        parties: Who is paid, and by whom; of a reversal, those of what it takes back.
        kind: What it is.
        created_us: When it was written by the clock of the server, in microseconds since the
            epoch. Clocks jump: only sequences say what came first.
        currency: Of the amounts.
        breakdown: How the total came about.
        success: Whether the task had succeeded; None for a reversal.
        record_digest: SHA-256 of its record; empty for a reversal.
        reverses: What it takes back; empty for a settlement.
        reason: Why it does.
        actor: The identity of the caller who wrote it; empty in entries older than this field.
        output_digest: SHA-256 of what was delivered; empty for a reversal.
        sequence: Number of its line in the tenant's audit log.
        audit_digest: Digest of that line.
        reversed_by: What takes it back; empty for nothing.
    """

    entry_id: str
    key: IdempotencyKey
    parties: Parties
    kind: EntryKind
    created_us: int
    currency: str
    breakdown: Breakdown
    success: bool | None
    record_digest: str
    reverses: str
    reason: str
    actor: str
    sequence: int
    audit_digest: str
    output_digest: str = ""
    reversed_by: str = ""

    @property
    def place(self) -> EntryPosition:
        """Where it stands in a list."""
        return EntryPosition(self.created_us, self.sequence)


class EntryPosition(NamedTuple):
    """Where an entry stands in a list of those of its tenant."""

    created_us: int
    sequence: int


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """An entry with its record.

    Attributes:
        entry: The entry.
        document: Its record; None where there is none, or it is not kept.
        replayed: Whether it was there already when it was to be written.
    """

    entry: LedgerEntry
    document: bytes | None
    replayed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryQuery:
    """Which entries are asked for; what is empty does not restrict them."""

    agent_id: str = ""
    consumer_id: str = ""
    domain: str = ""
    contract_id: str = ""
    since_us: int = 0
    until_us: int = 0
    success: bool | None = None
    kind: EntryKind | None = None
    reversed: bool | None = None


# What is refused about settlements, each with its status and reason.


class KeyReused(VerifydError):
    """The key was used for this contract with another request."""

    code: ClassVar[str] = "ALREADY_EXISTS"
    reason: ClassVar[str] = "KEY_REUSED"


class SettlementNotFound(VerifydError):
    """There is no such settlement of this tenant, or not of this contract."""

    code: ClassVar[str] = "NOT_FOUND"
    reason: ClassVar[str] = "SETTLEMENT_NOT_FOUND"


class SettlementAmbiguous(VerifydError):
    """A shortened id is the beginning of several."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "SETTLEMENT_AMBIGUOUS"


class PartyUnknown(VerifydError):
    """The tenant has no entry of an agent or a consumer."""

    code: ClassVar[str] = "NOT_FOUND"
    reason: ClassVar[str] = "PARTY_UNKNOWN"


class OutputDelivered(StoreUnavailable):
    """The output was settled for another contract since the outcome was judged: judge it again."""


class AlreadyReversed(VerifydError):
    """The settlement is taken back already."""

    code: ClassVar[str] = "FAILED_PRECONDITION"
    reason: ClassVar[str] = "ALREADY_REVERSED"


class NotReversible(VerifydError):
    """What shall be taken back is a reversal."""

    code: ClassVar[str] = "FAILED_PRECONDITION"
    reason: ClassVar[str] = "NOT_REVERSIBLE"
