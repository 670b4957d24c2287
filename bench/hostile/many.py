"""Very many drawn requests, most of them small: none may raise, and none may end the server."""

from __future__ import annotations

import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from bench.drawn_calls import DrawnCaller
from bench.figures import Figures, lower
from bench.fuzz_drawn import draw
from bench.served import Served, served
from bench.sidecars import resident_bytes

CONNECTIONS = 4
TIMEOUT_S = 5.0
_SMALL, _LARGE = 2 << 10, 64 << 10
_LARGE_EVERY = 200
_SHOWN = 50


def measure(seed: int, count: int) -> Figures:
    """Faults among so many requests."""
    with served() as server:
        run = _Run(seed, count, server)
        with ThreadPoolExecutor(CONNECTIONS) as pool:
            list(pool.map(run.share, range(CONNECTIONS)))
        logged = server.faults()
        dead = not server.alive
        memory = resident_bytes(server.pid) if not dead else 0
    for line, times in Counter(logged).most_common(_SHOWN):
        print(f"many: log: {times} times {line}", file=sys.stderr)
    print(f"many: {dict(run.endings.most_common())}", file=sys.stderr)
    return {
        "many_requests": lower(run.done),
        "many_internal": lower(run.faults, 0),
        "many_logged_exceptions": lower(len(logged), 0),
        "many_dead_servers": lower(dead, 0),
        "many_memory_mib": lower(memory / 2**20),
    }


class _Run:
    """What has been seen so far, by all connections."""

    def __init__(self, seed: int, count: int, server: Served) -> None:
        self._seed = seed
        self._count = count
        self._server = server
        self._lock = threading.Lock()
        self.endings: Counter[str] = Counter()
        self.done = self.faults = 0

    def share(self, first: int) -> None:
        """Send the requests of one connection."""
        caller = DrawnCaller(self._server.address, TIMEOUT_S)
        for number in range(first, self._count, CONNECTIONS):
            if not self._server.alive:
                break
            largest = _LARGE if number % _LARGE_EVERY == 0 else _SMALL
            ended = caller.call(draw(self._seed, number, largest))
            with self._lock:
                self._record(number, largest, ended.ending, ended.faults)
        caller.close()

    def _record(self, number: int, largest: int, ending: str, faults: tuple[str, ...]) -> None:
        self.done += 1
        self.endings[ending] += 1
        for fault in faults:
            self.faults += 1
            if self.faults <= _SHOWN:
                where = f"--seed {self._seed} --show {number} --largest {largest}"
                print(f"many: {fault}: {where}", file=sys.stderr, flush=True)
        if self.done % 1000 == 0:
            print(f"many: {self.done} of {self._count}", file=sys.stderr, flush=True)
