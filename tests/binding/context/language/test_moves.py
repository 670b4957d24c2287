"""What a value moved from, and what it moved to."""

from __future__ import annotations

from typing import Any

import pytest

LONG = (
    ["branch", "year", "loans_eur_m", "staff"],
    [
        ["Quay", 2021, 118.0, 41], ["Quay", 2022, 131.5, 44], ["Quay", 2023, 124.2, 39],
        ["Hill", 2021, 77.3, 23], ["Hill", 2022, 80.9, 26], ["Hill", 2023, 86.4, 28],
    ],
)  # fmt: skip
WIDE = (
    ["branch", "loans_2021", "loans_2022", "loans_2023"],
    [["Quay", 118.0, 131.5, 124.2], ["Hill", 77.3, 80.9, 86.4]],
)


@pytest.mark.parametrize("table", [LONG, WIDE])
@pytest.mark.parametrize(
    "text",
    [
        "Here is 2023. Loans of Quay slipped from ⟨131.5⟩ to 124.2.",
        "Here is 2023. At Hill loans were 86.4, up from ⟨80.9⟩.",
        "Loans at Quay went from 118.0 in 2021 to ⟨131.5⟩ in 2022.",
        "Loans of Hill rose to 86.4 in 2023 from ⟨80.9⟩ in 2022.",
    ],
)
def test_a_period_is_not_that_of_the_other_end_of_a_move(
    flagged: Any, table: Any, text: str
) -> None:
    # Trap: the year of the sentence before is not that of "from 131.5".
    before, right, after = text.replace("⟩", "⟨").split("⟨")
    assert flagged(before + right + after, table) == []
    assert flagged(before + "98.7" + after, table) == ["98.7"]


def test_a_fall_from_one_to_another_is_no_range(flagged: Any) -> None:
    # Trap: 44 is not the maximum of all branches as one end of a range would be.
    table = (["branch", "staff_2022", "staff_2023"], [["Quay", 44, 39], ["Hill", 61, 28]])
    assert flagged("Staff at Quay fell from 44 in 2022 to 39 in 2023.", table) == []


def test_a_range_from_one_to_another_is_no_move(flagged: Any) -> None:
    # Trap: what a value moved from is of the period before; the low end of a range is not.
    table = (
        ["day", "hour", "temperature"],
        [["Monday", 6, 1.5], ["Monday", 15, 9.5], ["Tuesday", 6, 4.5], ["Tuesday", 15, 12.5]],
    )
    text = "Monday is cold. On Tuesday the temperature is ranging from {} to 12.5."
    assert flagged(text.format("4.5"), table) == []
    assert flagged(text.format("1.5"), table) == ["1.5"]
