"""Whatever is edited in the ledger's tables is found and named; the long form is a bench."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from settled import ledger_at, reversing, settling
from sqlalchemy import Connection, Table, delete, select, update
from stored import ENOUGH_S

from bench import ledger_edits
from sidecar.audit.faults import FAULTS
from sidecar.ledger import raw, reconciling
from sidecar.ledger.ledger import Ledger
from sidecar.ledger.reconciling import CODES, Reconciliation
from sidecar.ledger.rows import (
    make_audit_fields,
    make_entry_row,
    make_postings,
    make_record_row,
    parse_logged,
)
from sidecar.ledger.tables import POSTINGS, RECORDS, SETTLEMENTS


async def reconciled(ledger: Ledger, since_us: int = 0) -> list[Reconciliation]:
    return [
        await reconciling.reconcile(ledger._store, tenant, since_us, lambda _: None)
        for tenant in await reconciling.list_tenants(ledger._store)
    ]


async def edit(ledger: Ledger, *statements: Any) -> None:
    def work(connection: Connection) -> None:
        for statement in statements:
            connection.execute(statement)

    await ledger._store.run(work, ENOUGH_S, writes=True)


@pytest.mark.slow
async def test_random_edits_are_found_and_named(store_url: str) -> None:
    codes: dict[str, Counter[str]] = defaultdict(Counter)
    assert await ledger_edits.run(store_url, 3, 60, codes) == []
    assert sum(each.total() for each in codes.values()) == 60
    assert len(codes) >= 9
    assert {code for each in codes.values() for code in each} <= {*CODES, *FAULTS}


async def test_the_fuzz_tells_what_is_not_found(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Something that found nothing would be of no use.
    whole = Reconciliation("acme", 8, None)
    monkeypatch.setattr(ledger_edits, "reconciled", lambda _: [whole])
    assert len(await ledger_edits.run(store_url, 3, 5, defaultdict(Counter))) == 5


def row_of(table: Table, rows: Mapping[str, object]) -> None:
    assert rows.keys() == set(table.columns.keys())


async def test_the_log_has_all_that_rows_consist_of(store_url: str) -> None:
    """Else a column could be edited that no digest covers."""
    async with ledger_at(store_url) as ledger:
        settled = await ledger.add(settling(4, penalty="0.0000001"), ENOUGH_S)
        back = await ledger.add(reversing(settling(4)), ENOUGH_S)
        for entry, keeps in ((settled.entry, True), (back.entry, False)):
            fields = dict(make_audit_fields(entry, keeps=keeps))
            fields |= {"tenant": "local", "sequence": entry.sequence, "digest": entry.audit_digest}
            assert parse_logged(fields) == (entry, keeps)
            row_of(SETTLEMENTS, make_entry_row(entry))
            row_of(RECORDS, make_record_row(entry, b""))
            for posting in make_postings(entry):
                row_of(POSTINGS, posting)
            wrong = [{**fields, "base": "1e999999"}, {**fields, "total": "9"}, {**fields, "x": ""}]
            wrong += [
                {other: fields[other] for other in fields if other != name} for name in fields
            ]
            for each in wrong:
                with pytest.raises(ValueError, match="no entry has"):
                    parse_logged(each)


async def test_many_pages_and_large_records(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(raw, "_PAGE", 3)
    monkeypatch.setattr(raw, "_AT_ONCE", 1000)
    async with ledger_at(store_url) as ledger:
        for tenant in ("a", "b"):
            for number in range(8):
                document = b'"%s"' % (b"x" * 400 * number)
                digest = hashlib.sha256(document).hexdigest()
                one = settling(number, tenant, document=document, record_digest=digest)
                await ledger.add(one, ENOUGH_S)
            await ledger.add(reversing(settling(3, tenant)), ENOUGH_S)
        assert await reconciled(ledger) == [
            Reconciliation("a", 9, None),
            Reconciliation("b", 9, None),
        ]
        own = POSTINGS.c.tenant == "b", POSTINGS.c.sequence == 7
        await edit(ledger, update(POSTINGS).where(*own).values(currency="EUR"))
        whole, wrong = await reconciled(ledger)
        assert whole.difference is None
        assert (wrong.records, wrong.difference is not None) == (6, True)


async def test_records_that_grew_old_may_be_gone(store_url: str) -> None:
    async with ledger_at(store_url) as ledger:
        done = [await ledger.add(settling(number), ENOUGH_S) for number in range(3)]
        await edit(ledger, delete(RECORDS).where(RECORDS.c.sequence <= 2))
        young = done[1].entry.created_us
        (found,) = await reconciled(ledger, young + 1)
        assert found.difference is None
        (found,) = await reconciled(ledger, young)
        assert found.difference is not None
        assert (found.difference.code, found.difference.sequence) == ("ROW_MISSING", "2")


async def test_records_that_were_never_kept(store_url: str) -> None:
    async with ledger_at(store_url, store_outcomes=False) as ledger:
        await ledger.add(settling(1), ENOUGH_S)
        (found,) = await reconciled(ledger)
        assert found.difference is None
        row = {"tenant": "local", "sequence": 1, "created_us": 1, "document": b"{}"}
        await edit(ledger, RECORDS.insert().values(row))
        (found,) = await reconciled(ledger)
        assert found.difference is not None
        assert (found.difference.code, found.difference.table) == ("ROW_ADDED", "outcome_records")


async def test_what_is_settled_meanwhile(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raw, "_PAGE", 2)
    async with ledger_at(store_url) as ledger:
        for number in range(6):
            await ledger.add(settling(number), ENOUGH_S)
        run, more = ledger._store.run, iter(range(6, 9))

        async def settle_first(*given: Any, **how: Any) -> Any:
            for number in more:
                monkeypatch.setattr(ledger._store, "run", run)
                await ledger.add(settling(number), ENOUGH_S)
                monkeypatch.setattr(ledger._store, "run", settle_first)
                break
            return await run(*given, **how)

        monkeypatch.setattr(ledger._store, "run", settle_first)
        assert await reconciled(ledger) == [Reconciliation("local", 9, None)]


async def test_what_is_as_it_was_is_not_told(store_url: str) -> None:
    """A row that is written anew with the same values, and a head without entries."""
    async with ledger_at(store_url) as ledger:
        await ledger.add(settling(1), ENOUGH_S)
        missing = replace(reversing(settling(2, "new")), settlement_id="0" * 64)
        with pytest.raises(Exception, match="no settlement"):
            await ledger.add(missing, ENOUGH_S)

        def again(connection: Connection) -> None:
            row = connection.execute(select(RECORDS)).one()._mapping
            connection.execute(delete(RECORDS))
            connection.execute(RECORDS.insert().values(dict(row)))

        await ledger._store.run(again, ENOUGH_S, writes=True)
        assert {one.difference for one in await reconciled(ledger)} == {None}
