"""Ranges with signs, and what one end of a range takes from the other."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.model.text import Text
from sidecar.text.numbers import scan_numbers
from sidecar.text.options import ExtractOptions


def values(string: str) -> list[Decimal]:
    numbers, _ = scan_numbers(Text(string), ExtractOptions())
    return [number.value for number in numbers]


DASHES = ("–", "—", "…", " – ", " … ", " to ", "...", "～")


@settings(deadline=None)
@given(
    st.integers(-99, 99), st.integers(-99, 99), st.sampled_from(DASHES), st.sampled_from("-−"),
    st.sampled_from(("", "%", " °C")),
)  # fmt: skip
def test_a_range_has_both_of_its_ends(
    first: int, second: int, dash: str, minus: str, unit: str
) -> None:
    one, other = (f"{minus}{-end}" if end < 0 else str(end) for end in (first, second))
    assert values(f"It was {one}{dash}{other}{unit} there.") == [first, second]


@settings(deadline=None)
@given(st.integers(2, 99), st.integers(2, 999), st.sampled_from("-–"))
def test_a_first_end_takes_the_thousands_of_a_larger_second(
    first: int, second: int, dash: str
) -> None:
    shared = first * 1000 if first < second else first
    assert values(f"It costs ${first}{dash}{second},000.") == [shared, second * 1000]


@settings(deadline=None)
@given(
    st.integers(1, 99), st.integers(1, 99),
    st.sampled_from((("million", 6), ("thousand", 3), ("bn", 9), ("lakh crore", 12), ("万", 4))),
    st.sampled_from(("{}-{} ", "{}–{} ", "between {} and {} ")),
)  # fmt: skip
def test_a_scale_at_the_end_counts_for_both(
    first: int, second: int, scale: tuple[str, int], form: str
) -> None:
    word, power = scale
    read = values(form.format(first, second) + word)
    assert read == [first * 10**power, second * 10**power]


@pytest.mark.parametrize(
    ("string", "wanted"),
    [
        ("5--7%", ["5", "7"]), ("-20--5", ["-20", "-5"]), ("profit--5 million", ["5000000"]),
        ("1-5,000 staff", ["1", "5000"]), ("$5 to 8,000", ["5", "8000"]), ("5至8%", ["5", "8"]),
    ],
)  # fmt: skip
def test_what_a_dash_is(string: str, wanted: list[str]) -> None:
    assert values(string) == [Decimal(each) for each in wanted]
