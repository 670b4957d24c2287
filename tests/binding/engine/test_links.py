"""Which rows a number is linked with: names in step, carried names, names as texts write them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ranked_numbers import evidence_of, formula_of, ranked_alone

from sidecar.binding.engine.reading import TextArrays
from sidecar.binding.engine.turns import (
    NameOccurrence,
    NamePosition,
    NumberOccurrence,
    carried,
    in_step,
)
from sidecar.binding.engine.written import band_names, hour_names
from sidecar.model.text import Text

WEIGHTS = {
    "label clause-before nearest": 1.0,
    "label clause-before other": 0.8,
    "label clause-after nearest": 0.6,
    "label last-sentence nearest": 0.5,
    "label near-sentence nearest": 0.2,
    "label in step": 2.0,
    "label right behind": 1.0,
    "label right before": 1.0,
    "label row-head nearest": 2.0,
    "measure named before": 1.0,
    "measure named behind": 1.0,
    "measure named far": 0.5,
    "label not restricted": -2.0,
    "attribute not restricted": -1.0,
    "cell": 1.0,
    "outside": -3.0,
}
CITIES = [
    {"city": "Oslo", "visits": 4127},
    {"city": "Bergen", "visits": 918},
    {"city": "Tromso", "visits": 377},
]


def cells(text: str, rows: Sequence[Mapping[str, Any]]) -> list[float]:
    """What the numbers of a text are read as."""
    found = [one for _, one in ranked_alone(text, rows, WEIGHTS)]
    assert {formula_of(one) for one in found} == {"cell"}
    return [float(one.found.value[one.best]) for one in found]


@settings(max_examples=20, deadline=None)
@given(st.permutations(CITIES))
def test_the_kth_number_is_of_the_kth_name(rows: list[dict[str, Any]]) -> None:
    names = [row["city"] for row in rows]
    text = f"{names[0]}, {names[1]} and {names[2]} had 4,000, 900 and 300 visits respectively."
    assert cells(text, rows) == [row["visits"] for row in rows]


@settings(max_examples=20, deadline=None)
@given(st.permutations(CITIES))
def test_a_name_right_behind_its_number_is_of_it(rows: list[dict[str, Any]]) -> None:
    one, two, three = (row["city"] for row in rows)
    text = f"Visits: 4,000 in {one}, 900 in {two} and 300 in {three}."
    assert cells(text, rows) == [row["visits"] for row in rows]


def test_a_name_is_carried_until_another_one_is_named() -> None:
    assert cells("Oslo did well. It had 4,000 visits.", CITIES) == [4127]
    assert cells("Oslo did well. Bergen did not. It had 4,000 visits.", CITIES) == [918]


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("aged 18 to 24", "18-24"),
        ("over 65", "65+"),
        ("the 65+ group", "65+"),
        ("under 5", "<5"),
    ],
)
def test_bands_are_known_as_texts_write_them(name: str, label: str) -> None:
    bands = [{"age": each, "members": at} for at, each in enumerate(("<5", "18-24", "65+"), 700)]
    (row,) = (row for row in bands if row["age"] == label)
    found = [one for _, one in ranked_alone(f"Of members {name}, 7,100 came.", bands, WEIGHTS)]
    assert float(found[-1].found.value[found[-1].best]) == row["members"]


def test_names_of_one_table_are_names_of_its_codes() -> None:
    stores = [
        {"store_id": "K1", "store": "Arcade", "visits": 51},
        {"store_id": "K2", "store": "Station", "visits": 62},
    ]
    assert cells("Station had 60 visits.", stores) == [62]


def test_a_word_that_very_many_names_share_names_one_with_the_next_word() -> None:
    rows = [{"shop": f"Store {chr(65 + n % 26)}{n}", "visits": 1000 + n} for n in range(600)]
    rows.append({"shop": "Store", "visits": 5000})
    evidence, text = evidence_of(rows), Text("At every store B1 and store C28 had visits.")
    shops = evidence.dimensions[0].labels
    reading = TextArrays(text, evidence, [], [])
    named = {shops[m.code] for m in reading.mentions}
    assert {"Store B1", "Store C28"} <= named <= {"Store B1", "Store C28", "Store"}
    assert reading.stem[reading.word.index("store")] in evidence.names


def test_the_row_head_may_stand_in_any_cell_before_the_number() -> None:
    lines = ("Which | City | Visits", "---|---|---", "Best | Oslo | 4,000", "Worst | Tromso | 300")
    assert cells("\n".join(f"| {line} |" for line in lines), CITIES) == [4127, 377]


def test_the_adjective_of_a_country_names_it() -> None:
    countries = [{"country": code, "visits": at} for at, code in enumerate(("NL", "FR", "DE"), 51)]
    assert cells("Dutch visits came to 50.", countries) == [51]


HERE, NEXT = NamePosition(0, 0, 0), NamePosition(0, 1, 1)


def names(where: NamePosition = HERE, count: int = 2) -> list[NameOccurrence]:
    return [NameOccurrence(2 * at, 2 * at + 1, 0, at, where) for at in range(count)]


def test_what_is_not_in_step_is_not_paired() -> None:
    assert in_step(names(), [NumberOccurrence(5, HERE)]) == {}
    assert in_step(names(), [NumberOccurrence(5, HERE), NumberOccurrence(7, HERE)]) == {
        (0, 0): 0,
        (1, 0): 2,
    }


def test_a_part_of_a_sentence_may_be_in_step_alone() -> None:
    other = NamePosition(0, 0, 1)
    some = [*names(), *(one._replace(token=one.token + 20, end=one.end + 20, where=other)
                        for one in names())]  # fmt: skip
    numbers = [NumberOccurrence(5, HERE), NumberOccurrence(25, other), NumberOccurrence(27, other)]
    assert in_step(some, numbers) == {(1, 0): 20, (2, 0): 22}


@given(st.integers(2, 6), st.integers(2, 6))
def test_a_run_of_numbers_is_of_as_many_names_before_it(count: int, numbers: int) -> None:
    run = [NumberOccurrence(30 + 2 * at, NEXT, at > 0) for at in range(numbers)]
    found = carried(names(count=count), run)
    assert found == ({(at, 0): 2 * at for at in range(count)} if count == numbers else {})
    assert carried(names(NEXT, count), run) == {}  # names of its own


def test_hours_and_bands_have_names() -> None:
    assert ("8", "pm") in set(hour_names("20"))
    assert ("noon",) in set(hour_names("12"))
    assert not list(hour_names("24"))
    assert ("over", "65") in set(band_names("65+"))
    assert not list(band_names("18-24"))
