"""A process that answers one question at a time and can be ended, and the pipe to it."""

from __future__ import annotations

import json
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
from typing import Any

from sidecar.work.job import check_abandoned
from sidecar.workers.limits import FailureCause, NoAnswer, Quota

WAIT_S = 30.0
"""Longest wait for an answer, for a worker that is stopped rather than busy: that one the kernel
ends after its processor time."""

_PIECE = 1 << 20
"""Bytes of a payload that travel together: the reader allocates as many for each read."""

_LOOK_S = 0.1
"""Seconds after which it is looked whether anybody still waits for the answer."""

_LEAST_S = 0.01
"""Processor time for a question that comes when the quota is spent: most need less."""

_PAST_LIMITS = {signal.SIGPROF: FailureCause.CPU_TIME, signal.SIGABRT: FailureCause.MEMORY}
"""What ends a worker past its processor time, or without memory: the timer, or itself."""

_KEPT = ("PYTHON", "LD_", "LC_", "LANG", "TZ", "MALLOC_")
"""How names of variables begin that a worker gets: what is secret in the others is not its own."""


class WorkerProcess:
    """One process.

    Args:
        module: What it runs: ``python -P -m MODULE DESCRIPTOR``, where the descriptor is that of
            the connection.
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
        self,
        question: str,
        quota: Quota,
        *,
        payloads: Sequence[bytes | memoryview] = (),
        wait_s: float | None = None,
        **arguments: object,
    ) -> dict[str, Any]:
        """The answer of the handler with the name of the question.

        Args:
            question: The name.
            quota: What the answer may take.
            payloads: Bytes for the handler.
            wait_s: Longest wait for the answer, from now on; ``WAIT_S`` where it is not given.
            arguments: Of the handler.

        Raises:
            NoAnswer: If there is none; the worker has ended then.
            RuntimeError: If it could not run at all.
        """
        until = time.monotonic() + (WAIT_S if wait_s is None else wait_s)
        views = [memoryview(payload) for payload in payloads]
        header = {
            "question": question,
            "arguments": arguments,
            "sizes": [view.nbytes for view in views],
            "cpu_s": None if quota.cpu_s is None else max(quota.cpu_s, _LEAST_S),
            "memory_bytes": quota.memory_bytes,
        }
        data = self._exchange(json.dumps(header).encode(), views, until)
        if data is None:
            is_late = time.monotonic() >= until
            self.end()
            raise self._no_answer(is_late=is_late)
        found = json.loads(data)
        if quota.cpu_s is not None:
            quota.cpu_s -= found["cpu_s"]
        answer: dict[str, Any] = found["answer"]
        return answer

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

    def _exchange(self, header: bytes, payloads: list[memoryview], until: float) -> bytes | None:
        """The answer as bytes; None where there is none."""
        try:
            self._send(header, until)
            for payload in payloads:
                for start in range(0, payload.nbytes, _PIECE):
                    self._send(payload[start : start + _PIECE], until)
            while (left := until - time.monotonic()) > 0:
                if self._connection.poll(min(left, _LOOK_S)):
                    return self._connection.recv_bytes()
                check_abandoned()  # ``WorkerPool.acquire`` ends what is still at work then
            return None
        except (EOFError, OSError):
            return None

    def _no_answer(self, *, is_late: bool) -> NoAnswer:
        """What it died of, now that it has ended."""
        number = -self._process.returncode
        if number in _PAST_LIMITS:
            return NoAnswer(_PAST_LIMITS[signal.Signals(number)])
        return NoAnswer(FailureCause.LATE) if is_late else NoAnswer(FailureCause.CRASHED, number)

    def _send(self, data: bytes | memoryview, until: float) -> None:
        """Write to the pipe, which is full where nobody reads at its other end.

        Raises:
            OSError: If it is not read in time, or by nobody.
        """
        left = math.ceil(max(until - time.monotonic(), 0) * 1000) or 1
        timeval = struct.pack("ll", left // 1000, left % 1000 * 1000)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, timeval)
        self._connection.send_bytes(data)
