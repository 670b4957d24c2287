"""Nobody waits long for a store that does not answer, and it is used again once it does."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text
from stored import opened
from waiting import eventually

from sidecar.store.errors import StoreUnavailable
from sidecar.store.store import MOST, Store

pytestmark = pytest.mark.timing

TIMEOUT_S = 0.5
Hanging = Callable[[], contextlib.AbstractContextManager[None]]


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Hanging]:
    """A URL, and what makes the store hang meanwhile."""
    if request.param == "sqlite":
        path = tmp_path / "v.db"

        @contextlib.contextmanager
        def locked() -> Iterator[None]:
            other = sqlite3.connect(path, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            try:
                yield
            finally:
                other.close()

        return f"sqlite://{path}", locked
    postgres = request.getfixturevalue("own_postgres")

    @contextlib.contextmanager
    def stopped() -> Iterator[None]:
        postgres.signal(signal.SIGSTOP)
        try:
            yield
        finally:
            postgres.signal(signal.SIGCONT)

    return postgres.create(), stopped


def work(connection: Connection) -> int:
    return int(connection.execute(text("SELECT 7")).scalar_one())


async def used(store: Store, timeout_s: float = 20.0) -> Any:
    return await store.run(work, timeout_s, writes=True)


async def answers(store: Store) -> bool:
    with contextlib.suppress(StoreUnavailable):
        return bool(await used(store) == 7)
    return False


async def in_vain(store: Store, timeout_s: float = 20.0) -> float:
    """Seconds until a use is refused."""
    started = time.monotonic()
    with pytest.raises(StoreUnavailable):
        await used(store, timeout_s)
    return time.monotonic() - started


async def test_after_some_have_waited_nobody_waits_until_it_answers(
    store: tuple[str, Hanging], caplog: pytest.LogCaptureFixture
) -> None:
    url, hanging = store
    caplog.set_level(logging.WARNING, "sidecar.store.store")
    async with opened(url, timeout_s=TIMEOUT_S) as kept:
        assert await used(kept) == 7
        with hanging():
            for _ in range(MOST):
                assert await in_vain(kept) > 0.9 * TIMEOUT_S
            for _ in range(20):
                assert await in_vain(kept) < 0.5 * TIMEOUT_S
        await eventually(lambda: answers(kept))
        with hanging():
            assert await in_vain(kept) > 0.9 * TIMEOUT_S, "it is counted anew"
    told = [one.message for one in caplog.records if one.name == "sidecar.store.store"]
    assert told == [
        "the store does not answer: callers are refused until it does",
        "the store answers again",
    ]


async def test_what_ends_in_between_begins_the_count_anew(store: tuple[str, Hanging]) -> None:
    url, hanging = store
    async with opened(url, timeout_s=TIMEOUT_S) as kept:
        for _ in range(MOST):
            with hanging():
                for _ in range(MOST - 1):
                    assert await in_vain(kept) > 0.9 * TIMEOUT_S
            assert await used(kept) == 7


async def test_callers_without_patience_say_nothing_of_the_store(
    store: tuple[str, Hanging],
) -> None:
    url, hanging = store
    async with opened(url, timeout_s=TIMEOUT_S) as kept:
        with hanging():
            for _ in range(3 * MOST):
                await in_vain(kept, TIMEOUT_S / 20)
        assert await used(kept) == 7


async def test_it_does_not_matter_who_sees_first_that_the_time_is_over(tmp_path: Path) -> None:
    """SQLite waits for a lock as long as the store waits for SQLite."""
    path = tmp_path / "v.db"
    async with opened(f"sqlite://{path}", timeout_s=TIMEOUT_S) as kept:

        def impatient(connection: Connection) -> None:
            connection.execute(text(f"PRAGMA busy_timeout = {int(0.8 * TIMEOUT_S * 1000)}"))

        await kept.run(impatient, 20.0)  # the one connection that there is so far
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            for _ in range(MOST):
                assert await in_vain(kept) > 0.7 * TIMEOUT_S
            assert await in_vain(kept) < 0.1 * TIMEOUT_S


async def test_a_store_that_hangs_is_closed_in_time(store: tuple[str, Hanging]) -> None:
    url, hanging = store
    async with opened(url, timeout_s=TIMEOUT_S) as kept:
        with hanging():
            for _ in range(MOST + 1):
                await in_vain(kept)
            started = time.monotonic()
            await kept.close()
            assert time.monotonic() - started < 5


async def test_whatever_goes_wrong_while_it_is_tried_it_is_tried_again(
    store: tuple[str, Hanging], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as a thread that cannot be started for want of memory."""
    url, hanging = store
    async with opened(url, timeout_s=TIMEOUT_S) as kept:
        with hanging():
            for _ in range(MOST):
                await in_vain(kept)
        database, failed = kept._database, asyncio.Event()
        transaction = database.transaction

        async def once(*given: Any, **named: Any) -> Any:
            if not failed.is_set():
                failed.set()
                raise RuntimeError("can't start new thread")
            return await transaction(*given, **named)

        monkeypatch.setattr(database, "transaction", once)
        await asyncio.wait_for(failed.wait(), 20)
        await eventually(lambda: not kept._breaker.is_open)
        assert await used(kept) == 7
