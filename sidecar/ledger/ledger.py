"""The ledger of a server: settlements and reversals are written, found and listed."""

from __future__ import annotations

import time
from collections.abc import Sequence

from sqlalchemy import Connection
from sqlalchemy.exc import DataError, IntegrityError, StatementError

from sidecar.errors import VerifydError
from sidecar.ledger import reading, statements, writing
from sidecar.ledger.group_commit import GroupCommit
from sidecar.ledger.model import (
    DeliveredOutput,
    EntryPosition,
    EntryQuery,
    EntryRecord,
    IdempotencyKey,
    ReversalRequest,
    SettlementRequest,
)
from sidecar.ledger.statements import StatementPeriod
from sidecar.ledger.writing import check_entry
from sidecar.outcomes.settings import OutcomesSettings
from sidecar.settlement.calculation import Statement
from sidecar.store import pages
from sidecar.store.errors import StoreUnavailable
from sidecar.store.retention import Retention
from sidecar.store.store import Store

PAGE_BYTES = 2 * 1024 * 1024
"""Most bytes of the records on a page, well below what fits into a message."""

_WRITTEN_US = 60 * 1_000_000
"""After so long, what has a time is written: transactions end sooner."""

_AT_ONCE = 20  # entries that are read together: a record may have a megabyte


class Ledger:
    """Entries in a store. All its methods are for one event loop to call.

    Args:
        store: Where they are.
        settings: Whether their records are kept, and how long.

    Attributes:
        retention: Deletes records when they are old.
    """

    def __init__(self, store: Store, settings: OutcomesSettings) -> None:
        self._store = store
        self._settings = settings
        self._gathering: GroupCommit[SettlementRequest | ReversalRequest, EntryRecord] = (
            GroupCommit(self._write, store.address.kind)
        )
        self.retention = Retention(
            store, "records of outcomes", settings.keep_days, reading.delete_records
        )

    def start(self) -> None:
        """Delete records from now on when they are old."""
        self.retention.start()

    async def stop(self) -> None:
        """Write and delete nothing any more."""
        await self._gathering.close()
        await self.retention.stop()

    async def add(
        self, wanted: SettlementRequest | ReversalRequest, timeout_s: float
    ) -> EntryRecord:
        """Write an entry with its postings, its record and its line of the audit log, or nothing.

        The same one again changes nothing.

        Raises:
            StoreUnavailable: If it may not be there: ask again.
            VerifydError: What ``writing.write`` finds.
        """
        if isinstance(wanted, ReversalRequest) and not reading.is_complete_id(wanted.settlement_id):
            raise reading.make_not_found(wanted.settlement_id)
        # Else it would wait for the transaction before its own as well.
        return await self._gathering.add(wanted, min(timeout_s, self._store.timeout_s))

    async def replayed(self, key: IdempotencyKey, timeout_s: float) -> EntryRecord | None:
        """What a key has made already; None for nothing.

        Raises:
            KeyReused: If it was made by another request.
            StoreUnavailable: If the store does not tell.
        """
        there = await self._store.run(
            lambda connection: reading.read_record(connection, key.tenant, key.entry_id), timeout_s
        )
        if there is None:
            return None
        return EntryRecord(check_entry(there.entry, key), there.document, replayed=True)

    async def delivered(
        self, tenant: str, agent_id: str, digest: str, contract_id: str, timeout_s: float
    ) -> bool:
        """Whether an output of an agent is settled, and not reversed, for another contract.

        Raises:
            StoreUnavailable: If the store does not tell.
        """
        output = DeliveredOutput(tenant, agent_id, digest)
        found = await self._store.run(
            lambda connection: reading.find_deliveries(connection, [output]), timeout_s
        )
        return bool(found.get(output, set()) - {contract_id})

    async def get(self, tenant: str, entry_id: str, timeout_s: float) -> EntryRecord:
        """An entry of a tenant with its record.

        Args:
            tenant: Whose it is.
            entry_id: Its id, which may be shortened.
            timeout_s: How long it may take.

        Raises:
            SettlementNotFound: If the tenant has none of that id.
            SettlementAmbiguous: If several of its ids begin so.
            StoreUnavailable: If the store does not tell.
        """
        reading.is_complete_id(entry_id)  # else nothing is asked

        def found(connection: Connection) -> EntryRecord | None:
            return reading.read_record(
                connection, tenant, reading.complete_id(connection, tenant, entry_id)
            )

        there = await self._store.run(found, timeout_s)
        if there is None:
            raise reading.make_not_found(entry_id)
        return there

    async def whole_id(self, tenant: str, entry_id: str, contract_id: str, timeout_s: float) -> str:
        """The id of an entry of a tenant and contract, which may be shortened.

        Raises:
            SettlementNotFound: If no id begins so, or it can be none.
            SettlementAmbiguous: If several begin so.
            StoreUnavailable: If the store does not tell.
        """
        if reading.is_complete_id(entry_id):
            return entry_id
        return await self._store.run(
            lambda connection: reading.complete_id(connection, tenant, entry_id, contract_id),
            timeout_s,
        )

    async def listed(
        self, tenant: str, query: EntryQuery, size: int, page_token: str, timeout_s: float
    ) -> tuple[list[EntryRecord], str]:
        """A page of entries, and the token of the next one; empty where this is the last.

        Raises:
            PageInvalid: If the token is none for this question.
            StoreUnavailable: If the store does not tell.
        """
        marked = _mark(query)
        given = pages.parse_token(page_token, marked, (int, int))
        before = None if given is None else EntryPosition(*given)
        page, last = await self._store.run(
            lambda connection: _page(connection, tenant, query, size, before), timeout_s
        )
        return page, "" if last is None else pages.make_token(last, marked)

    async def statement(self, tenant: str, asked: StatementPeriod, timeout_s: float) -> Statement:
        """What the entries of a tenant's agent or consumer in a period come to.

        Raises:
            PartyUnknown: If the tenant has no entry of theirs.
            StoreUnavailable: If the store does not tell.
        """
        now_us = _now_us()
        currencies = await statements.compute_statement(self._store, tenant, asked, timeout_s)
        provisional = asked.until_us > now_us - _WRITTEN_US
        return Statement(currencies=currencies, provisional=provisional)

    async def trial_balance(self, tenant: str, timeout_s: float) -> statements.TrialBalance:
        """What each account of a tenant has.

        Raises:
            StoreUnavailable: If the store does not tell.
        """
        return await self._store.run(
            lambda connection: statements.compute_trial_balance(connection, tenant), timeout_s
        )

    async def _write(
        self, wanted: Sequence[SettlementRequest | ReversalRequest]
    ) -> Sequence[EntryRecord | Exception]:
        keeps = self._settings.store_outcomes

        def written(connection: Connection) -> list[EntryRecord | VerifydError]:
            return writing.write(connection, self._store, wanted, _now_us(), keeps=keeps)

        try:
            return await self._store.run(written, float("inf"), writes=True)
        except Exception as error:
            if len(wanted) == 1 or not _is_of_one(error):
                raise
        # One of them cannot be written: the others do not suffer for it.
        return [await self._alone(one) for one in wanted]

    async def _alone(self, wanted: SettlementRequest | ReversalRequest) -> EntryRecord | Exception:
        try:
            return (await self._write([wanted]))[0]
        except Exception as error:  # raised where this one is waited for
            return error


def _page(
    connection: Connection, tenant: str, query: EntryQuery, size: int, before: EntryPosition | None
) -> tuple[list[EntryRecord], EntryPosition | None]:
    """A page, and the place of its last entry where others follow."""
    page: list[EntryRecord] = []
    room = PAGE_BYTES
    while True:
        wanted = min(size - len(page) + 1, _AT_ONCE)  # one more tells whether there is a next page
        found = reading.list_records(connection, tenant, query, before, wanted)
        for one in found:
            room -= _nbytes(one)
            if len(page) == size or (page and room < 0):
                return page, page[-1].entry.place
            page.append(one)
        if len(found) < wanted:
            return page, None
        before = page[-1].entry.place


def _nbytes(one: EntryRecord) -> int:
    """About what an entry takes in a message."""
    return 4000 + len(one.entry.reason.encode()) + len(one.document or b"")


def _mark(query: EntryQuery) -> str:
    told = (query.agent_id, query.consumer_id, query.domain, query.contract_id)
    asked = (query.since_us, query.until_us, query.success, query.kind, query.reversed)
    return pages.fingerprint((*told, *map(repr, asked)))


def _is_of_one(error: Exception) -> bool:
    """Whether what was to be written is at fault, and not the store."""
    if isinstance(error, StoreUnavailable):
        why = error.__cause__
        return isinstance(why, DataError | IntegrityError) or type(why) is StatementError
    return True


def _now_us() -> int:
    return time.time_ns() // 1000
