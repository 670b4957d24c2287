"""What the words around a number ask for."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.context.candidate import Kind

ROWS = [["Apples", 41], ["Pears", 12], ["Industry", 7]]


@pytest.mark.parametrize(
    ("text", "sums"),
    [
        ("Fruit (apples, pears): sales of 53", False),  # the number does not follow at once
        ("Fruit (apples, pears): 53", True),
        ("Fruit (apples): 53", False),
        ("Industry 53", False),  # a label, and not the whole industry
    ],
)
def test_brackets_that_list_names_before_a_number_ask_for_their_sum(
    read: Any, text: str, sums: bool
) -> None:
    (found,) = read(text, ["good", "sales"], ROWS)
    asked = [c for c in found.readings if c.kind is Kind.SUM and c.cue]
    assert any(c.agrees for c in asked) is sums
    assert sums or not asked
