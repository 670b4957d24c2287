"""Requests drawn from the contract, one at a time or eight at once, while others call as well."""

from __future__ import annotations

import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

from bench.drawn_calls import DrawnCaller, Ended
from bench.figures import Figures, lower
from bench.fuzz_drawn import DrawnInput, draw
from bench.hostile.requests import health, small
from bench.loads import Seen, loading
from bench.served import PATIENCE_S, Served, cpu_seconds, served
from bench.sidecars import peak_bytes, resident_bytes

TIMEOUT_S = 2.0
AFTER_S = 2.0
GROWTH_BYTES = 150 << 20
_SHOWN = 50
_MOST_BYTES = 5 << 30
"""Memory at which a server is ended, before the machine is in need."""


def measure(name: str, seed: int, count: int, at_once: int) -> Figures:
    """What drawn requests cost, and what the others saw."""
    figures = _Figures(name, seed, count, at_once)
    number = 0
    while number < count:
        with served() as server, _watched(server):
            with loading(server.address, {"health": health(), "verify": small()}) as seen:
                number = figures.serve(server, number)
            figures.add(seen, server)
    return figures.all()


class _Figures:
    """What has been seen so far."""

    def __init__(self, name: str, seed: int, count: int, at_once: int) -> None:
        self._name = name
        self._seed, self._count, self._at_once = seed, count, at_once
        self._seen = {"health": Seen(), "verify": Seen()}
        self._after = self._grown = 0.0
        self._faults = self._logged = self._dead = 0
        self._endings: Counter[str] = Counter()

    def serve(self, server: Served, number: int) -> int:
        """Send requests to a server until all are sent or it is of no more use."""
        callers = [DrawnCaller(server.address, TIMEOUT_S) for _ in range(self._at_once)]
        time.sleep(0.5)
        idle = _rate(server.pid)
        with ThreadPoolExecutor(self._at_once) as pool:
            while number < self._count:
                batch = [draw(self._seed, n) for n in range(number, number + self._at_once)]
                number += self._at_once
                before = _memory(server.pid)
                ended = list(pool.map(DrawnCaller.call, callers, batch))
                after = server.work_after(idle)
                self._record(server, batch, ended, after, before)
                if number % 20 < self._at_once:
                    print(f"{self._name}: {number} of {self._count}", file=sys.stderr, flush=True)
                if not server.alive or after > PATIENCE_S:
                    break
        for caller in callers:
            caller.close()
        return number

    def _record(
        self, server: Served, batch: list[DrawnInput], ended: list[Ended], after: float, before: int
    ) -> None:
        self._endings.update(each.ending for each in ended)
        for drawn, each in zip(batch, ended, strict=True):
            for fault in each.faults:
                self._faults += 1
                self._tell([drawn], fault)
        if not server.alive:
            self._dead += 1
            self._tell(batch, "the server is dead")
            return
        kept = sum(each.kept_bytes for each in ended)
        grown = peak_bytes(server.pid) - before - kept
        self._after, self._grown = max(self._after, after), max(self._grown, grown)
        if after > AFTER_S:
            self._tell(batch, f"{after:.1f} s of CPU after the answer")
        if grown > GROWTH_BYTES * len(batch):
            self._tell(batch, f"memory grew by {grown >> 20} MiB")

    def _tell(self, batch: list[DrawnInput], what: str) -> None:
        """A fault, with what is needed to see the request again."""
        for drawn in batch:
            where = f"--seed {self._seed} --show {drawn.number}"
            print(f"{self._name}: {what}: {where}: {drawn}", file=sys.stderr, flush=True)

    def add(self, seen: dict[str, Seen], server: Served) -> None:
        """What others saw of a server, and what is in its log."""
        for name, calls in seen.items():
            self._seen[name] += calls
        faults = server.faults()
        self._logged += len(faults)
        for line, times in Counter(faults).most_common(_SHOWN):
            print(f"{self._name}: log: {times} times {line}", file=sys.stderr)

    def all(self) -> Figures:
        """The figures."""
        print(f"{self._name}: {dict(self._endings.most_common())}", file=sys.stderr)
        name = self._name
        return {
            f"{name}_cpu_after_s": lower(self._after, AFTER_S),
            f"{name}_growth_mib": lower(self._grown / 2**20, GROWTH_BYTES / 2**20 * self._at_once),
            f"{name}_health_p99_ms": lower(self._seen["health"].within(0.99) * 1000, 100),
            f"{name}_verify_p99_ms": lower(self._seen["verify"].within(0.99) * 1000, 250),
            f"{name}_health_worst_ms": lower(self._seen["health"].took(1) * 1000),
            f"{name}_verify_worst_ms": lower(self._seen["verify"].took(1) * 1000),
            f"{name}_internal": lower(self._faults, 0),
            f"{name}_logged_exceptions": lower(self._logged, 0),
            f"{name}_dead_servers": lower(self._dead, 0),
        }


def _memory(pid: int) -> int:
    """Memory now; the kernel's peak starts anew from it."""
    with suppress(OSError):
        Path(f"/proc/{pid}/clear_refs").write_text("5")
    return resident_bytes(pid)


def _rate(pid: int) -> float:
    """CPU seconds a second, of the probes alone."""
    used, started = cpu_seconds(pid), time.perf_counter()
    time.sleep(2)
    return (cpu_seconds(pid) - used) / (time.perf_counter() - started)


@contextmanager
def _watched(server: Served) -> Iterator[None]:
    """End a server that takes more memory than the machine can spare."""
    over = threading.Event()

    def watch() -> None:
        while not over.wait(0.05) and server.alive:
            with suppress(OSError, StopIteration):
                if resident_bytes(server.pid) > _MOST_BYTES:
                    server.process.kill()

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
