"""What the kernel forbids the processes of the sandbox, should the interpreter have a hole.

A process inherits its limits, so the interpreter has those of the worker that starts it. What would
hinder the worker itself, which starts one process after another and lives on, is set from outside
on each interpreter, where the system can do that (Linux).
"""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from sidecar.outcomes.sandbox import system_calls

_FILES = 64
"""Descriptors: pipes of a pool and its processes."""
_OWN_BYTES = 128 << 20
"""Memory of a process besides: its library, its stacks, and what it tells."""
_COPIES = 48
"""Of JSON, as values: enough for lists of numbers, which take the most of what people send."""
_TASKS = Path("/proc/self/task")


def confine(descriptor: int) -> None:
    """Give up what neither this process nor those that it starts will need.

    Args:
        descriptor: Of the connection to the server, which no other process may have.
    """
    os.environ.clear()
    os.chdir("/")
    os.set_inheritable(descriptor, False)
    for limit, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NOFILE, _FILES),
    ):
        resource.setrlimit(limit, (most, most))
    system_calls.forbid()


def allow_memory(told_bytes: int) -> None:
    """Bound what this process may allocate while it holds what it receives, and an answer to it."""
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    resource.setrlimit(resource.RLIMIT_DATA, (_OWN_BYTES + _COPIES * told_bytes, hard))


def hold_children(memory_bytes: int, cpu_s: int) -> None:
    """Let the processes that this one has started make none themselves, and grow no limit.

    Args:
        memory_bytes: What each may allocate, beside what is its own.
        cpu_s: Processor time, after which the kernel ends them, no matter which process has died.
    """
    if sys.platform != "linux":
        return
    limits = {
        resource.RLIMIT_NPROC: 0,
        resource.RLIMIT_CPU: cpu_s,
        resource.RLIMIT_DATA: memory_bytes + _OWN_BYTES,
    }
    for pid in _children():
        with suppress(ProcessLookupError):  # it has ended
            for limit, most in limits.items():
                hard = resource.prlimit(pid, limit)[1]
                if hard == resource.RLIM_INFINITY or hard > most:  # an older process has less
                    resource.prlimit(pid, limit, (most, most))


def children_cpu_s() -> float:
    """Processor time of the processes that this one has started and that are not gathered yet.

    0 where the system does not tell: then it is known once they have ended and were gathered.
    """
    ticks = 0
    for pid in _children():
        with suppress(OSError, ValueError):
            fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _children() -> Iterator[int]:
    for listed in _TASKS.glob("*/children"):
        with suppress(OSError):  # the thread has ended
            yield from map(int, listed.read_text("ascii").split())
