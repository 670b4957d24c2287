"""The request loop of a worker process, and the limits that the kernel holds it to.

A question is a line of JSON and the payloads that it announces; the answer is JSON as well. Past
the processor time of a question a signal ends the process. Past its memory an allocation fails,
which ends it too: little of it would go on working. ``sidecar.workers.pool`` sees what it died of.

It imports the standard library alone, so that a worker stays small.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

Answer = dict[str, Any]
Handler = Callable[..., Answer]
"""Gets the arguments of its question by name, and ``payloads`` where there are any."""

_LARGE = 1 << 20
_STATUS = Path("/proc/self/statm")


def serve(
    handlers: Mapping[str, Handler],
    *,
    forbidden: Sequence[int] = (),
    on_top: bool = False,
    idle: Callable[[], None] = lambda: None,
) -> None:
    """Answer until the other side closes the connection, whose descriptor is the first argument.

    Args:
        handlers: What answers each question. An exception ends the process.
        forbidden: Resources (``RLIMIT_``) that the process may not use; core dumps never.
        on_top: Whether the memory of a question is added to what the process has already taken.
            What earlier questions gave back counts as taken, since the allocator keeps addresses.
        idle: Is called after each answer, while nobody waits.
    """
    descriptor = int(sys.argv[1])
    os.set_inheritable(descriptor, False)  # no other process may speak to the server
    for limit in (resource.RLIMIT_CORE, *forbidden):
        resource.setrlimit(limit, (0, 0))
    connection = Connection(descriptor)
    try:
        while True:
            is_large = _answer_next(connection, handlers, on_top=on_top)
            idle()
            if is_large:
                _release_memory()
    except EOFError:
        return
    except MemoryError:
        os.abort()  # as a library of C++ or Rust does; SIGKILL would look like the kernel's doing
    except Exception:
        os._exit(1)  # at once: who asks sees how this ended, not a pipe that closed before


def _answer_next(
    connection: Connection[bytes, bytes], handlers: Mapping[str, Handler], *, on_top: bool
) -> bool:
    """Answer one question; whether it came with much."""
    question: dict[str, Any] = json.loads(connection.recv_bytes())
    sizes: list[int] = question["sizes"]
    if question["memory_bytes"] is not None:
        _limit_memory(question["memory_bytes"] + (_measure_memory() if on_top else 0))
    arguments = question["arguments"]
    if sizes:
        arguments["payloads"] = [_receive(connection, size) for size in sizes]
    signal.setitimer(signal.ITIMER_PROF, question["cpu_s"] or 0)  # SIGPROF ends the process
    started = time.process_time()
    answer = handlers[question["question"]](**arguments)
    data = json.dumps({"answer": answer, "cpu_s": time.process_time() - started}).encode()
    signal.setitimer(signal.ITIMER_PROF, 0)
    connection.send_bytes(data)
    return sum(sizes) > _LARGE


def _receive(connection: Connection[bytes, bytes], size: int) -> bytearray:
    buffer = bytearray(size)
    have = 0
    while have < size:
        have += connection.recv_bytes_into(buffer, have)
    return buffer


def _limit_memory(size: int) -> None:
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    resource.setrlimit(resource.RLIMIT_DATA, (size, hard))


def _measure_memory() -> int:
    """Bytes that count against the limit; 0 where the system does not tell."""
    if not _STATUS.exists():
        return 0
    return int(_STATUS.read_text("ascii").split()[5]) * resource.getpagesize()


def _release_memory() -> None:
    """Return memory to the system, which the library of C keeps: a large page takes 200 MB."""
    import ctypes  # noqa: PLC0415 (large itself)

    with suppress(AttributeError, OSError):  # another library of C
        ctypes.CDLL(None).malloc_trim(0)
