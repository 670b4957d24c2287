"""Asks worker processes: one is started at the first question, another while that is busy."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sidecar.workers.limits import Quota

if TYPE_CHECKING:
    from sidecar.workers.process import WorkerProcess


class WorkerPool:
    """Asks as many workers as threads ask at once; one of them is kept for the next question.

    Args:
        module: What the workers run: it calls ``sidecar.workers.serving.serve``.
    """

    def __init__(self, module: str) -> None:
        self._module = module
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

    def ask(self, question: str, quota: Quota, **given: Any) -> dict[str, Any]:
        """The answer of any worker: see ``WorkerProcess.ask``.

        Raises:
            NoAnswer: If there is none.
            RuntimeError: If there is no worker to ask.
        """
        with self.acquire() as worker:
            return worker.ask(question, quota, **given)

    @contextmanager
    def acquire(self) -> Iterator[WorkerProcess]:
        """A worker for this thread alone; it is ended where the block raises.

        Raises:
            RuntimeError: If it could not run at all.
        """
        # the library of pipes is half a megabyte, which a pod without such questions keeps
        from sidecar.workers.process import WorkerProcess  # noqa: PLC0415

        worker = self._take() or WorkerProcess(self._module)
        try:
            yield worker
        except BaseException:
            worker.end()
            raise
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
