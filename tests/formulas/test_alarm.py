"""The alarm beside the engine: it is heard in its own block, and in no other."""

from __future__ import annotations

import time
from collections.abc import Iterator

import duckdb
import pytest

from sidecar.formulas.worker import QueryTimer

ENDLESS = "SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b"


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    connection = duckdb.connect(":memory:", config={"threads": 1})
    yield connection
    connection.close()


def burn(cpu_s: float) -> None:
    end = time.process_time() + cpu_s
    while time.process_time() < end:
        pass


def test_a_block_within_its_time_hears_nothing(connection: duckdb.DuckDBPyConnection) -> None:
    with QueryTimer().after(60, connection):
        assert connection.execute("SELECT sum(range) FROM range(1000000)").fetchone()


def test_sleep_is_no_time_of_the_processor(connection: duckdb.DuckDBPyConnection) -> None:
    with QueryTimer().after(0.2, connection):
        time.sleep(0.4)
        assert connection.execute("SELECT sum(range) FROM range(1000)").fetchone()


def test_the_alarm_rings_again_after_it_could_not_be_heard(
    connection: duckdb.DuckDBPyConnection,
) -> None:
    # interrupt() raises for a closed connection: in a thread, that would end the watch for good
    alarm, closed = QueryTimer(), duckdb.connect(":memory:")
    closed.close()
    with pytest.raises(duckdb.Error):
        closed.interrupt()
    with alarm.after(0, closed):
        burn(0.1)
    with pytest.raises(duckdb.InterruptException), alarm.after(0.1, connection):
        connection.execute(ENDLESS)


class SlowlyInterrupted:
    """A connection that takes its time to be interrupted, and notes in which block it is."""

    def __init__(self) -> None:
        self.block = 0
        self.heard: list[tuple[int, int]] = []

    def interrupt(self) -> None:
        begun_in = self.block
        time.sleep(0.05)
        self.heard.append((begun_in, self.block))


def test_no_block_hears_the_alarm_of_the_one_before() -> None:
    alarm, slow = QueryTimer(), SlowlyInterrupted()
    for block in range(1, 11):
        slow.block = block
        with alarm.after(0 if block % 2 else 60, slow):  # type: ignore[arg-type]
            burn(0.03)
    assert {begun for begun, _ in slow.heard} == {1, 3, 5, 7, 9}
    assert all(begun == ended for begun, ended in slow.heard)
