"""The interpreter: a language like Python that has no way to do anything but compute.

Every program gets a process of its own, which is made while nobody waits for it. So no program
finds what another has left, and one that has harmed its interpreter has harmed its own.
"""

from __future__ import annotations

import math
import resource
import time
from contextlib import ExitStack
from typing import Any, NamedTuple, NoReturn

import pydantic_monty
from pydantic_monty import MontyCrashedError, MontyError, MontyRuntimeError, MontySyntaxError

from sidecar.outcomes.sandbox.confinement import limit_children, measure_children_cpu_s
from sidecar.outcomes.sandbox.results import SandboxError

GRACE = 0.25
"""Of the time of a program, how much longer it gets to end by itself before it is killed."""

STARVED = 0.1
"""Of the time of a program, how much processor time it must have had to be too slow by itself."""

_REAPED = 0.4
"""Of the time of a program, how long the end of its process is waited for."""
_LOOK_S = 0.002
_LOOKUPS = 16
"""Names that the code may use without having defined them, and catch the error."""
_DEPTH = 500
_LONGEST = 200
_HOST: Any = {
    "sleep": "call_host",
    "datetime": "call_host",
    "random_start": "call_host",
    "process_time": "zero",
}
"""Clock, waits and chance are asked of this process, which refuses: see ``_DeniedSystem``."""
_UNREADABLE = (TypeError, ValueError, OverflowError, RecursionError)
"""What the library raises where a value of the code is none of this language."""
_TOO_MUCH_TOLD = "exceeds decode memory budget"
"""What the library says, on either side, of a message that it has no memory for."""
_TOO_SLOW = ("SANDBOX_TIMEOUT", "the code takes longer than the settings allow")
_TOO_LARGE = ("SANDBOX_MEMORY", "the code takes more memory than the settings allow")
_ENDED: dict[type[BaseException], tuple[str, str]] = {
    TimeoutError: _TOO_SLOW,
    MemoryError: _TOO_LARGE,
}
"""What the interpreter's own limits raise, without their figures: a record says the same twice."""


class InterpreterLimits(NamedTuple):
    """What a program may take."""

    timeout_s: float
    memory_bytes: int


class Interpreter:
    """A process that is ready for one program, and another after it."""

    def __init__(self) -> None:
        self._pool = ExitStack()
        self._session = ExitStack()
        self._ready: pydantic_monty.MontySession | None = None
        self._limits: InterpreterLimits | None = None

    def prepare(self, limits: InterpreterLimits) -> None:
        """Have a fresh process with these limits."""
        if limits != self._limits:
            self._session.close()
            self._pool.close()
            self._open(limits)
        elif self._ready is not None:
            return
        self._ready = self._session.enter_context(
            self._monty.checkout(
                limits={
                    "max_feed_duration_secs": limits.timeout_s,
                    "max_memory": limits.memory_bytes,
                    "max_recursion_depth": _DEPTH,
                    "max_suspensions": _LOOKUPS,
                },
                os_policy=_HOST,
            )
        )
        limit_children(limits.memory_bytes, math.ceil(limits.timeout_s * (1 + GRACE)) + 1)

    def run(self, code: str, context: object) -> object:
        """What a program gives: ``metrics``, or ``result``, or the value of its last expression.

        Raises:
            SandboxError: If it came to no end.
        """
        session, self._ready = self._ready, None
        if session is None:
            raise RuntimeError("no process was prepared")
        refusing = _DeniedSystem()
        before_s = _cpu_s()
        try:
            inputs = {"context": context, "metrics": {}, "result": {}}
            value = session.feed_run(code, inputs=inputs, print_callback=_drop, os=refusing)
            given = session.feed_run("(metrics, result)", print_callback=_drop, os=refusing)
        except MontyError as error:
            refusing.check(_line(error))
            fault = _fault(error)
            raise self._excused(fault, before_s) from None
        except _UNREADABLE as error:
            message = f"the result cannot be read: {type(error).__name__}"
            raise SandboxError("SANDBOX_RESULT_INVALID", message) from None
        except RuntimeError as error:  # of the library, about what came from the interpreter
            raise _of_library(error) from None
        finally:
            self._session.close()
        refusing.check(0)
        metrics, result = given
        return metrics or result or value

    def _excused(self, fault: SandboxError, before_s: float) -> SandboxError:
        """The fault of a program, unless it was late because others had the machine."""
        assert self._limits is not None  # noqa: S101 (a program runs within limits)
        if fault.reason != "SANDBOX_TIMEOUT":
            return fault
        timeout_s = self._limits.timeout_s
        until = time.monotonic() + _REAPED * timeout_s
        while time.monotonic() < until:
            if _cpu_s() - before_s >= STARVED * timeout_s:
                return fault
            self._session.close()  # where only the end of its process tells its time
            time.sleep(_LOOK_S)
        message = "the machine is too busy: the code had little of the time that it may take"
        return SandboxError("SANDBOX_BUSY", message)

    def _open(self, limits: InterpreterLimits) -> None:
        self._monty = self._pool.enter_context(
            pydantic_monty.Monty(
                max_processes=1,
                max_checkouts_per_worker=1,
                request_timeout=limits.timeout_s * (1 + GRACE),
                feed_duration_limit_grace=limits.timeout_s * GRACE,
            )
        )
        self._limits = limits


class _DeniedSystem:
    """Answers whatever the code asks of the system: with no, and it is not forgotten."""

    def __init__(self) -> None:
        self._asked = ""

    def __call__(self, *, name: str, **_: object) -> NoReturn:
        self._asked = self._asked or name
        raise PermissionError(f"{name} is not for metric code")

    def check(self, line: int) -> None:
        """Refuse the code that asked, whether or not it caught the exception.

        Raises:
            SandboxError: If it asked for anything.
        """
        if self._asked:
            message = f"the code asks for {self._asked}, which it may not have"
            raise SandboxError("SANDBOX_FORBIDDEN", message, line)


def _cpu_s() -> float:
    """Processor time of this process and of those that it has started."""
    each = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in each) + measure_children_cpu_s()


def _drop(_stream: str, _text: str) -> None:
    """What the code prints is for nobody."""


def _fault(error: MontyError) -> SandboxError:
    if isinstance(error, MontyCrashedError):
        if error.timed_out:
            return SandboxError(*_TOO_SLOW)
        return SandboxError("SANDBOX_CRASHED", "the interpreter broke")
    if not isinstance(error, MontySyntaxError | MontyRuntimeError):
        return SandboxError("SANDBOX_CONTEXT_INVALID", _printable(str(error)))
    kind = type(error.exception())
    if kind in _ENDED:
        return SandboxError(*_ENDED[kind], _line(error))
    if kind is RuntimeError and _TOO_MUCH_TOLD in str(error):
        return SandboxError(*_TOO_LARGE)
    reason = "SANDBOX_FORBIDDEN" if kind is ModuleNotFoundError else "SANDBOX_ERROR"
    return SandboxError(reason, _printable(error.display(format="type-msg")), _line(error))


def _of_library(error: RuntimeError) -> SandboxError:
    if _TOO_MUCH_TOLD in str(error):
        return SandboxError(*_TOO_LARGE)
    return SandboxError("SANDBOX_CRASHED", "the interpreter broke")


def _line(error: MontyError) -> int:
    """The innermost line of the code itself: what ``exec`` is given has lines of its own."""
    if not isinstance(error, MontySyntaxError | MontyRuntimeError):
        return 0
    lines = [frame.line for frame in error.traceback() if frame.filename != "<string>"]
    return lines[-1] if lines else 0


def _printable(message: str) -> str:
    """A message that drives no terminal, and fits a line."""
    return "".join(each if each.isprintable() else " " for each in message[:_LONGEST])
