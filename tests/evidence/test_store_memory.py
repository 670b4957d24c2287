"""What the store lets go of is memory again: nothing else holds on to it."""

from __future__ import annotations

import gc
import tracemalloc
from decimal import Decimal

import pytest

from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceSettings
from sidecar.evidence.store import EvidenceStore

pytestmark = pytest.mark.slow

HEADER = Header(query_id="q")
ROWS = 20_000
SPARE = 256 * 1024
"""Bytes that lookups and the interpreter keep for themselves."""


def payload(number: int) -> bytes:
    rows = ",".join(f'[{row + number},{row * 0.5},"label {row % 100}"]' for row in range(ROWS))
    return f'{{"columns":["a","b","c"],"rows":[{rows}]}}'.encode()


def used(store: EvidenceStore) -> int:
    """Bytes that Python and numpy hold, after some evidence was put, sorted, used and deleted."""
    for number in range(3):
        handle, stored = store.put("t", HEADER, payload(number))
        stored.kept.build()
        stored.kept.find(0, Decimal(5), Decimal(5), Decimal(5))
        assert store.statistics().nbytes > 0
        del stored
        store.delete("t", handle)
    gc.collect()
    assert store.statistics().nbytes == 0
    return tracemalloc.get_traced_memory()[0]


def test_memory_is_back_where_it_was_after_evidence_is_deleted() -> None:
    # Trap: a cache or a thread that keeps the last index, and a server that grows by the day.
    store = EvidenceStore(EvidenceSettings())
    used(store)  # what is made once
    tracemalloc.start()
    try:
        first = used(store)
        assert tracemalloc.get_traced_memory()[1] > first + 4 * SPARE  # it was there meanwhile
        assert used(store) < first + SPARE
    finally:
        tracemalloc.stop()


def test_memory_is_back_where_it_was_after_evidence_made_room() -> None:
    # The same for what the least recently used ones take with them.
    _, alone = EvidenceStore(EvidenceSettings()).put("t", HEADER, payload(0))
    budget = alone.nbytes * 3 // 2  # one fits, and two do not
    del alone
    store = EvidenceStore(EvidenceSettings(memory_bytes=budget))
    tracemalloc.start()
    try:
        sizes = []
        for number in range(8):
            _, stored = store.put("t", HEADER, payload(number))
            stored.kept.build()
            del stored
            gc.collect()
            sizes.append(tracemalloc.get_traced_memory()[0])
        assert store.statistics().nbytes <= budget
        assert store.statistics().evictions == 7
        assert max(sizes[4:]) < sizes[3] + SPARE
    finally:
        tracemalloc.stop()
