"""Dates are the same however they are written, and others are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.claims import dates
from sidecar.claims.figures import read_claim_figures


def missing(said: str, source: str) -> str:
    return dates.find_stamp(source).lacks(dates.make_stamp(read_claim_figures(said).dates))


@pytest.mark.parametrize(
    ("said", "source"),
    [
        ("on 12 March 2024", "on 2024-03-12"),
        ("on 12 March 2024", "on March 12, 2024"),
        ("on 12.03.2024", "on 12 March 2024"),
        ("on 2024-03-12", "on 12 March 2024"),
        ("on 03/12/2024", "on 12 March 2024"),
        ("in March 2024", "on 12 March 2024"),
        ("in 2024", "on 12 March 2024"),
        ("in FY24", "in FY2024"),
        ("in 2023/24", "in 2023-24"),
        ("in 2024", "the years 2023/24"),
        ("in the 1990s", "in 1995"),
        ("in May 2018", "it opened in 2018, in May"),
        ("in 2024", "2,024 people and 2024 cats"),
    ],
)
def test_the_same_date(said: str, source: str) -> None:
    assert missing(said, source) == ""


@pytest.mark.parametrize(
    ("said", "source"),
    [
        ("on 12 March 2024", "on 12 March 2023"),
        ("on 12 March 2024", "on 12 April 2024"),
        ("on 12 March 2024", "on 13 March 2024"),
        ("on 12 March 2024", "on 3 December 2024"),
        ("on 2024-03-12", "on 2024-12-03"),
        ("on 12 March 2024", "in 2024"),
        ("in FY25", "in FY2024"),
        ("in 2022/23", "in 2023/24"),
        ("in the 1980s", "in 1995"),
        ("in 2024", "nothing"),
    ],
)
def test_another_date(said: str, source: str) -> None:
    assert missing(said, source)


def test_what_the_quotes_do_not_tell_is_taken_from_others() -> None:
    quoted, others = dates.find_stamp("on 12 March"), dates.find_stamp("5 May 2024")
    known = quoted.or_else(others)
    assert known.years == {2024}
    assert known.months == {3}
    assert known.days == {12}
    assert others.or_else(quoted) == others


@pytest.mark.parametrize(
    ("said", "quoted", "lacks"),
    [
        ("in Q2", "in the second quarter", False),
        ("in Q2", "in the third quarter", True),
        ("in the first half", "in the second half", True),
        ("in the first half", "in Q1", False),
        ("in H1", "in the first half", False),
        ("on Monday", "on Friday", True),
        ("on Monday", "on that day", False),
        ("in July", "in September", True),
        ("in March", "they march on", False),
        ("it may rise", "in May it rose", False),
    ],
)
def test_parts_of_years_and_weeks(said: str, quoted: str, lacks: bool) -> None:
    assert (
        bool(dates.find_lacking_part(dates.find_date_parts(said), dates.find_date_parts(quoted)))
        is lacks
    )


@given(st.text(alphabet="0123456789-/.’ 's FYQHMarchMay", max_size=40))
def test_any_date_is_read(string: str) -> None:
    dates.make_stamp([string], string)
    dates.find_date_parts(string)
    dates.find_stamp(string)
