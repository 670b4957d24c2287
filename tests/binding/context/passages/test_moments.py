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


ACCOUNTS = (
    ["month", "segment", "accounts"],
    [
        [month, segment, many]
        for month, both in (
            ("January", (1410, 212)),
            ("February", (1466, 218)),
            ("March", (1523, 221)),
        )
        for segment, many in zip(("SMB", "Enterprise"), both, strict=True)
    ],
)


@pytest.mark.parametrize(
    "text",
    [
        "SMB had {} accounts in March, up 57 from February.",
        "In March, SMB stood at {} accounts, 57 more than in February.",
        "March:\n\n- SMB: {} accounts, up 57 from February\n- Enterprise: 221, up 3 from February",
    ],
)
def test_what_a_step_is_told_from_is_not_when_the_level_was(flagged: Any, text: str) -> None:
    assert flagged(text.format("1,523"), ACCOUNTS) == []
    assert flagged(text.format("1,466"), ACCOUNTS) == ["1,466"]
