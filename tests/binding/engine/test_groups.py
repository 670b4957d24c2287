"""What is named together, what is left of it, and names that tables write short."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ranked_numbers import evidence_of, ranked_alone

from sidecar.binding.engine.dimensions import Dimension

CITIES = ["Oslo", "Bergen", "Tromso", "Molde", "Narvik"]
ROWS = [{"city": city, "visits": 3**at + 100} for at, city in enumerate(CITIES)]
VISITS = {row["city"]: row["visits"] for row in ROWS}


def sums(text: str, rows: Sequence[dict[str, Any]] = ROWS) -> set[float]:
    """What the last number of a text may be."""
    found = ranked_alone(text, rows, {})[-1][1].found
    return set(found.value.tolist())


@settings(max_examples=20, deadline=None)
@given(st.lists(st.sampled_from(CITIES), min_size=2, max_size=4, unique=True))
def test_together_may_be_the_names_of_the_sentence_or_list_before(cities: list[str]) -> None:
    total = sum(VISITS[city] for city in cities)
    joined = ", ".join(cities[:-1]) + " and " + cities[-1]
    listed = "\n".join(f"- {city} was fine" for city in cities)
    assert total in sums(f"We looked at {joined}. Together they had 700 visits.")
    assert total in sums(f"{listed}\n\nTogether they had 700 visits.")


@settings(max_examples=20, deadline=None)
@given(st.lists(st.sampled_from(CITIES), min_size=1, max_size=3, unique=True))
def test_the_others_are_all_that_are_not_named(cities: list[str]) -> None:
    total = sum(visits for city, visits in VISITS.items() if city not in cities)
    named = " and ".join(cities)
    assert total in sums(f"Besides {named} all other cities had 700 visits.")


@pytest.mark.parametrize(
    ("labels", "ends"),
    [
        (["<5", "5-10", "10-50", "50+"], ("<5", "50+")),
        (["G5", "G3", "G1"], ("G1", "G5")),
        (["Oslo 1", "Oslo 9", "Oslo 4"], None),
        (["Oslo", "Bergen", "Molde"], None),
    ],
)
def test_bands_have_ends(labels: list[str], ends: tuple[str, str] | None) -> None:
    one = Dimension(0, 0, ("band",), labels, np.arange(len(labels)), None, [])
    assert (one.ends and tuple(labels[code] for code in one.ends)) == ends


def test_a_band_at_an_end_may_be_meant_by_a_superlative() -> None:
    rows = [{"age": age, "members": at} for at, age in enumerate(["0-17", "18-64", "65+"], 700)]
    assert 702 in sums("The oldest group has 800 members.", rows)


def test_codes_are_words_cut_short_unless_two_are() -> None:
    rows = [{"site": code, "visits": at} for at, code in enumerate(["RNO1", "ATL2", "ATN3"], 51)]
    names = evidence_of(rows).names
    assert list(names.cut_to("reno")) == [(0, 0)]
    assert list(names.cut_to("atlanta")) == []
    assert list(names.cut_to("dublin")) == []


@given(st.integers(1, 9))
def test_a_total_that_others_exceed_is_none(times: int) -> None:
    sites = ["Oslo", "Bergen", "All sites"]
    for last, is_total in ((300, True), (300 // (times + 1), False)):
        rows = [
            {"site": site, "cost_usd": cost}
            for site, cost in zip(sites, (100, 200, last), strict=True)
        ]
        assert bool(evidence_of(rows).dimensions[0].totals) is is_total


def test_labels_that_tell_rows_apart_are_keys_beside_dates_that_do() -> None:
    rows = [
        {"version": version, "platform": platform, "released": f"2024-0{1 + 2 * at + of}-11",
         "crashes": 100 * at + of}
        for at, version in enumerate(("5.8.0", "5.9.0"))
        for of, platform in enumerate(("android", "ios"))
    ]  # fmt: skip
    assert all(one.is_key for one in evidence_of(rows).dimensions)
