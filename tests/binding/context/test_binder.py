"""What one number costs does not grow with the numbers beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def test_bounds_far_away_in_an_endless_sentence_count_nothing(read: Callable[..., Any]) -> None:
    """Each bound once counted the rows past all others: 200 of them made 40,000 readings."""
    rows = [[f"Sector {place}", 100 * place] for place in range(12)]
    few, many = (
        read("more than 1, " * count + "sectors", ["sector", "revenue"], rows) for count in (20, 80)
    )
    assert len(many) > 3 * len(few) > 0
    most = max(len(found.readings) for found in few)
    assert max(len(found.readings) for found in many) <= most
