"""What a superlative names at once is the extreme of all rows, whatever row was named before."""

from __future__ import annotations

from typing import Any

import pytest

AREAS = (
    ["area", "interruptions", "line_km"],
    [["Northport", 0.62, 1410], ["Elm", 1.4, 960], ["Harbour", 0.31, 420], ["Moor", 2.6, 2230]],
)


@pytest.mark.parametrize(
    "text",
    ["Interruptions: Northport 0.62; highest in Moor with 2.6, lowest {}.",
     "Interruptions in Moor were 2.6, the highest; the lowest was {}.",
     "Interruptions: Moor 2.6, lowest: {}."],
)  # fmt: skip
def test_a_row_named_before_is_not_that_of_the_extreme(flagged: Any, text: str) -> None:
    assert flagged(text.format("0.31"), AREAS) == []
    assert flagged(text.format("1.4"), AREAS) == ["1.4"]


def test_a_row_named_behind_is_that_of_the_number(flagged: Any) -> None:
    assert flagged("Interruptions: Moor 2.6, lowest 0.31 in Harbour.", AREAS) == []
    assert flagged("Interruptions: Moor 2.6, lowest 0.31 in Elm.", AREAS) != []


@pytest.mark.parametrize("said", ["at least 2.6", "at most 2.6"])
def test_a_bound_is_no_superlative(flagged: Any, said: str) -> None:
    assert flagged(f"Interruptions in Moor were {said}.", AREAS) == []
