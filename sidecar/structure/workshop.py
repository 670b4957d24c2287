"""Asks the worker process: it is started at the first question, and after one that it died of."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sidecar.structure.process import WorkerProcess


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


class TooCostly(Exception):
    """A question was not answered within its limits."""


class Workshop:
    """Asks the worker, one question at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._worker: WorkerProcess | None = None

    @property
    def pid(self) -> int:
        """The process id of the worker; 0 where there is none."""
        return self._worker.pid if self._worker is not None and self._worker.alive else 0

    def close(self) -> None:
        """End the worker."""
        with self._lock:
            if self._worker is not None:
                self._worker.end()
                self._worker = None

    def ask(self, question: str, budget: Budget, **arguments: object) -> dict[str, Any]:
        """The answer of a function of ``sidecar.structure.worker``; its cost is taken off.

        Raises:
            TooCostly: If the worker died of it, or gave no answer.
            RuntimeError: If there is no worker to ask.
        """
        limits = {"cpu_s": max(budget.cpu_s, _LEAST_S), "memory_bytes": budget.memory_bytes}
        data = json.dumps({"question": question, **limits, **arguments}).encode()
        # the library of pipes is half a megabyte, which a pod without such questions keeps
        from sidecar.structure.process import WorkerProcess  # noqa: PLC0415

        with self._lock:
            if self._worker is None or not self._worker.alive:
                self._worker = WorkerProcess()
            answer = self._worker.ask(data)
            if answer is None:
                failed, self._worker = self._worker, None
                failed.end()
        if answer is None:
            raise TooCostly(
                "the response or its schema needs more processor time, or more than"
                f" {budget.memory_bytes >> 20} MiB of memory, than the settings allow"
            )
        found: dict[str, Any] = json.loads(answer)
        budget.cpu_s -= found.pop("cpu_s")
        return found


WORKSHOP = Workshop()
"""The one of this process."""
