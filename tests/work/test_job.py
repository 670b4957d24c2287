"""A job ends at its next look after it is abandoned, and nothing else does."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from itertools import count

import pytest

from sidecar.work import Abandoned, Job, check_abandoned, unless_abandoned


def ended(job: Job[object]) -> BaseException | None:
    """What a job that has run raised."""
    try:
        job.result()
    except BaseException as error:
        return error
    return None


def test_it_tells_what_the_function_returned_or_raised() -> None:
    job = Job(lambda: 7)
    job.run()
    assert job.result() == 7
    failed: Job[object] = Job(lambda: 1 // 0)
    failed.run()
    assert isinstance(ended(failed), ZeroDivisionError)


def look_for_ever() -> None:
    while True:
        check_abandoned()


def count_for_ever() -> None:
    for _ in unless_abandoned(count()):
        pass


@pytest.mark.parametrize("work", [look_for_ever, count_for_ever])
def test_it_ends_at_its_next_look(work: Callable[[], None]) -> None:
    begun = threading.Event()

    def working() -> None:
        begun.set()
        work()

    job: Job[object] = Job(working)
    thread = threading.Thread(target=job.run)
    thread.start()
    assert begun.wait(30)
    job.abandon()
    thread.join(30)
    assert not thread.is_alive()
    assert isinstance(ended(job), Abandoned)


def test_no_step_is_cut_in_two() -> None:
    steps: list[str] = []

    def work() -> None:
        job.abandon()
        steps.append("whole")
        check_abandoned()
        steps.append("too far")

    job: Job[object] = Job(work)
    job.run()
    assert isinstance(ended(job), Abandoned)
    assert steps == ["whole"]


def test_one_that_swallows_exceptions_is_ended() -> None:
    def stubborn() -> None:
        job.abandon()
        try:
            check_abandoned()
        except Exception:
            return

    job: Job[object] = Job(stubborn)
    job.run()
    assert isinstance(ended(job), Abandoned)


def test_one_that_has_not_begun_never_does() -> None:
    done: list[int] = []
    job: Job[object] = Job(lambda: done.append(1))
    job.abandon()
    job.run()
    assert isinstance(ended(job), Abandoned)
    assert not done


def test_the_next_job_of_a_thread_goes_on() -> None:
    first, second = Job[object](look_for_ever), Job[object](check_abandoned)
    first.abandon()
    first.run()
    second.run()
    assert isinstance(ended(first), Abandoned)
    assert ended(second) is None


def test_outside_of_a_job_nothing_is_abandoned() -> None:
    check_abandoned()
    assert [*unless_abandoned(range(2500))] == [*range(2500)]


def test_no_item_is_taken_in_advance_of_a_look() -> None:
    taken: list[int] = []

    def items() -> Iterator[int]:
        for item in range(10_000):
            taken.append(item)
            yield item

    def work() -> None:
        for item in unless_abandoned(items()):
            if item == 0:
                job.abandon()

    job: Job[object] = Job(work)
    job.run()
    assert isinstance(ended(job), Abandoned)
    assert len(taken) < 10_000


def test_its_processor_time_is_its_own_and_not_what_its_thread_took_before() -> None:
    taken: list[float] = []

    def work() -> None:
        spend(0.02)
        taken.append(job.cpu_s())

    job = Job(work)
    spend(0.05)
    before = time.thread_time()
    assert before >= 0.05
    job.run()
    assert 0.02 <= taken[0] <= time.thread_time() - before
    assert job.cpu_s() == 0.0


def spend(seconds: float) -> None:
    """Take so much processor time of this thread."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass
