"""Takes calls to the kernel away from this process and all that it starts, for good (Linux).

The filter is a program that the kernel runs before each call: it loads the architecture and the
number of the call, and compares. What it does not know, it lets through: it is there for what an
interpreter that computes never needs, which is any socket, and any hand on another process.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Sequence
from typing import NamedTuple

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


def forbid() -> None:
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
