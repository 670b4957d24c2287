"""A process that answers one question at a time and can be ended, and the pipe to it."""

from __future__ import annotations

import math
import os
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection

WAIT_S = 30.0
"""Longest wait for an answer, for a worker that is stopped rather than busy: that one the kernel
ends after its processor time."""

PIECE = 1 << 20
"""Bytes of a payload that travel together: the reader allocates as many for each read."""


_KEPT = ("PYTHON", "LD_", "LC_", "LANG", "TZ", "MALLOC_")
"""How names of variables begin that a worker gets: what is secret in the others is not its own."""


class WorkerProcess:
    """One process.

    Args:
        module: What it runs: ``python -P -m MODULE DESCRIPTOR``. It reads questions from the
            connection with that descriptor and answers each of them, until it is closed.
    """

    def __init__(self, module: str) -> None:
        self._module = module
        self._socket, theirs = socket.socketpair()
        self._connection: Connection[bytes, bytes] = Connection(os.dup(self._socket.fileno()))
        with theirs:
            descriptor = theirs.fileno()
            self._process = subprocess.Popen(  # noqa: S603 (this very program)
                [sys.executable, "-P", "-m", module, str(descriptor)],
                pass_fds=(descriptor,),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={name: value for name, value in os.environ.items() if name.startswith(_KEPT)},
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

    def ask(
        self, question: bytes, payloads: Sequence[memoryview] = (), wait_s: float | None = None
    ) -> bytes | None:
        """The answer; None where there is none, and then it must be ended.

        Args:
            question: What the worker reads first; it tells the sizes of the payloads.
            payloads: Bytes that it reads after it, each in pieces of ``PIECE`` bytes.
            wait_s: Longest wait for the answer, from now on; ``WAIT_S`` where it is not given.
        """
        until = time.monotonic() + (WAIT_S if wait_s is None else wait_s)
        try:
            self._send(question, until)
            for payload in payloads:
                for start in range(0, payload.nbytes, PIECE):
                    self._send(payload[start : start + PIECE], until)
            left = max(until - time.monotonic(), 0.0)
            return self._connection.recv_bytes() if self._connection.poll(left) else None
        except (EOFError, OSError):
            return None

    def tell(self, question: bytes) -> None:
        """Say what has no answer; a worker that does not hear it is not well, as will be seen."""
        with suppress(OSError):
            self._send(question, time.monotonic() + WAIT_S)

    @property
    def ended_by(self) -> int:
        """The signal that it ended of; 0 where it lives or left by itself."""
        return max(0, -(self._process.returncode or 0))

    def end(self) -> None:
        """Make sure that it is gone, and what it has started with it.

        Raises:
            RuntimeError: If it could not run at all.
        """
        self._connection.close()
        self._socket.close()
        if self._process.returncode is None:  # so the id of its group is nobody else's
            with suppress(ProcessLookupError, PermissionError):  # all of them have ended
                os.killpg(self._process.pid, signal.SIGKILL)
        if self._process.wait() > 0:  # it left by itself: a library is missing
            raise RuntimeError(f"the worker {self._module} cannot run")

    def _send(self, data: bytes | memoryview, until: float) -> None:
        """Write to the pipe, which is full where nobody reads at its other end.

        Raises:
            OSError: If it is not read in time, or by nobody.
        """
        left = math.ceil(max(until - time.monotonic(), 0) * 1000) or 1
        timeval = struct.pack("ll", left // 1000, left % 1000 * 1000)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, timeval)
        self._connection.send_bytes(data)
