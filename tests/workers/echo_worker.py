"""A worker that does what it is asked for: answers, or one of the things that end a worker."""

from __future__ import annotations

import ctypes
import os
import resource
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from sidecar.workers.serving import Answer, Handler, serve

_IDLE = [0]


def echo(text: str = "", payloads: Sequence[bytearray] = ()) -> Answer:
    """Say what was said, and how often nobody waited."""
    return {"text": text, "sizes": [len(each) for each in payloads], "idle": _IDLE[0]}


def burn(cpu_s: float) -> Answer:
    """Take processor time."""
    until = time.process_time() + cpu_s
    while time.process_time() < until:
        pass
    return {}


def allocate(size: int) -> Answer:
    """Take memory."""
    return {"size": len(bytearray(size))}


def crash() -> Answer:
    """Break the process."""
    ctypes.string_at(0)
    return {}


def fail() -> Answer:
    """Have a bug."""
    raise KeyError


def confinement(directory: str) -> Answer:
    """What this process is held to."""
    try:
        wrote = Path(directory, "file").write_bytes(b"x")
    except OSError:
        wrote = 0
    return {
        "core": resource.getrlimit(resource.RLIMIT_CORE),
        "wrote": wrote,
        "inherited": os.get_inheritable(int(sys.argv[1])),
        "environment": sorted(os.environ),
        "modules": sorted(name for name in sys.modules if name.startswith("sidecar")),
        "leads_its_group": os.getpgrp() == os.getpid(),
    }


def count() -> None:
    """Count how often nobody waits."""
    _IDLE[0] += 1


def main(*, on_top: bool) -> None:
    """Answer."""
    handlers: dict[str, Handler] = {
        "echo": echo,
        "burn": burn,
        "allocate": allocate,
        "crash": crash,
        "fail": fail,
        "confinement": confinement,
    }
    serve(
        handlers,
        forbidden=(resource.RLIMIT_FSIZE,),
        on_top=on_top,
        idle=count,
    )


if __name__ == "__main__":
    main(on_top=False)
