"""Times as texts and cells write them."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.checks.clock_times import parse_clock


@given(st.integers(0, 23), st.integers(0, 59), st.integers(0, 59))
def test_both_ways_of_counting_hours_say_the_same(hour: int, minute: int, second: int) -> None:
    whole = parse_clock(f"{hour:02}:{minute:02}:{second:02}")
    half = parse_clock(f"{(hour - 1) % 12 + 1}:{minute:02}:{second:02} {'ap'[hour >= 12]}.m.")
    assert whole is not None
    assert half is not None
    assert whole.agrees(half)
    assert whole.seconds == half.seconds == Decimal(hour * 3600 + minute * 60 + second)


@given(st.times(), st.times())
def test_times_to_the_second_agree_where_they_are_equal(one: object, other: object) -> None:
    first, second = (parse_clock(str(each)[:8]) for each in (one, other))
    assert first is not None
    assert second is not None
    assert first.agrees(second) is (str(one)[:8] == str(other)[:8])


@pytest.mark.parametrize("written", ["2:65", "13:00 p.m.", "2", "2:05:58:01", "9 to 10 a.m.", ""])
def test_what_is_no_time(written: str) -> None:
    assert parse_clock(written) is None


@pytest.mark.parametrize(("written", "cell"), [("14:30", "14:30:25"), ("2.30 pm", "14:30")])
def test_what_is_written_to_the_minute_agrees_with_the_minute(written: str, cell: str) -> None:
    first, second = parse_clock(written), parse_clock(cell)
    assert first is not None
    assert second is not None
    assert first.agrees(second)
