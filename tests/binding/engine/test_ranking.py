"""What a number may be, and how probably, is told by the words around it and never by its value."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.binding.context.tables.catalogs import catalogs
from sidecar.binding.engine.candidates import agreement
from sidecar.binding.engine.evidence import Evidence
from sidecar.binding.engine.formulas import FORMULAS
from sidecar.binding.engine.quantities import Target, target_of
from sidecar.binding.engine.ranking import Ranked, Ranker, Weights
from sidecar.binding.engine.reading import Reading
from sidecar.binding.settings import NumericSettings
from sidecar.evidence.decoding import decode
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.text import Text
from sidecar.text.claims import extract
from sidecar.text.options import ExtractOptions

ROWS = [
    {"city": "Oslo", "month": "2024-01", "visits": 4127, "revenue_usd": 91250.5},
    {"city": "Oslo", "month": "2024-02", "visits": 3980, "revenue_usd": 88410.0},
    {"city": "Bergen", "month": "2024-01", "visits": 918, "revenue_usd": 20115.25},
    {"city": "Bergen", "month": "2024-02", "visits": 1003, "revenue_usd": 23340.0},
]
WIDE = [
    {"state": "CA", "cases_2022": 410, "cases_2023": 377},
    {"state": "TX", "cases_2022": 290, "cases_2023": 305},
    {"state": "FL", "cases_2022": 120, "cases_2023": 151},
]
WEIGHTS = {
    "label clause-before nearest": 2.0,
    "period clause-before nearest": 1.5,
    "period clause-after nearest": 1.5,
    "measure named behind": 2.0,
    "measure named before": 2.0,
    "value / unit: clash": -4.0,
    "label not restricted": -1.0,
}


def ranked(
    text: str, rows: Sequence[Mapping[str, Any]], weights: Mapping[str, float] | None = None
) -> list[tuple[Target, Ranked]]:
    """The numbers of a text, ranked one after the other."""
    table = decode(json.dumps(rows).encode(), Header(query_id="q"), EvidenceLimits())
    evidence = Evidence(catalogs([TableIndex(table)]))
    read = Text(text)
    claims = extract(read, ExtractOptions()).claims
    starts = read.char_offsets(claims.figures.starts).tolist()
    ends = read.char_offsets(claims.figures.ends).tolist()
    ranker = Ranker(evidence, Reading(read, evidence, starts, ends), Weights(weights or WEIGHTS))
    targets = [target_of(claim.number, NumericSettings()) for claim in claims]
    return [(each, ranker.rank(at, each, [], None)) for at, each in enumerate(targets)]


def formula_of(one: Ranked) -> str:
    return FORMULAS[one.found.formula[one.best]].name


@settings(max_examples=60)
@given(st.integers(1000, 9999), st.integers(100, 999))
def test_another_value_written_alike_changes_no_probability(first: int, second: int) -> None:
    sentence = "In January 2024 Oslo had {:,} visits and Bergen {} visits."
    one = ranked(sentence.format(4127, 918), ROWS)
    other = ranked(sentence.format(first, second), ROWS)
    for (_, a), (_, b) in zip(one, other, strict=True):
        assert np.array_equal(a.probabilities, b.probabilities)
        assert a.outside == b.outside
        assert np.array_equal(a.found.value, b.found.value, equal_nan=True)


@settings(max_examples=30)
@given(st.permutations(ROWS))
def test_the_order_of_rows_changes_no_reading(rows: list[dict[str, Any]]) -> None:
    text = "Bergen had 1,003 visits in February 2024."
    (_, one), (_, other) = ranked(text, ROWS)[0], ranked(text, rows)[0]
    assert formula_of(one) == formula_of(other) == "cell"
    assert one.found.value[one.best] == other.found.value[other.best] == 1003


def test_probabilities_and_what_is_outside_are_one() -> None:
    for _, one in ranked("Oslo had 4,127 visits, 12.5% more than in 2023, or $3 each.", ROWS):
        assert one.probabilities.sum() + one.outside == pytest.approx(1)


@pytest.mark.parametrize(
    ("text", "rows", "value"),
    [
        ("In January 2024 Oslo had 4,127 visits.", ROWS, 4127),
        ("Bergen took $23,340 of revenue in February 2024.", ROWS, 23340),
        ("California had 377 cases in 2023.", WIDE, 377),
        ("Texas had 290 cases in 2022.", WIDE, 290),
    ],
)
def test_a_plainly_named_cell_is_the_best_reading(
    text: str, rows: Sequence[Mapping[str, Any]], value: float
) -> None:
    ((target, one),) = ranked(text, rows)
    assert (formula_of(one), one.found.value[one.best]) == ("cell", value)
    assert agreement(one.found, target)[one.best]


def test_the_same_place_is_read_whatever_value_stands_there() -> None:
    """A swapped pair is read as what its words name, so that both disagree."""
    for target, one in ranked(
        "In January 2024 Oslo had 918 visits; Bergen had 4,127 visits.", ROWS
    ):
        assert formula_of(one) == "cell"
        assert not agreement(one.found, target)[one.best]


def test_what_cannot_be_of_the_unit_is_no_candidate_but_for_cells() -> None:
    ((_, one),) = ranked("Oslo had 12% more.", ROWS)
    kinds = {FORMULAS[f].quantity.name for f in np.unique(one.found.formula)}
    assert "MULTIPLE" not in kinds
    assert "PERCENT" in kinds


def test_scores_are_the_weights_of_the_features_that_explain_them() -> None:
    weights = Weights({**WEIGHTS, "cell / form large": 0.5, "family cell / head measure": 0.25})
    for _, one in ranked("Oslo had 4,127 visits in January 2024, 12% more.", ROWS, weights):
        told = one.parts.scores(weights)
        for part, features in enumerate(one.parts.features):
            total = sum(weights.get(name, 0.0) * value for name, value in features)
            assert told[part] == pytest.approx(total)
        assert told[-1] == 0.0
