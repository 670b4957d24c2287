"""Dates, times and names of digits are no quantities, however they are written."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.model.number import SkipReason
from sidecar.model.text import Text
from sidecar.text.numbers import scan_numbers
from sidecar.text.options import ExtractOptions

MONTHS = ("Jan", "Feb", "Mar", "Apr", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
FORMS = (
    "{d}-{m}-{y}",
    "{d}-{m}-20{y}",
    "{d}/{m}/20{y}",
    "{d} {m} 20{y}",
    "{d} {m}. 20{y}",
    "{d}. {m}. 20{y}",
    "{m} {d}, 20{y}",
    "{m}. {d}, '{y}",
    "{m} '{y}",
    "{m} ’{y}",
    "{m}-{d}-20{y}",
    "20{y}-{m}-{d}",
    "{m} 20{y}",
    "{d}-{M}-{y}",
    "{d} {l} 20{y}",
    "20{y}年{n}月{d}日",
    "{n}月{d}日",
    "20{y}년 {n}월 {d}일",
    "{d} {m} '{y}",
    "20{y}-{n:02}-{d:02}",
    "{d:02}.{n:02}.20{y}",
)


def read(string: str) -> tuple[list[str], set[SkipReason]]:
    text = Text(string)
    numbers, skipped = scan_numbers(text, ExtractOptions())
    return [text.slice(n.span) for n in numbers], {s.reason for s in skipped}


@settings(deadline=None, max_examples=300)
@given(
    st.sampled_from(FORMS),
    st.integers(1, 28),
    st.sampled_from(MONTHS),
    st.integers(10, 29),
    st.sampled_from(("on {}", "On {}, it rose.", "It was due by {}.", "({})", "dated {} in full")),
)
def test_a_date_in_any_form_is_no_quantity(
    form: str, day: int, month: str, year: int, frame: str
) -> None:
    number = MONTHS.index(month) + 1
    date = form.format(d=day, m=month, M=month.upper(), l=month.lower(), y=year, n=number)
    numbers, reasons = read(frame.format(date))
    assert numbers == [], date
    assert reasons <= {SkipReason.DATE, SkipReason.YEAR}


@settings(deadline=None)
@given(
    st.integers(1, 12),
    st.integers(0, 59),
    st.sampled_from(
        (
            "{h}:{m:02}",
            "{h}:{m:02} p.m.",
            "{h}.{m:02} a.m.",
            "{h}.{m:02} hrs",
            "{h}.{m:02} Uhr",
            "{h} a.m.",
            "{h} to {h} p.m.",
            "{h}:{m:02}-{h}:{m:02} pm",
            "{h} o'clock",
            "{h}時{m}分",
        )
    ),
)
def test_a_time_of_day_in_any_form_is_no_quantity(hour: int, minute: int, form: str) -> None:
    numbers, reasons = read(f"It began at {form.format(h=hour, m=minute)}.")
    assert numbers == []
    assert reasons == {SkipReason.TIME}


@pytest.mark.parametrize(
    ("string", "number"),
    [
        ("It took 14.30 hrs", "14.30 hrs"),
        ("We sold 25. May was better", "25"),
        ("We sold 25. May 2022 was better", "25"),
        ("In May 77 left", "77"),
        ("On 25-Feb-22 we sold 7", "7"),
        ("He sold 24 of 7,000", "24"),
        ("a 10-kg bag", "10-kg"),
        ("sales of 10-15 units", "10"),
        ("about 9 to 10 apples", "9"),
    ],
)
def test_what_looks_like_one_is_a_quantity(string: str, number: str) -> None:
    assert number in read(string)[0]


@pytest.mark.parametrize(
    "string", ["in spring '22", "the class of '22", "since ’22", "mid-'22", "Q3'22", "Feb ’22"]
)
def test_short_years(string: str) -> None:
    numbers, reasons = read(string)
    assert numbers == []
    assert reasons <= {SkipReason.DATE, SkipReason.YEAR}


@pytest.mark.parametrize(
    "string",
    ["the Form 10-K", "Form 8-K", "the 10-Q", "open 24/7", "24x7", "the Form 990", "Form 1040-ES"],
)
def test_names_of_digits(string: str) -> None:
    assert read(string) == ([], {SkipReason.IDENTIFIER})
