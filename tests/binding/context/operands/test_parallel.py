"""Numbers told one after the other are read by one formula, each of its own rows."""

from __future__ import annotations

from typing import Any

import pytest

HALVES = (
    ["year", "half", "cards", "fines"],
    [
        [2022, "H1", 4110, 482], [2022, "H2", 4480, 469], [2023, "H1", 4925, 441],
        [2023, "H2", 5310, 397], [2024, "H1", 5690, 374], [2024, "H2", 6025, 361],
    ],
)  # fmt: skip
HOUSES = (
    ["house", "town", "margin_pct", "returns_pct", "staff"],
    [
        ["Park Avenue", "Mainz", 11.3, 2.2, 31], ["Rieger", "Worms", 5.2, 6.1, 60],
        ["Brandl", "Passau", 8.1, 4.7, 42], ["Hartmann", "Kiel", 7.4, 5.2, 77],
    ],
)  # fmt: skip
BRANCHES = (
    ["branch", "visits_2022", "visits_2023", "visits_2024"],
    [["Harbour", 98200, 101700, 96450], ["Oakfield", 61000, 58200, 55100],
     ["Kestrel", 40300, 44100, 49300]],
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "table", "right", "wrong"),
    [
        # The second half of 2023 alone has 5,310.
        ("New cards totalled 11,715 in 2024 against {} in 2023.", HALVES, "10,235", "5,310"),
        # 6.1 is what Rieger has in returns.
        ("On margin Park Avenue leads with 11.3%, Rieger closes with {}.", HOUSES, "5.2%", "6.1%"),
        # From 2022 Oakfield lost 9.7%.
        ("Visits in 2024: Harbour lost 5.2% on 2023 and Oakfield {}.", BRANCHES, "5.3%", "9.7%"),
    ],
)
def test_the_second_number_is_of_its_row_what_the_first_is_of_its_own(
    flagged: Any, text: str, table: Any, right: str, wrong: str
) -> None:
    assert flagged(text.format(right), table) == []
    assert flagged(text.format(wrong), table) == [wrong]


@pytest.mark.parametrize(
    "text",
    [
        "Of 210 staff in all houses Rieger has 60.",  # a part behind a sum is no sum
        "Park Avenue has a margin of 11.3% and Rieger returns of 6.1%.",
        "Park Avenue earns 11.3% with 31 people, Rieger 60 people.",
    ],
)
def test_a_number_of_something_else_is_not_read_like_the_one_before(
    flagged: Any, text: str
) -> None:
    assert flagged(text, HOUSES) == []


def test_another_column_that_is_named_as_well_is_not_meant(flagged: Any) -> None:
    # Trap: rain and rides both follow, and 6 and 55 are told in their turn, of August.
    months = (
        ["month", "rainy_days", "rides_k_2023", "rides_k_2024"],
        [["March", 14, 22.0, 24.9], ["April", 9, 31.4, 33.5], ["August", 6, 55.6, 64.8]],
    )
    told = "In 2024 the rides of March were 24.9 thousand, those of August {} thousand."
    assert flagged(told.format("64.8"), months) == []
    assert flagged(told.format("55.6"), months) == ["55.6 thousand"]
