"""The same value in two query results of two periods."""

from __future__ import annotations

from typing import Any

import pytest

NOW = (
    ["parish", "households", "dogs"],
    [["Aller", 4_310, 812], ["Brede", 2_975, 640], ["Cowden", 6_120, 905]],
    "Registers 2024",
)
BEFORE = (
    ["parish", "households_2019", "cats"],
    [["Cowden", 6_003, 1_410], ["Aller", 4_105, 990], ["Brede", 3_020, 702]],  # in another order
    "Registers 2019",
)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Households in Aller rose by 205 from 2019 to 2024.", []),
        ("Households in Aller rose by 117 from 2019 to 2024.", ["117"]),  # those of Cowden did
        ("Households in Brede fell by 45 since 2019.", []),
        ("Households in Brede rose by 45 since 2019.", ["45"]),
        ("In 2024 there were 13,405 households in all, 2.1% more than in 2019.", []),
        ("In 2024 there were 13,405 households in all, 5.0% more than in 2019.", ["5.0%"]),
    ],
)
def test_what_two_tables_measure_alike_is_compared(
    flagged: Any, text: str, wrong: list[str]
) -> None:
    assert flagged(text, NOW, BEFORE) == wrong


def test_columns_of_other_names_are_not_compared(flagged: Any) -> None:
    assert flagged("Dogs in Aller rose by 178 from 2019 to 2024.", NOW, BEFORE) == ["178"]
