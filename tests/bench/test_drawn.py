"""Requests drawn from the contract: the same again, of every field, as large as they may be."""

from __future__ import annotations

import random
from collections import Counter

from google.protobuf.message import DecodeError
from verifyd.v1 import verify_pb2

from bench.drawn_messages import flooded, names, paths
from bench.drawn_stories import SOUND
from bench.fuzz_drawn import LARGEST, draw, methods

COUNT = 3000
SMALL = 2048
ITEMS = "evidence.items"
DRAWN = [draw(1, number, SMALL) for number in range(COUNT)]


def test_a_request_is_the_same_whatever_is_drawn_before_it() -> None:
    for number in (0, 7, 400):
        assert draw(1, number, SMALL) == DRAWN[number]
    assert draw(2, 7, SMALL) != DRAWN[7]


def test_every_method_is_called() -> None:
    drawn = Counter(each.method.rpartition("/")[2] for each in DRAWN)
    assert set(drawn) == {method.name for method in methods()}
    assert min(drawn.values()) >= 5


def test_every_field_is_flooded() -> None:
    for method in methods():
        path = f"/{method.containing_service.full_name}/{method.name}"
        shapes = " ".join(f"{each.shape}," for each in DRAWN if each.method == path)
        for way in paths(method.input_type):
            assert f" {names(way)}," in shapes, (path, names(way))


def test_many_are_sound_and_many_are_not() -> None:
    """What is refused at the door shows nothing of what lies behind it."""
    messages = [each.messages[0] for each in DRAWN if each.method.endswith("/Verify")]
    read = [_read(message) for message in messages]
    assert 0.02 < read.count(None) / len(read) < 0.4
    deep = [each for each in read if each and each.narrative and each.evidence.query_results]
    assert len(deep) / len(read) > 0.3


def _read(message: bytes) -> verify_pb2.VerifyRequest | None:
    try:
        return verify_pb2.VerifyRequest.FromString(message)
    except DecodeError:
        return None


def test_they_grow_to_what_a_message_may_hold() -> None:
    sizes = [draw(1, number).size for number in range(150)]
    assert LARGEST / 4 < max(sizes) <= LARGEST
    assert sum(size < 4096 for size in sizes) > 30


def test_one_field_can_hold_a_million_empty_elements() -> None:
    (verify,) = (method for method in methods() if method.name == "Verify")
    (way,) = (way for way in paths(verify.input_type) if names(way) == ITEMS)
    empty = b"\x1a\x00"  # field 3 of Evidence
    counts = [flooded(random.Random(n), way, LARGEST, SOUND).count(empty) for n in range(12)]
    assert max(counts) > 1_000_000
    assert min(counts) < 100_000
