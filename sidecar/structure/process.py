"""The worker process of the structure check, and the pipe to it."""

from __future__ import annotations

import subprocess
import sys
from multiprocessing.connection import Connection, Pipe

MODULE = "sidecar.structure.worker"
WAIT_S = 30.0
"""Longest wait for an answer, for a worker that is stopped rather than busy: that one the kernel
ends after its processor time."""


class WorkerProcess:
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
