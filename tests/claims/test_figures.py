"""A number must have the scale, unit, direction, bound and sign that its claim says."""

from __future__ import annotations

import pytest

from sidecar.claims.document import QuotedSentence
from sidecar.claims.figures import bears_out, read_claim_figures
from sidecar.claims.quoted import read_quoted


def borne(said: str, source: str, scales: frozenset[int] = frozenset()) -> bool:
    """Whether the numbers of a source bear out those of a claim."""
    claimed = read_claim_figures(said)
    numbers = read_quoted(QuotedSentence(source, [(0, len(source))])).numbers
    every = [*claimed.counted, *claimed.derived]
    assert every
    return all(any(bears_out(one, figure, claimed, scales) for one in numbers) for figure in every)


@pytest.mark.parametrize(
    ("said", "source"),
    [
        ("1.2 million units", "1,200,000 units"),
        ("1,200,000 units", "1.2 million units"),
        ("$1.2bn of sales", "1.2 billion dollars"),
        ("12 people", "twelve people"),
        ("45 %", "45 percent"),
        ("45 %", "a share of 0.45"),
        ("50 % of them", "half a million is a half; two thirds or 50 percent"),
        ("two thirds of voters", "66.7 % of voters"),
        ("two thirds of voters", "about two-thirds of voters"),
        ("rose by 5 %", "an increase of 5 %"),
        ("a change of -5 %", "it fell by 5 %"),
        ("a deficit of 5 million", "a balance of -5 million"),
        ("-12 million", "Income | 28 | (12)"),
        ("about 50 people", "52 people"),
        ("over 50 people", "51 people"),
        ("nearly 50 people", "48 people"),
        ("0.5 percentage points", "50 basis points"),
        ("45 years old", "aged 45"),
        ("aged 45", "a 45-year-old man"),
        ("sales of 45 million", "$45 million of sales"),
        ("the 4th time", "the fourth time"),
        ("a staff of 1,950", "a staff of 1950"),
        ("profits doubled", "profits doubled"),
    ],
)
def test_it_is_the_same_number(said: str, source: str) -> None:
    scales = frozenset({6}) if "|" in source else frozenset[int]()
    assert borne(said, source, scales)


@pytest.mark.parametrize(
    ("said", "source"),
    [
        ("45 people", "45 million people"),
        ("45 million people", "45 people"),
        ("45 people", "45 % of people"),
        ("45 % of people", "45 people"),
        ("$45", "€45"),
        ("45 km", "45 miles"),
        ("45 km", "45 people"),
        ("5 percentage points", "5 %"),
        ("rose by 5 %", "fell by 5 %"),
        ("rose by 5 million", "rose to 5 million"),
        ("rose by 5 million", "rose from 5 million"),
        ("a change of -5 %", "a change of 5 %"),
        ("a gain of 5 million", "a balance of -5 million"),
        ("over 50 people", "46 people"),
        ("fewer than 50 people", "52 people"),
        ("more than 50 people", "fewer than 50 people"),
        ("at most 50 people", "at least 50 people"),
        ("50 people", "up to 50 people"),
        ("two thirds of voters", "one third of voters"),
        ("the 4th time", "the third time"),
        ("the 4th time", "4 times"),
        ("4 times", "the 4th time"),
        ("1,234,567 units", "1.2 million units"),
        ("2,024 people", "in 2024"),
        ("$345 million", "Revenue | 310 | 345"),
    ],
)
def test_it_is_another_number(said: str, source: str) -> None:
    assert not borne(said, source)


def test_what_a_claim_must_have() -> None:
    found = read_claim_figures(
        "One of 65O8 users of version 3.2 got 12 % more in May 2024, for the 2nd time"
    )
    assert [one.written for one in found.counted] == ["12 %"]
    assert [one.written for one in found.derived] == ["2nd"]
    assert found.names == ["65O8", "version 3.2"]
    assert found.dates == ["May 2024"]
    assert "12" not in found.rest
    assert "users" in found.rest


@pytest.mark.parametrize("said", ["the play (1616) is lost", "it was in December of 1865", "1998"])
def test_four_digits_that_count_nothing_are_a_year(said: str) -> None:
    found = read_claim_figures(said)
    assert not found.counted
    assert len(found.dates) == 1


def test_a_number_is_quoted_where_a_part_of_it_is() -> None:
    source = "It rose to 45 million, after 40 million."
    end = source.index("45") + 2
    numbers = read_quoted(QuotedSentence(source, [(0, end)])).numbers
    assert [(int(one.number.value), one.quoted) for one in numbers] == [
        (45_000_000, True),
        (40_000_000, False),
    ]
