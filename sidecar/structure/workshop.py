"""The worker process: started at the first question, and again after one that it died of."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from multiprocessing.connection import Connection, Pipe
from typing import Any, NamedTuple

MODULE = "sidecar.structure.worker"
WAIT_S = 30.0
"""Longest wait for an answer, for a worker that is stopped rather than busy: that one the kernel
ends after its processor time."""


class Limits(NamedTuple):
    """What one question may cost."""

    cpu_s: float
    memory_bytes: int


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

    def ask(self, question: str, limits: Limits, **arguments: object) -> dict[str, Any]:
        """The answer of a function of ``sidecar.structure.worker``.

        Raises:
            TooCostly: If the worker died of it, or gave no answer.
            RuntimeError: If there is no worker to ask.
        """
        message = {"question": question, "limits": limits._asdict(), **arguments}
        data = json.dumps(message).encode()
        with self._lock:
            if self._worker is None or not self._worker.alive:
                self._worker = _Worker()
            answer = self._worker.ask(data)
            if answer is None:
                failed, self._worker = self._worker, None
                failed.end()
        if answer is None:
            raise TooCostly(
                f"the response or its schema needs more than {limits.cpu_s:g} s of processor time"
                f" or {limits.memory_bytes >> 20} MiB of memory"
            )
        found: dict[str, Any] = json.loads(answer)
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
