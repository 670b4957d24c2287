"""A piece of work in a thread, which ends soon after nobody waits for it any more.

A thread cannot be stopped from outside. So work looks now and then whether anybody still waits, by
``check_abandoned``, wherever a step of a loop may be one of many: each step takes a few
milliseconds at most. ``python -m bench.looks`` measures how long work goes without a look. What
cannot be cut into such steps runs in a process that can be ended: see ``sidecar.workers``.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Generic, Protocol, TypeVar, cast

T = TypeVar("T")

_AT_ONCE = 1000
"""Steps of some microseconds between two looks."""


class Abandoned(BaseException):
    """Nobody waits for this work any more. No ``except Exception`` takes it for a fault."""


class _Current(threading.local):
    job: Job[object] | None = None


_CURRENT = _Current()


def check_abandoned() -> None:
    """Go on only if somebody waits for what this thread does; outside of a job somebody does.

    Raises:
        Abandoned: If nobody waits any more.
    """
    job = _CURRENT.job
    if job is not None and job.is_abandoned:
        raise Abandoned


def unless_abandoned(items: Iterable[T]) -> Iterator[T]:
    """Give all items, as long as somebody waits: for loops of very many very short steps.

    Raises:
        Abandoned: If nobody waits any more.
    """
    left = iter(items)
    while some := tuple(islice(left, _AT_ONCE)):
        check_abandoned()
        yield from some


class Job(Generic[T]):
    """One call of a function.

    Args:
        work: The function.

    Attributes:
        is_abandoned: Whether nobody waits for it any more.
    """

    def __init__(self, work: Callable[[], T]) -> None:
        self.is_abandoned = False
        self._work: Callable[[], T] | None = work
        self._lock = threading.Lock()
        self._thread = 0
        self._cpu_began = 0.0
        self._result: T | None = None
        self._error: BaseException | None = None

    def run(self) -> None:
        """Call the function in this thread; raises nothing, see ``result``."""
        work = cast("Callable[[], T]", self._work)
        with self._lock:
            self._thread = threading.get_ident()
            self._cpu_began = time.thread_time()
        _CURRENT.job = cast("Job[object]", self)
        try:
            check_abandoned()
            self._result = work()
        except BaseException as error:  # whatever it is, the caller gets it
            self._error = error
        finally:
            with self._lock:
                self._thread = 0
            _CURRENT.job = self._work = None  # what it holds on to goes with it

    def result(self) -> T:
        """What the function returned, once ``run`` has ended.

        Raises:
            BaseException: What the function raised; ``Abandoned`` if nobody waited any more.
        """
        if self._error is not None:
            raise self._error
        return cast("T", self._result)

    def cpu_s(self) -> float:
        """Seconds of processor time since it began, while it runs; for any thread to ask.

        Always 0 where a thread has no clock that others can read, as on macOS.
        """
        with self._lock:  # a thread that has ended has no clock
            if not self._thread or not hasattr(time, "pthread_getcpuclockid"):
                return 0.0
            return time.clock_gettime(time.pthread_getcpuclockid(self._thread)) - self._cpu_began

    def abandon(self) -> None:
        """Let the function end at its next look, or never begin; for any thread to call."""
        self.is_abandoned = True


# Parts of a piece of work that goes on upon the event loop between them.


class ThreadRunner(Protocol):
    """Runs parts of a check in threads, within what is left of its time."""

    def __call__(
        self, function: Callable[..., T], *args: Any, kind: str | None = None
    ) -> Awaitable[T]:
        """What a function returns.

        Args:
            function: The part.
            args: Its arguments.
            kind: Of work, where it only waits for something else: see ``sidecar.work.Pool``.
        """
