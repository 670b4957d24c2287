"""What a request takes is counted before it is taken."""

from __future__ import annotations

import pytest

from sidecar.model import memory
from sidecar.model.memory import Memory, MemoryExceeded


def test_no_more_is_spent_than_there_is() -> None:
    own = Memory(100, used=20)
    own.spend(50)
    own.fits(30)
    for ask in (own.spend, own.fits):
        with pytest.raises(MemoryExceeded):
            ask(31)
    assert (own.used, own.peak) == (70, 100)


def test_what_a_thread_spends_is_counted_to_its_request() -> None:
    own = Memory(100)
    with own.counting():
        memory.spend(60)
        with pytest.raises(MemoryExceeded):
            memory.ensure_fits(41)
    memory.spend(1000)  # nobody's
    assert own.used == 60
