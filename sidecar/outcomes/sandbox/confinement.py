"""What the kernel forbids the processes of the sandbox, should the interpreter have a hole.

A process inherits its limits, so the interpreter has those of the worker that starts it. What would
hinder the worker itself, which starts one process after another and lives on, is set from outside
on each interpreter, where the system can do that (Linux).
"""

from __future__ import annotations

import ctypes
import os
import resource
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

# Takes calls to the kernel away from this process and all that it starts, for good (Linux).

_NO_NEW_PRIVILEGES = 38  # PR_SET_NO_NEW_PRIVS
_SECCOMP, _FILTER = 22, 2  # PR_SET_SECCOMP, SECCOMP_MODE_FILTER

_LOAD = 0x20  # BPF_LD | BPF_W | BPF_ABS
_EQUAL = 0x15  # BPF_JMP | BPF_JEQ
_AT_LEAST = 0x35  # BPF_JMP | BPF_JGE
_RETURN = 0x06  # BPF_RET
_NUMBER, _ARCHITECTURE = 0, 4  # where they stand in what the kernel tells
_ALLOW, _DENY = 0x7FFF0000, 0x00050001  # SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO with EPERM
_FOREIGN = 0x40000000
"""From here on, numbers are those of another interface to the same calls (x32)."""
_ANYWHERE = (425, 438)
"""io_uring_setup, which has calls of its own, and pidfd_getfd: the same on all architectures."""


class _Machine(NamedTuple):
    architecture: int
    forbidden: tuple[int, ...]
    """socket, connect, ptrace, process_vm_readv, process_vm_writev."""


_MACHINES = {
    "x86_64": _Machine(0xC000003E, (41, 42, 101, 310, 311)),
    "aarch64": _Machine(0xC00000B7, (198, 203, 117, 270, 271)),
}


class _Instruction(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_ushort),
        ("then", ctypes.c_ubyte),
        ("otherwise", ctypes.c_ubyte),
        ("value", ctypes.c_uint),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.POINTER(_Instruction)))


def forbid_system_calls() -> None:
    """Gain no privileges, open no sockets, touch no other process."""
    if sys.platform != "linux":
        return
    process_control = ctypes.CDLL(None).prctl
    process_control(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)  # without it no filter is taken
    machine = _MACHINES.get(os.uname().machine)
    if machine is not None:
        steps = _filter(machine)
        instructions = (_Instruction * len(steps))(*(_Instruction(*step) for step in steps))
        program = _Program(len(steps), instructions)
        process_control(_SECCOMP, _FILTER, ctypes.byref(program), 0, 0)


def _filter(machine: _Machine) -> Sequence[tuple[int, int, int, int]]:
    """Steps of code, jumps over so many steps if it holds and if not, and the value."""
    forbidden = (*machine.forbidden, *_ANYWHERE)
    left = len(forbidden)
    return [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 0, left + 3, machine.architecture),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, left + 1, 0, _FOREIGN),
        *((_EQUAL, left - place, 0, number) for place, number in enumerate(forbidden)),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _DENY),
    ]


_FILES = 64
"""Descriptors: pipes of a pool and its processes."""
_OWN_BYTES = 128 << 20
"""Memory of a process besides: its library, its stacks, and what it tells."""
_TASKS = Path("/proc/self/task")


def confine() -> None:
    """Give up what neither this process nor those that it starts will need."""
    os.environ.clear()
    os.chdir("/")
    for limit, most in ((resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_NOFILE, _FILES)):
        resource.setrlimit(limit, (most, most))
    forbid_system_calls()


def limit_children(memory_bytes: int, cpu_s: int) -> None:
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


def measure_children_cpu_s() -> float:
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
