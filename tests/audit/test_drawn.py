"""No drawn damage is accepted; the long form is `bench.fuzz_audit`."""

from __future__ import annotations

import random
from collections import Counter, defaultdict

from bench import fuzz_audit
from bench.drawn_audit import DrawnLog, whole


def test_all_drawn_damage_is_told() -> None:
    told: dict[str, Counter[str]] = defaultdict(Counter)
    tally = fuzz_audit.run(7, 300, told)
    assert tally.faults == []
    assert {kind: codes.total() for kind, codes in told.items()} == dict.fromkeys(told, 15)
    assert len(told) == 20
    # Chains made anew pass every test but that of checkpoints.
    assert set(told["forged"]) == set(told["inserted anew"]) == {"HEAD_WRONG"}


def test_the_fuzz_tells_what_is_accepted() -> None:
    # A judge that accepted everything would be of no use: here the damage is none.
    source = random.Random(1)
    for _ in range(20):
        drawn = whole(source)
        assert fuzz_audit.judged(drawn) is None
        assert fuzz_audit.judged(DrawnLog("", drawn.lines[:-1], drawn.marks)) == "TAIL_CUT"
