"""How often something rose or fell is counted from period to period."""

from __future__ import annotations

from typing import Any

import pytest

_VISITS = (
    ["month", "visits", "refunds"],
    [
        [f"2025-{month:02}", *each]
        for month, each in enumerate(
            ((310, 3), (290, 2), (345, 4), (360, 3), (330, 5), (372, 2), (401, 6), (388, 4)), 1
        )
    ],
)
_STORES = (
    ["store", "quarter", "sales"],
    [
        [store, f"2024-Q{quarter}", value]
        for store, values in (("Kiel", (12, 14, 13, 17)), ("Ulm", (22, 21, 19, 24)))
        for quarter, value in enumerate(values, 1)
    ],
)
_WIDE = (["site", "rent_2021", "rent_2022", "rent_2023", "rent_2024"], [["Ash", 9, 8, 7, 11]])


@pytest.mark.parametrize(
    ("said", "tables", "wrong"),
    [
        ("Visits rose in four of the eight months.", _VISITS, []),
        ("Visits fell in three months.", _VISITS, []),
        ("Visits fell in five months.", _VISITS, ["five months"]),
        ("Month on month, visits dropped three times.", _VISITS, []),
        ("Visits rose month on month in five of seven comparisons.", _VISITS, ["five"]),
        ("Ulm's sales fell in two quarters.", _STORES, []),
        ("Kiel's sales rose in two of three quarters.", _STORES, []),
        ("The rent of Ash fell in two years.", _WIDE, []),
    ],
)
def test_periods_in_which_something_moved(
    flagged: Any, said: str, tables: tuple[Any, ...], wrong: list[str]
) -> None:
    # Trap: these count neither all periods nor the rows that moved.
    assert flagged(said, tables) == wrong
