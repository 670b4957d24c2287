"""Threads that several callers share, none of whom can have them all.

Who is next is decided on the event loop, which alone knows who waits: the caller with the fewest
threads, and callers with as many take turns. The last thread is kept free for another kind of
work, and where there are several callers for another one, since a job that has begun is not
interrupted for the next. A job that was taken for a short one, and is not, gives its place to the
next and goes on in a thread beside them.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, ParamSpec, TypeVar

from sidecar.work.fair_queue import FairQueue, Lane
from sidecar.work.job import Abandoned, Job

P = ParamSpec("P")
T = TypeVar("T")

LONG = "long"
"""The kind of all work that may take long, so that what is short has a thread of its own."""

BRIEF_S = 0.004
"""Seconds that work may take on the event loop: as much as all the rest of a small request."""

SHORT_S = 0.02
"""Seconds that work may take by its estimate and be short: what is longer is ``LONG``."""

_SHORT_S = 0.05
"""Seconds of processor time after which a job is no short one."""

_LOOK_S = 0.02
"""Seconds after which it is looked again, at least."""

_WEIGHT = 0.1
"""Of the last job in the average of how long short ones take, once there were ten."""


def kind_for(cost_s: float, kind: str) -> str:
    """The kind of some work: its own where it is short by its estimate, else ``LONG``."""
    return kind if cost_s <= SHORT_S else LONG


class _PendingJob(NamedTuple):
    """A job and where it belongs."""

    job: Job[Any]
    place: Lane
    done: asyncio.Future[Any]


class Pool:
    """Runs functions in threads. All its methods are for one event loop to call.

    Args:
        threads: How many, and as many again for jobs that were taken for short ones. They are
            started when they are needed.
        kinds: Kinds of work that is done by something else, and how many threads, beside the
            others, may wait for each.
        share: Of the threads, the most that one caller gets; 1 where there is one caller.
        rested: Is called when nothing runs any more, after work that took long.
    """

    def __init__(
        self,
        threads: int,
        kinds: Mapping[str, int] | None = None,
        share: float = 1.0,
        rested: Callable[[], object] = lambda: None,
    ) -> None:
        self._size = threads
        self._of_one = math.ceil(threads * share)
        self._kinds = kinds or {}
        self._threads: list[Thread] = []
        self._ready: SimpleQueue[_PendingJob | None] = SimpleQueue()
        self._line: FairQueue[_PendingJob] = FairQueue()
        self._running: dict[Job[Any], float] = {}  # and when it began
        self._outgrown: set[Job[Any]] = set()
        self._rested = rested
        self._is_tired = False
        self._held: Counter[Lane] = Counter()
        self._seconds = 0.0
        self._jobs = 0  # that were short, and how long one takes

    async def run(
        self,
        work: Callable[P, T],
        caller: str,
        kind: str,
        timeout_s: float | None,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """What a function returns.

        It ends at its next look when it is not waited for any more: see ``sidecar.work.job``.

        Args:
            work: The function.
            caller: For whom; callers take turns.
            kind: Of work.
            timeout_s: Seconds that are waited for it, its time in the queue included.
            args: Of the function.
            kwargs: Of the function.

        Raises:
            TimeoutError: If it did not end in time.
            BaseException: What the function raises.
        """
        loop = asyncio.get_running_loop()
        asked = _PendingJob(
            Job(partial(work, *args, **kwargs)), (caller, kind), loop.create_future()
        )
        self._line.add(asked.place, asked)
        self._dispatch()
        try:
            async with asyncio.timeout(timeout_s):
                result: T = await asked.done
                return result
        finally:
            self._let_go(asked)

    async def run_by_cost(
        self,
        cost_s: float,
        work: Callable[P, T],
        caller: str,
        kind: str,
        timeout_s: float | None,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """What a function returns; on the event loop where it is brief, else in a thread.

        Args:
            cost_s: Seconds of processor time that it will take, about.
            work: As in ``run``, as are all the others.
            caller: For whom.
            kind: Of work where it is short; what takes longer is ``LONG``.
            timeout_s: Seconds that are waited for it.
            args: Of the function.
            kwargs: Of the function.

        Raises:
            TimeoutError: If it did not end in time.
            BaseException: What the function raises.
        """
        if cost_s <= BRIEF_S:
            return work(*args, **kwargs)
        return await self.run(work, caller, kind_for(cost_s, kind), timeout_s, *args, **kwargs)

    def wait_s(self, caller: str, others: int = 0) -> float:
        """Seconds that a short job of a caller would probably wait for a thread from now on.

        Args:
            caller: For whom.
            others: Short jobs that come first besides those that are waiting.
        """
        ahead = self._line.count_ahead(caller, self._is_short) + others
        return ahead * self._seconds / self._size

    def _is_short(self, kind: str) -> bool:
        return kind != LONG and kind not in self._kinds

    def close(self) -> bool:
        """Abandon all jobs, cancel who waits, let the threads end; whether all of them are idle."""
        for asked in self._line.clear():
            asked.done.cancel()
        for job in self._running:
            job.abandon()
        for _ in self._threads:
            self._ready.put(None)
        return not self._running

    def _dispatch(self) -> None:
        """Begin what can begin."""
        while (taken := self._line.take(self._rank)) is not None:
            _, asked = taken
            self._running[asked.job] = time.monotonic()
            self._hold(asked, 1)
            if self._is_short(asked.place[1]):
                asked.done.get_loop().call_later(_SHORT_S, self._outgrow, asked)
            if len(self._threads) < len(self._running):
                thread = Thread(target=self._serve, name="verifyd", daemon=True)
                self._threads.append(thread)
                thread.start()
            self._ready.put(asked)

    def _rank(self, place: Lane) -> int | None:
        """How many threads its caller has, if it may have one more."""
        caller, kind = place
        of_kind = max(1, self._kinds.get(kind, self._size - 1))
        held = self._held
        allowed = held["", kind] < of_kind and held[place] < max(1, of_kind - 1)
        if kind not in self._kinds:
            allowed &= held["", ""] < self._size and held[caller, ""] < self._of_one
        return held[caller, ""] if allowed else None

    def _serve(self) -> None:
        """What each thread does."""
        while (asked := self._ready.get()) is not None:
            asked.job.run()
            with suppress(RuntimeError):  # the loop is closed: no one is waiting
                asked.done.get_loop().call_soon_threadsafe(self._ended, asked)
            del asked  # it holds a whole request

    def _ended(self, asked: _PendingJob) -> None:
        """A job has ended, in whatever way."""
        seconds = time.monotonic() - self._running.pop(asked.job)
        if self._is_short(asked.place[1]):
            self._jobs += 1
            self._seconds += (seconds - self._seconds) * max(_WEIGHT, 1 / self._jobs)
        if asked.job in self._outgrown:
            self._outgrown.remove(asked.job)
        else:
            self._hold(asked, -1)
        self._is_tired |= seconds > _SHORT_S
        self._dispatch()
        if self._is_tired and not self._running:
            self._is_tired = False
            asyncio.get_running_loop().call_soon(self._rested)  # the answer comes first
        if asked.done.done():
            return
        try:
            asked.done.set_result(asked.job.result())
        except StopIteration as error:  # no future can hold it: callers would wait for ever
            asked.done.set_exception(RuntimeError(f"raised {error!r}"))
        except Abandoned:  # the pool was closed
            asked.done.cancel()
        except BaseException as error:
            asked.done.set_exception(error)

    def _outgrow(self, asked: _PendingJob) -> None:
        """A job gives its place to the next, if it still runs and there is a thread beside."""
        if asked.job not in self._running or len(self._outgrown) >= self._size:
            return
        left = _SHORT_S - asked.job.cpu_s()
        if left > 0:  # so far it had to share the interpreter with others
            asked.done.get_loop().call_later(max(left, _LOOK_S), self._outgrow, asked)
            return
        self._outgrown.add(asked.job)
        self._hold(asked, -1)
        self._dispatch()

    def _hold(self, asked: _PendingJob, threads: int) -> None:
        """Count the thread of a job, or count it no more."""
        caller, kind = asked.place
        keys = [asked.place, ("", kind)]
        if kind not in self._kinds:
            keys += [(caller, ""), ("", "")]
        for key in keys:
            self._held[key] += threads
            if not self._held[key]:
                del self._held[key]

    def _let_go(self, asked: _PendingJob) -> None:
        """Nobody waits for a job any more, unless it has ended."""
        if asked.done.done() and not asked.done.cancelled():
            return
        asked.job.abandon()
        self._line.remove(asked.place, asked)
