"""The worker process: started at the first question, and again after one that it died of."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe
from typing import Any

MODULE = "sidecar.structure.worker"
WAIT_S = 30.0
"""Longest wait for an answer, for a worker that is stopped rather than busy: that one the kernel
ends after its processor time."""


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
        self._worker: _Worker | None = None

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
        with self._lock:
            if self._worker is None or not self._worker.alive:
                self._worker = _Worker()
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


class _Worker:
    """One process."""

    def __init__(self) -> None:
        self._connection: Connection[bytes, bytes]
        self._connection, other = Pipe()
        with other:
            descriptor = other.fileno()
            self._process = subprocess.Popen(  # noqa: S603 (this very program)
                [sys.executable, "-P", "-m", MODULE, str(descriptor)],
                pass_fds=(descriptor,),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                process_group=0,  # Ctrl-C in a terminal is for the server, which drains first
            )

    @property
    def pid(self) -> int:
        """Its id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it can be asked."""
        return self._process.poll() is None

    def ask(self, question: bytes) -> bytes | None:
        """The answer; None where there is none."""
        try:
            self._connection.send_bytes(question)
            return self._connection.recv_bytes() if self._connection.poll(WAIT_S) else None
        except (EOFError, OSError):
            return None

    def end(self) -> None:
        """Make sure that it is gone.

        Raises:
            RuntimeError: If it could not run at all.
        """
        self._connection.close()
        self._process.kill()
        if self._process.wait() > 0:  # it left by itself: a library is missing
            raise RuntimeError("the worker of the structure check cannot run")


WORKSHOP = Workshop()
"""The one of this process."""
