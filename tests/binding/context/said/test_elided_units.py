"""Units that only the first number of a list tells."""

from __future__ import annotations

from typing import Any

import pytest

_HOTELS = (
    ["hotel", "rooms", "staff_fte", "occ_pct", "adr_eur", "revenue_k", "churn"],
    [
        ["Miramar", 412, 186, 71.5, 138, 14840, 0.021],
        ["Belvoir", 205, 143, 64.2, 212, 10180, 0.034],
        ["Alte Post", 38, 17, 82.4, 79, 903, 0.018],
        ["Lockhouse", 96, 51, 77.9, 121, 3304, 0.047],
    ],
)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("A room costs €138 at the Miramar, 212 at the Belvoir and 79 at Alte Post.", []),
        ("A room costs €138 at the Miramar, 205 at the Belvoir and 79 at Alte Post.", ["205"]),
        ("Revenue: Miramar €14.8m, Belvoir 10.2, Lockhouse 3.3.", []),
        ("Revenue: Miramar €14.8m, Belvoir 10.2, Lockhouse 4.3.", ["4.3"]),
        ("Occupancy was 71.5% at the Miramar and 64.2 at the Belvoir.", []),
        ("Occupancy was 71.5% at the Miramar and 62.2 at the Belvoir.", ["62.2"]),
        # what is counted is told, so that no unit was left out
        ("The Miramar charges €138 and the Belvoir has 205 rooms.", []),
    ],
)
def test_a_number_is_in_the_unit_of_the_one_before(
    flagged: Any, said: str, wrong: list[str]
) -> None:
    assert flagged(said, _HOTELS) == wrong


def test_a_name_behind_a_number_of_a_list_is_its_own(flagged: Any) -> None:
    said = "How full? {}% if it is the Miramar, {}% if it is the Belvoir."
    assert flagged(said.format("71.5", "64.2"), _HOTELS) == []
    assert flagged(said.format("71.5", "82.4"), _HOTELS) == ["82.4%"]
