"""A number that is a value rounded further than written, and one that only lies near it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from sidecar.binding.tolerance import is_rounded_further
from sidecar.model.text import Text
from sidecar.text.claims import extract_numbers
from sidecar.text.options import ExtractOptions


@pytest.mark.parametrize(
    ("said", "value", "rounded"),
    [
        ("$1,300,000", "1284551", True),
        ("$1,200,000", "1284551", True),  # cut off
        ("$1,000,000", "1284551", False),  # one digit says too little
        ("$1,290,000", "1284551", False),  # neither rounded nor cut there
        ("$536,888", "563888", False),  # digits exchanged
        ("€90", "70", False),
        ("5.5%", "7.9", False),
        ("24%", "24.9", True),
        ("-24%", "24.9", False),
        ("1,300,000 people", "1284551", False),  # counts are equal or not
        ("about 1,300,000 people", "1284551", True),
        ("exactly $1,300,000", "1284551", False),
    ],
)
def test_two_digits_of_the_value_are_left(said: str, value: str, rounded: bool) -> None:
    (claim,) = extract_numbers(Text(f"It came to {said}."), ExtractOptions()).claims
    assert is_rounded_further(claim.number, Decimal(value)) is rounded


def test_a_few_are_not_one_rounded() -> None:
    # Within five tolerances of a half, three fatalities passed for a rounded one.
    (claim,) = extract_numbers(Text("There were 3 fatalities."), ExtractOptions()).claims
    assert not is_rounded_further(claim.number, Decimal(1))
