"""Requests drawn from the contract, to every method of a real server, one at a time."""

from __future__ import annotations

from collections import Counter

from bench.drawn_calls import DrawnCaller
from bench.fuzz_drawn import LARGEST, draw
from bench.fuzz_tally import FuzzTally
from bench.served import served

TIMEOUT_S = 2.0
AFTER_S = 2.0
GROWTH_BYTES = 150 << 20
SMALL = 8 << 10
_LARGE_EVERY = 50
_IDLE_S = 0.03
_KEPT_BYTES = 32 << 20
"""For evidence, so that what is kept is not taken for what is lost."""


def run(seed: int, count: int) -> FuzzTally:
    """Send requests; seconds are those of CPU after the answer or the deadline."""
    settings = {"evidence": {"memory_bytes": _KEPT_BYTES}}
    with served(settings) as server:
        tally = FuzzTally(
            "drawn", seed, count, server.pid, limit_s=AFTER_S, growth_bytes=GROWTH_BYTES
        )
        caller = DrawnCaller(server.address, TIMEOUT_S)
        for number in range(count):
            drawn = draw(seed, number, LARGEST if number % _LARGE_EVERY == 0 else SMALL)
            ended = caller.call(drawn)
            after = server.work_after(window_s=_IDLE_S)
            if not server.alive:
                tally.fault(number, f"the server is dead: {drawn}")
                break
            for fault in ended.faults:
                tally.fault(number, f"{fault}: {drawn}")
            if not ended.faults:
                tally.record(number, ended.ending, after, drawn.size)
        caller.close()
        for line, times in Counter(server.faults()).items():
            tally.fault(count, f"log: {times} times {line}")
    return tally
