"""Entries of the ledger to and from the rows of its tables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import Row

from sidecar.ledger.model import EntryKind, IdempotencyKey, LedgerEntry, Parties
from sidecar.ledger.tables import nanos
from sidecar.settlement.model import AMOUNTS, EXACT, Breakdown, format_amount, join, split

PLACE = frozenset({"v", "tenant", "sequence", "previous", "digest"})
"""What a record of the audit log has beside what it says of an entry."""

_AMOUNT = re.compile(r"-?[0-9]{1,20}(?:\.[0-9]{1,9})?")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def make_entry_row(entry: LedgerEntry) -> dict[str, Any]:
    """The row of an entry."""
    return {
        "id": entry.entry_id,
        "tenant": entry.key.tenant,
        "contract_id": entry.key.contract_id,
        "key": entry.key.key,
        "agent_id": entry.parties.agent_id,
        "consumer_id": entry.parties.consumer_id,
        "domain": entry.parties.domain,
        "kind": entry.kind.value,
        "created_us": entry.created_us,
        "currency": entry.currency,
        **_amounts(entry.breakdown),
        "success": entry.success,
        "body_digest": entry.key.body_digest,
        "record_digest": entry.record_digest,
        "reverses_id": entry.reverses or None,
        "reason": entry.reason,
        "actor": entry.actor,
        "output_digest": entry.output_digest,
        "sequence": entry.sequence,
        "audit_digest": entry.audit_digest,
    }


def parse_entry(row: Row[Any]) -> LedgerEntry:
    """The entry of a row, which holds ``reversed_by`` as well."""
    return LedgerEntry(
        entry_id=row.id,
        key=IdempotencyKey(
            tenant=row.tenant,
            contract_id=row.contract_id,
            key=row.key,
            body_digest=row.body_digest,
        ),
        parties=Parties(agent_id=row.agent_id, consumer_id=row.consumer_id, domain=row.domain),
        kind=EntryKind(row.kind),
        created_us=row.created_us,
        currency=row.currency,
        breakdown=_breakdown(row),
        success=row.success,
        record_digest=row.record_digest,
        reverses=row.reverses_id or "",
        reason=row.reason,
        actor=row.actor or "",
        output_digest=row.output_digest,
        sequence=row.sequence,
        audit_digest=row.audit_digest,
        reversed_by=row.reversed_by or "",
    )


def make_postings(entry: LedgerEntry) -> list[dict[str, Any]]:
    """What an entry moves: who pays has less, and who did the work has as much more.

    Raises:
        ValueError: If they do not add up to 0, so that nothing is written.
    """
    total = entry.breakdown.total
    moved = {f"consumer:{entry.parties.consumer_id}": EXACT.minus(total)}
    moved |= {f"agent:{entry.parties.agent_id}": total}
    if sum(moved.values()) != 0:
        raise ValueError(f"the postings of {entry.entry_id} do not add up to 0")
    return [
        {
            "tenant": entry.key.tenant,
            "sequence": entry.sequence,
            "account": account,
            "currency": entry.currency,
            **_columns("amount", amount),
        }
        for account, amount in moved.items()
    ]


def make_record_row(entry: LedgerEntry, document: bytes) -> dict[str, Any]:
    """The row of the record of an entry."""
    return {
        "tenant": entry.key.tenant,
        "sequence": entry.sequence,
        "created_us": entry.created_us,
        "document": document,
    }


def make_audit_fields(entry: LedgerEntry, *, keeps: bool) -> Mapping[str, object]:
    """What the audit log has of an entry: all of it, so that every row can be compared.

    Args:
        entry: The entry.
        keeps: Whether its record is kept beside it.
    """
    return {
        "kind": entry.kind.name.lower(),
        "id": entry.entry_id,
        "contract_id": entry.key.contract_id,
        "key": entry.key.key,
        "agent_id": entry.parties.agent_id,
        "consumer_id": entry.parties.consumer_id,
        "domain": entry.parties.domain,
        "currency": entry.currency,
        **_texts(entry),
        "success": entry.success,
        "body_digest": entry.key.body_digest,
        "record_digest": entry.record_digest,
        "record_kept": keeps,
        "reverses": entry.reverses,
        "reason": entry.reason,
        "actor": entry.actor,
        "output_digest": entry.output_digest,
        "time": _time(entry.created_us),
    }


def parse_logged(fields: Mapping[str, Any]) -> tuple[LedgerEntry, bool]:
    """The entry that a record of the audit log is of, and whether its own record was kept.

    Args:
        fields: Everything in the line.

    Raises:
        ValueError: If it is none that ``make_audit_fields`` has made.
    """
    try:
        entry = _logged(fields)
        keeps = bool(fields["record_kept"])
        again = make_audit_fields(entry, keeps=keeps)
    except (KeyError, TypeError, AttributeError, ArithmeticError) as error:
        raise ValueError(f"no entry has such a record: {error!r}") from error
    names = (fields.keys() - PLACE) | again.keys()
    unlike = {name for name in names if again.get(name) != fields.get(name)}
    if unlike:
        raise ValueError(f"no entry has such a record: {min(unlike)}")
    return entry, keeps


def _logged(fields: Mapping[str, Any]) -> LedgerEntry:
    return LedgerEntry(
        entry_id=fields["id"],
        key=IdempotencyKey(
            tenant=fields["tenant"],
            contract_id=fields["contract_id"],
            key=fields["key"],
            body_digest=fields["body_digest"],
        ),
        parties=Parties(
            agent_id=fields["agent_id"],
            consumer_id=fields["consumer_id"],
            domain=fields["domain"],
        ),
        kind=EntryKind[fields["kind"].upper()],
        created_us=(datetime.fromisoformat(fields["time"]) - _EPOCH) // timedelta(microseconds=1),
        currency=fields["currency"],
        breakdown=Breakdown(**{name: _decimal(fields[name]) for name in AMOUNTS}),
        success=fields["success"],
        record_digest=fields["record_digest"],
        reverses=fields["reverses"],
        reason=fields["reason"],
        actor=fields["actor"],
        output_digest=fields["output_digest"],
        sequence=fields["sequence"],
        audit_digest=fields["digest"],
    )


def _decimal(given: str) -> Decimal:
    """An amount of a record, which is never long."""
    if not _AMOUNT.fullmatch(given):
        raise ValueError(f"no entry has an amount like {given!r:.80}")
    return Decimal(given)


def _amounts(breakdown: Breakdown) -> dict[str, int]:
    found = _columns("total", breakdown.total)
    for name in AMOUNTS:
        found |= _columns(name, getattr(breakdown, name))
    return found


def _columns(name: str, amount: Decimal) -> dict[str, int]:
    units, rest = split(amount)
    return {name: units, nanos(name): rest}


def _texts(entry: LedgerEntry) -> dict[str, str]:
    """The total and what it is made of, as decimal numbers."""
    each = {name: getattr(entry.breakdown, name) for name in ("total", *AMOUNTS)}
    return {name: format_amount(amount, entry.currency) for name, amount in each.items()}


def _breakdown(row: Row[Any]) -> Breakdown:
    found = row._mapping
    return Breakdown(**{name: join(found[name], found[nanos(name)]) for name in AMOUNTS})


def _time(microseconds: int) -> str:
    """RFC 3339, always with six places."""
    moment = _EPOCH + timedelta(microseconds=microseconds)
    return f"{moment:%Y-%m-%dT%H:%M:%S.%f}Z"
