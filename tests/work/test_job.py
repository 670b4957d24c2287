"""A job ends soon after it is abandoned, whatever it is doing, and nothing else does."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from sidecar.work import Abandoned, Job, expect_abandoned, shielded


def begun(work: Callable[[], object]) -> tuple[Job[Any], threading.Thread]:
    """A job that has begun its work, and its thread."""
    started = threading.Event()

    def working() -> object:
        started.set()
        return work()

    job: Job[Any] = Job(working)
    thread = threading.Thread(target=job.run)
    thread.start()
    assert started.wait(30)
    return job, thread


def forever() -> None:
    while True:
        sum(range(10))


def test_it_tells_what_the_function_returned_or_raised() -> None:
    job = Job(lambda: 7)
    job.run()
    assert job.result() == 7
    failed = Job(lambda: 1 // 0)
    failed.run()
    with pytest.raises(ZeroDivisionError):
        failed.result()


def test_a_loop_that_never_ends_is_ended() -> None:
    job, thread = begun(forever)
    job.abandon()
    thread.join(5)
    assert not thread.is_alive()
    with pytest.raises(Abandoned):
        job.result()


def test_one_that_swallows_exceptions_is_ended() -> None:
    def stubborn() -> None:
        while True:
            try:
                forever()
            except Exception:
                continue

    job, thread = begun(stubborn)
    job.abandon()
    thread.join(5)
    assert not thread.is_alive()


def test_one_that_has_not_begun_never_does() -> None:
    done: list[int] = []
    job = Job(lambda: done.append(1))
    job.abandon()
    job.run()
    with pytest.raises(Abandoned):
        job.result()
    assert not done


def test_one_that_is_swallowed_in_a_finalizer_is_raised_again(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "unraisablehook", sys.__unraisablehook__)
    expect_abandoned()
    inside = threading.Event()

    class Finalized:
        def __del__(self) -> None:
            inside.set()
            forever()

    def work() -> None:
        Finalized()
        forever()

    job, thread = begun(work)
    assert inside.wait(30)
    for _ in range(500):
        job.abandon()
        thread.join(0.01)
    assert not thread.is_alive()
    assert "Abandoned" not in capfd.readouterr().err


def test_what_is_shielded_ends_first() -> None:
    inside, go_on, steps = threading.Event(), threading.Event(), []

    def work() -> None:
        with shielded():
            inside.set()
            assert go_on.wait(30)
            steps.append("whole")
        steps.append("too far")

    job, thread = begun(work)
    assert inside.wait(30)
    job.abandon()
    go_on.set()
    thread.join(5)
    assert steps == ["whole"]
    with pytest.raises(Abandoned):
        job.result()


def test_outside_of_a_job_a_shield_is_nothing() -> None:
    with shielded():
        pass


def test_the_next_job_of_a_thread_is_never_hit() -> None:
    """Jobs that end by themselves at the moment at which they are abandoned."""
    jobs = [Job(lambda: sum(range(500))) for _ in range(3000)]
    survived = []

    def work() -> None:
        for job in jobs:
            job.run()
            survived.append(job)

    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive():
        for job in jobs[len(survived) : len(survived) + 2]:
            job.abandon()
        time.sleep(0)
    assert survived == jobs
    endings = {_ending(job) for job in jobs}
    assert endings <= {"done", "abandoned"}


def _ending(job: Job[int]) -> str:
    try:
        job.result()
    except Abandoned:
        return "abandoned"
    return "done"


@pytest.mark.parametrize("work", ["3", "abandon()"])
def test_behind_a_job_calls_end_under_a_debugger(work: str) -> None:
    """In Python 3.11 none ends while the interpreter looks for an exception that was taken back."""
    code = f"""
import subprocess
import sys
from sidecar.work import Job

def abandon():
    job.abandon()
    return sum(range(9))

job = Job(lambda: {work})
job.run()
sys.settrace(lambda *_: None)
abandon.__call__
Job(int)
print("ended")
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "ended\n"
