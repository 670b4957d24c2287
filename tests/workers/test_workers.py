"""A question has an answer, or a reason why there is none; what went wrong harms no other one."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from sidecar.workers.limits import FailureCause, NoAnswer, Quota
from sidecar.workers.pool import WorkerPool

ENDLESS = 600.0


@pytest.fixture
def pool(children_import_tests: None) -> Iterator[WorkerPool]:
    made = WorkerPool("workers.echo_worker")
    yield made
    made.close()


def lost(pool: WorkerPool, question: str, quota: Quota | None = None, **given: Any) -> NoAnswer:
    """Why a question has no answer, after which the next one has."""
    with pytest.raises(NoAnswer) as raised:
        pool.ask(question, quota or Quota(), **given)
    assert pool.pid == 0
    assert pool.ask("echo", Quota(), text="next")["text"] == "next"
    return raised.value


def test_payloads_of_any_size_arrive(pool: WorkerPool) -> None:
    sizes = [0, 1, (1 << 20) + 1, 3 << 20]
    answer = pool.ask("echo", Quota(), payloads=[bytes(size) for size in sizes], text="ä")
    assert (answer["text"], answer["sizes"]) == ("ä", sizes)


def test_past_its_processor_time_a_worker_is_ended(pool: WorkerPool) -> None:
    assert lost(pool, "burn", Quota(cpu_s=0.1), cpu_s=ENDLESS).why is FailureCause.CPU_TIME


@pytest.mark.parametrize(
    ("question", "given"),
    [("allocate", {"size": 128 << 20}), ("echo", {"payloads": [bytes(128 << 20)]})],
)
def test_past_its_memory_a_worker_is_ended(
    pool: WorkerPool, question: str, given: dict[str, Any]
) -> None:
    assert lost(pool, question, Quota(memory_bytes=64 << 20), **given).why is FailureCause.MEMORY


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_can_be_on_top_of_what_is_taken(children_import_tests: None) -> None:
    little, pool = Quota(memory_bytes=1 << 20), WorkerPool("workers.on_top_worker")
    assert pool.ask("allocate", little, size=1 << 19) == {"size": 1 << 19}
    assert lost(pool, "allocate", little, size=32 << 20).why is FailureCause.MEMORY
    pool.close()


def test_a_worker_that_hangs_is_not_waited_for(pool: WorkerPool) -> None:
    assert lost(pool, "burn", wait_s=0.1, cpu_s=ENDLESS).why is FailureCause.LATE


@pytest.mark.parametrize("payload", [b"", bytes(8 << 20)], ids=["asked", "sent much"])
def test_a_worker_that_is_stopped_is_not_waited_for(pool: WorkerPool, payload: bytes) -> None:
    pool.ask("echo", Quota())
    os.kill(pool.pid, signal.SIGSTOP)  # no processor time passes
    assert lost(pool, "echo", wait_s=0.05, payloads=[payload]).why is FailureCause.LATE


def test_a_crash_is_told_with_its_signal(pool: WorkerPool) -> None:
    found = lost(pool, "crash")
    assert (found.why, found.signal) == (FailureCause.CRASHED, signal.SIGSEGV)


def test_a_worker_that_was_killed_while_it_was_kept_is_replaced(pool: WorkerPool) -> None:
    pool.ask("echo", Quota())
    os.kill(pool.pid, signal.SIGKILL)
    while pool.pid:  # until its death is known
        time.sleep(0.01)
    assert pool.ask("echo", Quota(), text="next")["text"] == "next"


def test_a_bug_is_a_fault_and_no_limit(pool: WorkerPool) -> None:
    with pytest.raises(RuntimeError, match="cannot run"):
        pool.ask("fail", Quota())


def test_a_worker_that_cannot_start_is_a_fault_and_no_limit() -> None:
    with pytest.raises(RuntimeError, match="cannot run"):
        WorkerPool("workers.no_such_worker").ask("echo", Quota())


def test_what_a_question_takes_is_taken_off_its_quota(pool: WorkerPool) -> None:
    quota = Quota(cpu_s=5)
    pool.ask("burn", quota, cpu_s=0.05)
    assert quota.cpu_s is not None
    assert quota.cpu_s <= 4.96


def test_a_spent_quota_is_enough_for_what_takes_next_to_nothing(pool: WorkerPool) -> None:
    assert pool.ask("echo", Quota(cpu_s=-1), text="a")["text"] == "a"
    assert lost(pool, "burn", Quota(cpu_s=-1), cpu_s=ENDLESS).why is FailureCause.CPU_TIME


def test_idle_work_is_done_after_each_answer(pool: WorkerPool) -> None:
    assert [pool.ask("echo", Quota())["idle"] for _ in range(3)] == [0, 1, 2]


def test_many_threads_get_their_own_answers_and_one_worker_is_kept(pool: WorkerPool) -> None:
    def echoed(number: int) -> Any:
        return pool.ask("echo", Quota(), text=f"{number}")["text"]

    with ThreadPoolExecutor(8) as threads:
        assert [*threads.map(echoed, range(50))] == [f"{n}" for n in range(50)]
    assert pool.pid


def test_a_session_that_fails_ends_its_worker(pool: WorkerPool) -> None:
    with pytest.raises(ZeroDivisionError), pool.acquire() as worker:
        raise ZeroDivisionError
    assert pool.pid == 0
    assert not worker.alive


def test_nothing_is_started_before_the_first_question(pool: WorkerPool) -> None:
    assert pool.pid == 0


def test_what_a_worker_may_not_do(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("VERIFYD_SECRET", "hidden")
    found = pool.ask("confinement", Quota(), directory=str(tmp_path))
    assert found["core"] == [0, 0]
    assert not found["wrote"]
    assert not found["inherited"]
    assert "VERIFYD_SECRET" not in found["environment"]
    assert found["leads_its_group"]
    assert found["modules"] == ["sidecar", "sidecar.workers", "sidecar.workers.serving"]
