"""Boosted trees as they are stored and evaluated."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.engine.decide import LabelledNumbers, fit, stored
from sidecar.binding.engine.trees import forest_of


def _items(seed: int) -> list[LabelledNumbers]:
    rng = np.random.default_rng(seed)
    found = []
    for at in range(400):
        agreeing, other = (float(value) for value in rng.normal(size=2))
        signs = {"agreeing": agreeing, "other": other if other > 0 else 0.0}
        wrong = bool(agreeing * other + 0.3 * rng.normal() < 0)
        found.append(
            LabelledNumbers("a set", f"source {at % 7}", "", "", wrong, "", signs, agrees=True)
        )
    return found


@settings(max_examples=3, deadline=None)
@given(st.integers(0, 1000))
def test_stored_trees_say_what_the_fitted_ones_say(seed: int) -> None:
    items = _items(seed)
    fitted = fit(items)
    forest = forest_of(stored(fitted))
    expected = fitted.probabilities(items[:100])
    found = [1 / (1 + np.exp(-forest.score(item.signs))) for item in items[:100]]
    assert found == pytest.approx(expected.tolist(), abs=0.01)  # limits are stored to five digits
    assert len({round(p, 3) for p in found}) > 20


def test_a_sign_that_is_not_given_is_nought() -> None:
    forest = forest_of(stored(fit(_items(0))))
    assert forest.score({"agreeing": 1.0}) == forest.score(
        {"agreeing": 1.0, "other": 0.0, "unknown": 3.0}
    )


def test_an_input_that_equals_the_limit_goes_left() -> None:
    tree = [[0, -1, -1], [0.7, -2.0, 3.0], [1, 0, 0]]
    forest = forest_of({"names": ["size"], "start": 0.5, "depth": 1, "trees": [tree]})
    assert forest.score({"size": 0.7}) == -1.5
    assert forest.score({"size": np.nextafter(0.7, 1)}) == 3.5
