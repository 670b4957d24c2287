"""What places are called: by the labels of their rows, or by where the rows stand."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from random import Random

import pytest

from sidecar.binding.tables.catalog import catalogs
from sidecar.binding.tables.place_names import LONGEST, PlaceNames
from sidecar.evidence.decoding import decode_evidence
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.report import Grade, Reading

EUROPE = [
    {
        "continent": "Europe",
        "country": country,
        "year": year,
        "pop": 10 * at + year,
        "q (1)": at,
        "size#2": at,
    }
    for at, country in enumerate(["Italy", "Malta", "Spain", "Italy North"])
    for year in (2002, 2007)
]


def table(rows: Sequence[Mapping[str, object]], query_id: str = "q") -> TableIndex:
    return TableIndex(
        decode_evidence(json.dumps(rows).encode(), Header(query_id=query_id), EvidenceLimits())
    )


def called(where: str, *results: TableIndex) -> str:
    derived = any(sign in where for sign in ("sum(", "count(", "distinct(", " / ", " - "))
    formula = where if derived else ""
    return PlaceNames(results).of(Reading("q", where, Decimal(1), Grade.EXACT, formula))


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("data[1].pop", "Italy, 2007, pop"),
        ("data[3].q (1)", "Malta, 2007, q (1)"),
        ("row_count", "the number of rows"),
        ("sum(data[0:8].pop)", "the sum of pop over 8 rows"),
        ("sum(data[1,3].pop)", "the sum of pop over Italy, 2007 and Malta, 2007"),
        ("data[1].pop / data[0].pop - 1", "[Italy, 2007, pop] / [Italy, 2002, pop] - 1"),
        ("data[1].pop / sum(data[0:8].pop)", "[Italy, 2007, pop] / sum(pop over 8 rows)"),
        ("data[0,1,2,3,4,5,…].pop", "pop over several rows"),
        ("count(period, country=Italy)", "the number of rows of the period with country=Italy"),
        ("count(country=Italy or Malta)", "the number of rows with country=Italy or Malta"),
        ("count(names told)", ""),
        ("distinct(country)", "the number of different values of country"),
        ('data[1]["size#2"]', "Italy, 2007, size#2"),
        ('data[1]["size#2"]#2', "Italy, 2007, size#2, number 2"),
        ("title", ""),
        ("data[0].nothing", ""),
    ],
)
def test_places_in_words(where: str, words: str) -> None:
    assert called(where, table(EUROPE)) == words


def test_rows_that_no_label_tells_apart_are_called_by_their_position() -> None:
    rows: list[dict[str, object]] = [{"team": "A", "n": at} for at in range(3)]
    assert called("data[2].n", table([*rows, {"team": "B", "n": 9}])) == "row 3, n"
    assert called("data[3].n", table([*rows, {"team": "B", "n": 9}])) == "B, n"
    assert called("data[0].n", table([{"n": 1}])) == "n"  # the only row needs no name


def test_a_formula_that_may_be_of_two_results_is_left_as_it_is() -> None:
    results = table(EUROPE), table(EUROPE, "other")
    assert called("data[1].pop", *results) == "Italy, 2007, pop"
    assert called("data[1].pop - data[0].pop", *results) == ""


def test_hostile_labels_and_columns_stay_short_and_visible() -> None:
    column = "\u202eevil\n" + "x" * 900
    rows: list[dict[str, object]] = [
        {"name": f"\x1b[31m\u2066 {at} " + "y" * 50, column: at} for at in range(4)
    ]
    words = called(f"data[1].{column}", table(rows))
    assert words
    assert len(words) <= LONGEST
    assert not {"\x1b", "\u2066", "\u202e", "\n"} & set(words)


def test_no_name_of_a_column_is_taken_for_a_place_that_breaks_it() -> None:
    rng = Random(7)
    signs = [
        "data[",
        "0",
        "9",
        ",",
        ":",
        "…",
        "]",
        ".",
        '["',
        '"]',
        "#",
        "sum(",
        ")",
        " / ",
        "n",
        "a",
    ]
    for _ in range(500):
        name = "".join(rng.choices(signs, k=rng.randint(1, 12)))
        result = table([{"a": "x", name: 1, "n": 2}, {"a": "y", name: 3, "n": 4}])
        where = rng.choice([f"data[1].{name}", f"sum(data[0:2].{name})", name])
        assert len(called(where, result)) <= LONGEST


@pytest.mark.parametrize("seed", range(20))
def test_a_name_is_one_rows_alone(seed: int) -> None:
    rng = Random(seed)
    columns = rng.sample(["region", "product", "month", "note", "open"], rng.randint(1, 5))
    values: dict[str, list[object]] = {
        "region": ["North", "South", "East", None],
        "product": ["Tea", "Coffee", "Cake"],
        "month": ["2024-01", "2024-02", "2024-03"],
        "note": ["new", "old", "x\u202ey"],
        "open": ["yes", "no"],
    }
    rows = [{c: rng.choice(values[c]) for c in columns} for _ in range(rng.randint(1, 12))]
    result = table([{**row, "n": at} for at, row in enumerate(rows)])
    names = catalogs([result])[0].row_names
    found = [names.name(row) for row in range(len(rows))]
    assert len(set(found)) == len(found)
    for at, name in enumerate(found):
        own = {value for value in rows[at].values() if value}
        assert name == f"row {at + 1}" or own.issuperset(
            part.replace("\ufffd", "\u202e") for part in name.split(", ")
        )
