"""What happened to hostile inputs, and which of them failed the run."""

from __future__ import annotations

import json
import re
import sys
import time
from collections import Counter

from bench.sidecars import resident_bytes

LIMIT = 4.0
"""Most CPU for one input, as a multiple of the standard work: .4 s where that takes .1 s."""
GROWTH_BYTES = 64 << 20
_NUMBERS = re.compile(r"(\d+)\D+(\d+)$")


def standard_work() -> float:
    """CPU seconds of a fixed piece of work, most of it of kinds that the product does.

    The same machine may be half as fast a minute later, so a limit in seconds would say more about
    its other tenants than about an input.
    """
    started = time.process_time()
    written = 0
    sums: dict[int, int] = {}
    for number in range(20_000):
        written += len(json.dumps({"a": number, "b": [number, written]}))
        if _NUMBERS.search(f"row {number} of {written}"):
            written += 1
    for number in range(100_000):
        sums[number % 1000] = sums.get(number % 1000, 0) + number
    return time.process_time() - started


class FuzzTally:
    """What happened to the inputs of one kind.

    Args:
        kind: What it is called.
        seed: The inputs'.
        count: How many there will be.
        pid: The process that does the work.
        limit: Most CPU for one input, as a multiple of the standard work.
        limit_s: Most seconds for one input, where that is no multiple of the standard work.
        growth_bytes: Most that memory may grow.
    """

    def __init__(
        self,
        kind: str,
        seed: int,
        count: int,
        pid: int,
        *,
        limit: float = LIMIT,
        limit_s: float | None = None,
        growth_bytes: int = GROWTH_BYTES,
    ) -> None:
        self._limit, self._limit_s = limit, limit_s
        self._standard_s = standard_work()
        self._growth_bytes = growth_bytes
        self.kind = kind
        self.seed = seed
        self._count = count
        self._pid = pid
        self._before = 0
        self.endings: Counter[str] = Counter()
        self.slowest = 0.0
        self.faults: list[str] = []

    def record(self, number: int, ending: str, seconds: float, size: int) -> None:
        """Count one input, and keep it if it was slow."""
        self.endings[ending] += 1
        self.slowest = max(self.slowest, seconds)
        if self._is_slow(seconds):
            limit = f"more than {self._most() * 1000:.0f}"
            self.faults.append(
                f"input {number}: {seconds * 1000:.0f} ms, {limit}, for {size} bytes"
            )
        self._watch(number)

    def _most(self) -> float:
        return self._limit * self._standard_s if self._limit_s is None else self._limit_s

    def _is_slow(self, seconds: float) -> bool:
        if seconds > self._most() and self._limit_s is None:
            self._standard_s = max(self._standard_s, standard_work())  # slower than at the start?
        return seconds > self._most()

    def _watch(self, number: int) -> None:
        """Look at the memory ten times; what comes after the first tenth should not add to it."""
        tenth = max(1, self._count // 10)
        if (number + 1) % tenth:
            return
        now = resident_bytes(self._pid)
        self._before = self._before or now
        megabytes, grown = now >> 20, now - self._before
        done = f"{self.kind}: {number + 1} of {self._count}, {megabytes} MB"
        print(f"{done}, slowest {self.slowest * 1000:.0f} ms", file=sys.stderr, flush=True)
        if grown > self._growth_bytes:
            self.faults.append(f"input {number}: memory has grown by {grown >> 20} MB")

    def fault(self, number: int, what: str) -> None:
        """Keep an input that ended as none may."""
        self.endings["fault"] += 1
        self.faults.append(f"input {number}: {what}")

    def __str__(self) -> str:
        endings = ", ".join(f"{name} {count}" for name, count in self.endings.most_common())
        head = f"{self.kind} (seed {self.seed}): slowest {self.slowest * 1000:.0f} ms; {endings}"
        return "\n".join([head, *(f"  FAULT {fault}" for fault in self.faults[:20])])
