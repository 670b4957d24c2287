"""Which rows the periods of a sentence mean."""

from __future__ import annotations

from typing import Any

import pytest

NIGHTS = (
    ["hotel", "year", "quarter", "nights"],
    [
        ["Porto", year, f"Q{at}", nights]
        for year, quarters in ((2024, (1602, 3645, 5218, 2741)), (2025, (1911, 4137, 5893, 3208)))
        for at, nights in enumerate(quarters, 1)
    ],
)


@pytest.mark.parametrize("when", ["in Q3", "in Q3 2025"])
@pytest.mark.parametrize("before", ["5,218", "4,137"])
def test_a_quarter_moved_from_the_one_before_it_or_that_of_last_year(
    flagged: Any, when: str, before: str
) -> None:
    assert flagged(f"Nights at Porto {when} climbed from {before} to 5,893.", NIGHTS) == []
    assert flagged(f"Nights at Porto {when} climbed from 2,741 to 5,893.", NIGHTS) == ["2,741"]
