"""Asks worker processes: one is started at the first question, another while that is busy."""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sidecar.work.job import shielded

if TYPE_CHECKING:
    from sidecar.work.worker_process import WorkerProcess


@dataclass
class Budget:
    """What the questions about one response may cost together.

    Attributes:
        cpu_s: Processor time that is left.
        memory_bytes: Memory of the worker.
    """

    cpu_s: float
    memory_bytes: int


_LEAST_S = 0.01
"""Processor time for a question that comes when the budget is spent: most need less."""


_PAST_LIMITS = frozenset({signal.SIGPROF, signal.SIGABRT})
"""What ends a worker past its processor time, or without memory: the timer, or itself."""


class TooCostly(Exception):
    """A question was not answered within its limits.

    Attributes:
        by_question: Whether the question took more than it may. If not, the worker was ended by
            somebody else, or it hung.
    """

    def __init__(self, message: str, *, by_question: bool = True) -> None:
        super().__init__(message)
        self.by_question = by_question


class WorkerPool:
    """Asks as many workers as threads ask at once; one of them is kept for the next question.

    Args:
        module: What the workers run; see ``sidecar.work.worker_process``.
        work: What questions are about, for the message of ``TooCostly``.
    """

    def __init__(self, module: str, work: str) -> None:
        self._module = module
        self._work = work
        self._lock = threading.Lock()
        self._idle: WorkerProcess | None = None

    @property
    def pid(self) -> int:
        """The process id of the worker that is kept; 0 where there is none."""
        return self._idle.pid if self._idle is not None and self._idle.alive else 0

    def close(self) -> None:
        """End the worker that is kept."""
        worker = self._take()
        if worker is not None:
            worker.end()

    def ask(self, question: str, budget: Budget, **arguments: object) -> dict[str, Any]:
        """The answer of the function of the worker with that name; its cost is taken off.

        Raises:
            TooCostly: If the worker died of it, or gave no answer.
            RuntimeError: If there is no worker to ask.
        """
        limits = {"cpu_s": max(budget.cpu_s, _LEAST_S), "memory_bytes": budget.memory_bytes}
        data = json.dumps({"question": question, **limits, **arguments}).encode()
        message = (
            f"{self._work} needs more processor time, or more than"
            f" {budget.memory_bytes >> 20} MiB of memory, than the settings allow"
        )
        with shielded():  # anyone who asks next must not get the answer to this
            try:
                with self.acquire() as worker:
                    answer = worker.ask(data)
                    if answer is None:
                        raise TooCostly(message)
            except TooCostly:
                by_question = worker.ended_by in _PAST_LIMITS  # known once it was ended
                raise TooCostly(message, by_question=by_question) from None
        found: dict[str, Any] = json.loads(answer)
        budget.cpu_s -= found.pop("cpu_s")
        return found

    @contextmanager
    def acquire(self) -> Iterator[WorkerProcess]:
        """A worker for this thread alone; it is ended where the block raises.

        Raises:
            RuntimeError: If it could not run at all.
        """
        # the library of pipes is half a megabyte, which a pod without such questions keeps
        from sidecar.work.worker_process import WorkerProcess  # noqa: PLC0415

        with shielded():
            worker = self._take() or WorkerProcess(self._module)
        try:
            yield worker
        except BaseException:
            worker.end()
            raise
        with shielded():
            if not self._keep(worker):
                worker.end()

    def _take(self) -> WorkerProcess | None:
        """The worker that is kept, for this thread alone, if it is well."""
        with self._lock:
            worker, self._idle = self._idle, None
        if worker is not None and not worker.alive:
            worker.end()
            return None
        return worker

    def _keep(self, worker: WorkerProcess) -> bool:
        """Keep a worker for the next question; False where another one is kept."""
        with self._lock:
            if self._idle is None:
                self._idle = worker
            return self._idle is worker
