"""What happened to hostile inputs, and which of them failed the run."""

from __future__ import annotations

import sys
from collections import Counter

from bench.sidecars import resident_bytes

LIMIT_S = 0.25
GROWTH_BYTES = 64 << 20


class Tally:
    """What happened to the inputs of one kind.

    Args:
        kind: What it is called.
        seed: The inputs'.
        count: How many there will be.
        pid: The process that does the work.
        limit_s: Most seconds for one input.
        growth_bytes: Most that memory may grow.
    """

    def __init__(
        self,
        kind: str,
        seed: int,
        count: int,
        pid: int,
        *,
        limit_s: float = LIMIT_S,
        growth_bytes: int = GROWTH_BYTES,
    ) -> None:
        self._limit_s = limit_s
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
        if seconds > self._limit_s:
            self.faults.append(f"input {number}: {seconds * 1000:.0f} ms for {size} bytes")
        self._watch(number)

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
