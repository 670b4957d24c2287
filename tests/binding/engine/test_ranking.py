"""What a number may be, and how probably, is told by the words around it and never by its value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ranked_numbers import formula_of, ranked_alone

from sidecar.binding.engine.candidates import agreement
from sidecar.binding.engine.formulas import FORMULAS
from sidecar.binding.engine.ranking import FeatureWeights

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
WEIGHTS: dict[str, float] = {
    "label clause-before nearest": 2.0,
    "period clause-before nearest": 1.5,
    "period clause-after nearest": 1.5,
    "measure named behind": 2.0,
    "measure named before": 2.0,
    "value / unit: clash": -4.0,
    "label not restricted": -1.0,
}


@settings(max_examples=60)
@given(st.integers(1000, 9999), st.integers(100, 999))
def test_another_value_written_alike_changes_no_probability(first: int, second: int) -> None:
    sentence = "In January 2024 Oslo had {:,} visits and Bergen {} visits."
    one = ranked_alone(sentence.format(4127, 918), ROWS, WEIGHTS)
    other = ranked_alone(sentence.format(first, second), ROWS, WEIGHTS)
    for (_, a), (_, b) in zip(one, other, strict=True):
        assert np.array_equal(a.probabilities, b.probabilities)
        assert a.outside == b.outside
        assert np.array_equal(a.found.value, b.found.value, equal_nan=True)


@settings(max_examples=30)
@given(st.permutations(ROWS))
def test_the_order_of_rows_changes_no_reading(rows: list[dict[str, Any]]) -> None:
    text = "Bergen had 1,003 visits in February 2024."
    (_, one), *_ = ranked_alone(text, ROWS, WEIGHTS)
    (_, other), *_ = ranked_alone(text, rows, WEIGHTS)
    assert formula_of(one) == formula_of(other) == "cell"
    assert one.found.value[one.best] == other.found.value[other.best] == 1003


def test_probabilities_and_what_is_outside_are_one() -> None:
    for _, one in ranked_alone(
        "Oslo had 4,127 visits, 12.5% more than in 2023, or $3 each.", ROWS, WEIGHTS
    ):
        assert one.probabilities.sum() + one.outside + one.unfound == pytest.approx(1)


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
    ((target, one),) = ranked_alone(text, rows, WEIGHTS)
    assert (formula_of(one), one.found.value[one.best]) == ("cell", value)
    assert agreement(one.found, target)[one.best]


def test_the_same_place_is_read_whatever_value_stands_there() -> None:
    """A swapped pair is read as what its words name, so that both disagree."""
    for target, one in ranked_alone(
        "In January 2024 Oslo had 918 visits; Bergen had 4,127 visits.", ROWS, WEIGHTS
    ):
        assert formula_of(one) == "cell"
        assert not agreement(one.found, target)[one.best]


def test_what_cannot_be_of_the_unit_is_no_candidate_but_for_cells() -> None:
    ((_, one),) = ranked_alone("Oslo had 12% more.", ROWS, WEIGHTS)
    kinds = {FORMULAS[f].quantity.name for f in np.unique(one.found.formula)}
    assert "MULTIPLE" not in kinds
    assert "PERCENT" in kinds


def test_scores_are_the_weights_of_the_features_that_explain_them() -> None:
    weights = FeatureWeights(
        {**WEIGHTS, "cell / form large": 0.5, "family cell / head measure": 0.25}
    )
    for _, one in ranked_alone("Oslo had 4,127 visits in January 2024, 12% more.", ROWS, weights):
        told = one.parts.scores(weights)
        for part, features in enumerate(one.parts.features):
            total = sum(weights.get(name, 0.0) * value for name, value in features)
            assert told[part] == pytest.approx(total)
        assert told[-1] == 0.0
