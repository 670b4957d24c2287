"""A SQLite file that another process has locked holds no call longer than the store may take."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from locked_files import NORMAL, locked
from settled import check_books, ledger_at, settling
from stored import ENOUGH_S

from sidecar.ledger.ledger import Ledger
from sidecar.ledger.model import EntryRecord
from sidecar.store.errors import StoreUnavailable


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "v.db"


async def test_who_comes_while_another_waits_is_not_held_twice(file: Path) -> None:
    """A call used to wait for the end of the transaction before its own, and then for its own."""
    async with ledger_at(f"sqlite://{file}", {"timeout_s": 0.6}) as ledger:
        await ledger.add(settling(0), ENOUGH_S)
        with locked(file, NORMAL):
            first = asyncio.create_task(ledger.add(settling(1), ENOUGH_S))
            await asyncio.sleep(0.2)
            with pytest.raises(StoreUnavailable):
                await ledger.add(settling(2), ENOUGH_S)
            # It was refused while its own transaction was not given up yet.
            assert ledger._gathering._task is not None
            assert not ledger._gathering._task.done()
            with pytest.raises(StoreUnavailable):
                await first
        for number in (1, 2):
            assert isinstance(await settled(ledger, number), EntryRecord)
        await check_books(ledger)


async def settled(ledger: Ledger, number: int) -> EntryRecord:
    """What settles in the end: the breaker tries a store that hung for itself."""
    while True:
        try:
            return await ledger.add(settling(number), ENOUGH_S)
        except StoreUnavailable:
            await asyncio.sleep(0.05)


async def test_a_lock_for_writers_stops_no_reader_who_comes_first(file: Path) -> None:
    """The schema is looked at before anything is locked to change it."""
    async with ledger_at(f"sqlite://{file}") as ledger:
        done = await ledger.add(settling(0), ENOUGH_S)
    with locked(file, NORMAL):
        async with ledger_at(f"sqlite://{file}", {"timeout_s": 5}) as ledger:
            assert await ledger.get("local", done.entry.entry_id, ENOUGH_S) == done
