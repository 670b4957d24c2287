"""The ledger in both databases: each key has one effect, and everything adds up."""

from __future__ import annotations

import asyncio
import itertools
import random
import re
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from settled import check_books, ledger_at, reversing, rows, settling
from sqlalchemy import Connection, delete, event, insert, update
from stored import ENOUGH_S
from waiting import eventually

from sidecar.ledger import ledger as ledgers
from sidecar.ledger.ledger import Ledger
from sidecar.ledger.model import (
    AlreadyReversed,
    EntryKind,
    EntryQuery,
    EntryRecord,
    KeyReused,
    NotReversible,
    SettlementNotFound,
)
from sidecar.ledger.statements import AccountBalance, StatementPeriod
from sidecar.ledger.tables import HEADS, LINES, POSTINGS, RECORDS, SETTLEMENTS
from sidecar.store import retention
from sidecar.store.errors import PageInvalid, StoreUnavailable
from sidecar.store.sqlite import Sqlite

TABLES = (SETTLEMENTS, POSTINGS, RECORDS, LINES)


REVERSAL = -3
LISTS: tuple[tuple[EntryQuery, list[int]], ...] = (
    (EntryQuery(), [REVERSAL, 5, 4, 3, 2, 1, 0]),
    (EntryQuery(agent_id="agent-1"), [REVERSAL, 5, 3, 1]),
    (EntryQuery(consumer_id="consumer"), [REVERSAL, 5, 4, 3, 2, 1, 0]),
    (EntryQuery(consumer_id="other"), []),
    (EntryQuery(contract_id="contract-2"), [5, 2]),
    (EntryQuery(domain="d\u00e9"), [REVERSAL, 5, 4, 3, 2, 1, 0]),
    (EntryQuery(domain="other"), []),
    (EntryQuery(since_us=4), [REVERSAL, 5, 4, 3]),
    (EntryQuery(until_us=4), [2, 1, 0]),
    (EntryQuery(since_us=2, until_us=4), [2, 1]),
    (EntryQuery(success=True), [4, 2, 0]),
    (EntryQuery(success=False), [5, 3, 1]),
    (EntryQuery(kind=EntryKind.REVERSAL), [REVERSAL]),
    (EntryQuery(reversed=True), [3]),
    (EntryQuery(reversed=False, kind=EntryKind.SETTLEMENT), [5, 4, 2, 1, 0]),
    (EntryQuery(kind=EntryKind.SETTLEMENT, agent_id="agent-1", success=False), [5, 3, 1]),
)
"""Questions, and the settlements that answer them, by their numbers."""


async def listed(ledger: Ledger, query: EntryQuery, size: int) -> list[EntryRecord]:
    """Everything that a question finds, in pages of a size."""
    found: list[EntryRecord] = []
    page, token = await ledger.listed("local", query, size, "", ENOUGH_S)
    while True:
        assert len(page) == size or not token
        found += page
        if not token:
            return found
        page, token = await ledger.listed("local", query, size, token, ENOUGH_S)


async def executed(ledger: Ledger, statement: Any) -> None:
    def work(connection: Connection) -> None:
        connection.execute(statement)

    await ledger._store.run(work, ENOUGH_S, writes=True)


async def counts(ledger: Ledger) -> list[int]:
    return [len(await rows(ledger._store, table)) for table in TABLES]


async def nothing_is_left(ledger: Ledger) -> bool:
    """True when no record is left."""
    return not (await counts(ledger))[2]


class TestSettling:
    async def test_everything_of_it_is_written(self, store_url: str) -> None:
        wanted = settling(4, base="10", bonus="0.125", penalty="3", agent_id="ä\u2028'")
        async with ledger_at(store_url) as ledger:
            began_us = time.time_ns() // 1000
            done = await ledger.add(wanted, ENOUGH_S)
            ended_us = time.time_ns() // 1000
            assert not done.replayed
            assert done.document == wanted.document
        async with ledger_at(store_url) as ledger:
            found = await ledger.get("local", done.entry.entry_id, ENOUGH_S)
            assert found == done
            entry = found.entry
            assert (entry.key, entry.parties, entry.breakdown, entry.success) == (
                wanted.key,
                wanted.parties,
                wanted.breakdown,
                True,
            )
            assert entry.breakdown.total == Decimal("7.125")
            assert entry.actor == "token:local"
            assert began_us <= entry.created_us <= ended_us
            assert (entry.kind, entry.sequence, entry.reversed_by) == (EntryKind.SETTLEMENT, 1, "")
            trial = await check_books(ledger)
            assert trial.balances == {
                AccountBalance("agent:ä\u2028'", "USD"): Decimal("7.125"),
                AccountBalance("consumer:consumer", "USD"): Decimal("-7.125"),
            }
            assert await counts(ledger) == [1, 2, 1, 1]

    async def test_again_is_once(self, store_url: str) -> None:
        async with ledger_at(store_url) as ledger:
            assert await ledger.replayed(settling(1).key, ENOUGH_S) is None
            first = await ledger.add(settling(1), ENOUGH_S)
            # What was measured the second time does not count.
            again = await ledger.add(settling(1, base="99", document=b"{}"), ENOUGH_S)
            assert again == replace(first, replayed=True)
            assert await ledger.replayed(settling(1).key, ENOUGH_S) == again
            assert await counts(ledger) == [1, 2, 1, 1]
            await check_books(ledger)

    async def test_another_request_with_its_key_is_refused(self, store_url: str) -> None:
        other = settling(1, body_digest="f" * 64)
        async with ledger_at(store_url) as ledger:
            first = await ledger.add(settling(1), ENOUGH_S)
            with pytest.raises(KeyReused) as refused:
                await ledger.add(other, ENOUGH_S)
            assert refused.value.metadata == {"settlement_id": first.entry.entry_id}
            with pytest.raises(KeyReused):
                await ledger.replayed(other.key, ENOUGH_S)
            assert await counts(ledger) == [1, 2, 1, 1]

    async def test_a_key_is_one_of_its_contract_and_tenant(self, store_url: str) -> None:
        async with ledger_at(store_url) as ledger:
            for contract_id, key in (("a", "bc"), ("ab", "c"), ("a", "c")):
                await ledger.add(settling(1, contract_id=contract_id, key=key), ENOUGH_S)
                await ledger.add(
                    settling(1, tenant="other", contract_id=contract_id, key=key), ENOUGH_S
                )
            assert await counts(ledger) == [6, 12, 6, 6]
            for tenant in ("local", "other"):
                assert len((await check_books(ledger, tenant)).balances) == 2
            found = await ledger.replayed(settling(1, contract_id="a", key="bc").key, ENOUGH_S)
            assert found is not None
            with pytest.raises(SettlementNotFound):
                await ledger.get("other", found.entry.entry_id, ENOUGH_S)

    async def test_clocks_that_jump_hide_nothing(
        self, store_url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """An entry has the time of the clock, whatever that said before."""
        times = [5, 9_000, 6, 6, 3, 7]
        clock = iter(times)
        monkeypatch.setattr(ledgers, "_now_us", lambda: next(clock))
        async with ledger_at(store_url) as ledger:
            done = [await ledger.add(settling(number), ENOUGH_S) for number in range(6)]
            assert [one.entry.created_us for one in done] == times
            await check_books(ledger)
            found = await listed(ledger, EntryQuery(since_us=6, until_us=8), 2)
            assert [one.entry.key.key for one in found] == ["key-5", "key-3", "key-2"]

    @pytest.mark.parametrize("seed", range(8))
    async def test_times_filter_as_they_stand(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
    ) -> None:
        source = random.Random(seed)
        jumps = [-1_000, -3, -1, 0, 0, 1, 2, 5, 10_000]
        now = [20_000]

        def clock() -> int:
            now[0] += source.choice(jumps)
            return now[0]

        monkeypatch.setattr(ledgers, "_now_us", clock)
        monkeypatch.setattr(ledgers, "_AT_ONCE", 3)
        async with ledger_at(f"sqlite://{tmp_path}/v.db") as ledger:
            groups = [[settling(n) for n in range(at, at + 3)] for at in range(0, 24, 3)]
            done: list[EntryRecord] = []
            for group in groups:  # each in one transaction, at one time
                done += await asyncio.gather(*(ledger.add(one, ENOUGH_S) for one in group))
            entries = [one.entry for one in done]
            assert [one.sequence for one in entries] == [*range(1, 25)]
            entries.sort(key=lambda one: (one.created_us, one.sequence), reverse=True)
            times = [0, *(one.created_us + more for one in entries for more in (0, 1))]
            for _ in range(25):
                since, until = source.choice(times), source.choice(times)
                found = await listed(ledger, EntryQuery(since_us=since, until_us=until), 4)
                assert [one.entry for one in found] == [
                    one
                    for one in entries
                    if since <= one.created_us and (not until or one.created_us < until)
                ]

    async def test_without_records(self, store_url: str) -> None:
        async with ledger_at(store_url, store_outcomes=False) as ledger:
            first = await ledger.add(settling(1), ENOUGH_S)
            assert first.document == settling(1).document  # as it was measured just now
            assert (await ledger.add(settling(1), ENOUGH_S)).document is None
            found = await ledger.get("local", first.entry.entry_id, ENOUGH_S)
            assert found.document is None
            assert found.entry.record_digest == settling(1).record_digest
            assert await counts(ledger) == [1, 2, 0, 1]
            await check_books(ledger)


class TestAtOnce:
    async def test_many_clients_of_two_servers_over_few_keys(self, store_url: str) -> None:
        numbers = [number % 7 for number in range(64)]
        async with ledger_at(store_url) as one, ledger_at(store_url) as other:
            done: list[EntryRecord] = await asyncio.gather(
                *(
                    (one if at % 2 else other).add(settling(number), ENOUGH_S)
                    for at, number in enumerate(numbers)
                )
            )
            effects = Counter(each.entry.key.key for each in done if not each.replayed)
            assert effects == {f"key-{number}": 1 for number in range(7)}
            assert len({each.entry.entry_id for each in done}) == 7
            for each, number in zip(done, numbers, strict=True):
                assert each.document == settling(number).document
            assert await counts(one) == [7, 14, 7, 7]
            trial = await check_books(other)
            paid = sum(settling(number).breakdown.total for number in range(7))
            assert trial.balances[AccountBalance("consumer:consumer", "USD")] == -paid

    async def test_bodies_that_fight_for_a_key(self, store_url: str) -> None:
        async with ledger_at(store_url) as one, ledger_at(store_url) as other:
            wanted = [settling(1, body_digest=f"{at % 2}" * 64) for at in range(20)]
            done = await asyncio.gather(
                *((one if at % 3 else other).add(each, ENOUGH_S) for at, each in enumerate(wanted)),
                return_exceptions=True,
            )
            assert Counter(type(each) for each in done) == {EntryRecord: 10, KeyReused: 10}
            assert await counts(one) == [1, 2, 1, 1]

    async def test_each_of_a_transaction_ends_in_its_own_way(self, store_url: str) -> None:
        async with ledger_at(store_url) as ledger:
            first = settling(0)
            wanted = [
                first,
                settling(0, body_digest="f" * 64),
                first,
                reversing(first),
                reversing(first),
                reversing(first, "again"),
                reversing(settling(3), "of another"),
                settling(1, tenant="other"),
                settling(2),
            ]
            await ledger.add(settling(9), ENOUGH_S)
            done = await asyncio.gather(
                *(ledger.add(each, ENOUGH_S) for each in wanted),  # type: ignore[arg-type]
                return_exceptions=True,
            )
            ended = [
                each.replayed if isinstance(each, EntryRecord) else type(each) for each in done
            ]
            assert ended == [
                False,
                KeyReused,
                True,
                False,
                True,
                AlreadyReversed,
                SettlementNotFound,
                False,
                False,
            ]
            await check_books(ledger)
            await check_books(ledger, "other")

    async def test_one_that_cannot_be_written_harms_no_other(self, store_url: str) -> None:
        async with ledger_at(store_url) as ledger:
            await ledger.add(settling(0), ENOUGH_S)
            # What no database can hold.
            broken = settling(2, parties=replace(settling(2).parties, agent_id="\ud800"))
            done = await asyncio.gather(
                *(ledger.add(each, ENOUGH_S) for each in (settling(1), broken, settling(3))),
                return_exceptions=True,
            )
            assert [isinstance(each, EntryRecord) for each in done] == [True, False, True]
            assert await counts(ledger) == [3, 6, 3, 3]
            await check_books(ledger)


class TestFaults:
    async def test_what_cannot_be_finished_leaves_nothing(self, store_url: str) -> None:
        async with ledger_at(store_url) as ledger:
            await ledger.add(settling(0), ENOUGH_S)
            in_the_way = {"tenant": "local", "sequence": 2, "line": "{}", "digest": "0" * 64}
            await executed(ledger, insert(LINES).values(in_the_way))
            with pytest.raises(StoreUnavailable):
                await ledger.add(settling(1), ENOUGH_S)
            assert await counts(ledger) == [1, 2, 1, 2]
            await executed(ledger, delete(LINES).where(LINES.c.sequence == 2))
            assert not (await ledger.add(settling(1), ENOUGH_S)).replayed
            await check_books(ledger)

    async def test_a_caller_that_leaves_asks_again(self, store_url: str) -> None:
        async with ledger_at(store_url) as ledger:
            await ledger.add(settling(0), ENOUGH_S)
            leaving = [asyncio.create_task(ledger.add(settling(n), ENOUGH_S)) for n in range(1, 9)]
            await asyncio.sleep(0)
            for task in leaving[::2]:
                task.cancel()
            await asyncio.wait(leaving)
            with pytest.raises(StoreUnavailable):
                await ledger.add(settling(9), 0)
            for number in range(1, 10):
                await ledger.add(settling(number), ENOUGH_S)
            assert await counts(ledger) == [10, 20, 10, 10]
            await check_books(ledger)

    async def test_a_server_that_ends_refuses_who_waits(self, store_url: str) -> None:
        async with ledger_at(store_url) as ledger:
            await ledger.add(settling(0), ENOUGH_S)
            waiting = [asyncio.create_task(ledger.add(settling(n), ENOUGH_S)) for n in range(1, 99)]
            await asyncio.sleep(0)
            await ledger.stop()
            done = await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), 5)
            assert {type(one) for one in done} == {StoreUnavailable}
        async with ledger_at(store_url) as ledger:
            await check_books(ledger)

    @pytest.mark.usefixtures("children_import_tests")
    async def test_what_was_confirmed_outlives_the_process(self, store_url: str) -> None:
        script = (
            "import asyncio, itertools, sys\n"
            "from settled import ledger_at, settling\n"
            "async def one(ledger, n):\n"
            "    await ledger.add(settling(n), 20)\n"
            "    print(n, flush=True)\n"
            "async def main():\n"
            "    async with ledger_at(sys.argv[1]) as ledger:\n"
            "        for n in itertools.count(0, 8):\n"
            "            await asyncio.gather(*(one(ledger, n + i) for i in range(8)))\n"
            "asyncio.run(main())"
        )
        with subprocess.Popen(  # noqa: ASYNC220 (nothing else runs on the loop meanwhile)
            [sys.executable, "-c", script, store_url], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            said = [int(process.stdout.readline()) for _ in range(50)]
            process.kill()
            said += [int(line) for line in process.stdout.read().splitlines()]
        async with ledger_at(store_url) as ledger:
            kept = {row.key for row in await rows(ledger._store, SETTLEMENTS)}
            assert {f"key-{number}" for number in said} <= kept
            assert await counts(ledger) == [len(kept), 2 * len(kept), len(kept), len(kept)]
            await check_books(ledger)
            assert (await ledger.add(settling(said[-1]), ENOUGH_S)).replayed


class TestReversals:
    async def test_takes_back(self, store_url: str) -> None:
        async with ledger_at(store_url) as ledger:
            settled = await ledger.add(settling(2, base="10.005", penalty="1"), ENOUGH_S)
            done = await ledger.add(reversing(settling(2)), ENOUGH_S)
            entry = done.entry
            assert (entry.kind, entry.success, entry.reverses, entry.reason) == (
                EntryKind.REVERSAL,
                None,
                settled.entry.entry_id,
                "was wrong",
            )
            assert entry.breakdown == settled.entry.breakdown.reversed()
            assert (entry.parties, done.document) == (settled.entry.parties, None)
            back = await ledger.get("local", settled.entry.entry_id, ENOUGH_S)
            assert back == EntryRecord(
                replace(settled.entry, reversed_by=entry.entry_id), settled.document
            )
            assert await ledger.get("local", entry.entry_id, ENOUGH_S) == done
            assert set((await check_books(ledger)).balances.values()) == {0}
            assert await ledger.add(reversing(settling(2)), ENOUGH_S) == replace(
                done, replayed=True
            )
            # The settlement is there for its own key still.
            assert (await ledger.add(settling(2), ENOUGH_S)).entry.reversed_by == entry.entry_id

    async def test_what_cannot_be_taken_back(self, store_url: str) -> None:
        async with ledger_at(store_url) as ledger:
            await ledger.add(settling(2), ENOUGH_S)
            done = await ledger.add(reversing(settling(2)), ENOUGH_S)
            with pytest.raises(AlreadyReversed) as refused:
                await ledger.add(reversing(settling(2), "again"), ENOUGH_S)
            assert refused.value.metadata["reversed_by"] == done.entry.entry_id
            of_reversal = reversing(settling(2), "third", settlement_id=done.entry.entry_id)
            with pytest.raises(NotReversible):
                await ledger.add(of_reversal, ENOUGH_S)
            for unknown in ("", "x" * 64, "a\0", "0" * 64):
                with pytest.raises(SettlementNotFound):
                    await ledger.add(
                        reversing(settling(2), "fourth", settlement_id=unknown), ENOUGH_S
                    )
            for other in ({"tenant": "other"}, {"contract_id": "other"}):
                elsewhere = reversing(settling(2), "fifth")
                elsewhere = replace(elsewhere, key=replace(elsewhere.key, **other))
                with pytest.raises(SettlementNotFound):
                    await ledger.add(elsewhere, ENOUGH_S)
            with pytest.raises(KeyReused):
                await ledger.add(reversing(settling(2), settling(2).key.key), ENOUGH_S)
            assert await counts(ledger) == [2, 4, 1, 2]
            await check_books(ledger)

    async def test_two_at_once_are_one(self, store_url: str) -> None:
        async with ledger_at(store_url) as one, ledger_at(store_url) as other:
            await one.add(settling(2), ENOUGH_S)
            done = await asyncio.gather(
                *(
                    (one if at % 2 else other).add(reversing(settling(2), f"back-{at}"), ENOUGH_S)
                    for at in range(12)
                ),
                return_exceptions=True,
            )
            assert Counter(type(each) for each in done) == {EntryRecord: 1, AlreadyReversed: 11}
            assert set((await check_books(one)).balances.values()) == {0}


class TestReading:
    async def test_lists(self, store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(ledgers, "_now_us", itertools.count(1).__next__)
        monkeypatch.setattr(ledgers, "_AT_ONCE", 3)
        async with ledger_at(store_url) as ledger:
            for number in range(6):
                await ledger.add(settling(number), ENOUGH_S)
            await ledger.add(reversing(settling(3)), ENOUGH_S)
            await ledger.add(settling(0, tenant="other"), ENOUGH_S)
            keys = {settling(number).key.entry_id: number for number in range(6)}
            keys[reversing(settling(3)).key.entry_id] = REVERSAL
            for query, numbers in LISTS:
                for size in (1, 2, 100):
                    found = await listed(ledger, query, size)
                    assert [keys[one.entry.entry_id] for one in found] == numbers, query
            for one in await listed(ledger, EntryQuery(), 3):
                assert one == await ledger.get("local", one.entry.entry_id, ENOUGH_S)

    async def test_large_records_make_short_pages(
        self, store_url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(ledgers, "PAGE_BYTES", 100_000)
        async with ledger_at(store_url) as ledger:
            for number in range(5):
                large = settling(number, document=b'"%s"' % (b"x" * 40_000))
                await ledger.add(large, ENOUGH_S)
            sizes: list[int] = []
            token = ""
            while not sizes or token:
                page, token = await ledger.listed("local", EntryQuery(), 100, token, ENOUGH_S)
                sizes.append(len(page))
            assert sizes == [2, 2, 1]

    async def test_a_token_of_another_question(self, store_url: str) -> None:
        async with ledger_at(store_url) as ledger:
            for number in range(2):
                await ledger.add(settling(number), ENOUGH_S)
            _, token = await ledger.listed("local", EntryQuery(), 1, "", ENOUGH_S)
            for other in (
                EntryQuery(agent_id="a"),
                EntryQuery(contract_id="a"),
                EntryQuery(success=False),
                EntryQuery(kind=EntryKind.SETTLEMENT),
                EntryQuery(reversed=True),
                EntryQuery(since_us=1),
                EntryQuery(until_us=1),
            ):
                with pytest.raises(PageInvalid):
                    await ledger.listed("local", other, 1, token, ENOUGH_S)

    @pytest.mark.parametrize("unknown", ["", "0" * 64, "a\0", "F" * 64, "\ud800", "x" * 5000])
    async def test_what_is_not_there(self, store_url: str, unknown: str) -> None:
        async with ledger_at(store_url) as ledger:
            with pytest.raises(SettlementNotFound):
                await ledger.get("local", unknown, ENOUGH_S)


class TestRetention:
    async def test_old_records_go_and_the_books_stay(
        self, store_url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        day = 24 * 3600 * 1_000_000
        now = [100 * day]
        for module in (ledgers, retention):
            monkeypatch.setattr(module, "_now_us", lambda: now[0])
        async with ledger_at(store_url, keep_days=30) as ledger:
            old = await ledger.add(settling(1), ENOUGH_S)
            now[0] += 29 * day
            new = await ledger.add(settling(2), ENOUGH_S)
            assert await ledger.retention.delete_old() == 0
            now[0] += 2 * day
            assert await ledger.retention.delete_old() == 1
            assert await counts(ledger) == [2, 4, 1, 2]
            await check_books(ledger)
            found = await ledger.get("local", old.entry.entry_id, ENOUGH_S)
            assert found == EntryRecord(old.entry, None)
            assert await ledger.add(settling(1), ENOUGH_S) == EntryRecord(old.entry, None, True)
            assert await ledger.get("local", new.entry.entry_id, ENOUGH_S) == new

    async def test_it_goes_on_by_itself(
        self, store_url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(retention, "_EVERY_S", 0.01)
        async with ledger_at(store_url, keep_days=1) as ledger:
            monkeypatch.setattr(ledgers, "_now_us", lambda: 1)
            await ledger.add(settling(1), ENOUGH_S)
            monkeypatch.undo()
            ledger.start()
            await eventually(lambda: nothing_is_left(ledger))
            assert await counts(ledger) == [1, 2, 0, 1]

    async def test_whatever_goes_wrong_it_goes_on(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Such as a thread that cannot be started for want of memory."""
        monkeypatch.setattr(retention, "_EVERY_S", 0.01)
        async with ledger_at(f"sqlite://{tmp_path}/v.db", keep_days=1) as ledger:
            with monkeypatch.context() as patch:
                patch.setattr(ledgers, "_now_us", lambda: 1)
                await ledger.add(settling(1), ENOUGH_S)
            with monkeypatch.context() as patch:
                failed = asyncio.Event()

                async def failing(*_: Any, **__: Any) -> Any:
                    failed.set()
                    raise RuntimeError("can't start new thread")

                patch.setattr(ledger._store._database, "transaction", failing)
                ledger.start()
                await asyncio.wait_for(failed.wait(), 10)
                await asyncio.sleep(0.05)
            await eventually(lambda: nothing_is_left(ledger))

    async def test_without_days_nothing_goes(self, store_url: str) -> None:
        async with ledger_at(store_url) as ledger:
            ledger.start()
            assert ledger.retention._task is None


class TestTrialBalance:
    async def test_large_sums_are_exact(self, store_url: str) -> None:
        async with ledger_at(store_url) as ledger:
            for number in range(12):  # each near what eight bytes hold
                one = settling(number, base=10**18 - 1, bonus="0.999999999")
                await ledger.add(one, ENOUGH_S)
            trial = await ledger.trial_balance("local", ENOUGH_S)
            assert trial.holds
            assert trial.balances[AccountBalance("consumer:consumer", "USD")] == Decimal(
                "-11999999999999999999.999999988"
            )

    @pytest.mark.parametrize(
        "tampering",
        [
            update(POSTINGS).where(POSTINGS.c.account == "agent:agent-1").values(amount=7),
            update(POSTINGS).where(POSTINGS.c.account == "agent:agent-1").values(currency="EUR"),
            update(POSTINGS).values(amount=0),
            update(POSTINGS).values(currency="EUR"),
            delete(POSTINGS),
            update(POSTINGS).values(amount_nanos=0),
            update(SETTLEMENTS).values(total=1),
            update(SETTLEMENTS).values(total_nanos=1),
        ],
    )
    async def test_tampering_shows(self, store_url: str, tampering: Any) -> None:
        async with ledger_at(store_url) as ledger:
            done = await ledger.add(settling(1), ENOUGH_S)
            assert (await ledger.trial_balance("local", ENOUGH_S)).holds
            await executed(ledger, tampering)
            trial = await ledger.trial_balance("local", ENOUGH_S)
            assert not trial.holds
            assert trial.unbalanced == [done.entry.entry_id]
            assert (await ledger.trial_balance("other", ENOUGH_S)).holds


async def test_the_head_is_that_of_the_log(store_url: str) -> None:
    async with ledger_at(store_url) as ledger:
        done = [await ledger.add(settling(number), ENOUGH_S) for number in range(3)]
        (head,) = await rows(ledger._store, HEADS)
        assert (head.lines, head.digest) == (3, done[-1].entry.audit_digest)


READ_WHOLE = re.compile(r"SCAN|(settlements|outcome_records|audit_lines) .*\(tenant=\?\)")


async def test_no_statement_reads_all_entries_of_a_tenant(tmp_path: Path) -> None:
    async with ledger_at(f"sqlite://{tmp_path}/v.db") as ledger:
        statements: list[tuple[str, Any]] = []

        def asked(*given: Any) -> None:
            statements.append((given[2], given[3]))

        database = ledger._store._database
        assert isinstance(database, Sqlite)
        event.listen(database._reading, "before_cursor_execute", asked)
        many = (ledger.add(settling(number), ENOUGH_S) for number in range(40))
        done, *_ = await asyncio.gather(*many)
        await ledger.add(reversing(settling(1)), ENOUGH_S)
        assert await ledger.replayed(settling(1).key, ENOUGH_S)
        await ledger.get("local", done.entry.entry_id, ENOUGH_S)
        await ledger.whole_id("local", done.entry.entry_id[:12], "", ENOUGH_S)
        times = {"since_us": 1, "until_us": 1 << 60}
        for period in (
            StatementPeriod(field="agent_id", party="agent-1", **times),
            StatementPeriod(field="consumer_id", party="consumer", **times),
        ):
            await ledger.statement("local", period, ENOUGH_S)
        event.remove(database._reading, "before_cursor_execute", asked)

        def plans(connection: Connection) -> list[str]:
            return [
                row.detail
                for statement, given in statements
                if statement.startswith("SELECT")
                for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", given)
            ]

        told = await ledger._store.run(plans, ENOUGH_S)
        assert len(told) > 10
        assert [one for one in told if READ_WHOLE.search(one)] == []
