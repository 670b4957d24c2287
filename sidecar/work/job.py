"""A piece of work in a thread, which ends soon after nobody waits for it any more.

A thread cannot be stopped from outside, and work that asks now and then whether to go on forgets to
ask somewhere. So the interpreter is asked to raise an exception in the thread, whatever it is
doing: it comes before the next bytecode, so not inside a call of C code.

That the exception can come anywhere asks two things of the work. What others see must change in one
step: made aside, then put in place. What must not be cut in two runs ``shielded``: imports, which
leave half a module behind, a dialogue with another process, and Python code that holds a lock.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar, cast

T = TypeVar("T")

_raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
_raise_in.argtypes = (ctypes.c_ulong, ctypes.py_object)


class Abandoned(BaseException):
    """Nobody waits for this work any more. No ``except Exception`` takes it for a fault."""


def _drain() -> None:
    """Let an exception that this thread may still be sent come here, where it harms nothing.

    Taking it back instead leaves the interpreter looking for it for ever: each call is slower then,
    and in Python 3.11 none ends under a debugger (its loop tries the traced instruction again).
    """
    try:
        _raise_in(threading.get_ident(), Abandoned)
        while True:  # it comes at one of these steps
            pass
    except Abandoned:
        return


class _Current(threading.local):
    job: Job[object] | None = None


_CURRENT = _Current()


class Job(Generic[T]):
    """One call of a function.

    Args:
        work: The function.
    """

    def __init__(self, work: Callable[[], T]) -> None:
        self._work: Callable[[], T] | None = work
        self._lock = threading.Lock()
        self._thread = 0
        self._cpu_began = 0.0
        self._shields = 0
        self._abandoned = False
        self._result: T | None = None
        self._error: BaseException | None = None

    def run(self) -> None:
        """Call the function in this thread; raises nothing, see ``result``."""
        try:
            self._enter()
            self._result = cast("Callable[[], T]", self._work)()
        except BaseException as error:  # whatever it is, the caller gets it
            self._error = error
        while True:
            try:
                self._leave()
            except Abandoned:  # the last moment at which it can come
                continue
            return

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
        """Raise ``Abandoned`` in the function, soon or when it begins; for any thread to call.

        Code that swallows it, such as that of a weak reference, goes on: say it again then.
        """
        with self._lock:
            self._abandoned = True
            if self._thread and not self._shields:
                _raise_in(self._thread, Abandoned)

    def _enter(self) -> None:
        with self._lock:
            if self._abandoned:
                raise Abandoned
            self._thread = threading.get_ident()
            self._cpu_began = time.thread_time()
        _CURRENT.job = cast("Job[object]", self)

    def _leave(self) -> None:
        with self._lock:
            if self._thread and self._abandoned:
                _drain()
            self._thread = 0
        _CURRENT.job = self._work = None  # what it holds on to goes with it

    def _shield(self) -> None:
        with self._lock:
            if self._abandoned:
                _drain()
                raise Abandoned
            self._shields += 1

    def _unshield(self) -> None:
        with self._lock:
            self._shields -= 1
            if self._abandoned and not self._shields:
                raise Abandoned


def expect_abandoned() -> None:
    """Say nothing of an ``Abandoned`` in a finalizer, which Python swallows and prints."""
    told = sys.unraisablehook

    def hook(lost: sys.UnraisableHookArgs) -> None:
        if lost.exc_type is not Abandoned:
            told(lost)

    sys.unraisablehook = hook


class shielded:  # noqa: N801 (used like those of contextlib)
    """Lets a block end before ``Abandoned`` is raised; it should be short, or have its own end."""

    def __enter__(self) -> None:
        self._job = _CURRENT.job
        if self._job is not None:
            self._job._shield()

    def __exit__(self, *_: object) -> None:
        if self._job is not None:
            self._job._unshield()
