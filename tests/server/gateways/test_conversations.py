"""Conversations that are kept for their answers."""

from __future__ import annotations

import pytest

from sidecar.server.gateways.conversations import Conversations
from sidecar.server.gateways.hooks import Conversation, Trace


class Clock:
    """A clock that stands still until it is set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def trace(name: object) -> Trace:
    return Trace("call", str(name))


def of_size(nbytes: int) -> Conversation:
    return Conversation("x" * nbytes)


def test_the_latest_of_a_trace_counts(clock: Clock) -> None:
    kept = Conversations(100_000, 10, 60, clock)
    kept.put("a", trace(1), Conversation("old"))
    kept.put("a", trace(1), Conversation("new"))
    assert kept.get("a", trace(1)) == Conversation("new")


def test_tenants_traces_and_scopes_are_apart(clock: Clock) -> None:
    kept = Conversations(100_000, 10, 60, clock)
    kept.put("a", trace(1), Conversation("x"))
    assert kept.get("b", trace(1)) is None
    assert kept.get("a", trace(2)) is None
    assert kept.get("a", Trace("trace", "1")) is None


def test_one_ends_with_its_time(clock: Clock) -> None:
    kept = Conversations(100_000, 10, 60, clock)
    kept.put("a", trace(1), Conversation("x"))
    clock.now = 59.9
    assert kept.get("a", trace(1)) is not None
    clock.now = 60.0
    assert kept.get("a", trace(1)) is None


def test_its_time_begins_anew_when_it_comes_again(clock: Clock) -> None:
    kept = Conversations(100_000, 10, 60, clock)
    kept.put("a", trace(1), Conversation("x"))
    clock.now = 50.0
    kept.put("a", trace(1), Conversation("x"))
    clock.now = 100.0
    assert kept.get("a", trace(1)) is not None


def test_past_the_count_the_oldest_goes(clock: Clock) -> None:
    kept = Conversations(100_000, 3, 60, clock)
    for name in range(4):
        kept.put("a", trace(name), Conversation("x"))
    assert [kept.get("a", trace(name)) is not None for name in range(4)] == [0, 1, 1, 1]


def test_past_the_bytes_the_oldest_goes(clock: Clock) -> None:
    kept = Conversations(100_000, 100, 60, clock)
    for name in range(4):
        assert kept.put("a", trace(name), of_size(30_000))
    assert [kept.get("a", trace(name)) is not None for name in range(4)] == [0, 1, 1, 1]


def test_a_tenant_makes_room_among_its_own(clock: Clock) -> None:
    kept = Conversations(100_000, 100, 60, clock)
    kept.put("quiet", trace(1), of_size(10_000))
    for name in range(20):
        kept.put("busy", trace(name), of_size(20_000))
    assert kept.get("quiet", trace(1)) is not None
    assert kept.get("busy", trace(19)) is not None


def test_what_is_too_large_is_not_kept_nor_is_what_it_replaces(clock: Clock) -> None:
    kept = Conversations(100_000, 10, 60, clock)
    kept.put("a", trace(1), Conversation("old"))
    kept.put("a", trace(2), Conversation("other"))
    assert not kept.put("a", trace(1), of_size(200_000))
    assert kept.get("a", trace(1)) is None
    assert kept.get("a", trace(2)) is not None


def test_what_has_expired_makes_room_first(clock: Clock) -> None:
    kept = Conversations(100_000, 100, 60, clock)
    kept.put("a", trace(1), of_size(60_000))
    clock.now = 61.0
    kept.put("b", trace(1), of_size(30_000))
    kept.put("b", trace(2), of_size(60_000))
    assert kept.get("b", trace(1)) is not None
    assert kept.get("b", trace(2)) is not None
