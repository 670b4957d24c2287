"""Runs metric code in a worker process; it ends with metrics, or with a reason why not.

What a program does to the worker is its own fault alone: the next one gets another worker.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from threading import Condition
from typing import Any, NamedTuple

from sidecar.model.digests import sha256_hex
from sidecar.outcomes.sandbox.results import SandboxError, read_numbers
from sidecar.outcomes.settings import SandboxSettings
from sidecar.workers.limits import FailureCause, NoAnswer, Quota
from sidecar.workers.pool import WorkerPool

log = logging.getLogger(__name__)

WORKERS = WorkerPool("sidecar.outcomes.sandbox.worker")
"""The one of this process."""

_START_S = 30.0
"""Longest wait for a worker and its interpreter to be ready, which is no time of the code."""
_GRACE = 0.75
"""Of the time of a program, how much longer its worker gets to answer before it is killed."""
_OWN_BYTES = 128 << 20
"""Memory of a worker besides: its library, its stacks, and what it tells."""
_COPIES = 48
"""Of JSON, as values: enough for lists of numbers, which take the most of what people send."""


class SandboxMetrics(NamedTuple):
    """What a program gave.

    Attributes:
        values: Finite numbers by declared names; a metric that it did not give is not there.
        code_digest: SHA-256 of the program, for the record.
    """

    values: dict[str, float]
    code_digest: str


async def run(
    code: str, context: Mapping[str, Any], names: Collection[str], settings: SandboxSettings
) -> SandboxMetrics:
    """The same as ``measure``, beside the event loop."""
    return await asyncio.to_thread(measure, code, context, names, settings)


def measure(
    code: str, context: Mapping[str, Any], names: Collection[str], settings: SandboxSettings
) -> SandboxMetrics:
    """The metrics that a program computes.

    Args:
        code: The program: see ``docs/sandbox.md`` for what it may do.
        context: JSON values that it finds under ``context``: ``input``, ``output``, ``metadata``.
        names: Of the metrics that it may give.
        settings: What it may take.

    Raises:
        SandboxError: If it gave none.
    """
    encoded = _encoded(code, context, settings)
    with _PLACES.one_of(settings):
        answer = _asked(code, encoded, names, settings)
    if "reason" in answer:
        raise SandboxError(answer["reason"], answer["message"], answer["line"])
    return SandboxMetrics(read_numbers(answer["metrics"], names), digest_code(code))


def digest_code(code: str) -> str:
    """SHA-256 of a program, which stands in the record whether it gave metrics or not."""
    return sha256_hex(code.encode("utf-8", "surrogatepass"))


def _encoded(code: str, context: Mapping[str, Any], settings: SandboxSettings) -> bytes:
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
        encoded = json.dumps(context, allow_nan=False, ensure_ascii=False).encode()
    except (TypeError, ValueError, RecursionError) as error:
        message = f"the context is not JSON: {type(error).__name__}"
        raise SandboxError("SANDBOX_CONTEXT_INVALID", message) from None
    _check_size("the context", len(encoded), settings.max_context_bytes)
    return encoded


def _check_size(what: str, size: int, most: int) -> None:
    if size > most:
        raise SandboxError("SANDBOX_TOO_LARGE", f"{what} has {size} bytes, more than {most}")


def _asked(
    code: str, context: bytes, names: Collection[str], settings: SandboxSettings
) -> dict[str, Any]:
    """The answer of a worker.

    Raises:
        SandboxError: If there is none.
    """
    timeout_s = settings.timeout_ms / 1000
    memory_bytes = settings.memory_limit_mb << 20
    quota = Quota(memory_bytes=_OWN_BYTES + _COPIES * (len(code.encode()) + len(context)))
    wait_s = timeout_s * (1 + _GRACE)
    try:
        with WORKERS.acquire() as worker:
            worker.ask(
                "prepare", quota, wait_s=_START_S, timeout_s=timeout_s, memory_bytes=memory_bytes
            )
            return worker.ask(
                "run", quota, wait_s=wait_s, payloads=[context], code=code, names=list(names)
            )
    except NoAnswer as lost:
        raise _of_death(lost) from None
    except RuntimeError as error:
        log.exception("no worker for metric code")
        raise SandboxError("SANDBOX_CRASHED", str(error)) from None


def _of_death(lost: NoAnswer) -> SandboxError:
    """What a worker died of: of the program that it was at, or of something else.

    One that is late has not ended a program past its time, as it should have. What anybody else
    ends, the kernel of a machine without memory too, is no doing of the program.
    """
    if lost.why is FailureCause.LATE:
        log.error("a worker of metric code hangs")
        return SandboxError("SANDBOX_CRASHED", "the worker did not answer, and was ended")
    if lost.why is FailureCause.MEMORY:
        return SandboxError("SANDBOX_MEMORY", "the code takes more memory than the settings allow")
    log.error("a worker of metric code crashed", extra={"signal": lost.signal})
    return SandboxError("SANDBOX_CRASHED", f"the worker ended with signal {lost.signal}")


class _ProgramSlots:
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
        with self._changed:
            if not self._changed.wait_for(
                lambda: self._taken < settings.workers, settings.timeout_ms / 1000
            ):
                raise SandboxError("SANDBOX_BUSY", "too much metric code is running")
            self._taken += 1
        try:
            yield
        finally:
            with self._changed:
                self._taken -= 1
                self._changed.notify()


_PLACES = _ProgramSlots()
