"""Runs metric code in a worker process; it ends with metrics, or with a reason why not.

What a program does to the worker is its own fault alone: the next one gets another worker.
"""

from __future__ import annotations

import asyncio
import json
import logging
import signal
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from threading import Condition
from typing import TYPE_CHECKING, Any, NamedTuple

from sidecar.model.digests import sha256_hex
from sidecar.outcomes.sandbox.results import SandboxError, numbers
from sidecar.outcomes.sandbox.settings import SandboxSettings
from sidecar.work import shielded
from sidecar.work.worker_pool import WorkerPool

if TYPE_CHECKING:
    from sidecar.work.worker_process import WorkerProcess

log = logging.getLogger(__name__)

WORKSHOP = WorkerPool("sidecar.outcomes.sandbox.worker", "the metric code")
"""The one of this process."""

_START_S = 30.0
"""Longest wait for a worker and its interpreter to be ready, which is no time of the code."""
_GRACE = 0.75
"""Of the time of a program, how much longer its worker gets to answer before it is killed."""
_ENDED_LARGE = frozenset({signal.SIGABRT})
"""What ends a worker that gets no more memory: itself, or the runtime of Rust. What anybody else
ends, the kernel of a machine without memory too, is no doing of the program."""


class Metrics(NamedTuple):
    """What a program gave.

    Attributes:
        values: Finite numbers by declared names; a metric that it did not give is not there.
        code_digest: SHA-256 of the program, for the record.
    """

    values: dict[str, float]
    code_digest: str


async def run(
    code: str, context: Mapping[str, Any], names: Collection[str], settings: SandboxSettings
) -> Metrics:
    """The same as ``measure``, beside the event loop."""
    return await asyncio.to_thread(measure, code, context, names, settings)


def measure(
    code: str, context: Mapping[str, Any], names: Collection[str], settings: SandboxSettings
) -> Metrics:
    """The metrics that a program computes.

    Args:
        code: The program: see ``docs/sandbox.md`` for what it may do.
        context: JSON values that it finds under ``context``: ``input``, ``output``, ``metadata``.
        names: Of the metrics that it may give.
        settings: What it may take.

    Raises:
        SandboxError: If it gave none.
    """
    question = {
        "code": code,
        "context": _encoded(code, context, settings),
        "names": list(names),
        "limits": {
            "timeout_s": settings.timeout_ms / 1000,
            "memory_bytes": settings.memory_limit_mb << 20,
        },
    }
    with _PLACES.one_of(settings):
        answer = _asked(question, settings.timeout_ms / 1000)
    if "reason" in answer:
        raise SandboxError(answer["reason"], answer["message"], answer["line"])
    return Metrics(numbers(answer["metrics"], names), code_digest(code))


def code_digest(code: str) -> str:
    """SHA-256 of a program, which stands in the record whether it gave metrics or not."""
    return sha256_hex(code.encode("utf-8", "surrogatepass"))


def _encoded(code: str, context: Mapping[str, Any], settings: SandboxSettings) -> str:
    """The context as JSON, where both it and the code may be sent.

    Raises:
        SandboxError: If not.
    """
    if find_spec("pydantic_monty") is None:
        raise SandboxError("SANDBOX_NOT_INSTALLED", "the extra `sandbox` is not installed")
    try:
        size = len(code.encode())
    except UnicodeEncodeError:
        raise SandboxError("SANDBOX_ERROR", "the code is not valid Unicode") from None
    _check_size("the code", size, settings.max_code_bytes)
    try:
        encoded = json.dumps(context, allow_nan=False, ensure_ascii=False)
        size = len(encoded.encode())
    except (TypeError, ValueError, RecursionError) as error:
        message = f"the context is not JSON: {type(error).__name__}"
        raise SandboxError("SANDBOX_CONTEXT_INVALID", message) from None
    _check_size("the context", size, settings.max_context_bytes)
    return encoded


def _check_size(what: str, size: int, most: int) -> None:
    if size > most:
        raise SandboxError("SANDBOX_TOO_LARGE", f"{what} has {size} bytes, more than {most}")


def _asked(question: Mapping[str, Any], timeout_s: float) -> dict[str, Any]:
    """The answer of a worker.

    Raises:
        SandboxError: If there is none.
    """
    try:
        with WORKSHOP.acquire() as worker:
            _answer(worker, {"limits": question["limits"]}, _START_S)
            return _answer(worker, question, timeout_s * (1 + _GRACE))
    except _Lost as lost:
        raise _of_death(worker.ended_by, late=lost.late) from None
    except RuntimeError as error:
        log.exception("no worker for metric code")
        raise SandboxError("SANDBOX_CRASHED", str(error)) from None


class _Lost(Exception):
    """The worker gave no answer.

    Attributes:
        late: It was not waited for any longer.
    """

    def __init__(self, *, late: bool) -> None:
        super().__init__()
        self.late = late


def _answer(worker: WorkerProcess, question: Mapping[str, Any], wait_s: float) -> dict[str, Any]:
    until = time.monotonic() + wait_s
    with shielded():  # anyone who asks next must not get the answer to this
        data = worker.ask(json.dumps(question).encode(), wait_s=wait_s)
    if data is None:
        raise _Lost(late=time.monotonic() >= until)
    answer: dict[str, Any] = json.loads(data)
    return answer


def _of_death(ended_by: int, *, late: bool) -> SandboxError:
    """What a worker died of: of the program that it was at, or of something else.

    One that is late has not ended a program past its time, as it should have.
    """
    if late:
        log.error("a worker of metric code hangs")
        return SandboxError("SANDBOX_CRASHED", "the worker did not answer, and was ended")
    if ended_by in _ENDED_LARGE:
        return SandboxError("SANDBOX_MEMORY", "the code takes more memory than the settings allow")
    log.error("a worker of metric code crashed", extra={"signal": ended_by})
    return SandboxError("SANDBOX_CRASHED", f"the worker ended with signal {ended_by}")


class _Places:
    """How many programs run, in all threads."""

    def __init__(self) -> None:
        self._taken = 0
        self._changed = Condition()

    @contextmanager
    def one_of(self, settings: SandboxSettings) -> Iterator[None]:
        """Be one of the programs that run.

        Raises:
            SandboxError: If no other one ended as long as one may take.
        """
        with shielded(), self._changed:
            if not self._changed.wait_for(
                lambda: self._taken < settings.workers, settings.timeout_ms / 1000
            ):
                raise SandboxError("SANDBOX_BUSY", "too much metric code is running")
            self._taken += 1
        try:
            yield
        finally:
            with shielded(), self._changed:
                self._taken -= 1
                self._changed.notify()


_PLACES = _Places()
