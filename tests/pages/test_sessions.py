"""Sessions of the pages: they end, there are so many of them, and their forms are theirs alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.pages.sessions import IDLE_S, Session, Sessions

AGE_S = 3 * IDLE_S


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def opened(sessions: Sessions, name: str) -> str:
    return sessions.open("tenant", name, "token")


def test_what_a_session_holds(clock: Clock) -> None:
    sessions = Sessions(2, AGE_S, clock)
    assert sessions.find(opened(sessions, "Ana")) == Session("tenant", "Ana", "token", 0, 0)
    assert sessions.find("") is None


def test_it_ends_when_it_is_not_used(clock: Clock) -> None:
    sessions = Sessions(2, AGE_S, clock)
    ana = opened(sessions, "Ana")
    clock.now = IDLE_S
    assert sessions.find(ana) is not None
    clock.now += IDLE_S + 1
    assert sessions.find(ana) is None
    clock.now -= IDLE_S
    assert sessions.find(ana) is None, "it is back"


def test_it_ends_however_much_it_is_used(clock: Clock) -> None:
    sessions = Sessions(2, AGE_S, clock)
    ana = opened(sessions, "Ana")
    while clock.now < AGE_S:
        assert sessions.find(ana) is not None
        clock.now += IDLE_S / 2
    clock.now = AGE_S + 1
    assert sessions.find(ana) is None


def test_closing_it(clock: Clock) -> None:
    sessions = Sessions(2, AGE_S, clock)
    ana, ben = opened(sessions, "Ana"), opened(sessions, "Ben")
    sessions.close(ana)
    sessions.close("unknown")
    assert sessions.find(ana) is None
    assert sessions.find(ben) is not None


@given(
    most=st.integers(1, 5), uses=st.lists(st.tuples(st.booleans(), st.integers(0, 20)), max_size=60)
)
def test_those_that_were_used_last_are_left(most: int, uses: list[tuple[bool, int]]) -> None:
    sessions = Sessions(most, AGE_S, Clock())
    ids: list[str] = []
    expected: list[str] = []
    for is_new, number in uses:
        if is_new:
            ids.append(opened(sessions, str(len(ids))))
            expected = [*expected, ids[-1]][-most:]
        elif ids:
            one = ids[number % len(ids)]
            assert (sessions.find(one) is not None) is (one in expected)
            if one in expected:
                expected = [*(each for each in expected if each != one), one]
    assert len(set(ids)) == len(ids)


@given(st.text(), st.text())
def test_a_form_fits_its_own_cookie_alone(one: str, other: str) -> None:
    sessions, elsewhere = Sessions(1, AGE_S), Sessions(1, AGE_S)
    token = sessions.form_token(one)
    assert sessions.is_form_token(token, one)
    assert sessions.is_form_token(token, other) is (one == other)
    assert not elsewhere.is_form_token(token, one)
    assert not sessions.is_form_token(other, one)


def test_a_tenant_ends_its_own_sessions_alone(clock: Clock) -> None:
    sessions = Sessions(3, AGE_S, clock)
    ana = opened(sessions, "Ana")
    others = [sessions.open("another", "Eve", "token") for _ in range(10)]
    assert sessions.find(ana) is not None
    assert [one for one in others if sessions.find(one)] == others[-2:]
