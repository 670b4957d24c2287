"""SIGTERM under load: does the process end in time, whatever still works?"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager

from bench.figures import Figures, lower
from bench.fuzz_drawn import draw
from bench.hostile import dear, overload
from bench.hostile.requests import heavy
from bench.loads import Load, loading
from bench.served import Served, served
from bench.workload import VERIFY

DRAIN_S = 2
GRACE_S = 1.0
_PATIENCE_S = 30.0
_LOADED_S = 4.0


def measure(seed: int) -> Figures:
    """The seconds from the signal to the end, under each load; infinite without an exit of 0."""
    figures: Figures = {}
    for name, (serve, load) in _loads(seed).items():
        with serve() as server:
            loads = load(server)
            with loading(server.address, loads):
                time.sleep(_LOADED_S)
                status, seconds = server.terminate(_PATIENCE_S)
                if status is None:
                    server.process.kill()
            print(f"sigterm: {name}: exit {status} after {seconds:.2f} s", file=sys.stderr)
            took = seconds if status == 0 else math.inf
            figures[f"sigterm_{name}_s"] = lower(took, DRAIN_S + GRACE_S)
            figures[f"sigterm_{name}_logged_exceptions"] = lower(len(server.faults()), 0)
    return figures


Loads = dict[str, Load]
Serve = Callable[[], AbstractContextManager[Served]]


def _loads(seed: int) -> dict[str, tuple[Serve, Callable[[Served], Loads]]]:
    def plain() -> AbstractContextManager[Served]:
        return served({"server": {"drain_s": DRAIN_S}})

    def tenants() -> AbstractContextManager[Served]:
        return dear.two_tenants(DRAIN_S)

    return {
        "idle": (plain, lambda _: {}),
        "drawn": (plain, lambda _: {"drawn": _drawn(seed)}),
        "abandoned": (plain, lambda _: {"abandoned": _abandoned()}),
        "overload": (plain, lambda server: overload.flood(overload.capacity(server, 3))),
        "bombs": (tenants, lambda _: {"dear": dear.bombs()}),
        "numbers": (tenants, lambda _: {"dear": dear.numbers()}),
    }


def _drawn(seed: int, count: int = 200) -> Load:
    """Drawn requests, eight at once."""
    drawn = (draw(seed, number) for number in range(count))
    requests = [each.messages[0] for each in drawn if each.method == VERIFY]
    return Load(VERIFY, requests, at_once=8, timeout_s=2)


def _abandoned() -> Load:
    """Dear requests whose callers have long gone when the signal comes."""
    return Load(VERIFY, [heavy(0)], at_once=4, timeout_s=0.5)
