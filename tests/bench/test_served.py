"""The server of the hostile figures is a process of its own: its log, its end, its loads."""

from __future__ import annotations

import math
import time

from bench.drawn_calls import DrawnCaller
from bench.fuzz_drawn import DrawnInput
from bench.hostile.requests import every_check, health, small
from bench.loads import Called, Load, Seen, loading
from bench.served import served
from bench.workload import VERIFY


def test_it_answers_and_ends() -> None:
    with served({"server": {"drain_s": 1}}) as server:
        caller = DrawnCaller(server.address, 10)
        request = small().requests[0]
        ended = caller.call(DrawnInput(0, VERIFY, [request], (False, False), "small"))
        refused = caller.call(DrawnInput(1, VERIFY, [b""], (False, False), "empty"))
        caller.close()
        assert (ended.ending, refused.ending) == ("OK", "NARRATIVE_EMPTY")
        assert server.faults() == []
        server.log.write_text('{"level": "error", "message": "m", "exception": ["E"]}\nTraceback\n')
        assert server.faults() == ["m: E", "Traceback"]
        status, seconds = server.terminate(10)
        assert status == 0
        assert seconds < 5
        assert not server.alive


def test_loads_call_at_a_rate_or_so_many_at_once() -> None:
    loads = {"health": health(), "every": every_check(), "two": Load(VERIFY, [b""], at_once=2)}
    with served() as server, loading(server.address, loads) as seen:
        time.sleep(1)
    assert 20 < len(seen["health"]) <= 51
    assert {call.ending for call in seen["every"]} == {"OK"}
    assert {call.ending for call in seen["two"]} == {"NARRATIVE_EMPTY"}
    assert seen["two"].within(0.5) == math.inf


def test_a_share_of_the_calls_stays_within() -> None:
    seen = Seen(Called("OK", n / 100) for n in range(100))
    seen.append(Called("OVERLOADED", 0.001))
    assert seen.within(0.5) == 0.5
    assert seen.within(1) == math.inf
    assert seen.chosen("OVERLOADED").took(0.99) == 0.001
