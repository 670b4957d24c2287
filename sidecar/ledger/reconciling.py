"""Whether the books are what the audit log says: every row, posting and record of every tenant.

A record of the log holds all that the rows of its entry consist of. So the rows are made anew from
each record whose digest is right, and compared with those that are there, column by column.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sqlalchemy import Table

from sidecar.audit.chain import GENESIS
from sidecar.audit.faults import FAULTS, AuditFault
from sidecar.audit.verifying import Chain, FileVerifier
from sidecar.ledger import raw, rows
from sidecar.ledger.model import LedgerEntry
from sidecar.ledger.raw import Raw, RawPage, Row
from sidecar.ledger.tables import HEADS, LINES, POSTINGS, RECORDS, SETTLEMENTS
from sidecar.store.store import Store

_TIMEOUT_S = 60.0  # the store's own is shorter

CODES = {
    "ROW_MISSING": "the row is missing",
    "ROW_ADDED": "the row belongs to no record of the log",
    "VALUE_DIFFERS": "the table has another value than the log",
    "LINE_UNKNOWN": "the log has a record that no settlement or reversal makes",
}
"""Each reason code, with its sentence; those of the log itself are ``FAULTS``."""


@dataclass(eq=False)
class LedgerDifference(Exception):
    """The first place of a tenant where the tables are not what the log says.

    Attributes:
        code: One of ``CODES`` or of ``sidecar.audit.faults.FAULTS``.
        table: Where it is.
        sequence: Number of the record, as text; empty for the tenant's head.
        entry: The id of the entry; empty where nobody knows.
        column: Which one; empty for the whole row.
        logged: What the log says, or should have.
        found: What the table has.
    """

    code: str
    table: str
    sequence: str = ""
    entry: str = ""
    column: str = ""
    logged: str = ""
    found: str = ""

    @property
    def message(self) -> str:
        """A sentence for people."""
        return {**FAULTS, **CODES}[self.code]


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """How a tenant's tables compare with its log.

    Attributes:
        tenant: Its name; what is no UTF-8 is escaped.
        records: How many records of the log agree with everything.
        difference: The first thing that does not; None where there is none.
    """

    tenant: str
    records: int
    difference: LedgerDifference | None


async def list_tenants(store: Store) -> list[Raw]:
    """All tenants that any table of the ledger knows, in order.

    Raises:
        StoreUnavailable: If the store cannot be used.
    """
    found: list[Raw] = []
    while True:
        last = found[-1] if found else None
        tenant = await store.run(partial(raw.next_tenant, last=last), _TIMEOUT_S)
        if tenant is None:
            return found
        found.append(tenant)


async def reconcile(
    store: Store, tenant: Raw, kept_since_us: int, step: Callable[[int], None]
) -> Reconciliation:
    """Compare everything of a tenant, up to the first difference.

    What is written meanwhile is compared too: each page is one moment of the database.

    Args:
        store: Where it is.
        tenant: As the tables have it.
        kept_since_us: Records that were kept and are as young must be there: others may have been
            deleted since they were old. In microseconds since the epoch.
        step: Is called with the number of records that were compared.

    Raises:
        StoreUnavailable: If the store cannot be used.
    """
    name = tenant.decode("utf-8", "backslashreplace") if isinstance(tenant, bytes) else str(tenant)
    comparing = _Comparing(name, kept_since_us)
    after = None
    try:
        while True:
            read = partial(raw.read_page, tenant=tenant, after=after)
            page: RawPage = await store.run(read, _TIMEOUT_S)
            for sequence in page.sequences:
                comparing.take(page, sequence)
                after = sequence
            step(comparing.chain.count)
            if page.is_last:
                comparing.end(page.head)
                return Reconciliation(name, comparing.chain.count, None)
    except LedgerDifference as difference:
        return Reconciliation(name, comparing.agreed, difference)


@dataclass(slots=True)
class _Comparing:
    """Follows the log of a tenant, and compares what it says."""

    tenant: str
    kept_since_us: int
    verifier: FileVerifier = field(default_factory=FileVerifier)
    agreed: int = 0
    written_us: int = 0  # time of the last record

    @property
    def chain(self) -> Chain:
        return next(iter(self.verifier.chains.values()), Chain())

    def take(self, page: RawPage, sequence: Raw) -> None:
        """Compare all that stands at a place."""
        following = self.chain.count + 1
        there = {table: page.rows[table].get(sequence, []) for table in raw.TABLES}
        place = ascii(sequence)
        if sequence != following or not there[LINES]:
            entry_id = _id_of(there[SETTLEMENTS])
            if _is_missing(page, sequence, following):
                known = entry_id if sequence == following else ""
                raise LedgerDifference("ROW_MISSING", LINES.name, str(following), known)
            (table, *_) = (table for table in raw.TABLES if there[table])
            raise LedgerDifference("ROW_ADDED", table.name, place, entry_id)
        entry, keeps = self._logged(there[LINES][0], sequence)
        self.written_us = entry.created_us
        at = partial(LedgerDifference, sequence=place, entry=entry.entry_id)
        for table, wanted, is_needed in self._wanted(entry, keeps):
            _compare(at, table, there[table], wanted, is_needed=is_needed)
        self.agreed = self.chain.count

    def end(self, head: Row | None) -> None:
        """Compare the tenant's head with the end of its chain."""
        chain = self.chain
        if head is None and chain.count:
            raise LedgerDifference("ROW_MISSING", HEADS.name)
        if head is None:
            return
        wanted = {
            "lines": chain.count,
            "digest": chain.head.decode(),
            "created_us": self.written_us,
        }
        if not chain.count:
            wanted["digest"] = GENESIS
        lines = head["lines"]
        if isinstance(lines, int) and lines > chain.count and head["digest"] != wanted["digest"]:
            raise LedgerDifference("ROW_MISSING", LINES.name, str(chain.count + 1))
        _same(LedgerDifference, HEADS, head, wanted)

    def _logged(self, row: Row, sequence: Raw) -> tuple[LedgerEntry, bool]:
        """The entry of a line, which is the next one of the tenant's chain."""
        line = row["line"]
        at = partial(LedgerDifference, table=LINES.name, sequence=str(sequence))
        data = line if isinstance(line, bytes) else str(line).encode("utf-8", "surrogatepass")
        try:
            self.verifier.take(data + b"\n")
        except AuditFault as fault:
            raise at(
                fault.code, column="line", found=fault.detail or raw.format_raw(line)
            ) from None
        fields: Mapping[str, Any] = json.loads(data)
        where = partial(at, entry=str(fields.get("id", "")))
        if not isinstance(line, bytes):
            raise where("VALUE_DIFFERS", column="line", logged="bytes", found=type(line).__name__)
        _same(where, LINES, row, {name: fields[name] for name in ("tenant", "digest")})
        try:
            return rows.parse_logged(fields)
        except ValueError as error:
            raise where("LINE_UNKNOWN", column="line", found=str(error)) from None

    def _wanted(
        self, entry: LedgerEntry, keeps: bool
    ) -> Iterator[tuple[Table, list[dict[str, Any]], bool]]:
        """The rows that an entry has in each table, and whether they must be there."""
        yield SETTLEMENTS, [rows.make_entry_row(entry)], True
        yield POSTINGS, rows.make_postings(entry), True
        record = {**rows.make_record_row(entry, b""), "document": entry.record_digest}
        yield RECORDS, [record] if keeps else [], entry.created_us >= self.kept_since_us


At = Callable[..., LedgerDifference]


def _is_missing(page: RawPage, sequence: Raw, following: int) -> bool:
    """Whether the next line is not there, though the head of the tenant counts it."""
    lines = 0 if page.head is None else page.head["lines"]
    is_behind = isinstance(sequence, int) and sequence >= following
    return is_behind and isinstance(lines, int) and lines >= following


def _compare(
    at: At, table: Table, found: list[Row], wanted: list[dict[str, Any]], *, is_needed: bool
) -> None:
    """Compare the rows of an entry in a table; an account tells its postings apart."""
    name = partial(at, table=table.name)
    missing = [row for row in wanted if not _like(table, row, found)]
    added = [row for row in found if not _like(table, row, wanted)]
    if missing and added:
        column = "account"
        logged, there = _account(missing[0]), _account(added[0])
        raise name("VALUE_DIFFERS", column=column, logged=logged, found=there)
    if missing and is_needed:
        raise name("ROW_MISSING", logged=_account(missing[0]))
    if added:
        raise name("ROW_ADDED", found=_account(added[0]))
    for row in wanted:
        for there in _like(table, row, found):
            _same(at, table, there, row)


def _like(table: Table, row: Mapping[str, Any], others: list[Any]) -> list[Any]:
    """Those rows of the same place that are about the same account."""
    if table is not POSTINGS:
        return others
    account = raw.to_raw(table.c.account, row["account"])
    return [one for one in others if raw.to_raw(table.c.account, one["account"]) == account]


def _account(row: Mapping[str, Any]) -> str:
    """Which of the postings of an entry it is; empty for a row of another table."""
    return raw.format_raw(row["account"]) if "account" in row else ""


def _same(at: At, table: Table, found: Row, wanted: Mapping[str, Any]) -> None:
    """Compare the columns of a row.

    Raises:
        LedgerDifference: The first one that differs.
    """
    for name, value in wanted.items():
        there = found[name]
        kept = raw.to_raw(table.c[name], value) if name in table.c else value
        if not raw.is_same(kept, there):
            says = raw.format_raw(kept), raw.format_raw(there)
            if says[0] == says[1]:
                says = f"{says[0]} ({type(kept).__name__})", f"{says[1]} ({type(there).__name__})"
            raise at("VALUE_DIFFERS", table=table.name, column=name, logged=says[0], found=says[1])


def _id_of(found: list[Row]) -> str:
    return str(found[0]["id"]) if found else ""
