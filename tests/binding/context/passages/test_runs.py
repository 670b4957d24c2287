"""Lists of numbers beside a range of as many periods."""

from __future__ import annotations

from typing import Any

import pytest

_WIDE = (
    ["route", "trips_q1", "trips_q2", "trips_q3", "trips_q4"],
    [["North Loop", 412, 455, 431, 470], ["Harbour Link", 288, 301, 275, 310]],
)
_LONG = (["month", "visits"], [["2024-03", 812], ["2024-04", 774], ["2024-05", 905]])


@pytest.mark.parametrize(
    ("said", "table", "wrong"),
    [
        ("Trips on the North Loop came to 412, 455, 431 and 470, Q1 to Q4.", _WIDE, []),
        (
            "Trips on the North Loop came to 412, 431, 455 and 470, Q1 to Q4.",
            _WIDE,
            ["431", "455"],
        ),
        ("March to May 2024 brought us 812, 774 and 905 visits.", _LONG, []),
        ("March to May 2024 brought us 774, 812 and 905 visits.", _LONG, ["774", "812"]),
        ("Visits grew between March and May 2024 (812 → 905).", _LONG, []),
        ("Visits grew between March and May 2024 (774 → 905).", _LONG, ["774"]),
    ],
)
def test_each_number_is_of_its_own_period(
    flagged: Any, said: str, table: Any, wrong: list[str]
) -> None:
    assert flagged(said, table) == wrong
