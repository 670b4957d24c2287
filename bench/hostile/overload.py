"""Ten times the calls that can be served: those let in end in time, others are refused early."""

from __future__ import annotations

import math
import sys
import time
from collections import Counter

from bench.figures import Figures, higher, lower
from bench.hostile.requests import health, middling
from bench.loads import Load, Seen, loading
from bench.served import Served, served
from bench.workload import VERIFY

TIMES = 10
CALLERS = 2
TIMEOUT_S = 5.0
_IN_FLIGHT = 16
_SETTLE_S = 2.0
_REQUESTS = [middling(n) for n in range(64)]
_REFUSED = ("OVERLOADED", "RESOURCE_EXHAUSTED")
_LATE = ("DEADLINE_EXCEEDED",)


def measure(seconds: float) -> Figures:
    """How calls ended under such a load."""
    with served() as server:
        served_per_s = capacity(server, seconds / 3)
        with loading(server.address, flood(served_per_s) | {"health": health()}) as seen:
            time.sleep(seconds)
        logged = len(server.faults())
    calls = Seen(call for name in seen if name != "health" for call in seen[name])
    endings = Counter(call.ending for call in calls)
    print(f"overload: {served_per_s:.0f}/s can be served; {dict(endings)}", file=sys.stderr)
    refused, late = calls.chosen(*_REFUSED), calls.chosen(*_LATE)
    admitted = Seen(call for call in calls if call.ending.startswith("OK"))
    others = len(calls) - len(refused) - len(late) - len(admitted)
    return {
        "overload_late_share": lower(len(late) / max(1, len(late) + len(admitted)), 0),
        "overload_unverified_share": lower(
            sum(call.ending != "OK" for call in admitted) / max(1, len(admitted))
        ),
        "overload_refused_p99_ms": lower(refused.took(0.99) * 1000, 50),
        "overload_refused_share": higher(len(refused) / max(1, len(calls))),
        "overload_health_p99_ms": lower(seen["health"].within(0.99) * 1000, 100),
        "overload_served_over_capacity": higher(len(calls.chosen("OK")) / seconds / served_per_s),
        "overload_other_endings": lower(others, 0),
        "overload_logged_exceptions": lower(logged, 0),
    }


def capacity(server: Served, seconds: float) -> float:
    """Calls a second that a server answers, with some always under way."""
    load = Load(VERIFY, _REQUESTS, at_once=_IN_FLIGHT, timeout_s=60)
    with loading(server.address, {"warm": load}):
        time.sleep(_SETTLE_S)
    with loading(server.address, {"calls": load}) as seen:
        time.sleep(seconds)
    took = seen["calls"].took(0.5)
    return _IN_FLIGHT / took if took else math.inf


def flood(served_per_s: float) -> dict[str, Load]:
    """Ten times as many calls, from several processes."""
    every_s = CALLERS / (TIMES * served_per_s)
    load = Load(VERIFY, _REQUESTS, every_s=every_s, timeout_s=TIMEOUT_S)
    return {f"flood {n}": load for n in range(CALLERS)}
