"""Streams that are cut off by clients, SIGTERM and kill -9: nothing wrong is shown or left."""

from __future__ import annotations

import random

import pytest

from bench.drawn_visits import VisitsText
from bench.stream_faults import run


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_nothing_is_released_that_was_not_verified_and_nothing_is_left() -> None:
    found = run(100, random.SystemRandom().randrange(1 << 30))
    assert not found.faults
    assert min(found.cut[by] for by in ("client", "SIGTERM", "SIGKILL")) >= 20
    assert sum(bool(one.text) for one in found.released) >= 10


def test_a_wrong_sentence_counts_from_its_first_byte() -> None:
    text = VisitsText([("Łódź had 12,745. ", True), ("Oslo had 1. ", False), ("Cork.", False)])
    start = len("Łódź had 12,745. ".encode())
    assert text.wrong_before(start) == []
    assert text.wrong_before(start + 1) == ["Oslo had 1. "]
    assert text.wrong_before(len(text.text.encode())) == ["Oslo had 1. ", "Cork."]
